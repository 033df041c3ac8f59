/** Several clients at once on one daemon and one browser: each has a tab of its own, and is told only of tools that it has. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t, { type Test } from 'tap'
import { asSession } from '../fixtures/daemon/as-session.ts'
import { type Home, ixFile } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'
import { post } from './callers.ts'
import { askingInside, daemonFor, idOn } from './client.ts'

interface Said {
  readonly text: string
  readonly isError: boolean
}
type Tool = (name: string, args?: { [name: string]: unknown }) => Promise<Said>

/** An `ix mcp` of its own. */
async function connect(t: Test, home: Home, args: readonly string[] = []): Promise<Tool> {
  const client = new Client({ name: 'test', version: '1' })
  t.teardown(() => client.close())
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [ixFile, 'mcp', ...args], env: home.env }),
  )
  return async (name, given = {}) => {
    const result = await client.callTool({ name, arguments: given })
    const [content] = result.content as { text: string }[]
    return { text: content!.text, isError: result.isError === true }
  }
}

/** Turns that look random, and are the same in every run. */
function turns(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const counting = (name: string, at: number) =>
  pageOf(
    `<title>${name} ${at}</title><h1>${name} ${at}</h1><button onclick="this.textContent = '${name} pressed ' + (window.n = (window.n || 0) + 1)">Press ${name}</button>`,
  )
const asking = pageOf(
  `<title>Asks</title><button id="alert" onclick="alert('Hello')">Alert</button><button id="confirm" onclick="document.title = 'said ' + confirm('Sure?')">Confirm</button><button id="prompt" onclick="document.title = 'name ' + prompt('Name?', 'Ann')">Prompt</button><button id="twice" onclick="alert('one'); alert('two')">Twice</button><input aria-label="Leave" oninput="addEventListener('beforeunload', (event) => event.preventDefault())">`,
)

const names = ['Ape', 'Bee']
const pages = Object.fromEntries(
  [...names, 'Shell'].flatMap((name) => [0, 1, 2].map((at) => [`/${name}/${at}`, counting(name, at)])),
)

t.test('two MCP clients and a shell by turns', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages })
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const clients = await Promise.all(names.map((_) => connect(t, home)))
  const none = await clients[0]!('text')
  t.ok(none.isError)
  t.match(none.text, /^app_not_found: .*\nhint: Call navigate/, 'nothing is open')

  t.equal((await typed(home, 'navigate', `${server.origin}/Shell/0`)).code, 0)
  for (const [name, given] of [
    ['explore', { scope: 'tab' }],
    ['text', {}],
    ['navigate', { action: 'reload' }],
    ['interact', { find: { scope: 'tab', filter: { anyFieldContains: 'Press' } }, action: 'click' }],
  ] as const) {
    const said = await clients[0]!(name, given)
    t.match(
      said,
      { isError: true, text: /^tab_not_found: .*(?:Open: t\d|no tab)[\s\S]*\nhint: .*navigate/ },
      `${name}: no tab yet`,
    )
  }
  t.notMatch((await clients[0]!('tabs')).text, /selected/, 'none is its own')

  const at = names.map(() => -1)
  const presses = names.map(() => 0)
  const tabs = new Set<string>()
  const next = turns(7)
  for (let turn = 0; turn < 24; turn++) {
    const who = next(names.length)
    const [tool, name] = [clients[who]!, names[who]!]
    const other = names[1 - who]!
    const what = at[who] === -1 ? 0 : next(5)
    let said: Said
    if (what === 0) {
      at[who] = next(3)
      presses[who] = 0
      said = await tool('navigate', { url: `${server.origin}/${name}/${at[who]}` })
      tabs.add(/tab (t\d+)/.exec(said.text)![1]!)
      t.match(said.text, `${name} ${at[who]}`)
    } else if (what === 1) {
      presses[who]!++
      const find = { scope: 'tab', filter: { role: 'button' } }
      said = await tool('interact', { find, action: 'click' })
      t.match(said.text, `${name} pressed ${presses[who]}`)
    } else if (what === 2) {
      said = await tool('text')
      t.match(said.text, `${name} ${at[who]}`)
    } else if (what === 3) {
      said = await tool('tabs')
      const selected = said.text.split('\n').filter((line) => line.includes('selected'))
      t.equal(selected.length, 1)
      t.match(selected[0], `/${name}/${at[who]}`)
      continue
    } else {
      said = await tool('explore', { scope: next(2) === 0 ? 'tab' : 'focused' })
      t.match(said.text, `heading: ${name} ${at[who]}`)
    }
    t.notOk(said.isError, said.text)
    t.notMatch(said.text, other)
    if (turn % 6 === 0) t.match((await call('text')).text, 'Shell 0', 'the shell stays where it is')
  }
  t.equal(tabs.size, 2, 'each has one tab')
  t.match((await typed(home, 'text')).out, 'Shell 0')
  t.match((await typed(home, 'tabs')).out, /\/Shell\/0, selected/)

  await clients[0]!('tabs', {
    action: 'close',
    tab: [...(await clients[0]!('tabs')).text.matchAll(/^(t\d+).*selected/gm)][0]![1]!,
  })
  t.match(await clients[0]!('text'), {
    isError: true,
    text: /^tab_not_found: Tab t\d+, this session's current tab, is gone/,
  })
  const anew = await clients[0]!('navigate', { url: `${server.origin}/Ape/0` })
  t.match(anew.text, 'Ape 0')
  t.notOk([...tabs].includes(/tab (t\d+)/.exec(anew.text)![1]!), 'a new tab')
  t.match((await clients[1]!('text')).text, 'Bee')

  await clients[0]!('tabs', { action: 'select', tab: [...tabs][1]! })
  t.match((await clients[1]!('text')).text, 'Bee', 'who selects moves only itself')
  t.match((await call('text')).text, 'Shell 0')
})

