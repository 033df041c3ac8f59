/** Cached results by `idempotencyKey`, so that a call sent again acts only once. */
import { createHash } from 'node:crypto'
import { Problem } from '../problem.ts'
import { dropExpired } from './expired.ts'

interface Outcome {
  /** A hash of the call, so that typed text is not kept. */
  readonly asked: string
  readonly answer: Promise<unknown>
  readonly until: number
}

/** For one session. Keys expire only by time: a key forgotten earlier would let a retry act again. */
export class Outcomes {
  readonly #ms: number
  readonly #most: number
  readonly #now: () => number
  /** Oldest first. */
  readonly #kept = new Map<string, Outcome>()

  /** `now` is monotonic; both times in milliseconds. */
  constructor(ms: number, most: number, now: () => number) {
    this.#ms = ms
    this.#most = most
    this.#now = now
  }

  get size(): number {
    dropExpired(this.#kept, this.#now())
    return this.#kept.size
  }

  /**
   * Runs the work at most once per key: later calls get the first outcome, even while it is still running. A failure
   * that had no effect may be tried again. Throws invalid_params if the key belongs to a different call, and
   * limit_exceeded if too many are kept.
   */
  once<T>(key: string, asked: object, work: () => Promise<T>): Promise<T> {
    dropExpired(this.#kept, this.#now())
    // A retry may use another time limit.
    const call = JSON.stringify({ ...asked, idempotencyKey: undefined, timeoutMs: undefined })
    const hash = createHash('sha256').update(call).digest('base64')
    const before = this.#kept.get(key)
    if (before !== undefined && before.asked !== hash) throw usedBefore(key)
    if (before !== undefined) return before.answer as Promise<T>
    if (this.#kept.size >= this.#most) {
      throw new Problem('limit_exceeded', {
        message: `This session has used ${this.#most} keys within ${this.#ms / 60_000} minutes; no more can be kept.`,
        hint: 'Try later, or leave out idempotencyKey.',
      })
    }
    const answer = work()
    this.#kept.set(key, { asked: hash, answer, until: this.#now() + this.#ms })
    answer.catch((error: unknown) => {
      if (didNothing(error)) this.#kept.delete(key)
    })
    return answer
  }
}

/** True if it was rejected before acting. After a timeout or an unknown outcome the action may have happened. */
function didNothing(error: unknown): boolean {
  if (!(error instanceof Problem) || error.data.done !== undefined) return false
  return error.name !== 'unknown_outcome' && error.name !== 'timeout' && error.name !== 'internal_error'
}

function usedBefore(key: string): Problem {
  return new Problem('invalid_params', {
    message: `params.idempotencyKey: ${JSON.stringify(key)} was the key of another call. Nothing was done.`,
    hint: 'Use a new key for each action, and the same one only to send the same call again.',
    data: { path: 'params.idempotencyKey' },
  })
}
