/** A step cannot go round a right: whatever the single call is refused, its step is refused in the same words. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { byRpc, type Call } from './callers.ts'
import { daemonFor } from './client.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const secret = 'CANARY-41'
const own = 'own.test'
const foreign = 'foreign.test'

interface Verb {
  /** The step, and the single call that does the same; without the tab. */
  readonly step: object
  readonly alone: readonly [method: string, params: object]
  readonly acts?: true
}

const verbsTo = (url: string): { readonly [verb: string]: Verb } => {
  const filter = { anyFieldContains: 'Press' }
  const find = { filter }
  const to = { find: { filter: { anyFieldContains: 'Field' } } }
  return {
    goto: { step: { action: 'goto', url }, alone: ['navigate', { url }], acts: true },
    back: { step: { action: 'back' }, alone: ['navigate', { action: 'back' }], acts: true },
    reload: { step: { action: 'reload' }, alone: ['navigate', { action: 'reload' }], acts: true },
    wait: { step: { action: 'wait', find }, alone: ['wait', { filter }] },
    expect: { step: { action: 'expect', find }, alone: ['explore', { filter }] },
    'expect url': { step: { action: 'expect', url: '*' }, alone: ['explore', {}] },
    text: { step: { action: 'text' }, alone: ['text', {}] },
    look: { step: { action: 'look' }, alone: ['explore', {}] },
    screenshot: { step: { action: 'screenshot' }, alone: ['screenshot', {}] },
    click: { step: { action: 'click', find }, alone: ['interact', { action: 'click', find }], acts: true },
    call: { step: { action: 'call', tool: 'press' }, alone: ['call_tool', { name: 'press' }], acts: true },
    download: { step: { action: 'download', find }, alone: ['interact', { action: 'click', find }], acts: true },
    drag: { step: { action: 'drag', find, to }, alone: ['interact', { action: 'drag', find, to }], acts: true },
  }
}

async function world(t: Test) {
  const reached: string[] = []
  const witness = `<script>for (const type of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(type, () => navigator.sendBeacon('/effect?' + type), { capture: true, passive: true })</script>`
  const page = (words: string) => `<!doctype html><title>${words}</title>${witness}
    <input aria-label="Field ${words}"><button>Press ${words}</button><p>${words}</p>`
  const server = await serve(t, {
    pages: {
      '/': (request, response) => {
        const isForeign = request.headers.host?.startsWith(foreign)
        if (isForeign) reached.push('page')
        response.setHeader('content-type', 'text/html').end(page(isForeign ? secret : 'Own'))
      },
      '/effect': (request, response) => {
        reached.push(`${request.headers.host}${request.url}`)
        response.end()
      },
    },
  })
  const { port } = new URL(server.origin)
  const browser = await launchChromium(t, ['--host-resolver-rules=MAP *.test 127.0.0.1'])
  const { home, call } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  await until(async () => (await call('tabs')).tabs.length > 0, 'the browser is attached')
  const url = (host: string) => `http://${host}:${port}/`
  const open = async (host: string) => (await call('tabs', { action: 'open', url: url(host) })).tabs[0]!.tab
  const agent = async (name: string, rights: object) => {
    await call('agents', { action: 'add', name, ...rights })
    return byRpc(home, { agent: name, session: 's' })
  }
  return { home, call, url, open, agent, reached }
}

/** In a tab, where no other is meant. */
function inTab(params: object, tab: string, isFound: boolean): object {
  const { find } = params as { readonly find?: object }
  return isFound || find !== undefined ? { ...params, find: { ...find, tab } } : { ...params, tab }
}

/** The words of an error, without those that say which step it was and what was done before. */
function plain(text: string): string {
  const { error } = JSON.parse(text)
  if (error === undefined) return `no error: ${text}`
  const message = error.message
    .replace(/^(Step \d+ of \d+: )/, '')
    .replace(/ Nothing was done\.$/, '')
    .replace(/\d+ s\b/, 'some s')
  return `${error.data.name}: ${message} ${error.data.hint.replace(/\d+ s\b/, 'some s')}`
}

