/** `GET /events` over real sockets: who is told what, how often, how many may listen, and how it ends. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { TargetEvent } from '../../api-schema/target-event.ts'
import { Agents, owner } from '../../daemon/agents/agents.ts'
import { Sessions } from '../../daemon/agents/sessions.ts'
import { Dispatcher } from '../../daemon/dispatch.ts'
import { type EventLimits, Events } from '../../daemon/serve/events.ts'
import { Http } from '../../daemon/serve/http.ts'
import { Presences } from '../../daemon/serve/presences.ts'
import { Ids } from '../../daemon/tree/identity/ids.ts'
import { eventOf, Trees } from '../../daemon/tree/targets/trees.ts'
import { emptyWorld } from '../fixtures/daemon/dispatching.ts'
import { MemoryApp, MemoryPlatform } from '../fixtures/memory-source.ts'
import { inTime, until } from '../fixtures/until.ts'

const world = emptyWorld()

interface Told {
  readonly event: string
  readonly data: { readonly [name: string]: unknown }
}

/** A reader of events, as a program is one. */
class Reader {
  readonly told: Told[] = []
  pings = 0
  response!: IncomingMessage
  ended!: Promise<unknown>
  readonly #request: ClientRequest
  #rest = ''
  #wake: () => void = () => {}

  constructor(sent: ClientRequest) {
    this.#request = sent
  }

