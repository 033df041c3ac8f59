/** How long a call may take, and that it ends then, even if something below it hangs. */
import { effectOf, type Method } from '../api-schema/method.ts'
import { Problem } from './problem.ts'

const defaultTimeoutMs = 30_000
/** Share of the time limit reserved for shaping the answer. */
const shapingMs = 500
/** How long a handler may take to stop after its signal before it is abandoned. */
const givenUpMs = 1000

export function timeoutOf({ limitMs }: Method, params: object): number {
  const { timeoutMs } = params as { readonly timeoutMs?: unknown }
  return typeof timeoutMs === 'number' ? timeoutMs : (limitMs?.({ ...params }) ?? defaultTimeoutMs)
}

/** The abort reason for a caller that has disconnected. */
export function gone(): Problem {
  return new Problem('timeout', { message: 'The caller is gone.', data: { reason: 'gone' } })
}

/** The time of one call, which can be stopped while a person is asked. */
export class Clock {
  readonly #onOver: () => void
  readonly #shaping: number
  readonly #outer: Clock | undefined
  #endsAt: number
  #holds = 0
  /** The time that was left when it was stopped. */
  #left: number | undefined
  #hasEnded = false
  #timer: NodeJS.Timeout | undefined

  /** `outer`: the clock of the call around this one. */
  constructor(ms: number, onOver: () => void, outer?: Clock) {
    this.#onOver = onOver
    this.#shaping = Math.min(shapingMs, ms / 5)
    this.#outer = outer
    this.#endsAt = performance.now() + ms
    this.#timer = setTimeout(onOver, ms)
  }

  /** `performance.now()` after which a partial answer is better than none. */
  get deadline(): number {
    const endsAt = this.#left === undefined ? this.#endsAt : performance.now() + this.#left
    return endsAt - this.#shaping
  }

  /** If the caller named a time limit itself (`isTimed`), it applies to the person too: `ask` gets what is left. */
  async whileAsked<T>(isTimed: boolean, ask: (mostMs?: number) => Promise<T>): Promise<T> {
    return await (isTimed ? ask(this.deadline - performance.now()) : this.#heldFor(ask))
  }

  /** The clocks of the calls around it stop too. */
  async #heldFor<T>(work: () => Promise<T>): Promise<T> {
    if (this.#holds++ === 0) this.#left = this.#endsAt - performance.now()
    clearTimeout(this.#timer)
    try {
      return await (this.#outer === undefined ? work() : this.#outer.#heldFor(work))
    } finally {
      if (--this.#holds === 0) this.#goOn()
    }
  }

  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
  }

  #goOn(): void {
    const left = this.#left!
    this.#left = undefined
    this.#endsAt = performance.now() + left
    if (!this.#hasEnded) this.#timer = setTimeout(this.#onOver, left)
  }
}

/**
 * Runs with a signal that aborts when the time is up or the caller is gone, and abandons a handler that ignores it:
 * no call waits forever, whatever hangs below.
 */
export function withDeadline(
  method: Method,
  given: object,
  signal: AbortSignal,
  run: (signal: AbortSignal, clock: Clock) => Promise<unknown>,
  outer?: Clock,
): Promise<unknown> {
  const timeoutMs = timeoutOf(method, given)
  const acts = effectOf(method, given) === 'acts'
  const inner = new AbortController()
  return new Promise((resolve, reject) => {
    let last: NodeJS.Timeout | undefined
    const stop = (reason: Problem) => {
      if (inner.signal.aborted) return
      inner.abort(reason)
      // An abandoned action may still take place.
      last = setTimeout(() => settle(() => reject(acts ? new Problem('unknown_outcome') : reason)), givenUpMs)
    }
    const clock = new Clock(timeoutMs, () => stop(timedOut(method, timeoutMs)), outer)
    const onGone = () => stop(signal.reason instanceof Problem ? signal.reason : gone())
    signal.addEventListener('abort', onGone, { once: true })
    const settle = (how: () => void) => {
      clock.end()
      clearTimeout(last)
      signal.removeEventListener('abort', onGone)
      how()
    }
    const started = (async () => run(inner.signal, clock))()
    started.then(
      (result) => settle(() => resolve(result)),
      (error) => settle(() => reject(inner.signal.aborted ? endedBy(error, inner.signal, acts) : error)),
    )
  })
}
/** Work that waits may end with an error of its own when the call ends. */
function endedBy(error: unknown, { reason }: AbortSignal, acts: boolean): unknown {
  const isAbort = error instanceof Error && error.name === 'AbortError'
  if (!isAbort) return error
  return acts ? new Problem('unknown_outcome') : reason
}

function timedOut(method: Method, timeoutMs: number): Problem {
  return new Problem('timeout', {
    message: `${method.name} did not finish within ${timeoutMs} ms.`,
    data: { timeoutMs },
  })
}
