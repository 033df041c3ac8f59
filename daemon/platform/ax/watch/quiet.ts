/** Detects when an application has stopped changing. */

/** Milliseconds: until the first change, and between changes that belong together. */
const first = 150
const between = 60

export class Stillness {
  #listeners = new Set<() => void>()

  /** Something changed. */
  happened(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Returns when nothing has changed for a while, or when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout
      const done = () => {
        clearTimeout(timer)
        this.#listeners.delete(again)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const again = () => {
        clearTimeout(timer)
        timer = setTimeout(done, between)
      }
      timer = setTimeout(done, first)
      this.#listeners.add(again)
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
