/**
 * One connection to a D-Bus bus: raw method calls and signals, with no introspection and no request for all properties.
 * The only file that imports the D-Bus library, which loads with the first connection.
 */
import type { Message, MessageBus, Variant } from '@jellybrick/dbus-next'
import { Ending } from '../../basics/ending.ts'
import { Listeners } from '../../basics/listeners.ts'
import { CallError } from './call-error.ts'
import type { Handle } from './fd-socket.ts'
import { FdStream, type Opens } from './fd-stream.ts'
import { Lanes, type Values } from './lanes.ts'

export interface Call {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  /** The body's signature; both default to empty. A variant in the body is a `Typed`. */
  readonly signature?: string
  readonly body?: readonly unknown[]
}

/**
 * A file descriptor in the body of a call; the peer gets a copy. In the body of a reply it is a `Handle`, which the
 * receiver closes.
 */
export class Passed {
  readonly handle: Handle
  constructor(handle: Handle) {
    this.handle = handle
  }
}

/** A value whose D-Bus type must be given. */
export class Typed {
  readonly signature: string
  readonly value: unknown
  constructor(signature: string, value: unknown) {
    this.signature = signature
    this.value = value
  }
}

export interface Signal {
  /** Unique name of the sender. */
  readonly sender: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly body: readonly unknown[]
}

/** A call that someone else makes. */
export interface Asked {
  /** Its unique name. */
  readonly sender: string
  readonly member: string
  readonly body: readonly unknown[]
}

/** For connecting. */
const connectMs = 1000
const signalType = 4

export class Bus {
  readonly #bus: MessageBus
  readonly #message: typeof Message
  readonly #variant: typeof Variant
  readonly #lanes = new Lanes()
  readonly #rules = new Map<string, number>()
  readonly #signals = new Listeners<Signal>()
  readonly #ending = new Ending<string>()
  #closed: string | undefined
  /** Calls sent so far; tests and benches count them. */
  sent = 0

  private constructor(bus: MessageBus, message: typeof Message, variant: typeof Variant) {
    this.#bus = bus
    this.#message = message
    this.#variant = variant
    bus.on('message', (received) => this.#receive(received))
    bus.on(
      'error' as never,
      ((error: Error) => {
        // An unparseable message is skipped; losing the stream ends the connection.
        if (!(streamOf(bus)?.writable ?? false)) this.#end(error.message)
      }) as never,
    )
    const stream = streamOf(bus)
    contain(stream, (reason) => this.#end(reason))
    for (const event of ['end', 'close', 'error']) stream?.on(event, () => this.#end('the bus closed the connection'))
  }

  /** `address` in D-Bus form: `unix:path=…`. Throws CallError `closed`. */
  static async open(address: string, signal: AbortSignal, { isPeer = false, over }: Way = {}): Promise<Bus> {
    const { Message, sessionBus, Variant } = await import('@jellybrick/dbus-next')
    signal.throwIfAborted()
    let bus: MessageBus | undefined
    let timer: NodeJS.Timeout | undefined
    let abort = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        timer = setTimeout(() => reject(new CallError('silent', 'the bus does not answer')), connectMs)
        bus = sessionBus({ busAddress: address, authMethods: ['EXTERNAL'] })
        if (over !== undefined) carry(bus, over)
        bus.on(
          'error' as never,
          ((error: Error) => {
            // A peer does not know Hello, the greeting that a bus requires.
            if (isPeer && 'reply' in error) resolve()
            else reject(new CallError('closed', error.message))
          }) as never,
        )
        bus.once('connect', () => resolve())
      })
      return new Bus(bus!, Message, Variant)
    } catch (error) {
      streamOf(bus)?.destroy()
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  /** A direct connection to one peer, without a bus. Throws CallError `closed`. */
  static async openPeer(address: string, signal: AbortSignal): Promise<Bus> {
    return await Bus.open(address, signal, { isPeer: true })
  }

  /** Its own unique name. */
  get name(): string {
    return this.#bus.name ?? ''
  }

  get closed(): string | undefined {
    return this.#closed
  }

  /** Called when the connection ends for any reason: see `Ending`. */
  onClose(listener: (reason: string) => void): () => void {
    return this.#ending.on(listener)
  }

  /** Signals of all matched rules, in order with their sender's replies. */
  onSignal(listener: (signal: Signal) => void): () => void {
    return this.#signals.add(listener)
  }

  /** Asks the bus for signals. Returns a function that releases the rule. */
  async match(rule: string, signal: AbortSignal): Promise<() => void> {
    const count = this.#rules.get(rule) ?? 0
    this.#rules.set(rule, count + 1)
    let taken = true
    const release = () => {
      if (!taken) return
      taken = false
      const left = (this.#rules.get(rule) ?? 1) - 1
      if (left > 0) return void this.#rules.set(rule, left)
      this.#rules.delete(rule)
      this.#matchCall('RemoveMatch', rule, new AbortController().signal).catch(() => {})
    }
    if (count > 0) return release
    try {
      await this.#matchCall('AddMatch', rule, signal)
    } catch (error) {
      release()
      throw error
    }
    return release
  }

  /**
   * One call, at most 16 at a time per peer; returns the values of its reply. Throws CallError or the signal's reason.
   * Without `ms` a slow peer is waited for as long as anything comes from it. When a peer leaves a call unanswered and
   * is silent, all calls waiting for it fail.
   */
  call(call: Call, signal: AbortSignal, ms?: number): Promise<Values> {
    return this.#lanes.run({ peer: call.destination, member: call.member, post: () => this.#post(call), signal, ms })
  }

  /**
   * The same without a time limit and out of turn, for calls whose reply may take long although nothing hangs: some
   * toolkits answer a press when the dialog it opened is closed.
   */
  start(call: Call, signal: AbortSignal): Promise<Values> {
    return this.#lanes.runFree({
      peer: call.destination,
      member: call.member,
      post: () => this.#post(call),
      signal,
      ms: 0,
    })
  }

  /** Answers calls of an interface here, each with one text, at once or later. Returns a function that stops this. */
  serve(of: string, answer: (call: Asked) => Promise<string>): () => void {
    const handler = (message: Message) => {
      if (message.interface !== of) return false
      const { sender = '', member = '', body } = message
      void answer({ sender, member, body: body as unknown[] }).then((text) => {
        if (this.#closed === undefined) this.#bus.send(this.#message.newMethodReturn(message, 's', [text]))
      })
      return true
    }
    this.#bus.addMethodHandler(handler)
    return () => this.#bus.removeMethodHandler(handler)
  }

  close(): void {
    this.#end('closed')
    streamOf(this.#bus)?.destroy()
  }

  #matchCall(member: string, rule: string, signal: AbortSignal): Promise<Values> {
    return this.call({ ...daemon, member, signature: 's', body: [rule] }, signal)
  }

  async #post(call: Call): Promise<Values> {
    this.sent++
    const message = new this.#message({
      destination: call.destination,
      path: call.path,
      interface: call.interface,
      member: call.member,
      signature: call.signature ?? '',
      body: (call.body ?? []).map((value) => this.#sendable(value)),
    })
    const passed = call.body?.find((value) => value instanceof Passed)
    if (passed !== undefined) (streamOf(this.#bus) as FdStream).pass(passed.handle)
    const reply = await this.#bus.call(message)
    return (reply?.body ?? []) as readonly unknown[]
  }

  /** Also converts the values of a table. */
  #sendable(value: unknown): unknown {
    if (value instanceof Passed) return value.handle.fd
    if (value instanceof Typed) return new this.#variant(value.signature, value.value)
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#sendable(one)]))
  }

  #receive(message: Message): void {
    const sender = message.sender ?? ''
    this.#lanes.heard(sender)
    if (message.type !== signalType) return
    const { path, interface: of, member, body } = message
    if (path === undefined || of === undefined || member === undefined) return
    this.#signals.emit({ sender, path, interface: of, member, body: body as unknown[] })
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    this.#lanes.end(reason)
    this.#ending.end(reason)
  }
}