t.test('dialogs are answered by interact', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/asks': asking, ...pages } })
  const { tool } = askingInside(await openInside(t, await launchChromium(t)))
  const open = await tool('navigate', { url: `${server.origin}/asks` })
  const tab = /tab (t\d+)/.exec(open.text)![1]!
  const root = idOn(open.text, /button: "?Alert/)
  const press = (id: string) => {
    const found = idOn(open.text, new RegExp(`button: "?${id}`))
    return tool('interact', { elementId: found, action: 'click' })
  }
  const said = async (params: object) => (await tool('interact', params)).text
  t.match((await press('Alert')).text, /alert open: Hello[\s\S]*Call interact with action accept or dismiss/)
  t.match(await said({ elementId: root, action: 'click' }), /^dialog_open: [\s\S]*action accept or dismiss\./)
  t.match(await said({ action: 'accept' }), /^confirmed/)
  for (const [button, answer, wanted] of [
    ['Confirm', { elementId: root, action: 'dismiss' }, /^confirmed[\s\S]*said false/],
    ['Prompt', { find: { scope: 'tab', tab }, action: 'accept' }, /^confirmed[\s\S]*name Ann/],
    ['Prompt', { action: 'accept', value: 'Bob' }, /^confirmed[\s\S]*name Bob/],
    ['Twice', { action: 'accept' }, /^confirmed[\s\S]*alert open: two/],
  ] as const) {
    await press(button)
    t.match(await said(answer), wanted, button)
  }
  await tool('interact', { action: 'accept' })
  const find = { scope: 'tab', tab, filter: { anyFieldContains: 'Confirm' } }
  const both = await said({ steps: [{ find, action: 'click' }, { action: 'accept' }] })
  t.match(both, /1 click "Confirm": confirmed · confirm open: Sure\?\n2 accept: confirmed\n[\s\S]*said true/)
  t.match(await tool('interact', { action: 'accept' }), { isError: true, text: /^not_found: / })
})

t.test('the name of a session', async (t) => {
  const { home } = await daemonFor(t)
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'apps', arguments: {} } }
  for (const session of ['a b', 'é', 'x'.repeat(129)])
    t.match((await post(home, { session }, '/mcp', call)).text, /The session header/)
  for (const caller of [{ session: 'one-1' }, {}])
    t.match((await post(home, caller, '/mcp', call)).text, /"result":\{"content"/)
})

t.test('a session is ended by its id, by itself, its agent or the owner', async (t) => {
  const { home, call } = await daemonFor(t)
  for (const name of ['own', 'other']) await call('agents', { action: 'add', name, permissionScope: 'evaluate' })
  const [first, second] = ['first', 'second'].map((session) => asSession(home, { agent: 'own', session }))
  const other = asSession(home, { agent: 'other', session: 'first' })
  for (const one of [first!, second!, other]) await one.call('apps')
  const there = async () => {
    const { sessions = [] } = await call('session', { action: 'list' })
    return new Map(sessions.map(({ id, agent, name }) => [`${agent} ${name}`, id]))
  }
  const ids = await there()
  const end = (name: string) => ({ action: 'end', id: ids.get(name) })
  const refused = await second!.fail('session', end('other first'))
  t.match(refused, { name: 'not_found', message: /among those of own/, hint: /^Yours: / })
  t.notMatch(refused.hint, ids.get('other first'))
  t.equal((await first!.call('session', end('own second'))).name, 'second')
  t.equal((await call('session', end('other first'))).ended, true, 'by the owner')
  const left = await there()
  t.same([left.has('own first'), left.has('own second'), left.has('other first')], [true, false, false])
})
