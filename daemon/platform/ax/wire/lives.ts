/** Whether an application has exited: macOS reports that like a hung one, but at once. */
import { isRunning } from '../../../../api-schema/is-running.ts'

/** Milliseconds: longer than it takes to find no receiver, shorter than any message's time limit. */
const atOnce = 100

export class Lives {
  /** Those that have answered, and whether there was a process then: simulated ones have none. */
  readonly #answered = new Map<number, boolean>()

  answered(pid: number): void {
    if (!this.#answered.has(pid)) this.#answered.set(pid, isRunning(pid))
  }

  /** After a message that failed to complete within this many milliseconds. */
  hasEnded(pid: number, took: number): boolean {
    if (took > atOnce || this.#answered.get(pid) === false || isRunning(pid)) return false
    this.#answered.delete(pid)
    return true
  }
}
