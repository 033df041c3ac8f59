/** Frames and windows of sites that an agent may not use: that they are there is told, and nothing else. */
import type { ServerResponse } from 'node:http'
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { byRpc } from './callers.ts'
import { daemonFor } from './client.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const own = 'a.site.test'
/** Of the same process, and of another one. */
const foreign = ['b.site.test', 'other.test']
const secret = 'CANARY-52'
const events = [
  'keydown',
  'keyup',
  'mousemove',
  'beforeinput',
  'pointerdown',
  'mousedown',
  'mouseup',
  'click',
  'wheel',
  'drop',
]
/** Tells its server of all input that comes to it. */
const witness = `<script>for (const type of ${JSON.stringify(events)})
  addEventListener(type, (event) => event.isTrusted && navigator.sendBeacon('/effect?' + type), { capture: true, passive: true })</script>`

async function world(t: Parameters<typeof serve>[0] & object) {
  const effects: string[] = []
  const told: string[] = []
  const page = (body: () => string) => (_: unknown, response: ServerResponse) =>
    void response.setHeader('content-type', 'text/html').end(`<!doctype html>${body()}`)
  const url = (host: string, path: string) => `http://${host}:${new URL(server.origin).port}${path}`
  const hidden = (host: string) => url(host, `/hidden?${secret}`)
  const frame = (host: string) => `<iframe width=300 height=90 src="${hidden(host)}"></iframe>`
  const server = await serve(t, {
    pages: {
      '/framed': page(
        () => `<title>own</title><button>Own</button><div>${frame(foreign[0]!)}</div>${frame(foreign[1]!)}`,
      ),
      '/popup': page(() => `<title>own</title><button onclick="window.open('${hidden(foreign[1]!)}')">Open</button>`),
      '/late': page(
        () => `<title>own</title><input aria-label=Field><script>
        document.querySelector('input').addEventListener('keydown', () => {
          const frame = document.body.appendChild(document.createElement('iframe'))
          frame.onload = () => frame.focus()
          frame.src = '${hidden(foreign[1]!)}'
        }, { once: true })</script>`,
      ),
      '/first': page(
        () => `<title>first</title>${witness}<input aria-label=Field autofocus><script>
        addEventListener('pageshow', ({ persisted }) => persisted && navigator.sendBeacon('/effect?restored'))</script>`,
      ),
      '/second': page(
        () => `<title>second</title><input aria-label=Field><script>
        document.querySelector('input').addEventListener('keydown', () => history.back(), { once: true })</script>`,
      ),
      '/hidden': page(
        () => `<title>${secret}</title>${witness}<input aria-label="${secret}" autofocus><button>${secret}</button>`,
      ),
      '/effect': (request, response) => {
        effects.push(`${request.headers.host}${request.url}`)
        response.end()
      },
    },
  })
  const browser = await launchChromium(t, ['--host-resolver-rules=MAP *.test 127.0.0.1'])
  const { home, call } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  await until(async () => (await call('tabs')).tabs.length > 0, 'the browser is attached')
  await call('agents', { action: 'add', name: 'own', permissionScope: 'evaluate', sites: [own] })
  const rpc = byRpc(home, { agent: 'own', session: 's' })
  const ask = async (method: string, params: object = {}) => {
    const said = await rpc(method, params)
    if (said.text.includes(secret)) told.push(`${method} ${JSON.stringify(params)}: ${said.text.slice(0, 300)}`)
    const { result, error } = JSON.parse(said.text)
    return { ...said, result, error }
  }
  return { effects, told, url, call, ask }
}

const { effects, told, url, call, ask } = await world(t)

interface Shown {
  readonly id: string
  readonly name?: string
  readonly children?: readonly Shown[]
}

const name = 'a page that may not be used'
const words = 'some words '.repeat(60)

function framesIn(elements: readonly Shown[]): readonly Shown[] {
  return elements.flatMap((one) => [...(one.name === name ? [one] : []), ...framesIn(one.children ?? [])])
}

t.test('a frame is one line in a view, and nothing is done by its id', async (t) => {
  effects.length = 0
  const { tab } = (await ask('navigate', { url: url(own, '/framed') })).result
  // The frames come when they will: none is ever shown with what is in it.
  for (let again = 0; again < 4; again++) {
    await ask('navigate', { tab, url: url(own, '/framed') })
    await ask('explore', { tab, includeNonInteractable: true })
  }
  const shown = async () => framesIn((await ask('explore', { tab })).result.elements)
  await until(async () => (await shown()).length === 2, 'both are lines of the default view')
  const frames = await shown()
  t.same(
    frames.map(({ children }) => children),
    [undefined, undefined],
  )
  for (const { id: elementId } of frames) {
    const acts = ['click', 'double_click', 'right_click', 'hover', 'scroll', 'focus', 'toggle', 'show_menu']
    const asked: readonly (readonly [string, object])[] = [
      ...acts.map((action) => ['interact', { action, elementId }] as const),
      ['interact', { action: 'type', value: 'x', elementId }],
      ['interact', { action: 'key', keys: 'x', elementId }],
      ['interact', { action: 'set_value', value: 'x', elementId }],
      ['interact', { action: 'drag', to: { x: 5, y: 5 }, elementId }],
      ['expand', { elementId }],
      ['text', { elementId }],
      ['explore', { elementId, format: 'html' }],
      ['evaluate', { elementId, script: 'element.src' }],
      ['visibility', { elementId }],
      ['screenshot', { elementId, inline: true }],
    ]
    for (const [method, params] of asked) {
      const { isRefused, text } = await ask(method, params)
      t.ok(isRefused, `${method} ${JSON.stringify(params)}: ${text.slice(0, 200)}`)
    }
  }
  t.same(effects, [])
  t.same(told.splice(0), [])
})

