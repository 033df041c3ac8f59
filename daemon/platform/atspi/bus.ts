/**
 * One connection to a D-Bus bus: raw method calls and signals, and nothing that introspects or asks for all properties.
 * The only file that imports the D-Bus library, which is loaded with the first connection.
 */
import { setMaxListeners } from 'node:events'
import type { Message, MessageBus, Variant } from '@jellybrick/dbus-next'
import { Problem } from '../../problem.ts'
import { CallError, failureOf } from './call-error.ts'
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

export const timeLimits = {
  /** Of a call. */
  call: 700,
  /** Of a call to a peer that left the last one unanswered and gave no sign of life since. */
  silent: 150,
  connect: 1000,
} as const

/** Calls that a peer has to work on at a time; more would only hold up its own user. */
const inFlight = 16

interface Waiting {
  readonly call: Call
  readonly signal: AbortSignal
  readonly ms: number
  resolve(values: readonly unknown[]): void
  reject(error: Error): void
  done: boolean
}

/** What is under way to one peer. */
interface Lane {
  running: number
  readonly queue: Waiting[]
  /** It left a call unanswered, and nothing came from it since. */
  silent: boolean
}

const signalType = 4
export class Bus {
  readonly #bus: MessageBus
  readonly #message: typeof Message
  readonly #variant: typeof Variant
  readonly #lanes = new Map<string, Lane>()
  readonly #aborts = new Map<AbortSignal, { readonly waiting: Set<Waiting>; readonly stop: () => void }>()
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
    for (const event of ['end', 'close', 'error']) stream?.on(event, () => this.#end('the bus closed the connection'))
  }

  /** `address` is D-Bus's own form: `unix:path=…`. Throws CallError `closed`. */
  static async open(address: string, signal: AbortSignal): Promise<Bus> {
    const { Message, sessionBus, Variant } = await import('@jellybrick/dbus-next')
    signal.throwIfAborted()
    let bus: MessageBus | undefined
    let timer: NodeJS.Timeout | undefined
    let abort = () => {}
    try {
      await new Promise<void>((resolve, reject) => {
        abort = () => reject(reasonOf(signal))
        signal.addEventListener('abort', abort, { once: true })
        timer = setTimeout(() => reject(new CallError('closed', 'the bus does not answer')), timeLimits.connect)
        bus = sessionBus({ busAddress: address, authMethods: ['EXTERNAL'] })
        bus.on('error' as never, ((error: Error) => reject(new CallError('closed', error.message))) as never)
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
  call(call: Call, signal: AbortSignal, ms: number = timeLimits.call): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(reasonOf(signal))
      if (this.#closed !== undefined) return reject(new CallError('closed', this.#closed))
      const waiting: Waiting = { call, signal, ms, resolve, reject, done: false }
      this.#guard(waiting)
      const lane = this.#lane(call.destination)
      if (lane.running < inFlight) this.#send(lane, waiting)
      else lane.queue.push(waiting)
    })
  }

  close(): void {
    this.#end('closed')
    streamOf(this.#bus)?.destroy()
  }

  #matchCall(member: string, rule: string, signal: AbortSignal): Promise<readonly unknown[]> {
    return this.call({ ...daemon, member, signature: 's', body: [rule] }, signal)
  }

  #lane(destination: string): Lane {
    let lane = this.#lanes.get(destination)
    if (lane === undefined) {
      lane = { running: 0, queue: [], silent: false }
      this.#lanes.set(destination, lane)
    }
    return lane
  }

  #send(lane: Lane, waiting: Waiting): void {
    const { call } = waiting
    lane.running++
    this.sent++
    const ms = lane.silent ? Math.min(waiting.ms, timeLimits.silent) : waiting.ms
    let late = false
    const timer = setTimeout(() => {
      late = true
      this.#silence(lane, waiting)
      this.#next(lane, call.destination)
    }, ms)
    const over = () => {
      clearTimeout(timer)
      lane.silent = false
      if (!late) this.#next(lane, call.destination)
    }
    this.#post(call).then(
      (values) => {
        over()
        if (this.#settle(waiting)) waiting.resolve(values)
      },
      (error) => {
        over()
        if (this.#settle(waiting)) waiting.reject(failureOf(error))
      },
    )
  }

  async #post(call: Call): Promise<readonly unknown[]> {
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

  /** The peer is stuck: what waits behind a call that it does not answer would only wait as long again. */
  #silence(lane: Lane, waiting: Waiting): void {
    lane.silent = true
    const error = () => new CallError('silent', `no answer to ${waiting.call.member}`)
    if (this.#settle(waiting)) waiting.reject(error())
    for (const other of lane.queue.splice(0)) if (this.#settle(other)) other.reject(error())
  }

  #next(lane: Lane, destination: string): void {
    lane.running--
    for (let next = lane.queue.shift(); next !== undefined; next = lane.queue.shift()) {
      if (next.done) continue
      this.#send(lane, next)
      return
    }
    if (lane.running === 0 && !lane.silent) this.#lanes.delete(destination)
  }

  /** True the first time: whoever settles a call tells its caller. */
  #settle(waiting: Waiting): boolean {
    if (waiting.done) return false
    waiting.done = true
    const group = this.#aborts.get(waiting.signal)
    if (group?.waiting.delete(waiting) && group.waiting.size === 0) {
      group.stop()
      this.#aborts.delete(waiting.signal)
    }
    return true
  }

  /** One listener a signal: one signal covers the thousand calls of a read. */
  #guard(waiting: Waiting): void {
    const { signal } = waiting
    const known = this.#aborts.get(signal)
    if (known !== undefined) return void known.waiting.add(waiting)
    const group = new Set([waiting])
    const abort = () => {
      for (const one of [...group]) if (this.#settle(one)) one.reject(reasonOf(signal))
    }
    setMaxListeners(0, signal)
    signal.addEventListener('abort', abort, { once: true })
    this.#aborts.set(signal, { waiting: group, stop: () => signal.removeEventListener('abort', abort) })
  }

  #receive(message: Message): void {
    const sender = message.sender ?? ''
    const lane = this.#lanes.get(sender)
    if (lane?.silent) {
      lane.silent = false
      if (lane.running === 0) this.#lanes.delete(sender)
    }
    if (message.type !== signalType) return
    const { path, interface: of, member, body } = message
    if (path === undefined || of === undefined || member === undefined) return
    this.#signals.tell({ sender, path, interface: of, member, body: body as unknown[] })
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    for (const group of [...this.#aborts.values()])
      for (const waiting of [...group.waiting])
        if (this.#settle(waiting)) waiting.reject(new CallError('closed', reason))
    this.#lanes.clear()
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
  destroy(): void
}

/** The library tells nobody when the bus goes away; its stream does. */
function streamOf(bus: MessageBus | undefined): Stream | undefined {
  return (bus as unknown as { readonly _connection?: { readonly stream?: Stream } } | undefined)?._connection?.stream
}

export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Problem('timeout')
}
