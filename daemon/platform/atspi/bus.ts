/**
 * One connection to a D-Bus bus: raw method calls and signals, and nothing that introspects or asks for all properties.
 * The only file that imports the D-Bus library, which is loaded with the first connection.
 */
import type { Message, MessageBus, Variant } from '@jellybrick/dbus-next'
import { CallError } from './call-error.ts'
import { Lanes, reasonOf, timeLimits, type Values } from './lanes.ts'
import { type Watcher, Watchers } from './watchers.ts'

export interface Call {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  /** Of the body; both are empty where they are left out. A variant in it is a `Typed`. */
  readonly signature?: string
  readonly body?: readonly unknown[]
}

/** A value whose type D-Bus has to be told. */
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

/** For a connection to be had. */
const connectMs = 1000
const signalType = 4

export class Bus {
  readonly #bus: MessageBus
  readonly #message: typeof Message
  readonly #variant: typeof Variant
  readonly #lanes = new Lanes()
  readonly #rules = new Map<string, number>()
  readonly #signals = new Watchers<Signal>()
  readonly #closers = new Watchers<string>()
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
        // A message that cannot be parsed is left out; without its stream the connection is over.
        if (!(streamOf(bus)?.writable ?? false)) this.#end(error.message)
      }) as never,
    )
    const stream = streamOf(bus)
    contain(stream, (reason) => this.#end(reason))
    for (const event of ['end', 'close', 'error']) stream?.on(event, () => this.#end('the bus closed the connection'))
  }

  /** `address` is D-Bus's own form: `unix:path=…`. Throws CallError `closed`. */
  static async open(address: string, signal: AbortSignal, isPeer = false): Promise<Bus> {
    const { Message, sessionBus, Variant } = await import('@jellybrick/dbus-next')
    signal.throwIfAborted()
    let bus: MessageBus | undefined
    let timer: NodeJS.Timeout | undefined
    let abort = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        abort = () => reject(reasonOf(signal))
        signal.addEventListener('abort', abort, { once: true })
        timer = setTimeout(() => reject(new CallError('closed', 'the bus does not answer')), connectMs)
        bus = sessionBus({ busAddress: address, authMethods: ['EXTERNAL'] })
        bus.on(
          'error' as never,
          ((error: Error) => {
            // A peer knows no Hello, which a bus wants to be greeted with.
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

  /** A connection to one peer alone, which has no bus in it. Throws CallError `closed`. */
  static async openPeer(address: string, signal: AbortSignal): Promise<Bus> {
    return await Bus.open(address, signal, true)
  }

  /** Its own unique name. */
  get name(): string {
    return this.#bus.name ?? ''
  }

  get closed(): string | undefined {
    return this.#closed
  }

  /** Called once, when the connection ends for whatever reason. Answers what takes the listener back. */
  onClose(listener: Watcher<string>): () => void {
    if (this.#closed !== undefined) listener(this.#closed)
    return this.#closers.add(listener)
  }

  /** Signals of all rules that are matched, in order with the replies of their sender. */
  onSignal(listener: Watcher<Signal>): () => void {
    return this.#signals.add(listener)
  }

  /** Asks the bus for signals. Answers what takes the rule back. */
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
   * One call, at most 16 at a time to a peer: the values of its reply. Throws CallError, or what the signal says. A
   * peer that leaves one call unanswered fails all that wait for it.
   */
  call(call: Call, signal: AbortSignal, ms: number = timeLimits.call): Promise<Values> {
    return this.#lanes.run({ peer: call.destination, member: call.member, post: () => this.#post(call), signal, ms })
  }

  /**
   * The same without a time limit and out of turn, for calls whose answer may be long in coming though nothing hangs:
   * a press is answered by some toolkits when the dialog that it opened is closed.
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
      body: (call.body ?? []).map((value) =>
        value instanceof Typed ? new this.#variant(value.signature, value.value) : value,
      ),
    })
    const reply = await this.#bus.call(message)
    return (reply?.body ?? []) as readonly unknown[]
  }

  #receive(message: Message): void {
    const sender = message.sender ?? ''
    this.#lanes.heard(sender)
    if (message.type !== signalType) return
    const { path, interface: of, member, body } = message
    if (path === undefined || of === undefined || member === undefined) return
    this.#signals.tell({ sender, path, interface: of, member, body: body as unknown[] })
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    this.#lanes.end(reason)
    this.#closers.tell(reason)
  }
}

/** The bus itself as a peer. */
export const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

interface Stream {
  readonly writable: boolean
  on(event: string, listener: () => void): void
  listeners(event: string): unknown[]
  removeAllListeners(event: string): void
  destroy(): void
}

/** What comes from a peer directly has been checked by no bus: what cannot be parsed ends the connection, no more. */
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

/** The library tells nobody when the bus goes away; its stream does. */
function streamOf(bus: MessageBus | undefined): Stream | undefined {
  return (bus as unknown as { readonly _connection?: { readonly stream?: Stream } } | undefined)?._connection?.stream
}