/** What is refused alone is refused as a step, first or later, in the same words; a read is told where it failed. */
async function judged(t: Test, ask: Call, name: string, { step, alone }: Verb, tab: string, first: object) {
  const [method, params] = alone
  const single = await ask(method, inTab(params, tab, method === 'interact'))
  const there = inTab(step, tab, true)
  for (const steps of [[there], [first, there]]) {
    const { text } = await ask('interact', { steps })
    t.notMatch(text, secret, name)
    if (single.name === undefined) t.notMatch(text, /"error"/, `${name} is allowed`)
    else if (/"(look|text|screenshot)"/.test(JSON.stringify(step)) && !/"error":\{/.test(text))
      t.match(text, `"error":"${single.name}: `, `${name}: ${text}`)
    else t.equal(plain(text), plain(single.text), `${name}, step ${steps.length}`)
  }
  return single.name
}

t.test('sites: nothing of another site is read, opened or acted on', async (t) => {
  const { call, url, open, agent, reached } = await world(t)
  const ask = await agent('narrow', { permissionScope: 'evaluate', sites: [own] })
  const [mine, theirs] = [await open(own), await open(foreign)]
  const first = { action: 'look', find: { tab: mine } }
  const { elements } = await call('explore', { tab: theirs, format: 'json', filter: { anyFieldContains: 'Press' } })
  const { id } = elements![0]!
  reached.length = 0
  for (const host of [own, foreign])
    for (const [name, verb] of Object.entries(verbsTo(url(host))))
      t.equal(await judged(t, ask, `${name} in a tab of another site`, verb, theirs, first), 'not_allowed', name)
  const { goto } = verbsTo(url(foreign))
  t.equal(await judged(t, ask, 'goto another site', goto!, mine, first), 'not_allowed')
  for (const action of ['click', 'text', 'look', 'screenshot', 'expect', 'wait']) {
    const { text } = await ask('interact', { steps: [first, { action, elementId: id }] })
    t.match(text, /not_allowed|element_gone/, `${action} by an id that was guessed`)
    t.notMatch(text, secret)
  }
  for (const to of [{ find: { tab: theirs, name: 'Field' } }, { elementId: id }]) {
    const drag = { action: 'drag', find: { tab: mine, name: 'Press' }, to }
    const [single, step] = [await ask('interact', drag), await ask('interact', { steps: [first, drag] })]
    t.match(single.name, /not_allowed|element_gone/)
    t.equal(plain(step.text), plain(single.text), 'a drag to another site')
  }
  const leave = { action: 'goto', url: url(foreign), find: { tab: mine } }
  const last = await ask('interact', { steps: [{ action: 'reload', find: { tab: mine } }, leave, first] })
  t.equal(last.name, 'not_allowed', 'steps after the refusal are not begun')
  t.same(reached, [])
})

t.test('scopes, folders and kinds of pages: a step needs what its call needs', async (t) => {
  const { call, url, open, agent, reached } = await world(t)
  const tab = await open(own)
  const reader = await agent('reader', { permissionScope: 'read' })
  for (const [name, { step, alone, acts }] of Object.entries(verbsTo(url(own)))) {
    const [method, params] = alone
    const { text, name: error } = await reader('interact', { tab, steps: [step] })
    t.equal(error, acts && 'not_allowed', `${name}: ${text}`)
    if (!acts) continue
    const after = await reader('interact', { tab, steps: [{ action: 'look' }, step] })
    t.equal(after.name, 'not_allowed', `${name} after a step that only reads`)
    const single = await reader(method, inTab(params, tab!, method === 'interact'))
    t.equal(plain(text).replace('interact needs', `${method} needs`), plain(single.text), name)
  }
  const actor = await agent('actor', { permissionScope: 'interact' })
  const first = { action: 'look', find: { tab } }
  for (const [address, name] of [
    ['file:///etc/hostname', 'not_allowed'],
    ['chrome://version', 'not_allowed'],
    ['view-source:file:///etc/hostname', 'not_allowed'],
  ] as const) {
    const goto = verbsTo(address).goto!
    t.equal(await judged(t, actor, address, goto, tab!, first), name)
  }
  const script = { action: 'goto', url: 'javascript:navigator.sendBeacon("/effect?script")', find: { tab } }
  const scripted = await actor('interact', { steps: [first, script] })
  t.ok(scripted.name, `a script is no address: ${scripted.text}`)
  const files = { action: 'upload', find: { tab, filter: { anyFieldContains: 'Field' } }, files: ['/etc/hostname'] }
  const [single, step] = [await actor('interact', files), await actor('interact', { steps: [first, files] })]
  t.equal(single.name, 'not_allowed')
  t.equal(plain(step.text), plain(single.text), 'files of a folder that is not allowed')
  const folder = t.testdir()
  const painter = await agent('painter', { permissionScope: 'read', folders: [folder] })
  t.equal((await painter('screenshot', { tab, filename: '/etc/shop.png' })).name, 'not_allowed')
  t.equal((await painter('screenshot', { tab, filename: '../shop.png' })).name, 'not_allowed')
  t.notOk((await painter('screenshot', { tab, filename: 'shop.png' })).name)
  t.ok(existsSync(join(folder, 'shop.png')), 'a picture named without a folder goes to the one that is allowed')
  t.match(await call('tabs'), { tabs: Array })
  t.same(reached, [])
})

t.test('a lease and a pause: others read on, and nothing is done', async (t) => {
  const { home, call, url, open, reached } = await world(t)
  const [tab, free] = [await open(own), await open(own)]
  const first = { action: 'look', find: { tab: free } }
  const [holder, other] = [byRpc(home, { session: 'holder' }), byRpc(home, { session: 'other' })]
  await holder('lease', { action: 'take', tab, purpose: 'Mine' })
  const verbs = verbsTo(url(foreign))
  for (const [name, verb] of Object.entries(verbs))
    t.equal(await judged(t, other, name, verb, tab!, first), verb.acts && 'locked', name)
  await holder('lease', { action: 'release', tab })
  await holder('session', { action: 'pause' })
  for (const [name, { step, alone, acts }] of Object.entries(verbs)) {
    const [method, params] = alone
    const { text, name: error } = await other('interact', { tab, steps: [step] })
    t.equal(error, acts && 'paused', `${name}: ${text}`)
    const single = await other(method, inTab(params, tab!, method === 'interact'))
    if (acts) t.equal(plain(single.text), plain(text), name)
    else t.notOk(single.name, `${name}: ${single.text}`)
  }
  t.match(await call('session', { action: 'list' }), { sessions: Array })
  t.same(reached, [])
})
