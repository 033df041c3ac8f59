/** The connection to one browser. Large replies can be had unparsed: a huge tree is never one parsed value. */

import { setMaxListeners } from 'node:events'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import { Problem, WireError } from '../../../problem.ts'
import { Ending } from '../../basics/ending.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Transport } from './transport.ts'
import { openWebSocket } from './web-socket.ts'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events
export type Command = keyof Commands
export type EventName = keyof Events
type Params<C extends Command> = Commands[C]['paramsType'][0]
type Returns<C extends Command> = Commands[C]['returnType']

/** Ends the wait for a reply. */
export type Block = (reason: Error) => void
export interface Blocks {
  add(block: Block): void
  delete(block: Block): void
}

interface Pending {
  readonly method: string
  readonly raw: boolean
  readonly sessionId: string | undefined
  readonly onReply: ((result: unknown) => void) | undefined
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The browser answered a command with an error, or ended first. */
export class CommandError extends WireError {
  readonly method: string
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.method = method
    this.code = code
  }

  get problem(): Problem {
    if (this.code === noMethod)
      return new Problem('unsupported_here', {
        message: `This browser, or the way in which it is reached, has no ${this.method}.`,
        hint: 'A tab that is lent alone has less than a browser that is attached; Chromium 144 or newer has the rest.',
      })
    const message =
      this.code === noSession
        ? 'The tab or its browser went away during the call.'
        : `The browser refused ${this.method}: its page changed during the call.`
    return new Problem('unresponsive', { message, hint: 'Call {tabs} for what is open now, and ask again.' })
  }
}

/** The browser's error code for a command that it does not know. */
const noMethod = -32601
/** The browser's error code for a command to a missing session. */
const noSession = -32001

/** Replies over this size are inspected before parsing. */
const largeReply = 64 * 1024
/** A page decides how much it says about its tools; more than this is not worth parsing. */
const floodBytes = 4 * 1024 * 1024

export class Connection {
  readonly #transport: Transport
  readonly #pending = new Map<number, Pending>()
  readonly #sessions = new Map<string, Session>()
  readonly #ending = new Ending<string>()
  #nextId = 1
  #closed: string | undefined
  /** The browser's own session. */
  readonly root: Session
  /** Commands sent so far; tests and benches count them. */
  sent = 0

