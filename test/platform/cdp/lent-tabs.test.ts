/** Tabs that a person lends by the extension: the real extension in a real browser, its button pressed, the host started by the browser. */

import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { extensionId } from '../../../clients/extension/names.ts'
import { Connection } from '../../../daemon/platform/cdp/wire/connection.ts'
import { clientOf } from '../../e2e/client.ts'
import { makeHome, startDaemon, stopDaemon } from '../../fixtures/daemon/daemon.ts'
import { typed } from '../../fixtures/daemon/typed.ts'
import { findChromium } from '../../fixtures/find-chromium.mjs'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium, withExtensions } from '../../fixtures/web/chromium.ts'

if (process.platform === 'win32' || !chromiumOrSkip(t)) process.exit(0)

const wide = 'x'.repeat(200_000)
const pages: { readonly [path: string]: (port: number) => string } = {
  '/': (port) => `<title>Order</title><h1>Order 7</h1>
    <label>Name <input id=name></label>
    <button onclick="told.textContent = 'Saved for ' + document.getElementById('name').value">Save</button>
    <p role=status id=told></p><iframe title=Inner src="http://127.0.0.1:${port}/inner"></iframe>
    <a href="/opened" target=_blank rel=opener>More</a>`,
  '/inner': () => `<button onclick="this.textContent = 'Agreed'">Agree</button>`,
  '/opened': () => '<title>Opened</title><button>There</button>',
  '/secret': () => '<title>Salary talks</title><button>Sign</button>',
  '/long': () =>
    `<title>Long</title>${Array.from({ length: 12 }, (_, at) => `<p>${at}${wide}</p>`).join('')}<button>End</button>`,
}

t.test('a tab is lent by its button, and taken back', async (t) => {
  const home = makeHome({ IX_PLATFORMS: 'cdp', IX_CHROMIUM: findChromium()! })
  t.teardown(() => home.remove())
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(pages[url]?.(port) ?? '')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const site = `http://localhost:${port}`

  const folder = fileURLToPath(new URL('../../../dist/extension', import.meta.url))
  const before = { ...process.env }
  // The browser starts the host with its own environment.
  Object.assign(process.env, home.env)
  t.teardown(() => {
    for (const name of Object.keys(home.env)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  })
  const chromium = await launchChromium(t, [withExtensions, '--site-per-process'])
  const person = await Connection.open(chromium.wsUrl, new AbortController().signal)
  t.teardown(() => person.close())
  const send = (method: string, params: object) => person.root.send(method as never, params as never) as Promise<never>
  const { id } = (await send('Extensions.loadUnpacked', { path: folder })) as { id: string }
  t.equal(id, extensionId)
  const targets = async () => (await person.root.send('Target.getTargets', { filter: [{}] })).targetInfos
  const openTab = async (path: string) => {
    const { targetId } = await person.root.send('Target.createTarget', { url: site + path })
    await until(async () => (await targets()).find((one) => one.targetId === targetId)?.title, path)
    return targetId
  }
  /** On the tab in front, as a person does. */
  const press = async (targetId: string) => {
    await person.root.send('Target.activateTarget', { targetId })
    const front = (await targets()).find(({ type, url }) => type === 'tab' && url.startsWith(site))
    await send('Extensions.triggerAction', { id, targetId: front!.targetId })
  }
  const daemon = await startDaemon(home)
  t.teardown(() => stopDaemon(daemon))
  const { call, fail } = clientOf(home)
  const tabs = async () => (await call('tabs')).tabs ?? []

  const order = await openTab('/')
  await openTab('/secret')

  await t.test('without the host it says what to run', async (t) => {
    await press(order)
    const help = await until(
      async () => (await targets()).find(({ url }) => url.includes('/not-there.html#')),
      'a page says so',
    )
    t.match(decodeURIComponent(help.url), /native messaging host not found/)
    t.same(await tabs(), [])
  })
  await t.test('ix extension install names it, to be started by this extension alone', async (t) => {
    t.match((await typed(home, 'extension', 'install', '--in', chromium.profile)).out, /Load unpacked.*dist\/extension/)
    const manifest = JSON.parse(
      readFileSync(join(chromium.profile, 'NativeMessagingHosts/interface_explorer.lend.json'), 'utf8'),
    )
    t.same(manifest.allowed_origins, [`chrome-extension://${id}/`])
    t.equal(statSync(manifest.path).mode & 0o777, 0o700)
  })
  await t.test(
    'it is read and used like any other, with its frames and what it opens, and no other is known',
    async (t) => {
      await press(order)
      await until(async () => (await tabs()).length > 0, 'it is lent')
      t.match(await tabs(), [{ title: 'Order', lent: true }])
      const said = await typed(home, 'do', 'set Name = Ada', 'click Save', 'click Agree', 'expect "Saved for Ada"')
      t.equal(said.code, 0, said.out)
      t.match(said.out, /2 click "Save": confirmed\n3 click "Agree": confirmed/)
      const shown = JSON.stringify(await call('explore', { tab: (await tabs())[0]!.tab }))
      t.match(shown, /Agreed/)
      t.match(await typed(home, 'do', 'click More'), { code: 0, out: /opened tab/ })
      await until(async () => (await tabs()).some(({ title }) => title === 'Opened'), 'what it opened is lent with it')
      t.notMatch(
        JSON.stringify([await call('tabs'), await call('apps'), await call('browser', { action: 'tabs' })]),
        /Salary/,
      )
    },
  )
  await t.test('a page of more than a message holds comes whole', async (t) => {
    const long = await openTab('/long')
    t.notOk(
      (await tabs()).some(({ title }) => title === 'Long'),
      'what the person opens from a lent tab is theirs',
    )
    await press(long)
    const tab = await until(async () => (await tabs()).find(({ title }) => title === 'Long'), 'it is lent')
    const { text } = await call('text', { tab: tab.tab })
    t.equal(text.startsWith('0xxx'), true)
    t.match((await typed(home, 'find', 'End', '--tab', tab.tab)).out, /button: End/)
    await press(long)
    await until(async () => !(await tabs()).some(({ title }) => title === 'Long'), 'it is taken back')
  })
  await t.test('what else a browser does is refused, and the person keeps it', async (t) => {
    t.match((await call('browser')).browsers, [{ name: 'Lent tabs', state: 'lending', id: 'lent' }])
    const tab = (await tabs()).find(({ title }) => title === 'Order')!.tab
    t.match(await fail('tabs', { action: 'close', tab }), { data: { name: 'not_allowed' } })
    t.match(await fail('downloads', { tab }), { data: { name: 'unsupported_here' } })
    t.match(await fail('storage', { action: 'save', tab, file: '/tmp/state.json' }), { data: { name: 'not_allowed' } })
    t.match(await fail('browser', { action: 'join', socket: '/tmp/other.sock' }), { data: { name: 'not_allowed' } })
  })
  await t.test('ix detach gives all back', async (t) => {
    await call('browser', { action: 'detach', name: 'lent tabs' })
    t.same(await tabs(), [])
    const isLent = async (lent: boolean) =>
      (await tabs()).length === (lent ? 1 : 0) &&
      (await targets()).find((one) => one.targetId === order)?.attached === lent
    await until(() => isLent(false), 'the extension has let go')
    t.same((await call('browser')).browsers, [])
    await press(order)
    await until(() => isLent(true), 'it can be lent again')
    await press(order)
    await until(() => isLent(false), 'and taken back')
  })
})
