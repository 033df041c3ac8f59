/** What a person points at and wants done with it: kept, in order of arrival, until an agent takes it. */
import { Problem } from '../problem.ts'

export interface Wish {
  /** In the person's own words. */
  readonly text: string
  readonly elementId: string
  /** Its role and its name, which is quoted. */
  readonly element: string
  /** The tab or application that holds it. */
  readonly target: string
  /** Id of the session that it is for; if absent, it goes to whichever session asks first. */
  readonly session?: string
}

interface Waiter {
  readonly takes: (wish: Wish) => boolean
  readonly take: (wish: Wish) => void
}

/** Nobody would work through a longer list. */
const most = 50

export class Wishes {
  #kept: readonly Wish[] = []
  readonly #waiters = new Set<Waiter>()

  /** True if an agent was waiting for it. Throws limit_exceeded. */
  add(wish: Wish): boolean {
    const waiter = [...this.#waiters].find(({ takes }) => takes(wish))
    if (waiter !== undefined) {
      this.#waiters.delete(waiter)
      waiter.take(wish)
      return true
    }
    if (this.#kept.length >= most)
      throw new Problem('limit_exceeded', {
        message: `No agent has taken the ${most} before it. It was not kept.`,
        hint: 'An agent takes one by {wait} with fromPerson.',
      })
    this.#kept = [...this.#kept, wish]
    return false
  }

  /** The oldest that `takes` accepts, or the next to come. Throws the signal's reason. */
  async next(takes: (wish: Wish) => boolean, signal: AbortSignal): Promise<Wish> {
    signal.throwIfAborted()
    const kept = this.#kept.find(takes)
    if (kept !== undefined) {
      this.#kept = this.#kept.filter((one) => one !== kept)
      return kept
    }
    return await new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiters.delete(waiter)
        reject(signal.reason)
      }
      const take = (wish: Wish) => {
        signal.removeEventListener('abort', onAbort)
        resolve(wish)
      }
      const waiter = { takes, take }
      this.#waiters.add(waiter)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
