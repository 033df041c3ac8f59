/** What an agent with limits sees of a real browser: its own sites, and nothing of others, however it asks. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { effectOf, type Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { ix } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { byMcp, byRpc, toolsOf } from './callers.ts'
import { daemonFor, flat } from './client.ts'

/** In every text of the page that nobody but the owner may see. */
const marker = 'CANARY-7f3a'
const page = (body: string) => `<!doctype html>${body}`
const hidden = page(
  `<title>${marker} title</title><h1>${marker}</h1><button aria-label="${marker} press">${marker}</button><script>console.log('${marker} logged')</script>`,
)

t.test('an agent of one site', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, {
    pages: {
      '/own': (_, response) =>
        void response
          .setHeader('Content-Type', 'text/html')
          .end(
            page(
              `<title>Own</title><h1>Own page</h1><a href="${server.otherOrigin}/hidden">Leave</a><button onclick="window.open('${server.otherOrigin}/hidden')">Popup</button><button onclick="this.textContent='pressed'">Press</button>`,
            ),
          ),
      '/away': (_, response) => void response.writeHead(302, { location: `${server.otherOrigin}/hidden` }).end(),
      '/hidden': hidden,
    },
  })
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const other = (await call('navigate', { url: `${server.otherOrigin}/hidden?${marker}` })) as { tab: string }
  const seen = await call('explore', { scope: 'tab', tab: other.tab, includeNonInteractable: true })
  const ids = flat(seen.elements).map(({ id }) => id)
  t.ok(ids.length >= 2)
  await call('agents', { action: 'add', name: 'own', permissionScope: 'evaluate', sites: ['127.0.0.1'] })
  const ask = byRpc(home, { agent: 'own', session: 'a' })
  const fine = async (method: string, params?: object) => {
    const said = await ask(method, params)
    t.equal(said.name, undefined, `${method} ${JSON.stringify(params)}: ${said.text.slice(0, 300)}`)
    t.notMatch(said.text, marker, `${method} ${JSON.stringify(params)}`)
    return JSON.parse(said.text).result
  }
  const refused = async (method: string, params: object, hint = /ix agent allow own --(?:sites|folders)/) => {
    const said = await ask(method, params)
    t.ok(said.isRefused, `${method} ${JSON.stringify(params)}: ${said.text.slice(0, 300)}`)
    t.notMatch(said.text, marker, `${method} ${JSON.stringify(params)}`)
    t.match(said.text, hint, `${method} ${JSON.stringify(params)}`)
    return JSON.parse(said.text).error
  }

  t.same((await fine('tabs')).tabs, [], 'no list has it')
  t.same((await fine('status')).trees, [])
  const { tab } = await fine('navigate', { url: `${server.origin}/own` })
  t.same(
    (await fine('tabs')).tabs.map((one: { readonly tab: string }) => one.tab),
    [tab],
  )
  await fine('explore', { scope: 'system', includeNonInteractable: true })
  await fine('explore', { scope: 'focused' })
  await fine('explore', { scope: 'application', bundleId: 'chromium' })
  await fine('evaluate', { script: 'document.title' })
  await fine('apps')

  for (const method of Object.values<Method>(methods)) {
    const { properties = {} } = method.params
    if (method.scope === 'admin') continue
    const common = {
      ...method.examples[0]!.params,
      ...(method.name === 'lease' && { action: 'take' }),
      ...(properties.timeoutMs && { timeoutMs: 3000 }),
      ...(properties.url && { url: `${server.origin}/own` }),
    }
    const {
      elementId: _id,
      find: _find,
      scope: _scope,
      bundleId: _bundleId,
      otherId: _otherId,
      ...bare
    } = common as {
      [name: string]: unknown
    }
    if (properties.tab !== undefined && method.name !== 'tabs')
      await refused(method.name, { ...bare, tab: other.tab, ...(properties.scope && { scope: 'tab' }) })
    if (properties.elementId !== undefined)
      for (const id of ids) {
        const { tab: _tab, ...rest } = bare
        const { name, text } = await ask(method.name, {
          ...rest,
          elementId: id,
          ...(properties.scope && { scope: 'element' }),
          ...(properties.otherId && { otherId: id }),
        })
        t.ok(name === 'not_allowed' || name === 'element_gone', `${method.name} of ${id}: ${text.slice(0, 300)}`)
        t.notMatch(text, marker)
      }
    t.notMatch((await ask(method.name, { ...common, expectation: { includeTabs: true } })).text, marker, method.name)
  }
  for (const action of ['close', 'select']) await refused('tabs', { action, tab: other.tab })
  t.match(await ask('tabs', { action: 'close', tab: 't999' }), { name: 'tab_not_found' }, 'what is not there')
  for (const params of [{ find: { scope: 'tab', tab: other.tab, filter: { role: 'button' } }, action: 'click' }])
    await refused('interact', params)
  t.notMatch(
    (await ask('interact', { find: { scope: 'system', filter: { titleContains: marker } }, action: 'click' })).name ??
      '',
    /^$/,
  )
  t.equal((await call('explore', { scope: 'tab', tab: other.tab })).matched, 1, 'and nothing has happened to it')

  await t.test('ways out of its site', async (t) => {
    await refused('navigate', { tab, url: `${server.otherOrigin}/hidden` }, /--sites localhost/)
    await refused('tabs', { action: 'open', url: `${server.otherOrigin}/hidden` }, /--sites localhost/)
    await refused('navigate', { tab, url: 'file:///etc/passwd' }, /--allow file_pages/)
    await fine('navigate', { tab, url: `${server.origin}/own` })
    const led = await refused('navigate', { tab, url: `${server.origin}/away` })
    t.match(led.message, /^Tab t\d+ has gone to a page that the agent own may not use\. What was asked for was done/)
    await refused('explore', { scope: 'tab', tab })
    await refused('evaluate', { tab, script: 'document.title' })
    t.same((await fine('tabs')).tabs, [], 'it has left the list')
    const isOpen = async (id: string) => (await call('tabs')).tabs.some((one) => one.tab === id)
    await refused('tabs', { action: 'select', tab })
    const { isRefused } = await byRpc(home, { agent: 'own', session: 'b' })('tabs', { action: 'close', tab })
    t.ok(isRefused && (await isOpen(tab)), 'another session cannot close it')

    const { tab: next } = await fine('navigate', { url: `${server.origin}/own` })
    t.not(next, tab, 'a tab of its own, not the one out of reach')
    t.ok(await isOpen(tab))
    t.same(
      (await fine('tabs', { action: 'close', tab })).tabs.map((one: { readonly tab: string }) => one.tab),
      [next],
    )
    t.notOk(await isOpen(tab), 'but its own, it can close wherever it has gone')
    const find = (text: string) => ({ scope: 'tab', tab: next, filter: { anyFieldContains: text } })
    await fine('interact', { find: find('Press'), action: 'click' })
    await fine('interact', { find: find('Popup'), action: 'click' })
    const clicked = await refused('interact', { find: find('Leave'), action: 'click', idempotencyKey: 'k' })
    t.match(clicked.message, /has gone to a page/)
    const again = { find: find('Leave'), action: 'click', idempotencyKey: 'k' }
    t.match((await refused('interact', again)).message, /has gone to a page/, 'nor by asking for the answer once more')
    await refused('text', { tab: next })
  })

  await t.test('its events are those of its sites', async (t) => {
    const { tab: own } = await fine('navigate', { url: `${server.origin}/own` })
    const { socket } = await call('status')
    const { request } = await import('node:http')
    let said = ''
    const headers = { 'ix-agent': 'own', host: 'localhost' }
    const stream = request({ socketPath: socket!, path: '/events', agent: false, headers }).end()
    stream.on('response', (reply) => reply.setEncoding('utf8').on('data', (chunk) => (said += chunk)))
    t.teardown(() => stream.destroy())
    await until(() => said.includes(`"${own}"`), 'its own tab is told')
    await call('evaluate', { tab: other.tab, script: "document.body.append('more')" })
    await call('explore', { scope: 'tab', tab: other.tab })
    await call('evaluate', { tab: own, script: "document.querySelector('h1').textContent = 'news'" })
    await until(() => /event: changed\n.*/.test(said), 'a change is told')
    t.notMatch(said, `"${other.tab}"`)
  })
})

