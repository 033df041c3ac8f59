/** HTTP for both listeners: guards, bodies, routes, limits, and an orderly shutdown. Knows nothing about the methods. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenQuestion } from '../../api-schema/question.ts'
import type { Agent, Agents } from '../agents/agents.ts'
import type { Dispatcher } from '../dispatch.ts'
import { parseJson, toJson } from '../json.ts'
import { Problem } from '../problem.ts'
import { faultOf, type Log } from '../run/log.ts'
import { bodyOf } from './body.ts'
import type { Events } from './events.ts'
import {
  admit,
  type Head,
  isOwners,
  pathOf,
  type Refused,
  refused,
  refuseRoute,
  sessionIn,
  sessionOf,
  type Way,
} from './guards.ts'
import { LateStream } from './late-stream.ts'
import { type HttpLimits, httpLimits } from './limits.ts'
import type { Mcp } from './mcp.ts'
import { metricsText } from './metrics.ts'
import type { Presences } from './presences.ts'
import { answer, errorText } from './rpc.ts'
import { Shares } from './shares.ts'
import { answerGarbage, ignoreBody, noteUnanswered, type Unanswered } from './unwanted.ts'
import { wayOf } from './ways.ts'

export interface HttpOptions {
  readonly dispatcher: Pick<Dispatcher, 'call' | 'counts'>
  readonly agents: Agents
  readonly log: Log
  readonly mcp: Mcp
  readonly events: Events
  readonly presences: Presences
  readonly health: () => object
  readonly openrpc: () => object
  readonly limits?: Partial<HttpLimits>
}

/** An admitted request. */
interface Asked {
  readonly request: IncomingMessage & { readonly method: string; readonly url: string }
  readonly response: ServerResponse
  readonly agent: Agent
  /** Sent by one of the owner's own programs, even if it acts as an agent. */
  readonly isOwners: boolean
  readonly body: unknown
}

interface Route {
  readonly method: 'GET' | 'POST'
  readonly handler: (asked: Asked) => void | Promise<void>
}

interface Answer {
  readonly status: number
  readonly type: string
  /** Empty if there is none. */
  readonly body: string
}

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const
/** HTTP statuses of errors raised before a method was called. */
const statuses: { readonly [name: string]: number } = { limit_exceeded: 429, not_allowed: 403 }
const jsonType = 'application/json; charset=utf-8'