  constructor(transport: Transport) {
    this.#transport = transport
    this.root = new Session(this, undefined, undefined)
    transport.listen({ received: (message) => this.#receive(message), ended: (reason) => this.#end(reason) })
  }

  /** To a browser with a debugging port, by its websocket. */
  static async open(url: string, signal: AbortSignal): Promise<Connection> {
    return new Connection(await openWebSocket(url, signal))
  }

  /** Does the browser run on this machine, so that file paths mean the same to it? */
  get isLocal(): boolean {
    return this.#transport.isLocal
  }

  get closed(): string | undefined {
    return this.#closed
  }

  /** Called when the connection ends for any reason: see `Ending`. */
  onClose(listener: (reason: string) => void): () => void {
    return this.#ending.on(listener)
  }

  /** Open sessions, without the browser's own; tests count them. */
  get sessions(): number {
    return this.#sessions.size
  }

  /** `parent` is the session that announced it. */
  session(id: string, parent: Session = this.root): Session {
    return getOrCreate(this.#sessions, id, () => new Session(this, id, parent))
  }

  /** Also drops its child sessions: the browser announces only the end of the outermost. */
  dropSession(id: string): void {
    const session = this.#sessions.get(id)
    if (session === undefined) return
    this.#sessions.delete(id)
    for (const { id: other, parent } of [...this.#sessions.values()]) if (parent === session) this.dropSession(other!)
    for (const [key, pending] of this.#pending) {
      if (pending.sessionId !== id) continue
      this.#pending.delete(key)
      pending.reject(new CommandError(pending.method, noSession, 'Session closed'))
    }
    session.end()
  }

  post(
    method: string,
    params: object | undefined,
    sessionId: string | undefined,
    raw: boolean,
    signal: AbortSignal | undefined,
    blocks?: Blocks,
    onReply?: (result: unknown) => void,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(new CommandError(method, noSession, this.#closed))
      if (signal?.aborted) return reject(signal.reason)
      const id = this.#nextId++
      const block = (reason: Error) => this.#pending.get(id)?.reject(reason)
      const abort = () => block(signal!.reason)
      const done = () => {
        this.#pending.delete(id)
        blocks?.delete(block)
        signal?.removeEventListener('abort', abort)
      }
      blocks?.add(block)
      this.#pending.set(id, {
        method,
        raw,
        sessionId,
        onReply,
        resolve: (value) => {
          done()
          resolve(value)
        },
        reject: (error) => {
          done()
          reject(error)
        },
      })
      if (signal !== undefined) {
        // One signal covers all the calls of a read, pipelined.
        setMaxListeners(0, signal)
        signal.addEventListener('abort', abort, { once: true })
      }
      this.sent++
      this.#transport.send(
        JSON.stringify(sessionId === undefined ? { id, method, params } : { id, sessionId, method, params }),
      )
    })
  }

  close(): void {
    this.#end('closed')
    this.#transport.close()
  }

  #receive(data: Buffer): void {
    if (data.length > largeReply) {
      const id = /^\{"id":(\d+),/.exec(data.toString('latin1', 0, 32))?.[1]
      const pending = id === undefined ? undefined : this.#pending.get(Number(id))
      if (data.length > floodBytes && data.toString('latin1', 0, 48).startsWith('{"method":"WebMCP.toolsAdded"')) return
      // An abandoned reply is not worth parsing.
      if (id !== undefined && pending === undefined) return
      if (pending?.raw && data.toString('latin1', 0, 48).includes('"result":')) {
        this.#pending.delete(Number(id))
        pending.resolve(data)
        return
      }
    }
    const message = JSON.parse(data.toString('utf8'))
    if (message.id === undefined) {
      const session = message.sessionId === undefined ? this.root : this.#sessions.get(message.sessionId)
      session?.emit(message.method, message.params)
      if (message.method === 'Target.detachedFromTarget') this.dropSession(message.params.sessionId)
      return
    }
    // Even without an announcement: nothing more will come from that session.
    if (message.error?.code === noSession && message.sessionId !== undefined) this.dropSession(message.sessionId)
    const pending = this.#pending.get(message.id)
    if (pending === undefined) return
    this.#pending.delete(message.id)
    if (message.error) {
      pending.reject(new CommandError(pending.method, message.error.code, message.error.message))
      return
    }
    pending.onReply?.(message.result)
    pending.resolve(pending.raw ? data : message.result)
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    for (const pending of this.#pending.values()) pending.reject(new CommandError(pending.method, noSession, reason))
    this.#pending.clear()
    this.#ending.end(reason)
  }
}

/** A target's own channel. Commands are answered in order; earlier events arrive before an answer. */
export class Session {
  readonly id: string | undefined
  readonly connection: Connection
  /** The session that announced it, with which it ends. */
  readonly parent: Session | undefined
  readonly #listeners = new Map<string, Set<(params: never) => void>>()
  readonly #ending = new Ending()
  #hasEnded = false

  constructor(connection: Connection, id: string | undefined, parent: Session | undefined) {
    this.connection = connection
    this.id = id
    this.parent = parent
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Called once, when it or a session above it is detached. */
  onEnd(listener: () => void): void {
    this.#ending.on(listener)
  }

  /** Only for the connection to call. */
  end(): void {
    this.#hasEnded = true
    this.#ending.end()
  }

  /**
   * `blocks` gets what can end the wait early. `onReply` is called in order: after the events before the reply, before
   * those after it. Whoever awaits the reply may see later events first.
   */
  send<C extends Command>(
    method: C,
    params?: Params<C>,
    signal?: AbortSignal,
    blocks?: Blocks,
    onReply?: (result: Returns<C>) => void,
  ): Promise<Returns<C>> {
    const heard = onReply as ((result: unknown) => void) | undefined
    return this.connection.post(method, params as object, this.id, false, signal, blocks, heard) as Promise<Returns<C>>
  }

  /** The whole reply message as bytes: `{"id":1,"result":{…},…}`. */
  sendRaw<C extends Command>(method: C, params: Params<C>, signal?: AbortSignal): Promise<Buffer> {
    return this.connection.post(method, params as object, this.id, true, signal) as Promise<Buffer>
  }

  /** Returns a function that removes the listener. */
  on<E extends EventName>(event: E, listener: (params: Events[E][0]) => void): () => void {
    const added = getOrCreate(this.#listeners, event, () => new Set()).add(listener as never)
    return () => added.delete(listener as never)
  }

  emit(event: string, params: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(params as never)
  }
}
