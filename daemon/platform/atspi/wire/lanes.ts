/**
 * Calls to peers, one lane each: a limited number at a time, each with a time limit. A silent peer delays its own
 * callers only once, and other peers' callers never.
 */

import { setMaxListeners } from 'node:events'
import { getOrCreate } from '../../basics/get-or-create.ts'
import { CallError, failureOf } from './call-error.ts'

export type Values = readonly unknown[]

export const timeLimits = {
  /** How long a peer may be silent: one that answers others, or announces changes, is slow and not dead. */
  call: 700,
  /** The same for a peer that left its last call unanswered and has been silent since. */
  silent: 150,
} as const

/** Most concurrent calls per peer; more would only slow it down for its own user. */
const inFlight = 16

export interface LaneCall {
  readonly peer: string
  /** For error messages. */
  readonly member: string
  readonly post: () => Promise<Values>
  readonly signal: AbortSignal
  /** If undefined, the limit is the peer's silence, and the signal. */
  readonly ms?: number | undefined
}

interface PendingCall extends LaneCall {
  resolve(values: Values): void
  reject(error: Error): void
  done: boolean
}

/** What is in progress with one peer. */
interface Lane {
  running: number
  readonly queue: PendingCall[]
  /** It left a call unanswered and has been silent since. */
  silent: boolean
  /** When anything came from it. */
  heardAt: number
  /** Counts its calls. */
  sent: number
  /** The number of its latest answered call. */
  answered: number
}

interface Guard {
  readonly pending: Set<PendingCall>
  readonly stop: () => void
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #guards = new Map<AbortSignal, Guard>()
  #ended: string | undefined

  /** Waits for its turn. Throws CallError or the signal's reason. */
  run(call: LaneCall): Promise<Values> {
    return this.#wait(call, (pending) => {
      const lane = this.#lane(call.peer)
      if (lane.running < inFlight) this.#send(lane, pending)
      else lane.queue.push(pending)
    })
  }

  /** Runs at once, and for as long as it takes. */
  runFree(call: LaneCall): Promise<Values> {
    return this.#wait(call, (pending) => {
      call.post().then(
        (values) => this.#settle(pending) && pending.resolve(values),
        (error) => this.#settle(pending) && pending.reject(failureOf(error)),
      )
    })
  }

  /** Something arrived from the peer. */
  heard(peer: string): void {
    const lane = this.#lanes.get(peer)
    if (lane === undefined) return
    lane.heardAt = performance.now()
    if (!lane.silent) return
    lane.silent = false
    if (lane.running === 0) this.#lanes.delete(peer)
  }

  /** Fails all waiting calls, and later ones. */
  end(reason: string): void {
    this.#ended = reason
    for (const { pending } of [...this.#guards.values()]) {
      for (const one of [...pending]) if (this.#settle(one)) one.reject(new CallError('closed', reason))
    }
    this.#lanes.clear()
  }

  #wait(call: LaneCall, start: (pending: PendingCall) => void): Promise<Values> {
    return new Promise((resolve, reject) => {
      if (call.signal.aborted) return reject(call.signal.reason)
      if (this.#ended !== undefined) return reject(new CallError('closed', this.#ended))
      const pending: PendingCall = { ...call, resolve, reject, done: false }
      this.#guard(pending)
      start(pending)
    })
  }

  #lane(peer: string): Lane {
    const lane = () => ({ running: 0, queue: [], silent: false, heardAt: 0, sent: 0, answered: 0 })
    return getOrCreate<string, Lane>(this.#lanes, peer, lane)
  }

  #send(lane: Lane, pending: PendingCall): void {
    lane.running++
    const most = pending.ms ?? timeLimits.call
    const ms = lane.silent ? Math.min(most, timeLimits.silent) : most
    const at = ++lane.sent
    let late = false
    let timer: NodeJS.Timeout
    const look = () => {
      const left = pending.ms === undefined ? lane.heardAt + ms - performance.now() : 0
      // Peers answer in order: a call that later ones have overtaken is never answered.
      const isLost = left > 0 && lane.answered > at
      if (left > 0 && !isLost && !pending.done) {
        timer = setTimeout(look, left)
        return
      }
      late = true
      if (!isLost) this.#silence(lane, pending)
      else if (this.#settle(pending)) pending.reject(silentTo(pending))
      this.#next(lane, pending.peer)
    }
    timer = setTimeout(look, ms)
    const over = () => {
      clearTimeout(timer)
      lane.silent = false
      lane.heardAt = performance.now()
      lane.answered = Math.max(lane.answered, at)
      if (!late) this.#next(lane, pending.peer)
    }
    pending.post().then(
      (values) => {
        over()
        if (this.#settle(pending)) pending.resolve(values)
      },
      (error) => {
        over()
        if (this.#settle(pending)) pending.reject(failureOf(error))
      },
    )
  }

  /** The peer is stuck: calls queued behind an unanswered one would only time out as well. */
  #silence(lane: Lane, pending: PendingCall): void {
    lane.silent = true
    if (this.#settle(pending)) pending.reject(silentTo(pending))
    for (const other of lane.queue.splice(0)) if (this.#settle(other)) other.reject(silentTo(pending))
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

  /** True the first time: only the first to settle a call resolves or rejects it. */
  #settle(pending: PendingCall): boolean {
    if (pending.done) return false
    pending.done = true
    const guard = this.#guards.get(pending.signal)
    if (guard?.pending.delete(pending) && guard.pending.size === 0) {
      guard.stop()
      this.#guards.delete(pending.signal)
    }
    return true
  }

  /** One listener per signal: a read makes a thousand calls with the same signal. */
  #guard(pending: PendingCall): void {
    const { signal } = pending
    const known = this.#guards.get(signal)
    if (known !== undefined) {
      known.pending.add(pending)
      return
    }
    const group = new Set([pending])
    const abort = () => {
      for (const one of [...group]) if (this.#settle(one)) one.reject(signal.reason)
    }
    setMaxListeners(0, signal)
    signal.addEventListener('abort', abort, { once: true })
    this.#guards.set(signal, { pending: group, stop: () => signal.removeEventListener('abort', abort) })
  }
}

function silentTo({ member }: LaneCall): CallError {
  return new CallError('silent', `no answer to ${member}`)
}