export class Http {
  readonly #options: HttpOptions
  readonly #limits: HttpLimits
  readonly #servers: Server[] = []
  readonly #shares: Shares
  readonly #statuses = new Map<number, number>()
  readonly #unanswered: Unanswered = new WeakMap()
  readonly #routes: { readonly [path: string]: Route } = {
    '/rpc': { method: 'POST', handler: (asked) => this.#rpc(asked) },
    '/mcp': { method: 'POST', handler: (asked) => this.#mcp(asked) },
    '/health': { method: 'GET', handler: (asked) => this.#sendJson(asked, this.#options.health()) },
    '/openrpc.json': { method: 'GET', handler: (asked) => this.#sendJson(asked, this.#options.openrpc()) },
    '/metrics': {
      method: 'GET',
      handler: ({ response }) =>
        this.#send(response, { status: 200, type: 'text/plain; charset=utf-8', body: this.#metrics() }),
    },
    '/events': { method: 'GET', handler: (asked) => this.#events(asked) },
    '/presence': { method: 'POST', handler: (asked) => this.#presence(asked) },
  }
  #inFlight = 0
  /** Requests that arrived before `open`, in order; `undefined` afterwards. */
  #early: (() => void)[] | undefined = []
  #stopping = false
  #idle: (() => void) | undefined

  constructor(options: HttpOptions) {
    this.#options = options
    this.#limits = { ...httpLimits, ...options.limits }
    this.#shares = new Shares(this.#limits)
  }

  /** Requests not yet fully answered, except streams. */
  get inFlight(): number {
    return this.#inFlight - this.#options.events.readers - this.#options.presences.count
  }

  /** Starts answering. An inherited socket accepts connections while the daemon still starts; their requests wait for this. */
  open(): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const receive of early) receive()
  }

  /** A server that is not listening yet; `close` closes it. */
  server(kind: Way['kind']): Server {
    const limits = this.#limits
    const server = createServer(
      {
        maxHeaderSize: limits.headerBytes,
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: limits.checkMs,
        keepAliveTimeout: limits.keepAliveMs,
        // The guards check it, and answer in the right form.
        requireHostHeader: false,
      },
      (request, response) => this.#receive(request, response, wayOf(server, kind, request.socket)),
    )
    server.maxConnections = limits.connections
    server.on('clientError', (error, socket) => answerGarbage(error, socket as Socket, this.#unanswered))
    this.#servers.push(server)
    return server
  }

  /** Accepts nothing new, lets running requests finish for at most `graceMs`, then cuts them off. */
  async close(graceMs: number): Promise<void> {
    this.#stopping = true
    this.open()
    for (const server of this.#servers) {
      server.close()
      server.closeIdleConnections()
    }
    this.#options.events.close()
    this.#options.presences.close()
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs)
        this.#idle = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    for (const server of this.#servers) server.closeAllConnections()
  }

  #receive(request: IncomingMessage, response: ServerResponse, way: Way): void {
    if (this.#early !== undefined) {
      this.#early.push(() => this.#receive(request, response, way))
      return
    }
    this.#inFlight += 1
    noteUnanswered(this.#unanswered, request, response)
    response.once('close', () => this.#ended(response))
    const head = request as Asked['request']
    const agent = this.#admit(head, way)
    const caller = 'problem' in agent ? undefined : { agent: agent.name, session: sessionIn(head) }
    const no = caller === undefined ? (agent as Refused) : this.#shares.begin(caller)
    if (no !== undefined) {
      this.#refuse(request, response, no)
      return
    }
    response.once('close', () => this.#shares.end(caller!))
    const byOwner = isOwners(head, way, this.#options.agents)
    void this.#serve({ request: head, response, agent: agent as Agent, isOwners: byOwner, body: undefined })
  }

  /** The order matters: strangers must only learn that they are not admitted. */
  #admit(head: Head, way: Way): Agent | Refused {
    const agent = admit(head, way, this.#options.agents)
    if ('problem' in agent) return agent
    return this.#refuseNow() ?? refuseRoute(head, this.#routes) ?? this.#refuseSize(head) ?? agent
  }

  #ended(response: ServerResponse): void {
    this.#statuses.set(response.statusCode, (this.#statuses.get(response.statusCode) ?? 0) + 1)
    this.#inFlight -= 1
    if (this.#inFlight === 0) this.#idle?.()
  }

  #refuseNow(): Refused | undefined {
    if (!this.#stopping) return undefined
    const no = refused(503, 'limit_exceeded', 'The daemon is stopping.', 'Send the request again in a second.')
    return { ...no, headers: { connection: 'close', 'retry-after': '1' } }
  }

  #refuseSize(head: Head): Refused | undefined {
    const { bodyBytes } = this.#limits
    return Number(head.headers['content-length']) > bodyBytes ? tooLarge(bodyBytes) : undefined
  }

  #refuse(request: IncomingMessage, response: ServerResponse, { status, problem, headers }: Refused): void {
    ignoreBody(request, response, status, this.#limits)
    this.#send(response, { status, type: jsonType, body: errorText(null, problem) }, headers)
  }

  #send(response: ServerResponse, { status, type, body }: Answer, headers: Refused['headers'] = {}): void {
    response.writeHead(status, {
      ...securityHeaders,
      ...(body !== '' && { 'content-type': type }),
      'content-length': Buffer.byteLength(body),
      ...(this.#stopping && { connection: 'close' }),
      ...headers,
    })
    response.end(body)
  }

  #sendJson({ response }: Asked, value: object): void {
    this.#send(response, { status: 200, type: jsonType, body: toJson(value) })
  }

  /** An admitted request, whose path is one of the routes. */
  async #serve(asked: Asked): Promise<void> {
    const { request, response } = asked
    const { method, handler } = this.#routes[pathOf(request.url)]!
    const { bodyBytes } = this.#limits
    try {
      const body = method === 'POST' ? await bodyOf(request, bodyBytes) : undefined
      if (body === 'too large') this.#refuse(request, response, tooLarge(bodyBytes))
      else await handler({ ...asked, body: body && parseJson(body) })
    } catch (error) {
      this.#failed(error, asked)
    }
  }

  async #rpc({ request, response, agent, body, isOwners }: Asked): Promise<void> {
    const session = sessionOf(request)
    const signal = signalOf(response, agent)
    const { dispatcher } = this.#options
    const stream = new LateStream(request.headers, response, securityHeaders)
    const canAnswer = request.headers['ix-person'] === '1' && isOwners && stream.tell !== undefined
    const onQuestion = (question: OpenQuestion) =>
      stream.tell?.(toJson({ jsonrpc: '2.0', method: 'question', params: question }))
    const answered = await answer(body, (method, params) =>
      this.#shares.work({ agent: agent.name, session }, () =>
        dispatcher.call(agent, method, params, signal, { session, onQuestion, canAnswer }),
      ),
    )
    if (!stream.end(answered.body)) this.#send(response, { ...answered, type: jsonType })
  }

  async #mcp({ request, response, agent, body, isOwners }: Asked): Promise<void> {
    const { headers, url } = request
    const session = sessionOf(request)
    const signal = signalOf(response, agent)
    const stream = new LateStream(headers, response, securityHeaders)
    const { tell } = stream
    const answered = await this.#shares.work({ agent: agent.name, session }, () =>
      this.#options.mcp({ body, headers, url, agent, session, signal, tell, isOwners }),
    )
    if (!stream.end(answered.body)) this.#send(response, { ...answered, type: 'application/json' })
  }

