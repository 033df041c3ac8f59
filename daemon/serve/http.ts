/** HTTP for both listeners: guards, bodies, routes, limits, and an orderly shutdown. Knows nothing about the methods. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type RouteOptions,
} from 'fastify'
import type { OpenQuestion } from '../../api-schema/question.ts'
import type { Agent, Agents } from '../agents/agents.ts'
import type { Dispatcher } from '../dispatch.ts'
import { parseJson, toJson } from '../json.ts'
import { Problem } from '../problem.ts'
import { faultOf, type Log } from '../run/log.ts'
import type { Events } from './events.ts'
import {
  admit,
  type Head,
  isOwners,
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
  readonly #app: FastifyInstance
  readonly #servers: Server[] = []
  readonly #agents = new WeakMap<IncomingMessage, Agent>()
  /** Requests of the owner's own programs, also where they act as an agent. */
  readonly #owners = new WeakSet<IncomingMessage>()
  readonly #shares: Shares
  readonly #statuses = new Map<number, number>()
  readonly #unanswered: Unanswered = new WeakMap()
  readonly #routes = {
    '/rpc': { method: 'POST', handler: (request, reply) => this.#rpc(request, reply) },
    '/mcp': { method: 'POST', handler: (request, reply) => this.#mcp(request, reply) },
    '/health': { method: 'GET', handler: (_request, reply) => sendJson(reply, this.#options.health()) },
    '/openrpc.json': { method: 'GET', handler: (_request, reply) => sendJson(reply, this.#options.openrpc()) },
    '/metrics': {
      method: 'GET',
      handler: (_request, reply) => reply.type('text/plain; charset=utf-8').send(this.#metrics()),
    },
    '/events': { method: 'GET', handler: (request, reply) => this.#events(request, reply) },
    '/presence': { method: 'POST', handler: (request, reply) => this.#presence(request, reply) },
  } satisfies { readonly [path: string]: Pick<RouteOptions, 'handler'> & { readonly method: 'GET' | 'POST' } }
  #inFlight = 0
  /** Requests that arrived before `open`, in order; `undefined` afterwards. */
  #early: (() => void)[] | undefined = []
  #stopping = false
  #idle: (() => void) | undefined

  private constructor(options: HttpOptions) {
    this.#options = options
    this.#limits = { ...httpLimits, ...options.limits }
    this.#shares = new Shares(this.#limits)
    this.#app = fastify({
      logger: false,
      bodyLimit: this.#limits.bodyBytes,
      exposeHeadRoutes: false,
      return503OnClosing: false,
      frameworkErrors: (error, _request, reply) => this.#failed(error, reply),
    })
    this.#addRoutes()
  }

  static async create(options: HttpOptions): Promise<Http> {
    const http = new Http(options)
    await http.#app.ready()
    return http
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
    await this.#app.close()
  }

  #receive(request: IncomingMessage, response: ServerResponse, way: Way): void {
    if (this.#early !== undefined) {
      this.#early.push(() => this.#receive(request, response, way))
      return
    }
    this.#inFlight += 1
    noteUnanswered(this.#unanswered, request, response)
    response.once('close', () => this.#ended(response))
    const head = request as IncomingMessage & { readonly method: string; readonly url: string }
    const agent = this.#admit(head, way)
    const caller = 'problem' in agent ? undefined : { agent: agent.name, session: sessionIn(head) }
    const no = caller === undefined ? (agent as Refused) : this.#shares.begin(caller)
    if (no !== undefined) {
      this.#refuse(request, response, no)
      return
    }
    this.#agents.set(request, agent as Agent)
    if (isOwners(head, way, this.#options.agents)) this.#owners.add(request)
    response.once('close', () => this.#shares.end(caller!))
    this.#app.routing(request, response)
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
    const body = errorText(null, problem)
    const length = Buffer.byteLength(body)
    response.writeHead(status, { ...securityHeaders, 'content-type': jsonType, 'content-length': length, ...headers })
    response.end(body)
  }

  #addRoutes(): void {
    const app = this.#app
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: unknown) =>
      parseJson(body as Buffer),
    )
    app.addHook('onSend', async (_request, reply) => {
      reply.headers(securityHeaders)
      if (this.#stopping) reply.header('connection', 'close')
    })
    app.setErrorHandler((error: FastifyError, _request, reply) => this.#failed(error, reply))
    for (const [url, route] of Object.entries(this.#routes)) app.route({ url, ...route })
  }

  async #rpc(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const agent = this.#agentOf(request)
    const session = sessionOf(request)
    const signal = signalOf(reply, agent)
    const { dispatcher } = this.#options
    const stream = new LateStream(request.headers, reply, securityHeaders)
    const canAnswer = request.headers['ix-person'] === '1' && this.#owners.has(request.raw) && stream.tell !== undefined
    const onQuestion = (question: OpenQuestion) =>
      stream.tell?.(toJson({ jsonrpc: '2.0', method: 'question', params: question }))
    const answered = await answer(request.body, (method, params) =>
      this.#shares.work({ agent: agent.name, session }, () =>
        dispatcher.call(agent, method, params, signal, { session, onQuestion, canAnswer }),
      ),
    )
    stream.end(answered, jsonType)
    return reply
  }

  async #mcp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { body, headers, url } = request
    const session = sessionOf(request)
    const agent = this.#agentOf(request)
    const signal = signalOf(reply, agent)
    const stream = new LateStream(request.headers, reply, securityHeaders)
    const { tell } = stream
    const isOwners = this.#owners.has(request.raw)
    const answered = await this.#shares.work({ agent: agent.name, session }, () =>
      this.#options.mcp({ body, headers, url, agent, session, signal, tell, isOwners }),
    )
    stream.end(answered, 'application/json')
    return reply
  }

  #events(request: FastifyRequest, reply: FastifyReply): void {
    const asked = new URL(request.url, 'http://localhost').searchParams
    this.#options.events.add(this.#agentOf(request), sessionOf(request), reply.raw, securityHeaders, {
      calls: asked.has('calls'),
      answers: asked.has('answers'),
    })
    reply.hijack()
  }

  #presence(request: FastifyRequest, reply: FastifyReply): void {
    this.#options.presences.add(this.#agentOf(request), sessionOf(request), reply.raw, securityHeaders)
    reply.hijack()
  }

  #agentOf(request: FastifyRequest): Agent {
    const agent = this.#agents.get(request.raw)
    if (agent === undefined) throw new Error('a request came past the guards')
    return agent
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
  #failed(error: FastifyError | Problem | Error, reply: FastifyReply): void {
    const { status, problem } = this.#refusedFor(error)
    if (status === 413) {
      reply.removeHeader('connection')
      ignoreBody(reply.request.raw, reply.raw, status, this.#limits)
    }
    if (status === 429) reply.header('retry-after', '1')
    reply.code(status).type(jsonType).send(errorText(null, problem))
  }

  #refusedFor(error: FastifyError | Problem | Error): Refused {
    if (error instanceof Problem) return { status: statuses[error.name] ?? 400, problem: error }
    const { code } = error as FastifyError
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(this.#limits.bodyBytes)
    if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return { status: 400, problem: new Problem('parse_error') }
    if (Number((error as FastifyError).statusCode) < 500) {
      return refused(400, 'invalid_request', 'The request cannot be read.', 'Send a plain HTTP/1.1 request.')
    }
    this.#options.log.error({ fault: faultOf(error) }, 'a request failed')
    return { status: 500, problem: new Problem('internal_error') }
  }
}

function tooLarge(bytes: number): Refused {
  return refused(413, 'limit_exceeded', `The body has more than ${bytes} bytes.`, 'Send less at a time.', false)
}

/**
 * Aborts when the caller disconnects before it has the whole answer, or loses its access. Not Fastify's own signal,
 * which also fires early.
 */
function signalOf(reply: FastifyReply, { ended }: Agent): AbortSignal {
  const controller = new AbortController()
  const end = () => controller.abort(ended?.reason)
  ended?.addEventListener('abort', end)
  reply.raw.once('close', () => {
    ended?.removeEventListener('abort', end)
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.type(jsonType).send(toJson(value))
}
