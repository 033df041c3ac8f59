/** The daemon's HTTP over real sockets, TCP and unix: who gets in, what is refused and how, and an orderly end. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createConnection, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Agents, owner } from '../../daemon/agents/agents.ts'
import { Sessions } from '../../daemon/agents/sessions.ts'
import { type Call, Dispatcher } from '../../daemon/dispatch.ts'
import { Events } from '../../daemon/serve/events.ts'
import { Http } from '../../daemon/serve/http.ts'
import type { HttpLimits } from '../../daemon/serve/limits.ts'
import type { McpRequest } from '../../daemon/serve/mcp.ts'
import { Presences } from '../../daemon/serve/presences.ts'
import { emptyWorld, methodOf } from '../fixtures/daemon/dispatching.ts'
import { until } from '../fixtures/until.ts'

const token = 'owner-token'
const logged: object[] = []
const world = emptyWorld((fields) => logged.push(fields))
const text = { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } } as const
const method = (name: string) => methodOf(name, { params: text })

/** A daemon's HTTP part with methods of the test's own. `held` calls wait until they are let go or their caller is. */
class Front {
  readonly calls: string[] = []
  readonly held: { release: () => void; readonly aborted: Promise<unknown> }[] = []
  mcpRequests: McpRequest[] = []
  readonly sessions = new Sessions()
  readonly presences = new Presences(this.sessions, 3)
  /** Sessions of the `work` calls, in the order in which they were served; `onWork` is called in each. */
  readonly served: string[] = []
  onWork: () => void = () => {}
  http!: Http
  tcp!: Server
  port = 0
  socket = ''

  /** Its HTTP part is to be opened yet. */
  async listen(folder: string, limits: Partial<HttpLimits> = {}): Promise<void> {
    const agents = new Agents()
    agents.add(owner, token)
    agents.add({ name: 'reader', scope: 'read' }, 'reader-token')
    const dispatcher = new Dispatcher(
      world,
      {
        who: async (_params: object, { agent }: Call) => {
          this.calls.push(agent.name)
          return { who: agent.name }
        },
        // Nothing but work: it waits for nothing outside.
        work: async (_params: object, { session }: Call) => {
          this.served.push(session.name ?? '')
          this.onWork()
          return {}
        },
        hold: (_params: object, { signal }: Call) => {
          const aborted = once(signal, 'abort')
          return new Promise((resolve) => {
            this.held.push({ release: () => resolve({ held: true }), aborted })
          })
        },
      },
      { who: method('who'), work: method('work'), hold: method('hold') },
    )
    const mcp = async (request: McpRequest) => {
      this.mcpRequests.push(request)
      if (request.url === '/mcp?long') for (const step of [1, 2]) request.tell?.(`{"step":${step}}`)
      return request.url === '/mcp?nothing' ? { status: 202, body: '' } : { status: 404, body: '{"done":true}' }
    }
    const answers = { health: () => ({ status: 'ok' }), openrpc: () => ({ openrpc: '1.4.1' }) }
    const events = new Events()
    this.http = new Http({
      dispatcher,
      agents,
      log: world.log,
      mcp,
      events,
      presences: this.presences,
      ...answers,
      limits,
    })
    const tcp = this.http.server('tcp').listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    this.tcp = tcp
    this.port = (tcp.address() as AddressInfo).port
    this.socket = join(folder, 's')
    await once(this.http.server('unix').listen(this.socket), 'listening')
  }

  async heldCalls(count: number): Promise<void> {
    await until(() => this.held.length >= count, `${count} calls are held`)
  }

  connect(way: 'tcp' | 'unix'): Socket {
    const socket = way === 'tcp' ? createConnection(this.port, '127.0.0.1') : createConnection(this.socket)
    socket.on('error', () => {})
    return socket
  }

  /** Sends bytes as they are, and reads until the other side ends or `until` is in the text. */
  async raw(way: 'tcp' | 'unix', bytes: string | Buffer, until?: string): Promise<string> {
    const socket = this.connect(way)
    socket.write(bytes)
    return await textOf(socket, until)
  }
}