t.test('what an MCP connection has to be allowed', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, {
    pages: { '/': page('<title>Form</title><input type="file" aria-label="Report"><button>Go</button>') },
  })
  const { home } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const folder = t.testdir({ in: { 'a.txt': 'a' }, 'b.txt': 'b' })
  writeFileSync(join(folder, 'page.html'), '<title>A local page</title><h1>Local</h1><button>Local</button>')
  const local = `file://${join(folder, 'page.html')}`
  const session = { session: 'm' }
  const plain = byMcp(home, session, '/mcp')
  t.match((await plain('navigate', { url: `${server.origin}/` })).text, 'Form')

  const refused = async (said: ReturnType<typeof plain>, hint: RegExp) => {
    t.match(await said, { isRefused: true, text: hint })
    t.notMatch((await said).text, 'A local page')
  }
  await refused(plain('navigate', { url: local }), /starting ix mcp with --allow file_pages/)
  await refused(plain('tabs', { action: 'open', url: local }), /--allow file_pages/)
  await refused(plain('tabs', { action: 'open', url: 'chrome://version' }), /--allow browser_pages/)
  await refused(plain('navigate', { url: 'https://vault.bitwarden.com/' }), /--allow password_managers/)
  const upload = (path: string) => ({
    find: { scope: 'tab', filter: { anyFieldContains: 'Report' }, includeHidden: true },
    action: 'upload',
    files: [join(folder, path)],
  })
  await refused(plain('interact', upload('in/a.txt')), /starting ix mcp with --folders/)
  await refused(plain('interact', { steps: [{ ...upload('b.txt') }] }), /--folders/)
  const { text: none } = await plain('evaluate', { script: '1' })
  t.match(none, /There is no tool .*--groups scripts/)

  const more = byMcp(home, session, `/mcp?allow=file_pages&folders=${encodeURIComponent(join(folder, 'in'))}`)
  const uploaded = await more('interact', upload('in/a.txt'))
  t.match(uploaded, { name: undefined, text: /a\.txt/ })
  await refused(more('interact', upload('b.txt')), /--folders/)
  t.match((await more('navigate', { url: local })).text, 'A local page')
  t.notMatch((await plain('text')).text, 'A local page', 'nor in the tab that others have opened it in')
  t.notMatch((await plain('explore', { scope: 'system', includeNonInteractable: true })).text, 'A local page')

  const reading = byMcp(home, session, '/mcp?read-only=1')
  await refused(reading('interact', { find: { scope: 'tab', filter: {} }, action: 'click' }), /without --read-only/)
  const listed = await toolsOf(home, session, '/mcp?read-only=1&groups=all')
  t.notOk(
    listed.some((name) => effectOf(methods[name as 'explore'], {}) === 'acts' && name !== 'tabs' && name !== 'apps'),
  )
  t.ok((await toolsOf(home, session, '/mcp?groups=scripts')).includes('evaluate'))
  t.notOk((await toolsOf(home, session, '/mcp?groups=page')).includes('evaluate'))
  const scripts = byMcp(home, session, '/mcp?groups=scripts')
  t.match((await scripts('navigate', { url: `${server.origin}/` })).text, 'Form')
  t.match((await scripts('evaluate', { script: 'document.title' })).text, 'Form')

  for (const [args, said] of [
    [['--allow', 'everything'], /Unknown word "everything" in --allow\. Known words: file_pages, browser_pages/],
    [['--agent', 'a', '--folders', '.'], /given to ix agent add/],
  ] as const)
    t.match(await ix(home, 'mcp', ...args), { code: 2, err: said })
  t.equal((await byMcp(home, {}, '/mcp?allow=everything')('tabs').catch(() => ({ status: 400 }))).status, 400)
  t.match(await byRpc(home, {})('navigate', { url: local }), { name: undefined }, 'the owner may, in the shell')
})
