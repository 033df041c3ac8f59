/** Runs a document's one registration of nodes in the background, and knows whether it is done. */
export class Watcher {
  #isDone = false
  #running: AbortController | undefined
  readonly #waiting = new Set<() => void>()

  get isDone(): boolean {
    return this.#isDone
  }

  /** Does nothing while one is done or in progress. A failed registration is not done. */
  start(register: (signal: AbortSignal) => Promise<void>): void {
    if (this.#isDone || this.#running !== undefined) return
    const abort = new AbortController()
    this.#running = abort
    const end = (isDone: boolean) => {
      if (this.#running !== abort) return
      this.#running = undefined
      this.#isDone = isDone
      this.#wake()
    }
    register(abort.signal).then(
      () => end(true),
      () => end(false),
    )
  }

  /** The registration no longer holds, or is incomplete. */
  stop(): void {
    this.#isDone = false
    this.#running?.abort()
    this.#running = undefined
    this.#wake()
  }

  /** Waits for the registration in progress, if any, however it ends. Throws the signal's reason. */
  async ended(signal: AbortSignal): Promise<void> {
    while (this.#running !== undefined) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        this.#waiting.add(wake)
        signal.addEventListener('abort', wake, { once: true })
        if (signal.aborted) wake()
      })
      signal.throwIfAborted()
    }
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}
