/**
 * Agents that are limited to sites, and pages that take them beyond: by frames, popups, history, redirects, and at the very
 * moment of an act. The server counts what came out of the documents of other sites; what an answer tells of them
 * is found by a word that is in all of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import t from 'tap'
import { byRpc } from '../e2e/callers.ts'
import { daemonFor } from '../e2e/client.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(120_000 + 240_000 * minutes)
if (!chromiumOrSkip(t)) process.exit(0)

const own = 'a.site.test'
/** Of the same process, and of another one. */
const foreign = ['b.site.test', 'other.test']
const secret = 'CANARY-41'

/** Tells its server of all input that comes to it. */
const witness = `<script>
for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'pointerdown', 'mousedown', 'mouseup', 'click', 'wheel', 'drop'])
  addEventListener(type, (event) => event.isTrusted && navigator.sendBeacon('/effect?' + type), { capture: true, passive: true })
</script>`
const field = '<input aria-label="Field" autofocus><button style="width: 200px; height: 60px">Press</button>'

function foreignPage(home: string): string {
  return `<!doctype html><title>${secret}</title>${witness}${field}<p>${secret}</p><button>${secret} button</button>
<script>document.cookie = 'c=${secret}'; console.log('${secret} logged'); fetch('/api?${secret}')
if (location.search === '?back') setTimeout(() => { location = '${home}' }, 150)</script>`
}

async function world(t: Parameters<typeof serve>[0] & object) {
  const effects: string[] = []
  const at: { port: string } = { port: '' }
  const answerTo =
    (page: (request: IncomingMessage) => string) => (request: IncomingMessage, response: ServerResponse) =>
      void response.setHeader('content-type', 'text/html').end(page(request))
  const url = (host: string, path: string) => `http://${host}:${at.port}${path}`
  const framed = () =>
    foreign.map((host) => `<iframe width=300 height=90 src="${url(host, '/foreign')}"></iframe>`).join('')
  const server = await serve(t, {
    pages: {
      '/own': answerTo(() => `<!doctype html><title>own</title>${field}<p>Own</p>`),
      '/framed': answerTo(() => `<!doctype html><title>own</title>${field}${framed()}`),
      '/racing': answerTo(
        () =>
          `<!doctype html><title>own</title>${field}<script>setTimeout(() => { location = '${url(foreign[Math.random() < 0.5 ? 0 : 1]!, '/foreign?back')}' }, 100 + 350 * Math.random())</script>`,
      ),
      '/leaving': answerTo(
        () =>
          `<!doctype html><title>own</title><input aria-label="Field" onkeydown="location = '${url(foreign[1]!, '/foreign')}'">`,
      ),
      '/away': (_, response) => void response.writeHead(302, { location: url(foreign[0]!, '/foreign') }).end(),
      '/foreign': answerTo(() => foreignPage(url(own, '/racing'))),
      '/api': (_, response) => void response.end(secret),
      '/effect': (request, response) => {
        if (!request.headers.host?.startsWith(own)) effects.push(`${request.headers.host}${request.url}`)
        response.end()
      },
    },
  })
  at.port = new URL(server.origin).port
  const browser = await launchChromium(t, ['--host-resolver-rules=MAP *.test 127.0.0.1'])
  const { home, call } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  await until(async () => (await call('tabs')).tabs.length > 0, 'the browser is attached')
  await call('agents', { action: 'add', name: 'own', permissionScope: 'evaluate', sites: [own] })
  return { effects, url, call, ask: byRpc(home, { agent: 'own', session: 's' }), owner: byRpc(home, { session: 'o' }) }
}

interface Shown {
  readonly id: string
  readonly children?: readonly Shown[]
}

interface Made {
  readonly tab?: string
  readonly elements?: readonly Shown[]
}

const script = "(document.title, navigator.sendBeacon('/effect?script'), document.cookie)"
const law = 'Rights over sites are rights over documents.'

