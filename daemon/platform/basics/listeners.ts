/** Listeners for something that happens repeatedly, called in the order in which they were added. */
export class Listeners<T = void> {
  readonly #listeners = new Set<(what: T) => void>()

  /** Returns a function that removes the listener. */
  add(listener: (what: T) => void): () => void {
    const own = (what: T) => listener(what)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  emit(what: T): void {
    for (const listener of [...this.#listeners]) listener(what)
  }

  clear(): void {
    this.#listeners.clear()
  }

  /** Resolves the next time it happens, or when the signal aborts. */
  async next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = () => {
        stop()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const stop = this.add(done)
      signal.addEventListener('abort', done)
    })
  }
}

/** One function that calls all of them. */
export function together(...stops: readonly (() => unknown)[]): () => void {
  return () => {
    for (const stop of stops) stop()
  }
}
