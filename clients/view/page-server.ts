/** Serves the page on a loopback port of its own. The daemon's own address stays closed to pages. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { isSameUser } from '../../daemon/run/same-user.ts'
import { CallError, type CallOptions, open } from '../reach/call.ts'
import { NoDaemon } from '../reach/no-daemon.ts'
import { Admission, foreign } from './admission.ts'
import type { Forwarded } from './forwarded.ts'
import type { PageFiles } from './page-files.ts'

/** What the page shows. */
export interface Subject {
  /** Sent to the page when it starts. */
  readonly start: () => object
  /** For a live view: what the page may ask, and how the daemon is reached in the page's own session. */
  readonly forwarded?: Forwarded
  readonly calls?: CallOptions
  /** A file that `ix trace` wrote. */
  readonly trace?: Buffer
}

const bodyBytes = 64 * 1024
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

export class PageServer {
  readonly #files: PageFiles
  readonly #subject: Subject
  readonly #admission = new Admission()
  readonly #server: Server

  constructor(files: PageFiles, subject: Subject) {
    this.#files = files
    this.#subject = subject
    this.#server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000 }, (request, response) => {
      this.#answer(request, response).catch((error) => this.#failed(response, error))
    })
    this.#server.maxConnections = 64
    this.#server.on('connection', (socket) => {
      if (!isSameUser(socket)) socket.destroy()
    })
  }

  /** The link, which works once. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve)
    })
    return this.#admission.link(this.#port)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const no = foreign(request, this.#port)
    if (no !== undefined) return refuse(response, 403, no)
    const { method, url = '' } = request
    const files = this.#files
    const { start, forwarded, calls, trace } = this.#subject
    const file = method === 'GET' ? files.get(url === '/' ? '/index.html' : url) : undefined
    if (file !== undefined) return send(response, 200, file.type, file.content)
    if (url === '/open' && method === 'POST') return await this.#open(request, response)
    const base = `/${this.#admission.place}/`
    if (!url.startsWith(base)) return refuse(response, 404, 'There is nothing at this path.')
    if (!this.#admission.has(request)) return refuse(response, 403, usedLink)
    const asked = `${method} ${url.slice(base.length)}`
    const shell = files.get('/index.html')!
    if (asked === 'GET ') return send(response, 200, shell.type, shell.content)
    if (asked === 'GET start') return sendJson(response, start())
    if (asked === 'GET trace' && trace !== undefined) return send(response, 200, 'text/plain; charset=utf-8', trace)
    if (asked === 'POST call' && forwarded !== undefined) return await this.#call(forwarded, request, response)
    if (asked === 'GET events' && calls !== undefined) return await this.#events(calls, response)
    refuse(response, 404, 'There is nothing at this path.')
  }

  async #open(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { key } = (await bodyOf(request)) as { readonly key?: unknown }
    const cookie = this.#admission.open(key)
    if (cookie === undefined) return refuse(response, 403, this.#admission.isUsed ? usedLink : wrongLink)
    response.setHeader('set-cookie', cookie)
    sendJson(response, { at: `/${this.#admission.place}/` })
  }

  async #call(forwarded: Forwarded, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, params } = (await bodyOf(request)) as { readonly method?: unknown; readonly params?: unknown }
    const result = await forwarded.call(method, params, gone(response))
    sendJson(response, { result })
  }

  async #events(calls: CallOptions, response: ServerResponse): Promise<void> {
    const stream = await open('/events?calls&answers', { ...calls, signal: gone(response) })
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' })
    // Either side may go away at any time.
    await pipeline(stream, response).catch(() => response.destroy())
  }

  #failed(response: ServerResponse, error: unknown): void {
    if (response.headersSent || response.destroyed) return void response.destroy()
    const known = error instanceof CallError || error instanceof NoDaemon
    const message = known ? error.message : 'The request failed.'
    const hint = error instanceof CallError ? error.hint : undefined
    const name = known ? error.name : 'internal_error'
    sendJson(response, { error: { name, message, ...(hint !== undefined && { hint }) } })
  }
}

const usedLink = 'This link has been used. Run ix view again for a new one.'
const wrongLink = 'This is not the link that ix view printed. Open that one.'

function send(response: ServerResponse, status: number, type: string, content: string | Buffer): void {
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(content) })
  response.end(content)
}

function sendJson(response: ServerResponse, value: object): void {
  send(response, 200, 'application/json; charset=utf-8', JSON.stringify(value))
}

function refuse(response: ServerResponse, status: number, message: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${message}\n`)
}

/** An object; anything else counts as an empty one. */
async function bodyOf(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > bodyBytes) throw new CallError('limit_exceeded', 'The page sent too much.')
    chunks.push(chunk as Buffer)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Aborts when the page disconnects. */
function gone(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort(new Error('The page is gone.')))
  return controller.signal
}
