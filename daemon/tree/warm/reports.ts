/** Counts a target's reports of changes, and wakes those that wait for more. */
import { letOthersRun } from '../../time-limit.ts'

export class Reports {
  #count = 0
  readonly #waiters = new Set<() => void>()

  get count(): number {
    return this.#count
  }

  add(): void {
    this.#count++
    for (const wake of this.#waiters) wake()
    this.#waiters.clear()
  }

  /**
   * Returns once more than `seen` reports have arrived, whether or not they could be read: while a dialog is open they
   * cannot, and reading again finds nothing new. Throws the signal's reason.
   */
  async others(seen: number, signal: AbortSignal): Promise<void> {
    if (this.#count !== seen) return await letOthersRun(signal)
    await new Promise<void>((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      const abort = () => {
        this.#waiters.delete(wake)
        reject(signal.reason)
      }
      if (signal.aborted) return abort()
      this.#waiters.add(wake)
      signal.addEventListener('abort', abort, { once: true })
    })
  }
}