async function textOf(socket: Socket, until?: string): Promise<string> {
  let text = ''
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk
      if (until !== undefined && text.includes(until)) resolve()
    })
    socket.once('close', () => resolve())
  })
  socket.destroy()
  return text
}

interface Sent {
  readonly way?: 'tcp' | 'unix'
  readonly line?: string
  /** `undefined` takes one away that is sent by itself. */
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly extra?: readonly string[]
  readonly body?: string
}

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'who' })

function requestText(front: Front, sent: Sent): string {
  const content = sent.body ?? body
  const tcp = sent.way !== 'unix'
  const headers: { [name: string]: string | undefined } = {
    Host: tcp ? `127.0.0.1:${front.port}` : 'localhost',
    Authorization: tcp ? `Bearer ${token}` : undefined,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(content)),
    Connection: 'close',
    ...sent.headers,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return [sent.line ?? 'POST /rpc HTTP/1.1', ...lines, ...(sent.extra ?? []), '', content].join('\r\n')
}

async function send(front: Front, sent: Sent = {}) {
  const text = await front.raw(sent.way ?? 'tcp', requestText(front, sent))
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
  return { status, head, text: rest.join('\r\n\r\n') }
}

async function openFront(t: Test, limits?: Partial<HttpLimits>): Promise<Front> {
  const front = await listeningFront(t, limits)
  front.http.open()
  return front
}

async function listeningFront(t: Test, limits?: Partial<HttpLimits>): Promise<Front> {
  const front = new Front()
  // Sockets have short names.
  const folder = mkdtempSync(join(tmpdir(), 'ixt-'))
  t.teardown(async () => {
    await front.http.close(0)
    rmSync(folder, { recursive: true, force: true })
  })
  await front.listen(folder, limits)
  return front
}

