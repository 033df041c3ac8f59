/** `ix view`: who may see the page, what it shows of each kind of target, and what a person can do there. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import { ix, makeHome, run } from '../fixtures/daemon/daemon.ts'
import { noOtherUser, other } from '../fixtures/daemon/other-user.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { desktopOrSkip, startDesktop } from '../fixtures/desktop/desktop.ts'
import { until } from '../fixtures/until.ts'
import { faults, openBrowser, openPage, startView } from '../fixtures/view.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { byRpc } from './callers.ts'
import { daemonFor, only } from './client.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const calculator = { scope: 'application', bundleId: 'Calculator' }

interface Reply {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly text: string
}

function ask(
  port: number,
  path: string,
  headers: { readonly [name: string]: string } = {},
  body?: object,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (response) =>
      resolve({ status: response.statusCode!, headers: response.headers, text: await text(response) }),
    )
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

t.test('the link is of no use to other users', { skip: noOtherUser }, async (t) => {
  const { home } = await daemonFor(t)
  const { link } = await startView(t, home)
  const { port, origin, hash } = new URL(link)
  const script = `
    const sent = require('node:http').request({ host: '127.0.0.1', port: ${port}, path: '/open', method: 'POST', headers: { origin: '${origin}' } })
    sent.once('response', () => process.exit(1)).once('error', () => process.exit(0))
    sent.end(JSON.stringify({ key: '${hash.slice(1)}' }))`
  other(script)
  const opened = await ask(Number(port), '/open', { origin }, { key: hash.slice(1) })
  t.equal(opened.status, 200, 'its owner can still use it')
})

t.test('the link works once, for a person and no other page', async (t) => {
  const { home, call } = await daemonFor(t)
  const { link, end } = await startView(t, home)
  const { origin, port: name, hash } = new URL(link)
  const port = Number(name)
  const key = hash.slice(1)
  t.match(link, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{32}$/)

  const shell = await ask(port, '/')
  t.equal(shell.status, 200, 'the program of the page is no secret')
  t.match(shell.headers, {
    'cache-control': 'no-store',
    'content-security-policy': /^default-src 'none'; script-src 'self'; style-src 'self';/,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
  t.notMatch(shell.headers['content-security-policy'], /unsafe|https?:|\*/)
  for (const path of ['/../package.json', '/licenses.md', '/open', '/call', '/events', '/%2e%2e/package.json'])
    t.equal((await ask(port, path)).status, 404, path)

  for (const headers of [
    { host: `localhost:${port}` },
    { host: 'example.com' },
    { origin: 'http://example.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
  ] as { [name: string]: string }[])
    for (const path of ['/', '/open'])
      t.equal(
        (await ask(port, path, { origin, ...headers }, path === '/' ? undefined : { key })).status,
        403,
        JSON.stringify(headers),
      )
  t.equal((await ask(port, '/open', {}, { key })).status, 403, 'a program that says nothing of itself is no page')
  const wrong = await ask(port, '/open', { origin }, { key: `${key.slice(1)}x` })
  t.match(wrong, { status: 403, text: /not the link that ix view printed/ })

  const opened = await ask(port, '/open', { origin }, { key })
  t.equal(opened.status, 200, 'none of these used the link up')
  const { at } = JSON.parse(opened.text)
  const [set = ''] = opened.headers['set-cookie'] ?? []
  t.match(set, new RegExp(`^ix-view=[\\w-]{32}; Path=${at}; HttpOnly; SameSite=Strict$`))
  t.match(await ask(port, '/open', { origin }, { key }), { status: 403, text: /This link has been used\. Run ix view/ })

  const cookie = set.split(';')[0]!
  for (const path of ['', 'start', 'events'])
    t.match(await ask(port, `${at}${path}`), { status: 403, text: /has been used/ }, `${path} without the cookie`)
  t.equal((await ask(port, `${at}start`, { cookie: 'ix-view=x' })).status, 403)
  t.equal((await ask(port, '/other/start', { cookie })).status, 404, 'the cookie alone opens nothing')
  t.equal((await ask(port, `${at}start`, { cookie })).status, 200)
  const post = (method: string, params: object) => ask(port, `${at}call`, { origin, cookie }, { method, params })
  t.equal((await ask(port, `${at}call`, { cookie }, { method: 'apps', params: {} })).status, 403)
  t.match(JSON.parse((await post('explore', calculator)).text), { result: { recorded: true } })
  const { id } = only((await call('explore', calculator)).elements, 'AXButton', '7')
  for (const [method, params] of [
    ['interact', { elementId: id, action: 'click' }],
    ['evaluate', { script: '1' }],
    ['agents', {}],
    ['apps', { action: 'quit', bundleId: 'Calculator' }],
    ['tabs', { action: 'new' }],
    ['session', { action: 'end' }],
    ['screenshot', { path: '/tmp/x' }],
    ['explore', { expectation: { includeConsole: true } }],
    ['toString', {}],
  ] as const)
    t.match(JSON.parse((await post(method, params)).text), { error: { name: 'not_allowed' } }, method)

  await post('session', { action: 'pause' })
  const agent = byRpc(home, { session: 'worker' })
  t.equal((await agent('interact', { elementId: id, action: 'click' })).name, 'paused')
  t.equal(await end(), 0)
  t.equal((await agent('interact', { elementId: id, action: 'click' })).name, undefined, 'its end resumes all')
  t.notMatch((await ix(home, 'session', 'list')).out, /view-/, 'and ends its own session')
})

