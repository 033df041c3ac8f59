/** Acts that the owner wants to be asked about: none comes before the yes, however it is called, and only the person says it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { type Home, ix, ixFile } from '../fixtures/daemon/daemon.ts'
import { type Site, serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { openBrowser, openPage, startView } from '../fixtures/view.ts'
import { type Chromium, chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { isFew } from '../laws/law.ts'
import { byMcp, byRpc, byShell, type Heard } from './callers.ts'
import { daemonFor, idOn } from './client.ts'

if (!chromiumOrSkip(t)) process.exit(0)

/** Everything on it that does something tells the server, whatever began it, and shows that it did. */
const page = `<!doctype html><title>Files</title><style>#zone { width: 200px; height: 80px; background: #eee }</style>
<script>const done = (what) => { navigator.sendBeacon('/done?' + what); document.getElementById('log').append(what + ' ') }</script>
<div style="position: absolute; left: 400px; top: 400px; padding: 20px"><button id="all" onclick="done('all')" ondblclick="done('all')" oncontextmenu="done('all')"><b>Delete</b> all</button></div>
<button onclick="done('keep')">Keep</button>
<form onsubmit="event.preventDefault(); done('form')"><input aria-label="Name"><button>D\u200belete this</button></form>
<label><input type="checkbox" onchange="done('box')"> Delete after a week</label>
<select aria-label="Then" onchange="done(this.value)"><option>Keep it<option value="x">Delete it</select>
<div id="drag" draggable="true" role="button" tabindex="0">File one</div>
<div id="zone" role="group" aria-label="Delete zone" ondragover="event.preventDefault()" ondrop="done('drop')">Drop here</div>
<button onclick="if (confirm('Delete for ever?')) done('dialog')">Clean up</button><p id="log"></p>
<script>addEventListener('keydown', (event) => { if (event.key === '#' && event.target === document.body) done('key') })
document.modelContext?.registerTool({ name: 'tidy', description: 'Tidies up', inputSchema: {}, execute: () => done('tool') })</script>`

const canary = 'hq7Zx-Canary'
const form = `<!doctype html><title>Sign in</title><form action="/in" method="post"><label>User <input name=u></label>
  <label>Password <input type=password name=p></label><label>Code <input autocomplete=one-time-code name=c></label><button>Sign in</button></form>`
/** What the pages have done, and what was sent by the form. */
const done: string[] = []
const got: string[] = []
let browser: Chromium
let looking: Promise<Browser> | undefined
const personsBrowser = () => (looking ??= openBrowser(t))
let origin: string
let shared: Awaited<ReturnType<typeof world>>
let view: Page
let complaints: readonly string[]

t.before(async () => {
  const pages: Site['pages'] = {
    '/': page,
    '/form': form,
    '/done': (request, response) => {
      done.push(request.url!.split('?')[1]!)
      response.end()
    },
    '/in': async (request, response) => {
      got.push(await text(request))
      response.end('<!doctype html><title>In</title>Welcome')
    },
  }
  origin = (await serve(t, { pages })).origin
  browser = await launchChromium(t, ['--enable-features=WebMCP'])
  shared = await world(t)
})

/** A daemon on the one browser. */
async function world(t: Test, more: readonly string[] = []) {
  const client = await daemonFor(t, ['--cdp', browser.httpUrl, ...more], { IX_PLATFORMS: 'cdp' })
  const { home, call } = client
  await until(async () => (await call('tabs')).tabs.length > 0, 'the browser is attached')
  const { tab } = (await call('navigate', { url: `${origin}/` })) as { readonly tab: string }
  await call('agents', { action: 'add', name: 'clerk', permissionScope: 'evaluate', ask: ['Delete'] })
  const open = async () => (await call('questions')).questions
  const answer = async (word: string) => {
    const [question] = await until(async () => ((await open()).length > 0 ? await open() : undefined), 'it is asked')
    await call('questions', { action: 'answer', id: question!.id, answer: word })
    return question!
  }
  return {
    ...client,
    home,
    call,
    tab,
    open,
    answer,
    clerk: byRpc(home, { agent: 'clerk', session: 's' }),
  }
}

