/** Waits, by events, until the consequences of an action have ended. */
import type { Toolkit } from './access.ts'

/** An action whose consequence has not begun by then has none. */
const firstMs = 400
/** How long a toolkit shows a button pressed before it does what that is for. */
const pressMs: { readonly [toolkit: string]: number } = { gtk4: 240, qt: 90 }
const stillMs = 50
/** Toolkits tell what an action led to in one go: after so long without an event it can be read, and what comes later again. */
const lullMs = 20
/** What changes all the time is not waited for. */
const changingMs = 1200

export class Quiet {
  #armedAt = Number.NEGATIVE_INFINITY
  /** Until then a button is only shown pressed. */
  #pressedTo = Number.NEGATIVE_INFINITY
  #lastAt = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()

  /** From now on what the action sets off is counted. */
  arm(): void {
    this.#armedAt = performance.now()
    this.#pressedTo = Number.NEGATIVE_INFINITY
    this.#lastAt = Number.NEGATIVE_INFINITY
  }

  /** An action of the toolkit's own is done: what happens while the button is only shown pressed is not yet its end. */
  pressed(toolkit: Toolkit): void {
    this.#pressedTo = performance.now() + (pressMs[toolkit] ?? 0)
  }

  /** An event that an action may have led to. */
  happened(): void {
    this.#lastAt = performance.now()
    for (const wake of [...this.#waiting]) wake()
  }

  /** The target is gone: nobody need wait. */
  end(): void {
    this.#lastAt = Number.NEGATIVE_INFINITY
    this.#armedAt = Number.NEGATIVE_INFINITY
    for (const wake of [...this.#waiting]) wake()
  }

  /**
   * Returns when there was no event for a while; at the latest when the signal aborts. Calls `lull` once, when there was
   * none for a shorter one.
   */
  async still(signal: AbortSignal, lull?: () => void): Promise<void> {
    const began = performance.now()
    const first = began + firstMs
    let isTold = lull === undefined
    while (!signal.aborted && this.#armedAt !== Number.NEGATIVE_INFINITY) {
      const now = performance.now()
      const isSeen = this.#lastAt >= this.#armedAt
      const last = Math.max(this.#lastAt, this.#pressedTo)
      const until = isSeen ? Math.min(last + stillMs, began + changingMs) : first
      if (now >= until) return
      const lullAt = last + lullMs
      if (isSeen && !isTold && now >= lullAt) {
        isTold = true
        lull?.()
      }
      await this.#wait((isSeen && !isTold ? Math.min(lullAt, until) : until) - now, signal)
    }
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.ceil(ms))
      this.#waiting.add(done)
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