t.test('a person whose ix view is killed holds nobody', async (t) => {
  const { home, call } = await daemonFor(t)
  const { link, kill } = await startView(t, home)
  const { origin, port: name, hash } = new URL(link)
  const opened = await ask(Number(name), '/open', { origin }, { key: hash.slice(1) })
  const [set = ''] = opened.headers['set-cookie'] ?? []
  const headers = { origin, cookie: set.split(';')[0]! }
  const params = { action: 'pause' }
  await ask(Number(name), `${JSON.parse(opened.text).at}call`, headers, { method: 'session', params })
  const { id } = only((await call('explore', calculator)).elements, 'AXButton', '7')
  const press = async () => await byRpc(home, { session: 'worker' })('interact', { elementId: id, action: 'click' })
  t.equal((await press()).name, 'paused')
  kill()
  await until(async () => (await press()).name === undefined, 'it can act again')
})

t.test('where the page is not built, it says what to run', async (t) => {
  const home = makeHome()
  const folder = mkdtempSync(join(tmpdir(), 'ix-unbuilt-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true })
    home.remove()
  })
  for (const name of ['api-schema', 'clients', 'daemon/run'])
    cpSync(join(dist, name), join(folder, 'dist', name), { recursive: true })
  cpSync(join(dist, '../package.json'), join(folder, 'package.json'))
  const said = await run(join(folder, 'dist/clients/cli.js'), ['view', '--print'], home)
  t.same(said, { code: 2, out: '', err: 'ix: The page is not built yet: run npm start, or npm run build.\n' })
})

const tree = (page: Page) => page.getByRole('tree', { name: 'Outline' })
const line = (page: Page, name: string | RegExp) => tree(page).getByRole('treeitem', { name }).first()

t.test('in a browser', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await openBrowser(t)
  await t.test('a recording', (t) => recording(t, browser))
  await t.test('a tab', (t) => tab(t, browser))
  await t.test('by the keyboard alone', (t) => keyboard(t, browser))
  await t.test('a desktop application', (t) => desktop(t, browser))
})