t.test('no act of the kind comes before the yes, and none after a no', async (t) => {
  const { call, clerk, tab, answer, open } = shared
  const { outline } = await call('explore', { tab, format: 'outline' })
  const id = (line: RegExp) => idOn(outline, line)
  const named = (text: string) => ({ tab, filter: { anyFieldContains: text } })
  const all = { find: named('Delete all') }
  const point = { tab, scope: 'position', x: 425, y: 428 }
  const acts: { readonly [name: string]: readonly [object, (() => object)?] } = {
    'by its id': [{ elementId: id(/button: Delete all/), action: 'click' }],
    'by its name': [{ ...all, action: 'click' }],
    'by a point': [{ find: point, action: 'click' }],
    'as a step': [
      {
        steps: [
          { action: 'look', find: { tab } },
          { ...all, action: 'click' },
        ],
      },
    ],
    twice: [{ ...all, action: 'double_click' }],
    'with the other button': [{ ...all, action: 'right_click' }],
    'by Enter on it': [{ ...all, action: 'key', keys: 'Enter' }],
    'by a space typed on it': [{ ...all, action: 'type', value: ' ' }],
    'by keys that go there': [{ find: named('Keep'), action: 'key', keys: 'Shift+Tab Enter' }],
    'by Enter where the focus is': [
      { find: { tab, scope: 'tab' }, action: 'key', keys: 'Enter' },
      () => ({ ...all, action: 'focus' }),
    ],
    'by Enter in its form': [{ find: named('Name'), action: 'key', keys: 'Enter' }],
    'by a line typed in its form': [{ find: named('Name'), action: 'type', value: 'a\n' }],
    'a name with what nobody sees': [{ find: named('Delete this'), action: 'click' }],
    'a check box': [{ find: { ...named('after a week'), elementTypes: ['checkbox'] }, action: 'toggle' }],
    'an option': [{ find: named('Then'), action: 'select', value: 'Delete it' }],
    'an option by a part of it': [{ find: named('Then'), action: 'select', value: 'it', steps: undefined }],
    'a drag to it': [
      { find: named('File one'), action: 'drag', to: { find: { filter: { anyFieldContains: 'Delete zone' } } } },
    ],
    'a shortcut of the page': [{ find: { tab, scope: 'tab' }, action: 'key', keys: '#' }],
  }
  const asked = async (name: string, ask: () => Promise<Heard>, word: 'yes' | 'no') => {
    const before = done.length
    const running = ask()
    const { text } = await Promise.race([
      answer(word),
      running.then(({ text }) => Promise.reject(new Error(`${name} was not asked about: ${text}`))),
    ])
    t.match(text, /^The agent clerk wants to .*it has to ask about "Delete"\.$/, name)
    t.equal(done.length, before, `${name}: nothing before the answer`)
    const heard = await running
    if (word === 'yes') return heard
    t.equal(heard.name, 'not_allowed', name)
    t.match(heard.text, /The person was asked and said no.*"reason":"refused"/s)
    t.equal(done.length, before, `${name}: nothing after a no`)
    return heard
  }
  let count = 0
  for (const [at, [name, [params, first]]] of Object.entries(acts).entries()) {
    await clerk('navigate', { tab, action: 'reload' })
    // A no is one for whatever was asked: in `npm test` every third act gets one.
    for (const word of isFew && at % 3 > 0 ? (['yes'] as const) : (['no', 'yes'] as const)) {
      if (first !== undefined) t.notOk((await clerk('interact', first())).name, name)
      const before = done.length
      const heard = await asked(name, () => clerk('interact', freshened(params)), word)
      if (word === 'yes' && name !== 'an option by a part of it')
        await until(() => done.length > before, `${name} is done after the yes: ${heard.text}`)
      count++
    }
  }
  t.equal(count, isFew ? 24 : 36)
  await asked('a script', () => clerk('evaluate', { tab, script: 'document.querySelector("button").click()' }), 'no')
  await asked('a tool of the page', () => clerk('call_tool', { tab, name: 'tidy' }), 'no')
  await clerk('interact', { find: named('Clean up'), action: 'click' })
  await asked('a dialog', () => clerk('dialog', { tab, accept: true }), 'no')
  await asked(
    'a dialog, by its action',
    () => clerk('interact', { action: 'accept', find: { tab, scope: 'tab' } }),
    'no',
  )
  t.notOk((await clerk('dialog', { tab, accept: false })).name, 'to dismiss it needs no yes')
  t.notMatch(done.join(), 'dialog')

  const before = done.length
  for (const free of [
    { find: named('Keep'), action: 'click' },
    { ...all, action: 'hover' },
    { ...all, action: 'key', keys: 'Tab' },
    { find: { tab, scope: 'tab' }, action: 'key', keys: 'Escape' },
    { find: named('Name'), action: 'type', value: 'Delete ' },
    { find: named('Name'), action: 'set_value', value: 'Delete' },
    { find: named('Name'), action: 'key', keys: 'Control+A Backspace Tab' },
    { find: named('Then'), action: 'select', value: 'Keep it' },
  ])
    t.notOk((await clerk('interact', freshened(free))).name, JSON.stringify(free))
  t.match(done.slice(before), ['keep'])
  t.same(await open(), [])

  /** Ids are of the page before it was loaded again. */
  function freshened(params: object): object {
    return 'elementId' in params ? { ...all, action: 'click' } : params
  }
})

