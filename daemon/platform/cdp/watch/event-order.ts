/** With more events waiting than this, a whole read is as good. */
const mostWaiting = 5000

/** Applies a session's events in order. Those that come during a bulk read are newer than it, and wait for its end. */
export class EventOrder {
  #isReading = false
  #readMs = 0
  readonly #waiting: (() => void)[] = []
  readonly #tooMany: () => void

  /** `tooMany` is called in place of the events if there were too many to keep. */
  constructor(tooMany: () => void) {
    this.#tooMany = tooMany
  }

  get isReading(): boolean {
    return this.#isReading
  }

  /** How long the last bulk read took, in ms. */
  get readMs(): number {
    return this.#readMs
  }

  apply(event: () => void): void {
    if (!this.#isReading) event()
    else if (this.#waiting.length < mostWaiting) this.#waiting.push(event)
    else this.#waiting.splice(0, this.#waiting.length, this.#tooMany)
  }

  async during<T>(read: () => Promise<T>): Promise<T> {
    const began = performance.now()
    this.#isReading = true
    try {
      return await read()
    } finally {
      this.#isReading = false
      this.#readMs = performance.now() - began
      for (const event of this.#waiting.splice(0)) event()
    }
  }
}
