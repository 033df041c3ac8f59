/** Several clients at once on one site, each signed in as somebody else: what the server saw says whose requests came. */
import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t, { type Test } from 'tap'
import { Connection } from '../../daemon/platform/cdp/wire/connection.ts'
import { type Home, ix, ixFile } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { loginSite } from '../fixtures/web/login-site.ts'
import { daemonFor } from './client.ts'

type Tool = (name: string, args?: { [name: string]: unknown }) => Promise<string>

/** An `ix mcp` of its own; a failed tool fails the test. */
async function connect(t: Test, home: Home): Promise<{ readonly tool: Tool; readonly client: Client }> {
  const client = new Client({ name: 'test', version: '1' })
  t.teardown(() => client.close())
  const args = [ixFile, 'mcp', '--groups', 'all']
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: home.env }))
  const tool: Tool = async (name, given = {}) => {
    const result = await client.callTool({ name, arguments: given })
    const [content] = result.content as { text: string }[]
    if (result.isError) throw new Error(`${name} ${JSON.stringify(given)}: ${content!.text}`)
    return content!.text
  }
  return { tool, client }
}

const onTab = (anyFieldContains: string) => ({ scope: 'tab', filter: { anyFieldContains } })

async function signIn(tool: Tool, origin: string, name: string): Promise<string> {
  const opened = await tool('navigate', { url: `${origin}/login`, context: 'own' })
  await tool('interact', {
    steps: [
      { find: onTab('Name'), action: 'set_value', value: name },
      { find: onTab('Sign in'), action: 'click' },
    ],
  })
  return /tab (t\d+)/.exec(opened)![1]!
}