t.test('an agent answers no question, and none is left open', async (t) => {
  const { home, call, clerk, tab, answer, open } = await world(t, ['--answer-seconds', '5'])
  done.length = 0
  const { token } = await call('agents', { action: 'add', name: 'second', ask: ['127.0.0.1'] })
  const second = byRpc(home, { agent: 'second', session: 's' })
  const press = { find: { tab, filter: { anyFieldContains: 'Delete all' } }, action: 'click' }
  const late = await clerk('interact', press)
  t.match(late.text, /did not answer within 5 s.*"retryable":true.*"reason":"unanswered"/s)
  t.same(await open(), [])

  const waiting = clerk('interact', press)
  const [question] = await until(async () => ((await open()).length > 0 ? await open() : undefined), 'it is asked')
  const reply = { action: 'answer', id: question!.id, answer: 'yes' }
  const tries: readonly (readonly [string, Promise<Heard>])[] = [
    ['itself', clerk('questions', reply)],
    ['another agent', second('questions', reply)],
    ['by its token', byRpc(home, { token: token! })('questions', reply)],
    ['over MCP', byMcp(home, { agent: 'clerk', session: 's' })('questions', reply)],
  ]
  for (const [name, tried] of tries) t.match((await tried).name, /not_allowed|method_not_found/, name)
  t.equal(done.length, 0)
  const keep = second('interact', { find: { tab, filter: { anyFieldContains: 'Keep' } }, action: 'click' })
  await until(async () => (await open()).length === 2, 'each asks for itself')
  t.match((await open())[1], { agent: 'second', text: /button "Keep" in "127\.0\.0\.1:\d+"; it has to ask about "127/ })
  await call('questions', { action: 'answer', id: (await open())[1]!.id, answer: 'yes' })
  t.notOk((await keep).name)
  await answer('yes')
  t.notOk((await waiting).name)
  await until(() => done.includes('all') && done.includes('keep'), 'both were done')
  t.same(await open(), [])
})

async function shim(
  t: Test,
  home: Home,
  mode: string | undefined,
  answers: (text: string) => object,
  flags: readonly string[] = ['--agent', 'clerk'],
) {
  const client = new Client({ name: 'host', version: '1' }, {
    capabilities: { elicitation: {} },
    ...(mode !== undefined && { versionNegotiation: { mode: { pin: mode } } }),
  } as never)
  client.setRequestHandler('elicitation/create', async ({ params }) => answers(params.message) as never)
  t.teardown(() => client.close())
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [ixFile, 'mcp', ...flags], env: home.env }),
  )
  return client
}

t.test('over MCP, in both eras: the host asks the person, and passes on what they say', async (t) => {
  const { home, tab } = shared
  const args = { find: { tab, filter: { anyFieldContains: 'Delete all' } }, action: 'click' }
  for (const mode of [undefined, '2026-07-28']) {
    const asked: string[] = []
    const replies = [{ action: 'decline' }, { action: 'accept', content: { answer: 'yes' } }]
    const host = await shim(t, home, mode, (text) => {
      asked.push(text)
      return replies[asked.length - 1]!
    })
    done.length = 0
    const press = async () => (await host.callTool({ name: 'interact', arguments: args })) as { isError?: boolean }
    t.match(await press(), { isError: true, content: [{ text: /^not_allowed: The person was asked and said no/ }] })
    t.same(done, [])
    t.match(await press(), { content: [{ text: /^confirmed|^unverified/ }] })
    await until(() => done.length === 1, 'it is done once')
    t.equal(asked.length, 2)
    t.match(asked[0], /wants to click button "Delete all".*in quotes comes from the screen/s)
  }
})

