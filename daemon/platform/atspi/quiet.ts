/** Waits, by events, until the consequences of an action have ended. */

/** An action whose consequence has not begun by then has none: GTK 4 presses a button for 250 ms first. */
const firstMs = 400
const stillMs = 60
/** What changes all the time is not waited for. */
const changingMs = 1200

export class Quiet {
  #armedAt = Number.NEGATIVE_INFINITY
  #lastAt = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()

  /** From now on what the action sets off is counted. */
  arm(): void {
    this.#armedAt = performance.now()
    this.#lastAt = Number.NEGATIVE_INFINITY
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

  /** Returns when there was no event for a while; at the latest when the signal aborts. */
  async still(signal: AbortSignal): Promise<void> {
    const began = performance.now()
    const since = Math.max(this.#armedAt, began - firstMs)
    while (!signal.aborted) {
      const now = performance.now()
      const until = this.#lastAt >= since ? Math.min(this.#lastAt + stillMs, began + changingMs) : since + firstMs
      if (now >= until || this.#armedAt === Number.NEGATIVE_INFINITY) return
      await this.#wait(until - now, signal)
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
