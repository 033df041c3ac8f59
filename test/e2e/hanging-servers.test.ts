/** A server that does not answer: the page before is used, the tab can go elsewhere, and what came is shown. */
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { asSession } from '../fixtures/daemon/as-session.ts'
import { type Answer, serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { type Client, daemonFor } from './client.ts'

t.setTimeout(120_000)

let client: Client
let port: string
/** What has not been answered. */
const held: { readonly url: string; readonly response: ServerResponse }[] = []

const hang: Answer = ({ url = '' }, response) => {
  held.push({ url, response })
}
const html = (body: string, title = 'Page') => `<!doctype html><meta charset="utf-8"><title>${title}</title>${body}`
const alive = '<button onclick="this.textContent = \'Pressed\'">Alive</button>'
const leaves =
  '<button onclick="location = \'/hang?within\'">Leave</button> <button onclick="this.textContent = 1">Stay</button>'
/** Each way to a server that hangs: what is pressed, and where it leads. */
const ways = [
  ['Link', '/hang?link', '<a href="/hang?link">Link</a>'],
  ['Script', '/hang?script', '<button onclick="location = \'/hang?script\'">Script</button>'],
  ['Get', '/hang?sent', '<form action="/hang"><input type="hidden" name="sent"><button>Get</button></form>'],
  ['Post', '/hang?post', '<form action="/hang?post" method="post"><button>Post</button></form>'],
  ['Redirect', '/redirect', '<a href="/redirect">Redirect</a>'],
] as const

t.before(async () => {
  if (!chromiumOrSkip(t)) return
  const { origin } = await serve(t, {
    pages: {
      '/': html(`${ways.map(([, , way]) => way).join(' ')} ${alive} <button onclick="window.open('/hang?opened')">Open</button>
        <iframe name="inner" src="/elsewhere"></iframe><a href="/hang?frame" target="inner">In frame</a>`),
      '/hang': hang,
      '/redirect': (_, response) => void response.writeHead(302, { location: '/hang?redirected' }).end(),
      '/search': html('<form action="/hang"><input name="q" aria-label="Query"></form>'),
      '/elsewhere': html('<h1>Elsewhere</h1>', 'Elsewhere'),
      '/outer': (_, response) => {
        const frame = `http://inner.localhost:${port}/inner`
        response.setHeader('content-type', 'text/html').end(html(`${alive}<iframe src="${frame}"></iframe>`))
      },
      '/inner': html(leaves),
      '/image': html(`<img src="/hang?img">${alive}`),
      '/script': (_, response) => {
        response.setHeader('content-type', 'text/html').write(html(`${alive}<script src="/hang?js"></script>`))
      },
      '/stream': (_, response) => {
        response.setHeader('content-type', 'text/html').write(html(alive))
      },
      '/fetch': html(`${alive}<script>fetch('/hang?fetch')</script>`),
      '/leads': html('<a href="/image">To image</a>'),
    },
  })
  port = new URL(origin).port
  client = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
})

type Is = (found: unknown, wanted: unknown, what?: string) => void
/** They wait for servers, all at the same time. */
const scenarios: ((t: Test) => Promise<void>)[] = []

function scenario(name: string, work: (is: Is) => Promise<void>): void {
  scenarios.push(async (t) => {
    const is: Is = (found, wanted, what = '') => void t.match(found, wanted, `${name}: ${what}`)
    await work(is).catch((error) => t.fail(`${name}: ${error}`))
  })
}

/** A session with a tab, at a host of its own: a browser opens few connections to one, and here they do not end. */
async function userAt(path: string, name = path) {
  const host = name.toLowerCase().replace(/[^a-z]+/g, '-')
  const origin = `http://x${host}.localhost:${port}`
  const { call, fail } = asSession(client.home, { session: `s${host}` })
  const { tab } = await call('navigate', { url: origin + path })
  const press = (called: string) =>
    call('interact', { find: { tab, filter: { anyFieldContains: called } }, action: 'click' })
  return { origin, call, fail, tab: tab!, press }
}

const outlined = { format: 'outline' } as const
const soon = { timeoutMs: 5000, ...outlined } as const

for (const [name, path] of ways)
  scenario(`the page before goes on: ${name}`, async (is) => {
    const { origin, call, fail, tab, press } = await userAt('/', `way ${name}`)
    const left = await press(name)
    is(left, { effect: 'confirmed', pending: { frame: false } })
    const url = left.pending!.url!
    is(url.startsWith(origin + path), true, url)
    const view = await call('explore', { tab, ...outlined })
    is(view, { outline: /Alive/, settled: false, reason: /on its way to/ }, 'read')
    is((await call('text', { tab })).text, 'Alive', 'its text')
    const { element } = await call('expand', { find: { tab, filter: { anyFieldContains: 'Alive' } } })
    is(element, { role: 'AXButton' }, 'one element')
    is(await fail('evaluate', { tab, script: '1' }), { name: 'unresponsive', message: /on its way to/ })
    is(await press('Alive'), { effect: 'confirmed', stopped: url }, 'acted on, and what was given up for it is told')
    is((await call('text', { tab })).text, 'Pressed', 'it can be asked again')
    is(await call('explore', { tab, ...outlined }), { settled: true })
  })

scenario('a tab that waits for a server is taken elsewhere', async (is) => {
  const { origin, call, fail, tab, press } = await userAt('/', 'elsewhere')
  await press('Link')
  const there = { title: 'Elsewhere', outline: /Elsewhere/ }
  is(await call('navigate', { tab, url: `${origin}/elsewhere`, ...soon }), there)
  const refused = await fail('navigate', { tab, url: `${origin}/hang?to`, timeoutMs: 2000 })
  is(refused, { name: 'timeout', message: /server has not answered/ })
  is(await call('navigate', { tab, action: 'back', ...soon }), { url: `${origin}/` }, 'back')
  await press('Post')
  const stopped = await call('navigate', { tab, action: 'stop', ...soon })
  is(stopped, { url: `${origin}/`, outline: /Alive/, settled: true }, 'stopped')
})

scenario('a page that comes late comes', async (is) => {
  const { call, tab, press } = await userAt('/', 'late')
  is(await press('Script'), { pending: { url: /script/ } })
  held
    .findLast(({ response }) => response.req.headers.host?.startsWith('xlate.'))!
    .response.setHeader('content-type', 'text/html')
    .end(html('<button>Come</button>'))
  await call('wait', { tab, filter: { anyFieldContains: 'Come' } })
  is(await call('explore', { tab, ...outlined }), { outline: /Come/, settled: true })
})

scenario('steps that follow are not done on the page before', async (is) => {
  const { origin, call, tab } = await userAt('/', 'steps')
  const steps = ['Link', 'Alive'].map((name) => ({
    action: 'click',
    find: { tab, filter: { anyFieldContains: name } },
  }))
  const done = await call('interact', { steps })
  is(done, { effect: 'confirmed', left: 1, pending: { url: `${origin}/hang?link` } })
  is(done, { stopped: undefined })
})

scenario('keys that send a form', async (is) => {
  const { origin, call, tab } = await userAt('/search')
  const find = { tab, elementTypes: ['textfield'] }
  const there = { effect: 'confirmed', pending: { url: `${origin}/hang?q=tea` } }
  is(await call('interact', { find, action: 'type', value: 'tea\n' }), there)
  await call('navigate', { tab, action: 'stop' })
  is(await call('interact', { find, action: 'key', keys: 'Enter' }), there)
})

scenario('a frame that waits keeps nothing else waiting', async (is) => {
  const { origin, press } = await userAt('/', 'frame')
  is(await press('In frame'), { effect: 'confirmed', pending: { url: `${origin}/hang?frame`, frame: true } })
  is(await press('Alive'), { effect: 'confirmed' })
})

scenario('nor does one in another process', async (is) => {
  const { call, tab, press } = await userAt('/outer')
  await call('wait', { tab, filter: { anyFieldContains: 'Leave' } })
  is(await press('Leave'), { effect: 'confirmed', pending: { url: /within/, frame: true } })
  is(await press('Alive'), { effect: 'confirmed' })
  const view = await call('explore', { tab, ...outlined })
  is(view, { outline: /Pressed/, settled: false, reason: /A frame of tab/ })
  is(view.outline, 'Stay', 'what was in it is still told')
  is(await press('Stay'), { effect: 'confirmed', stopped: /within/ }, 'and used')
})

scenario('a tab that was opened on its way', async (is) => {
  const { origin, call, fail, press } = await userAt('/', 'opens')
  const { tab } = (await press('Open')).opened![0]!
  is(await fail('explore', { tab }), { name: 'unresponsive', message: /on its way to .*opened/ })
  is(await call('navigate', { tab: tab!, url: `${origin}/elsewhere`, ...soon }), { title: 'Elsewhere' })
})

for (const path of ['/image', '/script', '/stream'])
  scenario(`a page that has come is shown, though it never loads: ${path}`, async (is) => {
    const still = { loading: true, outline: /Alive/ }
    const { origin, call, tab, press } = await userAt('/elsewhere', `loads ${path}`)
    is(await call('navigate', { tab, url: origin + path, ...outlined }), still)
    is(await press('Alive'), { effect: 'confirmed' }, 'and used')
    is(await call('navigate', { tab, action: 'reload', ...outlined }), still, 'reload')
    const asked = { waitFor: 'load', timeoutMs: 3000, ...outlined }
    is(await call('navigate', { tab, url: origin + path, ...asked }), still, 'before the time is over')
  })

scenario('by a link, back, and as a new tab', async (is) => {
  const { origin, call, tab, press } = await userAt('/leads')
  is(await press('To image'), { effect: 'confirmed', url: `${origin}/image` })
  await call('navigate', { tab, url: `${origin}/elsewhere` })
  is(await call('navigate', { tab, action: 'back', ...outlined }), { outline: /Alive/ })
  const { tabs } = await call('tabs', { action: 'open', url: `${origin}/image` })
  is(
    tabs.filter(({ url }) => url === `${origin}/image`),
    { length: 2 },
  )
})

scenario('what loads is not called loading', async (is) => {
  const { origin, call, tab } = await userAt('/elsewhere', 'loaded')
  is(await call('navigate', { tab, url: `${origin}/fetch` }), { loading: undefined })
})

const skip =
  process.env.IX_SKIP_CHROMIUM !== undefined && process.env.CI !== 'true' ? process.env.IX_SKIP_CHROMIUM : false

t.test('servers that do not answer', { skip }, async (t) => {
  await Promise.all(scenarios.map((run) => run(t)))
})