t.test('in a terminal, and on the page of ix view', async (t) => {
  await openView()
  const { home, tab, clerk, open } = shared
  done.length = 0
  const words = ['--agent', 'clerk', 'click', '--tab', tab, '--any', 'Delete all']
  for (const [typed, code, count] of [
    ['n', 4, 0],
    ['y', 0, 1],
  ] as const) {
    const { said, ended } = inTerminal(t, home, words, /Allow it\?/, `${typed}\n`)
    t.equal(await ended, code, said())
    t.match(said(), /The agent clerk wants to click button "Delete all"/)
    t.equal(done.length, count)
  }
  const press = { find: { tab, filter: { anyFieldContains: 'Delete all' } }, action: 'click' }
  for (const [button, name] of [
    ['No', 'not_allowed'],
    ['Yes, once', undefined],
  ] as const) {
    const waiting = clerk('interact', press)
    await view.getByRole('alert').getByText('wants to click button "Delete all"').waitFor()
    await view.getByRole('button', { name: button, exact: true }).click()
    t.equal((await waiting).name, name)
    await view.getByRole('button', { name: button, exact: true }).waitFor({ state: 'detached' })
  }
  await until(() => done.length === 2, 'once more')
  t.same(complaints, [])
  t.same(await open(), [])
})

t.test('what a person points at on the page of ix view reaches an agent, with their words', async (t) => {
  const { home, call, clerk, tab } = await world(t)
  done.length = 0
  const words = 'Tidy "this" up'
  const view = await startView(t, home, '--tab', tab)
  const { page, complaints } = await openPage(t, await personsBrowser(), view.link)
  const { outline } = await call('explore', { tab, format: 'outline' })
  const id = idOn(outline, /button: Keep/)
  const said = new RegExp(`From the person, about \\[${id}\\] button "Keep" in ${tab}: "Tidy \\\\"this\\\\" up"`)
  await page.getByRole('treeitem', { name: /button: Keep/ }).click()
  const say = async (who: RegExp | string, status: string) => {
    await page.getByLabel('What to do with it').fill(words)
    const choice = page.getByLabel('Who')
    const value = await choice.getByRole('option', { name: who }).getAttribute('value')
    await choice.selectOption(value)
    await page.getByRole('button', { name: 'Say it' }).click()
    await page.getByText(status).waitFor()
  }
  await say('whoever waits', 'Kept for the next agent that waits for you.')
  const shell = await ix(home, '--session', 'terminal', 'wait', '--from-person')
  t.match(shell.out, said, 'not lost where nobody waits')
  t.match(await clerk('wait', { fromPerson: true, timeoutMs: 50 }), { name: 'timeout', text: /ix view/ })

  const session = (await call('session', { action: 'list' })).sessions!.find(({ agent }) => agent === 'clerk')!.id
  const mine = clerk('wait', { fromPerson: true })
  const others = byMcp(home, { session: 'host' })('wait', { fromPerson: true })
  await say(new RegExp(`^${session} clerk`), 'An agent has it.')
  const { fromPerson } = JSON.parse((await mine).text).result
  t.same(fromPerson, { text: words, elementId: id, element: 'button "Keep"', target: tab })
  await say('whoever waits', 'An agent has it.')
  t.match(JSON.parse((await others).text).result.content[0].text, said, 'over MCP')
  t.notOk((await clerk('interact', { elementId: fromPerson.elementId, action: 'click' })).name)
  await until(() => done.includes('keep'), 'the element that was meant is pressed')

  const forged = { action: 'say', about: id, text: 'Delete all' }
  t.equal((await clerk('questions', forged)).name, 'not_allowed', 'no agent speaks as the person')
  t.same(complaints, [])
})