  #events({ request, response, agent }: Asked): void {
    const asked = new URL(request.url, 'http://localhost').searchParams
    this.#options.events.add(agent, sessionOf(request), response, securityHeaders, {
      calls: asked.has('calls'),
      answers: asked.has('answers'),
    })
  }

  #presence({ request, response, agent }: Asked): void {
    this.#options.presences.add(agent, sessionOf(request), response, securityHeaders)
  }

  #metrics(): string {
    const { rss, heapUsed } = process.memoryUsage()
    return metricsText({
      calls: this.#options.dispatcher.counts,
      statuses: this.#statuses,
      gauges: {
        in_flight: this.inFlight,
        event_readers: this.#options.events.readers,
        presences: this.#options.presences.count,
        resident_bytes: rss,
        heap_bytes: heapUsed,
      },
    })
  }

  /** Errors outside a method: a bad body, or our own bug. */
  #failed(error: unknown, { request, response }: Asked): void {
    if (response.headersSent) response.destroy()
    else this.#refuse(request, response, this.#refusedFor(error))
    if (!(error instanceof Problem)) this.#options.log.error({ fault: faultOf(error) }, 'a request failed')
  }

  #refusedFor(error: unknown): Refused {
    if (!(error instanceof Problem)) return { status: 500, problem: new Problem('internal_error') }
    const status = statuses[error.name] ?? 400
    return { status, problem: error, ...(status === 429 && { headers: { 'retry-after': '1' } }) }
  }
}

function tooLarge(bytes: number): Refused {
  return refused(413, 'limit_exceeded', `The body has more than ${bytes} bytes.`, 'Send less at a time.', false)
}

/** Aborts when the caller disconnects before it has the whole answer, or loses its access. */
function signalOf(response: ServerResponse, { ended }: Agent): AbortSignal {
  const controller = new AbortController()
  const end = () => controller.abort(ended?.reason)
  ended?.addEventListener('abort', end)
  response.once('close', () => {
    ended?.removeEventListener('abort', end)
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