  async open(): Promise<this> {
    this.#request.end()
    const [response] = (await once(this.#request, 'response')) as [IncomingMessage]
    this.response = response
    response.setEncoding('utf8')
    this.ended = new Promise((resolve) => {
      response.once('end', () => resolve('end'))
      response.once('error', () => resolve('error'))
    })
    response.on('data', (text: string) => this.#take(text))
    return this
  }

  async next(event: string): Promise<Told['data']> {
    for (;;) {
      const at = this.told.findIndex((one) => one.event === event)
      if (at >= 0) return this.told.splice(at, 1)[0]!.data
      await inTime(this.#more(), `the event ${event}`)
    }
  }

  async ping(): Promise<void> {
    const before = this.pings
    await until(() => this.pings > before, 'a ping')
  }

  close(): void {
    this.#request.destroy()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #take(text: string): void {
    const parts = (this.#rest + text).split('\n\n')
    this.#rest = parts.pop()!
    for (const part of parts) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
      if (event !== undefined) this.told.push({ event, data: JSON.parse(data!) })
      else if (part === ': ping') this.pings++
      else if (part !== ': events') throw new Error(`not an event: ${part}`)
    }
    this.#wake()
  }
}

interface Scene {
  readonly http: Http
  readonly events: Events
  readonly socketPath: string
  readonly port: number
  reader(headers?: { readonly [name: string]: string }): Promise<Reader>
}

async function scene(
  t: Test,
  limits: Partial<EventLimits> = {},
  present: () => readonly TargetEvent[] = () => [],
): Promise<Scene> {
  // Sockets have short names.
  const folder = mkdtempSync(join(tmpdir(), 'ixt-'))
  const agents = new Agents()
  agents.add(owner, 'owner-token')
  agents.add({ name: 'reader', scope: 'admin' }, 'reader-token')
  const events = new Events(present, limits)
  const mcp = async () => ({ status: 202, body: '' })
  const answers = { health: () => ({}), openrpc: () => ({}) }
  const dispatcher = new Dispatcher(world, {}, {})
  const http = new Http({
    dispatcher,
    agents,
    log: world.log,
    mcp,
    events,
    presences: new Presences(new Sessions()),
    ...answers,
  })
  http.open()
  t.teardown(async () => {
    await http.close(0)
    rmSync(folder, { recursive: true, force: true })
  })
  const socketPath = join(folder, 's')
  await once(http.server('unix').listen(socketPath), 'listening')
  const tcp = http.server('tcp').listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  return {
    http,
    events,
    socketPath,
    port: (tcp.address() as AddressInfo).port,
    reader: (headers = {}) =>
      new Reader(
        request({ socketPath, path: '/events', agent: false, headers: { host: 'localhost', ...headers } }),
      ).open(),
  }
}

const changed = (revision: number, more: Partial<TargetEvent> = {}): TargetEvent => ({
  event: 'changed',
  target: 't1',
  platform: 'cdp',
  revision,
  ...more,
})

t.test('what is told', async (t) => {
  const { events, reader, http } = await scene(t, { pauseMs: 30 }, () => [
    { event: 'opened', target: 't1', platform: 'cdp', revision: 7 },
  ])
  events.tell(changed(1))
  const first = await reader()
  t.match(first.response.headers, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  t.same(await first.next('opened'), { target: 't1', platform: 'cdp', revision: 7 }, 'what is kept warm comes first')
  const second = await reader({ authorization: 'Bearer reader-token' })
  await second.next('opened')
  t.equal(events.readers, 2)
  t.equal(http.inFlight, 0, 'who listens holds nothing up')
  events.tell(changed(8))
  for (const one of [first, second]) t.same(await one.next('changed'), { target: 't1', platform: 'cdp', revision: 8 })
  events.tell({ event: 'dialog', target: 'a "b"\n\nevent: x', platform: 'cdp', type: 'alert' })
  t.same(
    await first.next('dialog'),
    { target: 'a "b"\n\nevent: x', platform: 'cdp', type: 'alert' },
    'no name forges an event',
  )
  first.close()
  await until(() => events.readers === 1, 'one reader is left')
  events.tell({ event: 'closed', target: 't1', platform: 'cdp', released: true })
  t.same(await second.next('closed'), { target: 't1', platform: 'cdp', released: true })
  second.close()
})

t.test('a target that changes all the time is told of now and then, and its last state for sure', async (t) => {
  const { events, reader } = await scene(t, { pauseMs: 50 })
  const one = await reader()
  for (let revision = 1; revision <= 500; revision++)
    events.tell(changed(revision, revision === 250 ? { replaced: true } : {}))
  events.tell(changed(3, { target: 't2' }))
  t.equal((await one.next('changed')).revision, 1, 'the first at once')
  t.equal((await one.next('changed')).target, 't2', 'each target by itself')
  t.same(await one.next('changed'), { target: 't1', platform: 'cdp', revision: 500, replaced: true })
  events.tell(changed(501))
  events.tell({ event: 'closed', target: 't1', platform: 'cdp' })
  await one.next('closed')
  events.tell({ event: 'opened', target: 't3', platform: 'cdp' })
  await one.next('opened')
  t.same(one.told, [], 'what is closed changes no more')
})

t.test('who does not read is cut off', async (t) => {
  const { events, socketPath, reader } = await scene(t, { waitingBytes: 4096 })
  const slow = createConnection(socketPath)
  slow.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(slow, 'readable')
  const quick = await reader()
  const big = { event: 'dialog', target: 'x'.repeat(10_000), platform: 'cdp' } as const
  // The kernel takes some hundred kB before any of it waits here.
  for (let count = 0; events.readers > 1; count++) {
    if (count > 2000) throw new Error('it was never cut off')
    events.tell(big)
    await quick.next('dialog')
  }
  slow.resume()
  await once(slow, 'close')
  t.equal(events.readers, 1, 'and nobody else is')
})

t.test('only so many may listen', async (t) => {
  const { reader, events } = await scene(t, { readers: 3, perAgent: 2 })
  const own = [await reader(), await reader()]
  const third = await reader()
  t.equal(third.response.statusCode, 429)
  t.match(third.response.headers['content-type'], /json/)
  await reader({ authorization: 'Bearer reader-token' })
  const full = await reader({ authorization: 'Bearer reader-token' })
  t.equal(full.response.statusCode, 429)
  own[0]!.close()
  await until(() => events.readers === 2, 'two readers are left')
  t.equal((await reader()).response.statusCode, 200, 'room is given back')
})

t.test('who may listen', async (t) => {
  const { port } = await scene(t)
  const ask = async (headers: { readonly [name: string]: string }, method = 'GET') => {
    const sent = request({ port, path: '/events', method, agent: false, headers })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    sent.destroy()
    return response.statusCode
  }
  const token = { authorization: 'Bearer reader-token' }
  t.equal(await ask(token), 200)
  t.equal(await ask({}), 401)
  t.equal(await ask({ ...token, origin: 'http://evil.test' }), 403)
  t.equal(await ask({ ...token, host: 'evil.test' }), 403)
  t.equal(await ask(token, 'POST'), 405)
})

t.test('pings, and an orderly end', async (t) => {
  const { reader, http } = await scene(t, { pingMs: 5 })
  const one = await reader()
  await one.ping()
  // The test would not outlast this.
  await http.close(3_600_000)
  t.equal(await one.ended, 'end', 'a stopping daemon ends the stream, and does not wait for its reader')
})

t.test('what happens to trees', async (t) => {
  let next = 1
  const reserve = (count: number) => {
    next += count
    return next - count
  }
  const app = new MemoryApp({ id: 'notes' })
  const other = new MemoryApp({ id: 'other' })
  const platform = new MemoryPlatform([app, other])
  const ids = new Ids({ reserve })
  const present = () => trees.open.map((warm) => eventOf(warm, 'opened'))
  const { events, reader } = await scene(t, { pauseMs: 1 }, present)
  const trees: Trees = new Trees(
    [platform],
    ids,
    { elements: 3 },
    () => {},
    (event) => events.tell(event()),
  )
  t.teardown(() => trees.close())
  const { signal } = new AbortController()
  const freshen = async (target: MemoryApp) => {
    const warm = await trees.warm(target.target, signal)
    await warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 5000 })
    return warm
  }
  const one = await reader()
  const warm = await freshen(app)
  t.match(await one.next('opened'), { target: 'notes', platform: 'replay' })
  await until(async () => (await one.next('changed')).revision === warm.tree.revision, 'the present revision')
  const [source] = platform.opened
  const before = source!.reads.length
  app.add(1, { role: 'AXButton', title: 'New' })
  t.same(await one.next('changed'), { target: 'notes', platform: 'replay', revision: warm.tree.revision })
  t.equal(source!.reads.length, before, 'nothing is read for it')
  t.match(await (await reader()).next('opened'), { target: 'notes', revision: warm.tree.revision }, 'who comes later')
  source!.queue({ kind: 'dialog', type: 'confirm' })
  t.match(await one.next('dialog'), { target: 'notes', type: 'confirm' })
  app.replace()
  await until(async () => (await one.next('changed')).replaced, 'a new document')
  await freshen(other)
  other.add(1, { role: 'AXButton' })
  other.add(1, { role: 'AXButton' })
  await freshen(other)
  t.match(await one.next('closed'), { target: 'notes', released: true }, 'let go, to make room')
  other.quit()
  const gone = await one.next('closed')
  t.same([gone.target, gone.released], ['other', undefined])
})