t.test('what only the person knows goes into the field, and nowhere else', async (t) => {
  const { home, call, clerk, tab } = shared
  await call('navigate', { tab, url: `${origin}/form` })
  const set = (name: string, more: object = { fromPerson: true }) => ({
    find: { tab, filter: { anyFieldContains: name }, elementTypes: ['textfield'] },
    action: 'set_value',
    expectation: { includeCode: true },
    ...more,
  })
  const heard: string[] = []
  for (const name of ['Password', 'Code']) {
    const waiting = clerk('interact', set(name))
    await view.getByRole('alert').getByText(`needs what only you know, for the`).waitFor()
    await view.getByLabel('What only you know').fill(`${canary}-${name}`)
    await view.getByRole('button', { name: 'Fill it in' }).click()
    heard.push((await waiting).text)
    await view.getByLabel('What only you know').waitFor({ state: 'detached' })
  }
  t.match(heard[0], /"effect":"(confirmed|unverified)"/)
  const refused = await clerk('interact', set('User'))
  t.match(refused, { name: 'unsupported_here', text: /you would see there what the person types/ })
  for (const wrong of [
    { fromPerson: true, value: 'x' },
    { fromPerson: true, action: 'click' },
  ])
    t.match((await clerk('interact', set('Password', wrong))).name, 'invalid_params')
  heard.push((await clerk('explore', { tab, includeNonInteractable: true })).text)
  heard.push((await view.locator('body').textContent())!)
  t.notMatch(heard.join('\n'), canary)

  const silent = await shim(t, home, undefined, () => new Promise(() => {}))
  const limited = { name: 'interact', arguments: set('Password', { fromPerson: true, timeoutMs: 1500 }) }
  t.match(await silent.callTool(limited), {
    isError: true,
    content: [
      { text: /^not_allowed: The person was asked and did not answer within \d s: .*Password.*Nothing was done/ },
    ],
  })
  t.same((await call('questions')).questions, [], 'nothing is asked any more')

  const host = await shim(t, home, undefined, () => ({ action: 'accept', content: {} }))
  const calling = host.callTool({ name: 'interact', arguments: set('Password') })
  const [question] = await until(async () => {
    const { questions } = await call('questions')
    return questions.length > 0 ? questions : undefined
  }, 'it is asked')
  t.match(question, { kind: 'text', agent: 'clerk' })
  const reply = { action: 'answer', id: question!.id, answer: 'yes', text: `${canary}-Password` }
  t.equal((await clerk('questions', reply)).name, 'not_allowed')
  await call('questions', reply)
  t.notMatch(JSON.stringify(await calling), canary)

  const steps = ['set "Password" from person', 'click "Sign in"', 'wait "Welcome"']
  const words = ['--agent', 'clerk', 'do', '--tab', tab, ...steps]
  const { said, ended } = inTerminal(t, home, words, /Enter alone for no/, `${canary}-typed\r`)
  t.equal(await ended, 0, said())
  t.notMatch(said(), canary, 'not even echoed')
  t.same(got, [`u=&p=${canary}-typed&c=${canary}-Code`])
})