t.test('whatever an agent calls, wherever its page leads', async (t) => {
  const { effects, url, call, ask } = await world(t)
  const { below, oneOf } = random()
  const wrong: string[] = []
  let cases = 0
  const made = async (method: string, params: object): Promise<Made> => {
    cases++
    const { text } = await ask(method, { ...params, timeoutMs: 5000 })
    const { result = {}, error } = JSON.parse(text)
    if (error?.data?.name === 'invalid_params' && /timeoutMs/.test(text)) {
      cases--
      const { text: again } = await ask(method, params)
      if (again.includes(secret)) wrong.push(`${method} ${JSON.stringify(params)}: ${again.slice(0, 300)}`)
      return JSON.parse(again).result ?? {}
    }
    if (error?.data?.name === 'internal_error') wrong.push(`${method} ${JSON.stringify(params)}: ${text}`)
    if (text.includes(secret)) wrong.push(`${method} ${JSON.stringify(params)}: ${text.slice(0, 300)}`)
    return result
  }
  /** Ids of all that the agent is shown. */
  const idsIn = async (tab: string) => {
    const { elements = [] } = await made('explore', {
      tab,
      includeNonInteractable: true,
      includeHidden: true,
      format: 'json',
    })
    const ids: string[] = []
    const take = (all: readonly Shown[]) => {
      for (const { id, children = [] } of all) {
        ids.push(id)
        take(children)
      }
    }
    take(elements)
    return ids
  }
  const route = (pattern: string) => ({
    action: 'add',
    url: pattern,
    headers: ['content-type: text/html'],
    body: '<script>navigator.sendBeacon("/effect?route")</script>',
  })
  const methods: readonly ((tab: string, ids: readonly string[]) => Promise<unknown>)[] = [
    (tab) => made('evaluate', { tab, script }),
    (tab, ids) =>
      made('evaluate', {
        tab,
        elementId: oneOf(ids),
        script: 'element.ownerDocument.cookie + element.ownerDocument.body.innerText',
      }),
    (tab) => made('eval_define_function', { tab, name: 'f', source: `() => { ${script} }`, replace: true }),
    (tab) => made('eval_call_function', { tab, name: 'f', argsJson: '[]' }),
    (_tab, ids) => made('interact', { elementId: oneOf(ids), action: 'click' }),
    (_tab, ids) =>
      made('interact', {
        elementId: oneOf(ids),
        action: oneOf(['double_click', 'right_click', 'hover', 'scroll', 'focus']),
      }),
    (tab) => made('interact', { find: { scope: 'position', tab, x: below(700), y: below(250) }, action: 'click' }),
    (_tab, ids) => made('interact', { elementId: oneOf(ids), action: 'drag', to: { x: below(700), y: below(250) } }),
    (_tab, ids) => made('interact', { elementId: oneOf(ids), action: 'type', value: 'x' }),
    (tab) =>
      made('interact', {
        find: { scope: 'tab', tab, filter: { titleContains: 'Field' } },
        action: 'key',
        keys: oneOf(['x', 'Tab Tab Tab x', 'Enter']),
      }),
    (_, ids) => made('expand', { elementId: oneOf(ids) }),
    (tab) => made('text', { tab }),
    (_tab, ids) => made('text', { elementId: oneOf(ids) }),
    (tab) => made('explore', { tab, format: 'html' }),
    (tab) => made('explore', { scope: 'position', tab, x: below(700), y: below(250) }),
    () => made('explore', { scope: 'system', includeNonInteractable: true }),
    () => made('tabs', {}),
    (tab) => made('screenshot', { tab, inline: true }),
    (tab) => made('console', { tab }),
    (tab) => made('network', { tab }),
    (tab) => made('network', { tab, format: 'har' }),
    (tab) => made('downloads', { tab }),
    (tab) => made('route', { tab, ...route(`${url(oneOf(foreign), '')}/*`) }),
    (tab) => made('route', { tab, ...route(oneOf(['*', '*/foreign', 'http://*', `http://${own}*`, `*://*.test/*`])) }),
    (tab) => made('navigate', { tab, action: oneOf(['back', 'forward', 'reload']), waitFor: 'domcontentloaded' }),
  ]
  const places: { readonly [place: string]: (tab: string) => Promise<unknown> } = {
    tab: async () => undefined,
    frame: (tab) => made('navigate', { tab, url: url(own, '/framed') }),
    popup: (tab) => made('evaluate', { tab, script: `void open('${url(oneOf(foreign), '/foreign')}')` }),
    history: async (tab) => {
      await made('evaluate', { tab, script: `void (location = '${url(oneOf(foreign), '/foreign')}')` })
      await call('navigate', { tab, action: 'back' }).catch(() => undefined)
    },
    redirect: (tab) => made('navigate', { tab, url: url(own, '/away') }),
    race: (tab) => made('navigate', { tab, url: url(own, '/racing') }),
  }
  const names = Object.keys(places)
  for (const turn of turns(t, names.length)) {
    const { tab } = await made('navigate', { url: url(own, '/own') })
    if (tab === undefined) {
      wrong.push(`no tab in turn ${turn}`)
      break
    }
    await Promise.all([made('console', { tab }), made('network', { tab })])
    const before = effects.length
    const place = names[turn % names.length]!
    await places[place]!(tab)
    const ids = await idsIn(tab)
    for (let at = 0; at < 14; at++) await oneOf(methods)(tab, ids.length > 0 ? ids : ['1'])
    if (effects.length > before) wrong.push(`${place}: ${effects.slice(before).join(' ')}`)
    const list = (await call('tabs')).tabs
    for (const one of list)
      if (one.url !== 'about:blank') await call('tabs', { action: 'close', tab: one.tab }).catch(() => undefined)
  }
  tell(t, { law, on: `methods by places: ${names.join(', ')}`, cases, wrong })
})

