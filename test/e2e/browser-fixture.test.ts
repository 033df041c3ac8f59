/** The browser and the web server that other tests stand on. */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { WebSocket } from 'ws'
import { serve } from '../fixtures/daemon/serve.ts'
import { findChromium } from '../fixtures/find-chromium.mjs'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { realPages } from '../fixtures/web/real-pages.ts'

/** The path is sent as it stands: `fetch` would take the dots out. */
async function status(origin: string, path: string): Promise<number> {
  const { hostname, port } = new URL(origin)
  const asked = request({ hostname, port, path, agent: false }).end()
  const [response] = await once(asked, 'response')
  response.resume()
  return response.statusCode
}

t.test('the server gives pages, folders and functions, and nothing else', async (t) => {
  const folder = t.testdir({ site: { 'index.html': 'home', 'a.css': 'a {}', sub: {} }, 'secret.txt': 'no' })
  const server = await serve(t, {
    pages: { '/a.html': '<h1>Grüße</h1>', '/made': (_, response) => void response.writeHead(418).end() },
    folders: { '/docs': `${folder}/site` },
  })
  for (const origin of [server.origin, server.otherOrigin]) {
    const page = await fetch(`${origin}/a.html?x=1`)
    t.equal(await page.text(), '<h1>Grüße</h1>')
    t.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  }
  t.equal(await (await fetch(`${server.origin}/docs/`)).text(), 'home')
  t.equal((await fetch(`${server.origin}/docs/a.css`)).headers.get('content-type'), 'text/css; charset=utf-8')
  const statuses = {
    '/made': 418,
    '/docs': 200,
    '/docs/sub/': 404,
    '/none': 404,
    '/docs/../secret.txt': 404,
    '/docs/%2e%2e/secret.txt': 404,
    '/docs/..%2fsecret.txt': 404,
    '/docsite': 404,
  }
  for (const [path, expected] of Object.entries(statuses)) t.equal(await status(server.origin, path), expected, path)
  await server.close()
  await t.rejects(fetch(`${server.origin}/a.html`), 'a closed server answers no more')
})

t.test('IX_CHROMIUM decides; without a browser there is none', async (t) => {
  t.equal(findChromium({ IX_CHROMIUM: process.execPath, PATH: '' }), process.execPath)
  t.equal(findChromium({ IX_CHROMIUM: '/no/such/browser', PATH: process.env.PATH }), undefined)
})

t.test('real pages are listed where they are, or named as missing', async (t) => {
  const { pages, missing, site } = realPages()
  t.equal(pages.length + missing.length, 13)
  const server = await serve(t, site)
  for (const page of pages) t.equal(await status(server.origin, page.path), 200, page.name)
})

/** The few DevTools calls that these tests need: one connection, replies by id, events to a listener. */
async function connect(wsUrl: string) {
  const socket = new WebSocket(wsUrl)
  await once(socket, 'open')
  let last = 0
  const replies = new Map<number, (result: Message) => void>()
  const events = new EventEmitter()
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data))
    if (message.id === undefined) events.emit(message.method ?? '', message.params)
    else replies.get(message.id)?.(message)
  })
  const send = async (method: string, params: object, sessionId?: string): Promise<{ [key: string]: unknown }> => {
    const id = ++last
    const reply = new Promise<Message>((done) => replies.set(id, done))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await reply
    if (result === undefined) throw new Error(`${method}: ${error?.message}`)
    return result
  }
  return { send, events, close: () => socket.close() }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: object
  readonly result?: { [key: string]: unknown }
  readonly error?: { readonly message: string }
}

t.test('a browser ends with the process that started it, however that ends', async (t) => {
  if (!chromiumOrSkip(t)) return
  const script = `
    import { launchChromium } from './test/fixtures/web/chromium.ts'
    const { httpUrl, downloads } = await launchChromium(undefined)
    console.log(JSON.stringify({ httpUrl, downloads }))
    setInterval(() => {}, 1000)`
  const args = ['--import', './test/loader.mjs', '--input-type=module', '-e', script]
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { httpUrl, downloads } = JSON.parse(line)
  const profile = dirname(downloads)
  t.teardown(() => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  t.ok((await fetch(`${httpUrl}/json/version`)).ok)
  child.kill('SIGKILL')
  const isGone = () =>
    fetch(`${httpUrl}/json/version`).then(
      () => false,
      () => true,
    )
  t.ok(await until(isGone, 'the browser has ended'))
})

t.test('a browser', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, realPages().site)
  const frames = await serve(t, { pages: { '/inner': '<button>Inside</button>' } })
  const inner = `${frames.otherOrigin}/inner`
  const outer = await serve(t, { pages: { '/outer': `<iframe src="${inner}"></iframe>` } })
  const chromium = await launchChromium(t, ['--site-per-process'])
  const devtools = await connect(chromium.wsUrl)

  await t.test('has its DevTools endpoints where it says', async (t) => {
    const version = await (await fetch(`${chromium.httpUrl}/json/version`)).json()
    t.match(version, { webSocketDebuggerUrl: chromium.wsUrl })
  })

  await t.test('puts a frame of the other host name into another process', async (t) => {
    const found = new Promise<string>((done) => {
      devtools.events.on('Target.targetInfoChanged', ({ targetInfo }) => {
        if (targetInfo.type === 'iframe' && targetInfo.url !== '') done(targetInfo.url)
      })
    })
    await devtools.send('Target.setDiscoverTargets', { discover: true, filter: [{}] })
    await devtools.send('Target.createTarget', { url: `${outer.origin}/outer` })
    t.equal(await found, inner)
  })

  await t.test('shows a real page that its scripts make', async (t) => {
    const [why] = realPages().missing.filter((one) => one.startsWith('swagger'))
    if (why !== undefined) return t.comment(`skipped: ${why}`)
    const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
    await devtools.send('Page.navigate', { url: `${server.origin}/swagger/index.html` }, String(sessionId))
    const expression = `new Promise((done) => {
      const look = () => document.querySelectorAll('.opblock').length === 50 && done(document.title)
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
      look()
    })`
    const params = { expression, awaitPromise: true }
    const { result } = await devtools.send('Runtime.evaluate', params, String(sessionId))
    t.match(result, { value: 'Swagger UI' })
  })

  await t.test('is gone when it is closed', async (t) => {
    await chromium.close()
    t.throws(() => process.kill(chromium.pid, 0), { code: 'ESRCH' })
    await t.rejects(fetch(`${chromium.httpUrl}/json/version`))
    await chromium.close()
  })
})