t.test('who gets in', async (t) => {
  const front = await openFront(t)
  const { port } = front
  const auth = (value: string | undefined): Sent => ({ headers: { Authorization: value } })
  const host = (value: string): Sent => ({ headers: { Host: value } })
  const table: readonly [what: string, sent: Sent, status: number][] = [
    ['the owner', {}, 200],
    ['the owner over the unix socket', { way: 'unix' }, 200],
    ['no token', auth(undefined), 401],
    ['wrong token', auth('Bearer owner-tokem'), 401],
    ['a part of the token', auth('Bearer owner-toke'), 401],
    ['another scheme', auth(`Basic ${token}`), 401],
    ['bare', auth(token), 401],
    ['empty', auth('Bearer '), 401],
    ['two', auth(`Bearer ${token} ${token}`), 401],
    ['scheme in another case', auth(`bearer ${token}`), 200],
    ['a wrong token over the unix socket', { way: 'unix', ...auth('Bearer wrong') }, 401],
    ...(['Origin', 'Referer', 'Sec-Fetch-Site'] as const).flatMap((name): [string, Sent, number][] =>
      ['null', 'http://evil.test', `http://127.0.0.1:${port}`, 'same-origin', 'none', ''].flatMap((value) => [
        [`${name}: ${value}`, { headers: { [name]: value } }, 403],
        [`${name}: ${value}, unix`, { way: 'unix', headers: { [name]: value } }, 403],
      ]),
    ),
    ['Sec-Fetch-Mode alone is what programs send', { headers: { 'Sec-Fetch-Mode': 'cors' } }, 200],
    ...['127.0.0.1', 'localhost', '[::1]'].map((name): [string, Sent, number] => [name, host(`${name}:${port}`), 200]),
    ...[
      'evil.test',
      `evil.test:${port}`,
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${port + 1}`,
      '127.0.0.1:0',
      `127.1:${port}`,
      `0.0.0.0:${port}`,
      `localhost.:${port}`,
      `localhost.evil.test:${port}`,
      `127.0.0.1.nip.io:${port}`,
      `LOCALHOST:${port}`,
      `[::]:${port}`,
      `::1:${port}`,
      `user@127.0.0.1:${port}`,
      `127.0.0.1:${port}, evil.test`,
      `127.0.0.1:0${port}`,
      '',
    ].map((name): [string, Sent, number] => [`Host: ${name}`, host(name), 403]),
    ['Host: localhost, unix', { way: 'unix', ...host('localhost') }, 200],
    ['Host with a port, unix', { way: 'unix', ...host(`localhost:${port}`) }, 403],
    ['Host: evil.test, unix', { way: 'unix', ...host('evil.test') }, 403],
    ['no Host', { headers: { Host: undefined } }, 400],
    ['no Host, HTTP/1.0', { line: 'POST /rpc HTTP/1.0', headers: { Host: undefined } }, 400],
    ['two Hosts', { extra: [`Host: 127.0.0.1:${port}`] }, 400],
    ['two tokens', { extra: ['Authorization: Bearer wrong'] }, 400],
    ['two types', { extra: ['content-type: text/plain'] }, 400],
    ['absolute target', { line: `POST http://127.0.0.1:${port}/rpc HTTP/1.1` }, 400],
    ['absolute target of another', { line: 'POST http://evil.test/rpc HTTP/1.1' }, 400],
    ['asterisk', { line: 'OPTIONS * HTTP/1.1' }, 400],
    ['preflight', { line: 'OPTIONS /rpc HTTP/1.1', headers: { Origin: 'http://evil.test' } }, 403],
    [
      'websocket',
      {
        line: 'GET /rpc HTTP/1.1',
        headers: { Origin: 'http://evil.test', Upgrade: 'websocket', Connection: 'Upgrade' },
      },
      403,
    ],
    ['page and no token: told that it is a page', { headers: { Origin: 'null', Authorization: undefined } }, 403],
  ]
  for (const [what, sent, status] of table) {
    const before = front.calls.length
    const reply = await send(front, sent)
    t.equal(reply.status, status, what)
    t.equal(front.calls.length, status === 200 ? before + 1 : before, `${what}: only who gets in calls anything`)
    t.notMatch(reply.head, /access-control/i)
    t.match(reply.head, /cache-control: no-store/i, what)
    t.match(reply.head, /x-content-type-options: nosniff/i)
    t.match(reply.head, /content-security-policy: default-src 'none'/i)
    if (status === 200) continue
    const { jsonrpc, id, error } = JSON.parse(reply.text)
    t.match({ jsonrpc, id, error }, { jsonrpc: '2.0', id: null, error: { code: Number, data: { hint: /\w/ } } }, what)
    t.notMatch(reply.text, /owner-token|evil/, 'nothing is repeated')
  }
  t.match((await send(front, auth(undefined))).head, /www-authenticate: Bearer/i)
  const narrowed = await send(front, { way: 'unix', ...auth('Bearer reader-token') })
  t.match(JSON.parse(narrowed.text), { result: { who: 'reader' } }, 'a token narrows the call, on the socket too')
})

t.test('paths, methods and types', async (t) => {
  const front = await openFront(t)
  const type = (value: string | undefined): Sent => ({ headers: { 'Content-Type': value } })
  const get = (path: string, verb = 'GET'): Sent => ({ line: `${verb} ${path} HTTP/1.1`, body: '' })
  const table: readonly [sent: Sent, status: number, text?: RegExp][] = [
    [get('/health'), 200, /"status":"ok"/],
    [get('/openrpc.json'), 200, /"openrpc":"1\.4\.1"/],
    [get('/metrics'), 200, /^# TYPE ix_calls_total counter[\s\S]*ix_resident_bytes \d+/],
    [get('/health?x=1'), 200],
    [get('/rpc'), 405, /accepts only POST/],
    [get('/mcp'), 405],
    [get('/mcp', 'DELETE'), 405],
    [get('/health', 'POST'), 405],
    [get('/health', 'HEAD'), 405],
    [get('/rpc', 'PUT'), 405],
    [get('/'), 404, /POST \/rpc/],
    [get('/rpc/'), 404],
    [get('/%E0%A4%A'), 404],
    [get('/__proto__'), 404],
    [get('/../etc/passwd'), 404],
    [get('//evil.test/rpc', 'POST'), 404],
    [{ ...get('/nothing'), headers: { Authorization: undefined } }, 401],
    [type('application/json; charset=utf-8'), 200],
    [type('Application/JSON'), 200],
    [type(undefined), 415],
    [type('text/plain'), 415, /Content-Type: application\/json/],
    [type('text/plain; application/json'), 415],
    [type('application/json; charset=latin1'), 415],
    [type('application/jsonp'), 415],
    [type('application/x-www-form-urlencoded'), 415],
    [type('multipart/form-data; boundary=x'), 415],
    [{ body: '' }, 400, /-32700/],
    [{ body: '{' }, 400, /-32700/],
    [{ body: '['.repeat(120_000) }, 400, /-32600/],
    [{ body: '{"__proto__":1}' }, 400, /-32600/],
    [{ body: '[]' }, 400, /-32600/],
    [{ body: '{"jsonrpc":"2.0","method":"who"}' }, 204, /^$/],
    [{ body: `[${body},${body}]` }, 200, /^\[\{.*\},\{.*\}\]$/],
  ]
  for (const [sent, status, text] of table) {
    const reply = await send(front, sent)
    const what = `${sent.line ?? ''} ${sent.headers?.['Content-Type'] ?? ''} ${sent.body?.slice(0, 20) ?? ''}`
    t.equal(reply.status, status, what)
    if (text) t.match(reply.text, text, what)
    if (status === 405) t.match(reply.head, /allow: (GET|POST)/i)
  }
  t.match((await send(front, get('/metrics'))).text, /ix_calls_total\{method="who",outcome="ok"\} \d/)
})

t.test('bodies that are too large are refused, and nobody without a token is read', async (t) => {
  const front = await openFront(t)
  const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'who', params: { text: 'x'.repeat(300_000) } })
  const fits = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'who', params: { text: 'x'.repeat(250_000) } })
  t.equal((await send(front, { body: fits })).status, 200)
  const told = await front.raw('tcp', requestText(front, { body: large }), '"retryable":false')
  t.match(told, /^HTTP\/1\.1 413[\s\S]*limit_exceeded/)
  const chunked = requestText(front, {
    headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' },
    body: '',
  })
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  t.match(await front.raw('tcp', chunked + chunk.repeat(5), '"retryable"'), /^HTTP\/1\.1 413/)

  const stranger = front.connect('tcp')
  const headers = { Authorization: undefined, 'Content-Length': '1000000000', Connection: undefined }
  stranger.write(requestText(front, { headers, body: '' }))
  const block = Buffer.alloc(1024 * 1024, 'x')
  // What the sockets themselves hold is all that goes through; then nothing is taken any more.
  await until(() => !stranger.write(block) || !stranger.writable, 'the sockets take no more')
  for (let i = 0; i < 20; i += 1) stranger.write(block)
  t.match(await textOf(stranger, '"retryable"'), /^HTTP\/1\.1 401/)
  t.ok(stranger.writableLength > 0 || stranger.bytesWritten < 16 * 1024 * 1024, 'the rest was not read')
  t.equal((await send(front)).status, 200)
})

