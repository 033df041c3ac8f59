/**
 * One websocket to a browser: commands with their replies, sessions, events. The only file that imports `ws`.
 * Large replies can be had unparsed, so that a tree of 100,000 nodes never exists as one parsed value.
 */
import { setMaxListeners } from 'node:events'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import { WebSocket } from 'ws'
import { Problem } from '../../problem.ts'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events
export type Command = keyof Commands
export type EventName = keyof Events
type Params<C extends Command> = Commands[C]['paramsType'][0]
type Returns<C extends Command> = Commands[C]['returnType']

interface Pending {
  readonly method: string
  readonly raw: boolean
  readonly sessionId: string | undefined
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The browser answered a command with an error. */
export class CommandError extends Error {
  readonly method: string
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.method = method
    this.code = code
  }
}

/** Replies over this size are worth looking at before they are parsed. */
const largeReply = 64 * 1024

export class Connection {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, Pending>()
  readonly #sessions = new Map<string, Session>()
  readonly #closers = new Set<(reason: string) => void>()
  #nextId = 1
  #closed: string | undefined
  /** The browser's own session. */
  readonly root: Session
  /** Commands sent so far; tests and benches count them. */
  sent = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.root = new Session(this, undefined)
    socket.on('message', (data: Buffer) => this.#receive(data))
    socket.on('close', () => this.#end('the connection to the browser ended'))
    socket.on('error', (error) => this.#end(error.message))
  }

  static async open(url: string, signal: AbortSignal): Promise<Connection> {
    // The compression of a loopback stream only costs time; a page's tree can be some 40 MB.
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: 512 * 1024 * 1024,
      handshakeTimeout: 5000,
    })
    const abort = () => socket.terminate()
    signal.addEventListener('abort', abort, { once: true })
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('open', () => resolve())
        socket.once('error', reject)
        socket.once('close', () => reject(new Error('closed before it was open')))
      })
    } finally {
      signal.removeEventListener('abort', abort)
    }
    return new Connection(socket)
  }

  get url(): string {
    return this.#socket.url
  }

  get closed(): string | undefined {
    return this.#closed
  }

  /** Called once, when the connection ends for whatever reason. Answers what takes the listener back. */
  onClose(listener: (reason: string) => void): () => void {
    if (this.#closed === undefined) this.#closers.add(listener)
    else listener(this.#closed)
    return () => this.#closers.delete(listener)
  }

  session(id: string): Session {
    let session = this.#sessions.get(id)
    if (session === undefined) {
      session = new Session(this, id)
      this.#sessions.set(id, session)
    }
    return session
  }

  dropSession(id: string): void {
    this.#sessions.delete(id)
    for (const [key, pending] of this.#pending) {
      if (pending.sessionId !== id) continue
      this.#pending.delete(key)
      pending.reject(new CommandError(pending.method, -32001, 'Session closed'))
    }
  }

  post(
    method: string,
    params: object | undefined,
    sessionId: string | undefined,
    raw: boolean,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(new CommandError(method, -32001, this.#closed))
      if (signal?.aborted) return reject(reasonOf(signal))
      const id = this.#nextId++
      const abort = () => {
        this.#pending.delete(id)
        reject(reasonOf(signal!))
      }
      const done = () => signal?.removeEventListener('abort', abort)
      this.#pending.set(id, {
        method,
        raw,
        sessionId,
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
      this.#socket.send(
        JSON.stringify(sessionId === undefined ? { id, method, params } : { id, sessionId, method, params }),
      )
    })
  }

  close(): void {
    this.#end('closed')
    this.#socket.terminate()
  }

  #receive(data: Buffer): void {
    if (data.length > largeReply) {
      const id = /^\{"id":(\d+),/.exec(data.toString('latin1', 0, 32))?.[1]
      const pending = id === undefined ? undefined : this.#pending.get(Number(id))
      // An answer that nobody waits for any more is not worth parsing.
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
      return
    }
    const pending = this.#pending.get(message.id)
    if (pending === undefined) return
    this.#pending.delete(message.id)
    if (message.error) pending.reject(new CommandError(pending.method, message.error.code, message.error.message))
    else pending.resolve(pending.raw ? data : message.result)
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    for (const pending of this.#pending.values()) pending.reject(new CommandError(pending.method, -32001, reason))
    this.#pending.clear()
    for (const listener of this.#closers) listener(reason)
    this.#closers.clear()
  }
}

/** A target's own channel. Commands are answered in order; events before an answer come before it. */
export class Session {
  readonly id: string | undefined
  readonly connection: Connection
  readonly #listeners = new Map<string, Set<(params: never) => void>>()

  constructor(connection: Connection, id: string | undefined) {
    this.connection = connection
    this.id = id
  }

  send<C extends Command>(method: C, params?: Params<C>, signal?: AbortSignal): Promise<Returns<C>> {
    return this.connection.post(method, params as object, this.id, false, signal) as Promise<Returns<C>>
  }

  /** The whole reply message as bytes: `{"id":1,"result":{…},…}`. */
  sendRaw<C extends Command>(method: C, params: Params<C>, signal?: AbortSignal): Promise<Buffer> {
    return this.connection.post(method, params as object, this.id, true, signal) as Promise<Buffer>
  }

  /** Answers what takes the listener back. */
  on<E extends EventName>(event: E, listener: (params: Events[E][0]) => void): () => void {
    let listeners = this.#listeners.get(event)
    if (listeners === undefined) {
      listeners = new Set()
      this.#listeners.set(event, listeners)
    }
    const added = listeners.add(listener as never)
    return () => added.delete(listener as never)
  }

  emit(event: string, params: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(params as never)
  }
}

export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Problem('timeout')
}