t.test('what an agent may not do yet is asked for, once or for good, where somebody can answer', async (t) => {
  const folder = t.testdir({ in: { 'a.txt': 'a', 'b.txt': 'b' }, link: t.fixture('symlink', 'in/a.txt') })
  const [real, link] = [join(folder, 'in/a.txt'), join(folder, 'link')]
  const server = await serve(t, {
    pages: {
      '/': '<!doctype html><title>Form</title><input type=file aria-label=Report>',
      '/other': '<!doctype html><title>Other</title><button>Of the other</button>',
    },
  })
  const browser = await launchChromium(t, [])
  const { home, call } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  await until(async () => (await call('tabs')).tabs.length > 0, 'the browser is attached')
  await call('agents', { action: 'add', name: 'clerk', sites: ['127.0.0.1'] })
  const clerk = byRpc(home, { agent: 'clerk', session: 's' })
  const site = new URL(server.otherOrigin).host
  const { tab } = JSON.parse((await clerk('navigate', { url: server.origin })).text).result
  const go = (session = clerk) => session('navigate', { tab, url: `${server.otherOrigin}/other` })
  const upload = (path: string, session = clerk) =>
    session('interact', { find: { tab, filter: { anyFieldContains: 'Report' } }, action: 'upload', files: [path] })
  const rights = async () => (await call('agents')).agents[0]

  const nobody = await go()
  t.match(nobody, { name: 'not_allowed', text: /The owner can allow it by ix agent allow clerk --sites localhost/ })
  t.match((await upload(real)).text, /ix agent allow clerk --folders/)
  t.notMatch(nobody.text, 'was asked')
  const open = async () => (await call('questions')).questions
  t.same(await open(), [])

  const view = await startView(t, home)
  const { page } = await openPage(t, await personsBrowser(), view.link)
  await page.getByText('Live', { exact: true }).waitFor()
  const answered = async (asking: Promise<Heard>, button: string, question: RegExp) => {
    await Promise.race([
      page.getByRole('alert').getByText(question).waitFor(),
      asking.then(({ text }) => Promise.reject(new Error(`it was not asked: ${text}`))),
    ])
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('button', { name: button, exact: true }).waitFor({ state: 'detached' })
    return await asking
  }
  const ofSite = new RegExp(
    `^The agent clerk wants to use the site "${site}".*until its session ends, always is for good`,
  )
  const no = await answered(go(), 'No', ofSite)
  t.match(no, { name: 'not_allowed', text: /was asked and said no.*Nothing was done.*"reason":"refused"/s })
  for (const never of ['http://*/', 'https://vault.bitwarden.com/', 'file:///etc/passwd', 'chrome://version'])
    t.notMatch((await clerk('navigate', { tab, url: never })).text, 'was asked', never)
  t.notOk((await answered(go(), 'Yes, once', ofSite)).name)
  t.match((await clerk('explore', { tab, format: 'outline' })).text, 'Of the other')
  const another = byRpc(home, { agent: 'clerk', session: 'another' })
  const told = await answered(another('explore', { tab }), 'No', ofSite)
  t.match(told.name, 'not_allowed')
  t.notMatch(told.text, /localhost/, 'whose page it is only the person reads')
  t.same((await rights())?.sites, ['127.0.0.1'])
  t.notOk((await answered(go(another), 'Yes, always', ofSite)).name)
  t.same((await rights())?.sites, ['127.0.0.1', site])
  t.notOk((await byRpc(home, { agent: 'clerk', session: 'third' })('explore', { tab })).name, 'in every session')

  await clerk('navigate', { tab, url: server.origin })
  const ofFile = new RegExp(`wants to pass on "${real}".*Yes is this once, always is all of "${folder}/in", for good`)
  t.match((await answered(upload(link), 'Yes, once', ofFile)).text, /link|a\.txt/, 'where a link leads is said')
  t.equal((await answered(upload(real), 'No', ofFile)).name, 'not_allowed', 'once is once')
  t.notOk((await answered(upload(real), 'Yes, always', ofFile)).name)
  t.notOk((await upload(join(folder, 'in/b.txt'))).name, 'the folder is allowed')
  t.match(await rights(), { folders: [`${folder}/in`], sites: ['127.0.0.1', site] })
  await view.end()

  const asked: string[] = []
  for (const mode of [undefined, '2026-07-28']) {
    const host = await shim(
      t,
      home,
      mode,
      (text) => {
        asked.push(text)
        return { action: 'accept', content: { answer: 'always' } }
      },
      [],
    )
    await host.callTool({ name: 'navigate', arguments: { url: server.origin } })
    for (const name of ['a.txt', 'b.txt']) {
      const find = { filter: { anyFieldContains: 'Report' } }
      const args = { find, action: 'upload', files: [join(folder, 'in', name)] }
      t.match(await host.callTool({ name: 'interact', arguments: args }), { content: [{ text: new RegExp(name) }] })
    }
  }
  t.equal(asked.length, 2, 'once for each connection, which asks no more for that folder')
  t.match(asked[0], /^This MCP connection wants to pass on .*always is all of .*until its session ends/)

  await call('agents', { action: 'add', name: 'typist', sites: ['127.0.0.1'] })
  const words = ['--agent', 'typist', 'navigate', '--tab', tab, `${server.otherOrigin}/other`]
  t.match((await byShell(home, 'typist')('navigate', { tab, url: server.otherOrigin })).text, /agent allow typist/)
  for (const [typed, code] of [
    ['no', 4],
    ['always', 0],
  ] as const) {
    const { said, ended } = inTerminal(t, home, words, /Allow it\?/, `${typed}\n`)
    t.equal(await ended, code, said())
  }
  t.match((await call('agents')).agents[1], { name: 'typist', sites: ['127.0.0.1', site] })
})

/** Not before: what is asked in the other tests is asked while no person looks. */
async function openView() {
  const { link } = await startView(t, shared.home)
  const opened = await openPage(t, await personsBrowser(), link)
  view = opened.page
  complaints = opened.complaints
}

/** `ix` at a terminal of its own; `line` is typed once `at` is to be read. */
function inTerminal(t: Test, home: Home, words: readonly string[], at: RegExp, line: string) {
  const child = spawn(
    'python3',
    ['-c', 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)', process.execPath, ixFile, ...words],
    {
      env: { ...home.env, TERM: 'xterm' },
      stdio: 'pipe',
    },
  )
  t.teardown(() => child.kill())
  let said = ''
  let isTyped = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      if (isTyped || !at.test(said)) return
      isTyped = true
      child.stdin.write(line)
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said: () => said, ended }
}