t.test('who sends all before it reads gets the answer too, also where the connection is to end with it', async (t) => {
  const front = await openFront(t)
  for (const way of ['tcp', 'unix'] as const) {
    for (const connection of ['close', 'keep-alive', undefined]) {
      for (const isChunked of [true, false]) {
        for (const size of [300_000, 1_000_000, 5_000_000]) {
          const body = 'x'.repeat(size)
          const framed = isChunked ? `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
          const length = isChunked ? { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' } : {}
          const sent = requestText(front, { way, headers: { Connection: connection, ...length }, body: framed })
          const socket = front.connect(way)
          const error = await new Promise((resolve) => {
            socket.once('error', resolve)
            socket.write(sent, resolve)
          })
          const what = `${way} ${connection} ${isChunked ? 'chunked' : 'whole'} ${size}`
          t.notOk(error, what)
          const told = await textOf(socket, '"retryable":false')
          t.match(told, /^HTTP\/1\.1 413[\s\S]*limit_exceeded/, what)
          socket.destroy()
        }
      }
    }
  }
})

t.test('garbage after a request that runs is not told as its answer', async (t) => {
  const front = await openFront(t)
  const keep = { headers: { Connection: undefined } }
  for (const garbage of ['GARBAGE\r\n\r\n', '\x16\x03\x01', 'POST /rpc HTTP/1.1\r\nContent-Length: x\r\n\r\n']) {
    const before = front.calls.length
    const told = await front.raw('tcp', requestText(front, keep) + garbage)
    t.equal(front.calls.length, before + 1)
    t.notMatch(told, /^HTTP\/1\.1 4/, garbage)
    t.match(await front.raw('tcp', garbage), /^HTTP\/1\.1 400[\s\S]*"invalid_request"/, 'by itself it is told, in form')
  }
})

t.test('a small refused body does not cost the connection', async (t) => {
  const front = await openFront(t)
  const keep = { Connection: undefined }
  const both = requestText(front, { headers: { ...keep, Authorization: undefined } }) + requestText(front, {})
  const text = await front.raw('tcp', both)
  t.match(text, /^HTTP\/1\.1 401[\s\S]*HTTP\/1\.1 200/)
})

t.test('garbage and smuggling', async (t) => {
  const front = await openFront(t)
  const head = `POST /rpc HTTP/1.1\r\nHost: 127.0.0.1:${front.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  const table: readonly [what: string, bytes: string | Buffer, status: RegExp][] = [
    ['both lengths', `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400/],
    ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`, /^HTTP\/1\.1 400/],
    ['line feeds alone', 'GET /health HTTP/1.1\nHost: x\n\n', /^HTTP\/1\.1 400/],
    ['a long header', `${head}X: ${'x'.repeat(9000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    ['TLS', Buffer.from('16030100f1010000ed0303', 'hex'), /^HTTP\/1\.1 400/],
    ['CONNECT', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n', /^(HTTP\/1\.1 4|$)/],
    ['not HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400/],
    ['zero bytes', Buffer.alloc(100), /^HTTP\/1\.1 400/],
  ]
  for (const [what, bytes, status] of table) {
    for (const way of ['tcp', 'unix'] as const) t.match(await front.raw(way, bytes), status, `${what}, ${way}`)
  }
  t.equal((await send(front)).status, 200, 'and it goes on')
})

t.test('slow senders are cut, others are served', async (t) => {
  const front = await openFront(t, { headersMs: 1000, requestMs: 1500, checkMs: 50, keepAliveMs: 800 })
  const whole = requestText(front, { headers: { Connection: undefined } })
  const slow = (['tcp', 'unix'] as const).flatMap((way) => {
    const text = requestText(front, { way })
    return ['', 'POST /rpc HT', text.slice(0, 40), text.slice(0, -5)].map((part) => front.raw(way, part))
  })
  const idle = front.raw('tcp', whole)
  t.equal((await send(front)).status, 200)
  for (const text of await Promise.all(slow)) t.match(text, /^(HTTP\/1\.1 408|$)/)
  t.match(await idle, /^HTTP\/1\.1 200/, 'an idle connection ends too')
})

t.test('a caller that hangs up ends its call', async (t) => {
  const front = await openFront(t)
  const hold = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hold' })
  for (const way of ['tcp', 'unix'] as const) {
    const socket = front.connect(way)
    socket.write(requestText(front, { way, body: hold }))
    await front.heldCalls(front.held.length + 1)
    socket.destroy()
    const { aborted, release } = front.held.at(-1)!
    await aborted
    release()
    t.pass(way)
  }
  t.equal((await send(front)).status, 200)
})

t.test('one agent cannot take all the room', async (t) => {
  const front = await openFront(t, { perAgent: 3 })
  const hold = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hold' })
  const held = [1, 2, 3].map(() => send(front, { body: hold }))
  await front.heldCalls(3)
  const more = await send(front)
  t.equal(more.status, 429)
  t.match(more.head, /retry-after: 1/i)
  t.equal(
    (await send(front, { headers: { Authorization: 'Bearer reader-token' } })).status,
    200,
    'another agent goes on',
  )
  for (const { release } of front.held) release()
  for (const reply of await Promise.all(held)) t.equal(reply.status, 200)
  t.equal((await send(front)).status, 200)
})

t.test('who asks without a pause is served in turn with others', async (t) => {
  const front = await openFront(t)
  const call = { jsonrpc: '2.0', id: 1, method: 'work' }
  const text = (session: string, body: object) =>
    requestText(front, { way: 'unix', headers: { 'Ix-Session': session }, body: JSON.stringify(body) })
  const ask = (session: string, body: object) => front.raw('unix', text(session, body))
  const most = 40
  for (const [how, bodies] of [
    ['many connections', Array.from({ length: most }, () => call)],
    ['a batch', [Array.from({ length: most }, () => call)]],
  ] as const) {
    await ask('calm', call)
    const calm = front.connect('unix')
    await once(calm, 'connect')
    front.served.length = 0
    front.onWork = () => {
      if (front.served.length === 3) calm.write(text('calm', call))
    }
    const answer = textOf(calm)
    const answers = await Promise.all(bodies.map((body) => ask('greedy', body)))
    t.match(await answer, /"result":/)
    t.equal(answers.join('').split('"result":').length - 1, most)
    t.same(front.served.toSorted(), ['calm', ...Array.from({ length: most }, () => 'greedy')], `${how}: all served`)
    const [at] = front.served.flatMap((session, index) => (session === 'calm' ? [index] : []))
    t.ok(at! <= 4, `${how}: the other waits for one call at most, and not for ${at! - 3}`)
  }
})

t.test('mcp is handed the parsed body, and what it says before its answer makes a stream of it', async (t) => {
  const front = await openFront(t)
  const reply = await send(front, { line: 'POST /mcp?slim HTTP/1.1', headers: { 'Mcp-Method': 'x' }, body: '{"a":1}' })
  t.equal(reply.status, 404)
  t.match(reply.head, /content-type: application\/json/i)
  t.equal(reply.text, '{"done":true}')
  t.match(front.mcpRequests, [{ body: { a: 1 }, url: '/mcp?slim', headers: { 'mcp-method': 'x' }, agent: owner }])
  const nothing = await send(front, { line: 'POST /mcp?nothing HTTP/1.1', body: '{}' })
  t.match(nothing, { status: 202, text: '' })

  const headers = { Accept: 'application/json, text/event-stream' }
  const long = await send(front, { line: 'POST /mcp?long HTTP/1.1', headers, body: '{}' })
  t.equal(long.status, 200)
  t.match(long.head, /content-type: text\/event-stream/i)
  t.match(long.head, /x-content-type-options: nosniff/i)
  t.same(long.text.match(/^data: .*$/gm), ['data: {"step":1}', 'data: {"step":2}', 'data: {"done":true}'])
  t.equal(front.mcpRequests.at(-1)?.tell === undefined, false)
  const plain = await send(front, { line: 'POST /mcp?long HTTP/1.1', body: '{}' })
  t.match(plain, { status: 404, text: '{"done":true}' }, 'a caller that takes no stream gets the answer alone')
})

t.test('what comes before the daemon is ready waits until it is', async (t) => {
  const front = await listeningFront(t)
  let came = 0
  front.tcp.on('request', () => came++)
  const early = [send(front), send(front)]
  await until(() => came === early.length, 'both are there')
  t.same(front.calls, [])
  front.http.open()
  for (const { status } of await Promise.all(early)) t.equal(status, 200)
  t.equal(front.calls.length, 2)
})

t.test('what comes before a daemon that never is ready is told so', async (t) => {
  const front = await listeningFront(t)
  const early = send(front)
  await once(front.tcp, 'request')
  await front.http.close(0)
  t.equal((await early).status, 503)
})

t.test('the end: what runs is answered, what is new is not taken', async (t) => {
  const front = await openFront(t)
  const hold = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hold' })
  const running = (['tcp', 'unix', 'tcp', 'unix'] as const).map((way) => send(front, { way, body: hold }))
  const kept = front.connect('tcp')
  kept.write(requestText(front, { headers: { Connection: undefined }, body: hold }))
  await front.heldCalls(5)
  const ended = front.http.close(5000)
  const late = await front.raw('tcp', requestText(front, {}))
  t.equal(late, '', 'no new connection')
  // A second request on a connection that is busy with its first one.
  kept.write(requestText(front, {}))
  const text = textOf(kept)
  for (const { release } of front.held) release()
  for (const reply of await Promise.all(running)) t.match(JSON.parse(reply.text), { result: { held: true } })
  t.match(await text, /^HTTP\/1\.1 200[\s\S]*connection: close/i)
  await ended
})

t.test('the end does not wait for ever', async (t) => {
  const front = await openFront(t)
  const hold = send(front, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hold' }) })
  await front.heldCalls(1)
  await front.http.close(50)
  t.equal((await hold).status, 0, 'it was cut')
  front.held[0]!.release()
})

t.test('a client that is gone is missed, one that is silent is not', async (t) => {
  const front = await openFront(t, { headersMs: 150, requestMs: 250, checkMs: 50, keepAliveMs: 200 })
  const { sessions, presences } = front
  const line = 'POST /presence HTTP/1.1'
  const count = (wanted: number) => until(() => presences.count === wanted, `${wanted} are present`)
  const come = async (session: string) => {
    const already = presences.count
    const socket = front.connect('unix')
    socket.write(requestText(front, { way: 'unix', line, headers: { 'Ix-Session': session } }))
    await count(already + 1)
    return socket
  }
  const one = sessions.of(owner, 'one')
  const others = sessions.of({ name: 'reader', scope: 'read' }, 'one')
  const first = await come('one')
  t.match(await front.raw('unix', 'POST /rpc HT'), /^HTTP\/1\.1 408/, 'one that came later is cut for its slowness')
  t.same([one.hasEnded, presences.count, front.http.inFlight], [false, 1, 0], 'the silent one is not')

  const second = await come('one')
  first.destroy()
  await count(1)
  t.equal(one.hasEnded, false, 'its client is there by another connection')
  await sessions.end(one)
  const next = sessions.of(owner, 'one')
  second.destroy()
  await count(0)
  t.same([next.hasEnded, others.hasEnded], [true, false], 'what its name began since ends too, and no one else’s')
  const unknown = await come('never-called')
  unknown.destroy()
  await count(0)

  t.match(await send(front, { line }), { status: 400, text: /names no session/ })
  const last = sessions.of(owner, 'last')
  await Promise.all([await come('last'), await come('b'), await come('c')])
  t.match(await send(front, { line, headers: { 'Ix-Session': 'd' } }), { status: 429, text: /already 3 clients/ })
  // The test would not outlast this.
  await front.http.close(3_600_000)
  t.equal(last.hasEnded, false, 'nobody has left a daemon that stops')
})

t.test('nothing of all that is logged but names and times', async (t) => {
  t.ok(logged.length > 0)
  for (const fields of logged) t.same(Object.keys(fields), ['agent', 'method', 'outcome', 'ms'])
})