t.test('what was meant for one page never comes to the one after it', async (t) => {
  const { effects, url, ask } = await world(t)
  const { oneOf } = random()
  const wrong: string[] = []
  let cases = 0
  const { tab } = JSON.parse((await ask('navigate', { url: url(own, '/own') })).text).result
  await ask('evaluate', { tab, script: `void (location = '${url(own, '/racing')}')` })
  const find = (titleContains: string) => ({ scope: 'tab', tab, filter: { titleContains } })
  const acts = [
    () => ask('evaluate', { tab, script, timeoutMs: 2000 }),
    () => ask('interact', { find: find('Field'), action: 'key', keys: 'x', timeoutMs: 2000 }),
    () => ask('interact', { find: find('Field'), action: 'type', value: 'some words', timeoutMs: 2000 }),
    () => ask('interact', { find: find('Press'), action: 'click', timeoutMs: 2000 }),
  ]
  const outcomes = new Map<string, number>()
  const isOwn = async () => JSON.parse((await ask('tabs')).text).result.tabs.length > 0
  for (const _ of turns(t, 40)) {
    await until(isOwn, 'the page is back')
    cases++
    const { name = 'ok', text } = await oneOf(acts)()
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
    if (text.includes(secret)) wrong.push(text.slice(0, 300))
  }
  wrong.push(...effects)
  t.comment(JSON.stringify([...outcomes]))
  t.ok(outcomes.has('ok'), 'some of them were carried out')
  tell(t, { law, on: 'pages that leave at any moment', cases, wrong })
})

t.test('a text ends with the page that it was typed into, without any limits', async (t) => {
  const { effects, url, call, owner } = await world(t)
  const { tab } = await call('navigate', { url: url(own, '/leaving') })
  const find = { scope: 'tab', tab, filter: { titleContains: 'Field' } }
  await owner('interact', { find, action: 'type', value: 'some words '.repeat(100) })
  const left = async () => (await call('tabs')).tabs.some((one) => one.tab === tab && /foreign/.test(one.url))
  await until(left, 'the page has left')
  await owner('evaluate', { tab, script: '1' })
  t.same(effects, [])
  await owner('interact', { find, action: 'type', value: 'x' })
  await until(() => effects.some((one) => /keydown/.test(one)), 'what comes after is open to input again')
})