/** The bus itself as a peer. */
export const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** Whether anyone has this name on the bus. */
export async function isOwned(bus: Pick<Bus, 'call'>, name: string, signal: AbortSignal): Promise<boolean> {
  const call = { ...daemon, member: 'NameHasOwner', signature: 's', body: [name] }
  return (await bus.call(call, signal))[0] === true
}

/** How to speak to whoever listens there. */
export interface Way {
  readonly isPeer?: boolean
  /** For calls that pass file descriptors, which Node's own connections cannot carry. */
  readonly over?: Opens
}

interface Wired {
  _wireStream(stream: unknown): void
}

/** The library makes its own connection, and has no option to give it another. */
function carry(bus: MessageBus, over: Opens): void {
  const { _connection: connection } = bus as unknown as { readonly _connection: Wired }
  const wire = connection._wireStream.bind(connection)
  connection._wireStream = (own) => {
    const unused = own as Stream
    unused.on('error', () => {})
    unused.destroy()
    const stream = new FdStream(over)
    wire(stream)
    stream.emit('connect')
  }
}

/** The path of a bus on this machine, as Node takes it: one in the abstract namespace begins with a zero byte. */
export function pathOf(address: string): string {
  const [, kind, value = ''] = /^unix:(?:.*,)?(path|abstract)=([^,;]*)/.exec(address) ?? []
  const path = decodeURIComponent(value)
  return kind === 'abstract' ? `\0${path}` : path
}

interface Stream {
  readonly writable: boolean
  on(event: string, listener: () => void): void
  listeners(event: string): unknown[]
  removeAllListeners(event: string): void
  destroy(): void
}

/** No bus has checked what comes directly from a peer: unparseable data only ends the connection. */
function contain(stream: Stream | undefined, end: (reason: string) => void): void {
  if (stream === undefined) return
  const readers = stream.listeners('readable') as (() => void)[]
  stream.removeAllListeners('readable')
  for (const read of readers) {
    stream.on('readable', () => {
      try {
        read.call(stream)
      } catch {
        end('it does not speak D-Bus')
        stream.destroy()
      }
    })
  }
}

/** The library does not report that the bus went away; its stream does. */
function streamOf(bus: MessageBus | undefined): Stream | undefined {
  return (bus as unknown as { readonly _connection?: { readonly stream?: Stream } } | undefined)?._connection?.stream
}
