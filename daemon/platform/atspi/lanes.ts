/**
 * Calls to peers, each peer's on a lane of its own: so many at a time, each with a time limit, and a peer that is silent
 * holds up nobody twice, nor those who wait for others.
 */
import { setMaxListeners } from 'node:events'
import { Problem } from '../../problem.ts'
import { CallError, failureOf } from './call-error.ts'

export type Values = readonly unknown[]

export const timeLimits = {
  /** Of a call. */
  call: 700,
  /** Of a call to a peer that left the last one unanswered and gave no sign of life since. */
  silent: 150,
} as const

/** Calls that a peer has to work on at a time; more would only hold up its own user. */
const inFlight = 16

export interface Order {
  readonly peer: string
  /** For messages. */
  readonly member: string
  readonly post: () => Promise<Values>
  readonly signal: AbortSignal
  readonly ms: number
}

interface Waiting extends Order {
  resolve(values: Values): void
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

interface Guard {
  readonly waiting: Set<Waiting>
  readonly stop: () => void
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #guards = new Map<AbortSignal, Guard>()
  #ended: string | undefined

  /** In turn. Throws CallError, or what the signal says. */
  run(order: Order): Promise<Values> {
    return this.#wait(order, (waiting) => {
      const lane = this.#lane(order.peer)
      if (lane.running < inFlight) this.#send(lane, waiting)
      else lane.queue.push(waiting)
    })
  }

  /** At once, and for as long as it takes. */
  runFree(order: Order): Promise<Values> {
    return this.#wait(order, (waiting) => {
      order.post().then(
        (values) => this.#settle(waiting) && waiting.resolve(values),
        (error) => this.#settle(waiting) && waiting.reject(failureOf(error)),
      )
    })
  }

  /** Something came from the peer. */
  heard(peer: string): void {
    const lane = this.#lanes.get(peer)
    if (lane === undefined || !lane.silent) return
    lane.silent = false
    if (lane.running === 0) this.#lanes.delete(peer)
  }

  /** Fails all that waits, and all that will. */
  end(reason: string): void {
    this.#ended = reason
    for (const { waiting } of [...this.#guards.values()]) {
      for (const one of [...waiting]) if (this.#settle(one)) one.reject(new CallError('closed', reason))
    }
    this.#lanes.clear()
  }

  #wait(order: Order, start: (waiting: Waiting) => void): Promise<Values> {
    return new Promise((resolve, reject) => {
      if (order.signal.aborted) return reject(reasonOf(order.signal))
      if (this.#ended !== undefined) return reject(new CallError('closed', this.#ended))
      const waiting: Waiting = { ...order, resolve, reject, done: false }
      this.#guard(waiting)
      start(waiting)
    })
  }

  #lane(peer: string): Lane {
    let lane = this.#lanes.get(peer)
    if (lane === undefined) {
      lane = { running: 0, queue: [], silent: false }
      this.#lanes.set(peer, lane)
    }
    return lane
  }

  #send(lane: Lane, waiting: Waiting): void {
    lane.running++
    const ms = lane.silent ? Math.min(waiting.ms, timeLimits.silent) : waiting.ms
    let late = false
    const timer = setTimeout(() => {
      late = true
      this.#silence(lane, waiting)
      this.#next(lane, waiting.peer)
    }, ms)
    const over = () => {
      clearTimeout(timer)
      lane.silent = false
      if (!late) this.#next(lane, waiting.peer)
    }
    waiting.post().then(
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

  /** The peer is stuck: what waits behind a call that it does not answer would only wait as long again. */
  #silence(lane: Lane, waiting: Waiting): void {
    lane.silent = true
    const error = () => new CallError('silent', `no answer to ${waiting.member}`)
    if (this.#settle(waiting)) waiting.reject(error())
    for (const other of lane.queue.splice(0)) if (this.#settle(other)) other.reject(error())
  }

  #next(lane: Lane, peer: string): void {
    lane.running--
    for (let next = lane.queue.shift(); next !== undefined; next = lane.queue.shift()) {
      if (next.done) continue
      this.#send(lane, next)
      return
    }
    if (lane.running === 0 && !lane.silent) this.#lanes.delete(peer)
  }

  /** True the first time: whoever settles a call tells its caller. */
  #settle(waiting: Waiting): boolean {
    if (waiting.done) return false
    waiting.done = true
    const guard = this.#guards.get(waiting.signal)
    if (guard?.waiting.delete(waiting) && guard.waiting.size === 0) {
      guard.stop()
      this.#guards.delete(waiting.signal)
    }
    return true
  }

  /** One listener a signal: one signal covers the thousand calls of a read. */
  #guard(waiting: Waiting): void {
    const { signal } = waiting
    const known = this.#guards.get(signal)
    if (known !== undefined) {
      known.waiting.add(waiting)
      return
    }
    const group = new Set([waiting])
    const abort = () => {
      for (const one of [...group]) if (this.#settle(one)) one.reject(reasonOf(signal))
    }
    setMaxListeners(0, signal)
    signal.addEventListener('abort', abort, { once: true })
    this.#guards.set(signal, { waiting: group, stop: () => signal.removeEventListener('abort', abort) })
  }
}

export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Problem('timeout')
}