async function recording(t: Test, browser: Browser): Promise<void> {
  const { home, call, tool } = await daemonFor(t)
  const { link } = await startView(t, home)
  const { page, complaints } = await openPage(t, browser, link)
  await line(page, /button: 7/).waitFor()
  t.notMatch(page.url(), /#/, 'the key stands in no address')

  const shown = async () =>
    (
      await tree(page)
        .getByRole('treeitem')
        .evaluateAll((lines) =>
          lines.map((one) => ' '.repeat(Number(one.getAttribute('aria-level')) - 1) + one.textContent),
        )
    ).join('\n')
  const asAgent = async (more: object = {}) =>
    linesApart((await tool('explore', { ...calculator, ...more })).text).join('\n')
  t.ok((await asAgent()).startsWith(await shown()), 'the outline is what an agent gets')
  t.match(await page.locator('.count').first().textContent(), /^\d+ tokens · \d+ elements$/)
  t.ok(await page.getByText('There are no pixels', { exact: false }).isVisible())
  t.ok((await page.locator('svg rect').count()) > 10, 'its elements are drawn')

  await page.getByRole('searchbox').fill('7')
  await until(async () => (await tree(page).getByRole('treeitem').count()) < 6, 'the search has narrowed it')
  t.ok((await asAgent({ filter: { anyFieldContains: '7' } })).startsWith(await shown()), 'as explore filters')
  t.same(await faults(page), [])
  await page.getByRole('searchbox').fill('')
  await line(page, /button: 8/).click()
  const { id } = only((await call('explore', calculator)).elements, 'AXButton', '8')
  await page.getByRole('heading', { name: `Element ${id}` }).waitFor()
  const { outline = '' } = await call('expand', { elementId: id, format: 'outline' })
  await until(async () => (await page.locator('.details pre').textContent()) === outline, 'everything about it is told')
  t.equal(await page.locator('svg .chosen').count(), 1)
  for (const [form, copied] of [
    ['ix', `ix expand ${id}`],
    ['curl', new RegExp(`^curl --unix-socket '.*ixd.sock' http://localhost/rpc .*"elementId":"${id}"`)],
    ['MCP', /"method": "tools\/call"/],
  ] as const) {
    await page.getByRole('button', { name: `Copy as ${form}` }).click()
    await page.getByText(`Copied as ${form}`).waitFor()
    t.match(await page.evaluate('navigator.clipboard.readText()'), copied)
  }
  t.same(await faults(page), [])
  t.same(complaints, [])

  const again = await openPage(t, browser, link)
  await again.page.getByRole('alert').waitFor()
  t.equal(
    await again.page.getByRole('alert').textContent(),
    'This link has been used. Run ix view again for a new one.',
  )
  t.same(await faults(again.page), [])
  await page.reload()
  await line(page, /button: 7/).waitFor()
}

async function tab(t: Test, browser: Browser): Promise<void> {
  const hostile = '<img src=x onerror="document.title=1"><b>Shop</b>'
  const title = hostile.replaceAll('<', '&lt;')
  const { origin } = await serve(t, {
    pages: {
      '/': `<!doctype html><title>${title}</title><button onclick="out.textContent = 'Added ' + ++n">Add &lt;b>tea&lt;/b></button>
<p id=out role=status>Nothing yet</p><input aria-label="Name"><script>let n = 0</script>`,
      '/second': '<!doctype html><title>Second</title><button>Other</button>',
    },
  })
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = (await call('navigate', { url: `${origin}/` })) as { readonly tab: string }
  const { link } = await startView(t, home, '--tab', tab)
  const { page, complaints } = await openPage(t, browser, link)
  await line(page, /button: Add/).waitFor()
  t.match(await page.getByRole('combobox').textContent(), hostile, 'markup of a title is text')
  t.ok((await line(page, /button: Add/).textContent())!.includes('<b>tea</b>'))
  t.equal(await page.locator('main b').filter({ hasText: 'tea' }).count(), 0)
  await page.locator('svg image').waitFor()
  const [ofPicture, ofButton] = await Promise.all([
    page.locator('svg image').evaluate((image) => Number(image.getAttribute('width'))),
    page.locator('svg rect').first().getAttribute('width'),
  ])
  t.ok(ofPicture > 600, 'the picture has the size of the page')
  t.ok(Number(ofButton) > 0)
  t.same(await faults(page), [])

  await page.getByText('Live', { exact: true }).waitFor()
  const buyer = byRpc(home, { session: 'buyer' })
  const press = { find: { tab, filter: { anyFieldContains: 'Add' }, elementTypes: ['button'] }, action: 'click' }
  await buyer('interact', { ...press, format: 'outline' })
  const calls = page.getByRole('list', { name: 'Calls' }).getByRole('listitem')
  await calls.getByText('confirmed').first().waitFor()
  t.match(await calls.first().textContent(), /^click “Add”confirmed.* · buyer · t\d+ · \d+ tokens · \d+ ms/)
  t.match(await page.locator('.changed').first().textContent(), /Added 1/)
  t.match(await page.getByRole('log').textContent(), /^buyer: click “Add”, confirmed$/, 'it is told to a screen reader')
  await page
    .getByRole('switch')
    .or(page.getByRole('checkbox', { name: 'Elements' }))
    .uncheck()
  t.equal(await page.locator('svg rect').count(), 0)
  await buyer('interact', { find: { tab, elementTypes: ['textfield'] }, action: 'set_value', value: 'Ann Onymous' })
  await line(page, /textfield: Name =Ann Onymous/).waitFor()
  await calls.first().locator('summary').click()
  t.match(await calls.first().textContent(), /"value": "‹text›"/)
  t.notMatch(await page.locator('.timeline').textContent(), /Onymous/, 'what was typed is not shown as a call')

  await page.getByRole('button', { name: 'Pause buyer' }).click()
  await page.getByRole('button', { name: 'Resume buyer' }).waitFor()
  t.equal((await buyer('interact', press)).name, 'paused')
  await calls.first().getByText('paused', { exact: true }).waitFor()
  for (const [method, wanted] of [
    ['interact', 'invalid_params'],
    ['<b>$(touch x)</b>', 'method_not_found'],
  ] as const) {
    t.equal((await buyer(method, { ...press, action: 'clikc', valeu: 'Ann Onymous' })).name, wanted)
    await calls.first().getByText(wanted, { exact: true }).waitFor()
    t.match(await calls.first().textContent(), /Add.* · buyer · .*"valeu": "‹text›"/s, 'what it tried')
  }
  t.ok((await calls.first().textContent())!.startsWith('<b>$(touch x)</b> clikc'), 'as text')
  await calls.first().locator('summary').click()
  await calls.first().getByRole('button', { name: 'Copy as ix' }).click()
  await calls.first().getByText('Copied as ix').waitFor()
  t.match(
    await page.evaluate('navigator.clipboard.readText()'),
    /^ix call '<b>\$\(touch x\)<\/b>' '\{/,
    'a shell runs none of it',
  )
  t.same(await faults(page), [])
  await page.getByRole('button', { name: 'Resume buyer' }).click()
  await page.getByRole('button', { name: 'Pause buyer' }).waitFor()
  t.equal((await buyer('interact', press)).name, undefined)
  await page.getByRole('button', { name: 'Take over' }).click()
  await page.getByText('You are at work', { exact: false }).waitFor()
  t.equal((await byRpc(home, { session: 'late' })('interact', press)).name, 'paused')
  t.same(await faults(page), [])
  await page.getByRole('button', { name: 'Hand back' }).click()
  await page.getByRole('button', { name: 'Take over' }).waitFor()
  t.equal((await buyer('interact', press)).name, undefined)

  const second = (await call('tabs', { action: 'open', url: `${origin}/second` })).tabs[0]!
  await until(async () => /second/i.test((await page.getByRole('combobox').textContent()) ?? ''), 'the tab is listed')
  await page.getByRole('combobox').selectOption(`tab ${second.tab}`)
  await line(page, /button: Other/).waitFor()
  t.same(complaints, [])
}

async function keyboard(t: Test, browser: Browser): Promise<void> {
  const { home } = await daemonFor(t)
  const { link } = await startView(t, home)
  const { page } = await openPage(t, browser, link)
  await line(page, /button: 7/).waitFor()
  const agent = byRpc(home, { session: 'worker' })
  await page.getByText('Live', { exact: true }).waitFor()
  await agent('explore', calculator)
  await page.getByRole('button', { name: 'Pause worker' }).waitFor()

  const focused = () =>
    page
      .locator(':focus')
      .evaluate(
        (one) =>
          `${one.getAttribute('role') ?? one.localName} ${one.getAttribute('aria-label') ?? one.textContent!.trim()}`,
      )
  const seen: string[] = []
  const press = async (key: string) => {
    await page.keyboard.press(key)
    seen.push(await focused())
    return seen.at(-1)!
  }
  while (!(await press('Tab')).startsWith('treeitem')) if (seen.length > 20) throw new Error(seen.join('\n'))
  const first = seen.at(-1)
  t.not(await press('ArrowDown'), first)
  const second = seen.at(-1)!
  t.match(await press('End'), /^treeitem \[/)
  t.equal(await press('Home'), first)
  t.equal(await press('ArrowDown'), second)
  const [id] = /\d+/.exec(second)!
  await page.getByRole('heading', { name: `Element ${id}` }).waitFor()
  await until(async () => (await page.locator('.details pre').count()) === 1, 'it is told')
  while (!(await press('Tab')).includes('Take over')) if (seen.length > 40) throw new Error(seen.join('\n'))
  t.match(seen.join('\n'), /Copy as ix\n.*Copy as curl\n.*Copy as MCP\n/)
  while (!(await press('Tab')).includes('Pause worker')) if (seen.length > 50) throw new Error(seen.join('\n'))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Resume worker' }).waitFor()
  t.match(await focused(), /Resume worker/, 'the focus stays where it was')
  while (!(await press('Tab')).startsWith('summary')) if (seen.length > 60) throw new Error(seen.join('\n'))
  await page.keyboard.press('Enter')
  t.ok(await page.locator('details[open]').isVisible())
  t.same(await faults(page), [])
  const heads = await page.getByRole('heading').allTextContents()
  t.same(heads, ['Interface Explorer', 'Picture', 'Outline', `Element ${id}`, 'Sessions', 'Calls'])
  t.equal(await page.getByRole('main').count(), 1)
  t.equal(await page.getByRole('banner').count(), 1)
}

async function desktop(t: Test, browser: Browser): Promise<void> {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const there = await startDesktop(t)
  const { home, call } = await daemonFor(t, [], { ...there.env, IX_PLATFORMS: 'atspi' })
  await call('apps', { action: 'launch', bundleId: 'mousepad' })
  const { link } = await startView(t, home, '--app', 'mousepad')
  const { page, complaints } = await openPage(t, browser, link)
  await line(page, /menu: File/).waitFor()
  await page.locator('svg image').waitFor()
  await call('interact', {
    find: { scope: 'application', bundleId: 'mousepad', filter: { role: 'textarea' } },
    action: 'set_value',
    value: 'seen',
  })
  await line(page, /textarea =seen/).waitFor()
  const image = await page.locator('svg image').evaluate((one) => one.getBoundingClientRect().toJSON())
  const all = await page
    .locator('svg rect')
    .evaluateAll((some) => some.map((one) => one.getBoundingClientRect().toJSON()))
  const inside = all.filter((one) => one.left >= image.left - 3 && one.right <= image.right + 3)
  t.ok(all.length > 5)
  t.equal(inside.length, all.length, 'the elements lie on the picture')
  t.same(await faults(page), [])
  t.same(complaints, [])
}