t.test('two MCP clients with different logins on one site', async (t) => {
  if (!chromiumOrSkip(t)) return
  const site = loginSite()
  const server = await serve(t, site)
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const names = ['Ann', 'Ben']
  const clients = await Promise.all(names.map(() => connect(t, home)))
  const both = <T>(work: (tool: Tool, name: string, other: string) => Promise<T>) =>
    Promise.all(clients.map(({ tool }, at) => work(tool, names[at]!, names[1 - at]!)))

  const tabs = await both((tool, name) => signIn(tool, server.origin, name))
  t.not(tabs[0], tabs[1])
  await both(async (tool, name) => {
    const home = await tool('navigate', { url: `${server.origin}/home` })
    t.match(home, `Hello ${name}`)
    t.match(home, /tab t\d+/, 'in the tab it has')
    t.match(await tool('text'), `kept ${name}`, 'storage is its own')
  })
  t.same(
    names.map((name) => site.asked.filter((line) => line === `${name} /home`).length),
    [2, 2],
  )
  t.notOk(site.asked.some((line) => line.startsWith('nobody')))

  await t.test('what a tab opens stays in its context', async (t) => {
    for (const [link, path] of [
      ['More', '/more'],
      ['Popup', '/more?popup'],
    ] as const) {
      await both(async (tool, name) => {
        const find = { ...onTab(link), elementTypes: [link === 'More' ? 'link' : 'button'] }
        const said = await tool('interact', { find, action: 'click' })
        const [, tab] = /opened tab (t\d+)/.exec(said) ?? []
        t.ok(tab, said)
        t.match(await tool('text', { tab }), `More for ${name}`)
        t.equal(site.asked.filter((line) => line === `${name} ${path}`).length, 1)
        await tool('tabs', { action: 'close', tab })
      })
    }
  })
  await t.test('downloads, dialogs, console and requests', async (t) => {
    await both(async (tool, name, other) => {
      await tool('downloads')
      await tool('network')
      const find = { ...onTab('File'), elementTypes: ['link'] }
      await tool('interact', { find, action: 'click' })
      const path = await until(
        async () => /completed.*\) (\/.*)$/m.exec(await tool('downloads'))?.[1],
        `a download of ${name}`,
      )
      t.equal(readFileSync(path, 'utf8'), `file of ${name}`)
      await tool('navigate', { action: 'reload' })
      t.match(await tool('network'), `${server.origin}/home`)
      const logged = await tool('console')
      t.match(logged, `log of ${name}`)
      t.notMatch(logged, other)
      t.match(await tool('interact', { find: onTab('Ask'), action: 'click' }), `confirm open: Sure, ${name}?`)
      t.match(await tool('interact', { action: 'dismiss' }), /^confirmed/)
    })
  })
  await t.test('what is defined in one is not there in the other', async (t) => {
    await both((tool, name) => tool('eval_define_function', { name: 'who', source: `() => '${name}'` }))
    await both(async (tool, name) => {
      t.match(await tool('eval_call_function', { name: 'who', argsJson: '[]' }), name)
      await tool('navigate', { action: 'reload' })
      t.match(await tool('eval_call_function', { name: 'who', argsJson: '[]' }), name)
    })
    const refused = await clients[0]!.client.callTool({
      name: 'eval_call_function',
      arguments: { name: 'who', argsJson: '[]', tab: tabs[1] },
    })
    t.match(refused, { isError: true, content: [{ text: /^not_found: / }] })
  })
  await t.test('shells beside them have neither login', async (t) => {
    const shells = await Promise.all(
      ['one', 'two'].map((name) => typed(home, '--session', name, 'navigate', `${server.origin}/home`)),
    )
    for (const { code, out } of shells) t.match([code, out], [0, 'Hello nobody'])
    t.not(/tab (t\d+)/.exec(shells[0]!.out)![1], /tab (t\d+)/.exec(shells[1]!.out)![1])
    await typed(home, 'navigate', `${server.origin}/more`)
    t.match((await typed(home, '--session', 'one', 'text')).out, 'Hello nobody', 'its tab is its own')
    const named = { ...home, env: { ...home.env, IX_SESSION: 'two' } }
    t.match((await ix(named, 'session')).out, /^session two · current tab t\d+/)
    t.equal((await ix(named, 'session', 'end')).code, 0)
    t.match((await ix(named, 'text')).err, /^ix: tab_not_found: .*This session has not opened/s)
  })
  await t.test('functions of a session that ended are in no page', async (t) => {
    const { tab } = await call('navigate', { url: `${server.origin}/more` })
    const scopes = async () =>
      (await call('evaluate', { tab, script: 'Object.keys(globalThis.__ixFns ?? {}).length' })).result
    await call('eval_define_function', { tab, name: 'kept', source: '() => 1' })
    const define = ['eval-define-function', 'gone', '() => 2', '--tab', tab!]
    t.equal((await typed(home, '--session', 'passing', ...define)).code, 0)
    t.equal(await scopes(), 2)
    t.equal((await typed(home, '--session', 'passing', 'session', 'end')).code, 0)
    t.equal(await scopes(), 1)
    await call('navigate', { tab, action: 'reload' })
    t.equal(await scopes(), 1, 'nor in a new document')
    t.match(await call('eval_call_function', { tab, name: 'kept', argsJson: '[]' }), { result: 1 })
  })
  await t.test('a client that goes leaves nothing', async (t) => {
    const listed = async () => (await call('tabs')).tabs
    const own = (await listed()).filter(({ context }) => context === 'own').map(({ tab }) => tab)
    t.same([...own].sort(), [...tabs].sort())
    await clients[0]!.client.close()
    await until(async () => !(await listed()).some(({ tab }) => tab === tabs[0]), 'its tab is closed')
    t.match(await clients[1]!.tool('text'), 'Hello Ben', 'the other goes on')
    const { tool } = await connect(t, home)
    const fresh = await tool('navigate', { url: `${server.origin}/home`, context: 'own' })
    t.match(fresh, 'Hello nobody', 'a new client has no login')
  })
})

t.test('a context ends with its session, or with the daemon', async (t) => {
  if (!chromiumOrSkip(t)) return
  const chromium = await launchChromium(t)
  const site = loginSite()
  const server = await serve(t, site)
  const { home, call, fail } = await daemonFor(
    t,
    ['--cdp', chromium.httpUrl, '--context', 'own', '--session-seconds', '2'],
    {
      IX_PLATFORMS: 'cdp',
    },
  )
  const { root } = await Connection.open(chromium.wsUrl, AbortSignal.timeout(10_000))
  t.teardown(() => root.connection.close())
  const contexts = async () => (await root.send('Target.getBrowserContexts')).browserContextIds
  t.same(await contexts(), [])
  t.equal((await typed(home, '--session', 'short', 'navigate', `${server.origin}/home`)).code, 0)
  t.equal((await contexts()).length, 1, 'own by configuration')
  const [tab] = (await call('tabs')).tabs.filter(({ context }) => context === 'own')
  t.match(await fail('navigate', { tab: tab!.tab, context: 'shared', url: 'about:blank' }), {
    message: /is in an own context, not in the shared one\. It has not moved/,
    data: { path: 'params.context' },
  })
  await until(async () => (await contexts()).length === 0, 'an idle session has ended')
  await typed(home, 'navigate', `${server.origin}/more`)
  t.equal((await contexts()).length, 1)
  process.kill(JSON.parse(readFileSync(`${home.folder}/state.json`, 'utf8')).pid, 'SIGKILL')
  await until(async () => (await contexts()).length === 0, 'nothing remains after a crash')
})