t.test('what is meant for the page around it never gets into it', async (t) => {
  effects.length = 0
  const { tab } = (await ask('navigate', { url: url(own, '/framed') })).result
  const shown = async () => framesIn((await ask('explore', { tab })).result.elements).length === 2
  await until(shown, 'both are there')
  const refused = async (params: object, words: RegExp) => {
    const { isRefused, text } = await ask('interact', params)
    t.ok(isRefused, `${JSON.stringify(params)}: ${text.slice(0, 200)}`)
    t.match(text, words)
  }
  const find = { scope: 'tab', tab, filter: { titleContains: 'Own' } }
  for (const [x, y] of [
    [100, 60],
    [100, 160],
  ] as const) {
    await refused({ find: { scope: 'position', tab, x, y }, action: 'click' }, /frame shows a page/)
    await refused({ find, action: 'drag', to: { x, y } }, /frame shows a page/)
  }
  await refused({ find, action: 'key', keys: 'Tab x Tab x' }, /1 of 4 keys were pressed/)
  await refused({ action: 'type', value: 'x' }, /frame shows a page/)
  await ask('navigate', { tab, url: url(own, '/popup') })
  const { error } = await ask('interact', { find: { ...find, filter: { titleContains: 'Open' } }, action: 'hover' })
  t.equal(error, undefined, 'frames end with their page')
  t.same(effects, [])
  t.same(told.splice(0), [])
})

t.test('a frame of another process that comes while a text is typed takes none of it', async (t) => {
  effects.length = 0
  const { tab } = (await ask('navigate', { url: url(own, '/late') })).result
  const find = { scope: 'tab', tab, filter: { titleContains: 'Field' } }
  await ask('interact', { find, action: 'type', value: words })
  await until(async () => framesIn((await ask('explore', { tab })).result.elements).length === 1, 'it has come')
  t.same(effects, [])
  t.same(told.splice(0), [])
})

t.test('a page that comes back from the cache takes nothing of what was typed before', async (t) => {
  effects.length = 0
  const { tab } = (await ask('navigate', { url: url(own, '/first') })).result
  await ask('navigate', { tab, url: url(own, '/second') })
  effects.length = 0
  const find = { scope: 'tab', tab, filter: { titleContains: 'Field' } }
  await ask('interact', { find, action: 'type', value: words })
  await until(() => effects.length > 0, 'it is back')
  await ask('evaluate', { tab, script: '1' })
  t.match(effects, [/restored/])
  t.equal(effects.length, 1, effects.slice(0, 5).join(' '))
  await ask('interact', { find, action: 'type', value: 'x' })
  await until(() => effects.some((one) => /keydown/.test(one)), 'what comes after is taken again')
  t.same(told.splice(0), [])
})

t.test('of a window that it opens no address, title or content is told', async (t) => {
  effects.length = 0
  const { tab } = (await ask('navigate', { url: url(own, '/popup') })).result
  const find = { scope: 'tab', tab, filter: { titleContains: 'Open' } }
  const pressed = await ask('interact', { find, action: 'click' })
  t.equal(pressed.error, undefined, pressed.text)
  const popup = await until(
    async () => (await call('tabs')).tabs.find((one) => one.title === secret),
    'the window shows its page',
  )
  t.same(
    (await ask('tabs')).result.tabs.map((one: { readonly tab: string }) => one.tab),
    [tab],
  )
  await ask('status')
  await ask('explore', { scope: 'system', includeNonInteractable: true })
  await ask('interact', { find, action: 'hover' })
  for (const method of ['explore', 'text', 'screenshot', 'console', 'network', 'downloads'])
    t.ok((await ask(method, { tab: popup.tab })).error, method)
  for (const [method, params] of [
    ['tabs', { action: 'select', tab: popup.tab }],
    ['navigate', { action: 'reload', tab: popup.tab }],
    ['evaluate', { tab: popup.tab, script: 'document.title' }],
  ] as const)
    t.ok((await ask(method, params)).isRefused, `${method} ${JSON.stringify(params)}`)
  const closed = await ask('tabs', { action: 'close', tab: popup.tab })
  t.equal(closed.error, undefined, 'its session opened it, and may be rid of it')
  t.same(told.splice(0), [])
})
