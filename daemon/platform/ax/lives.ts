/**
 * Whether an application has ended. Of a process that is not there macOS says what it says of one that hangs, that the message
 * cannot be completed; but it says so at once.
 */

/** Longer than it takes to learn that nobody takes messages, shorter than any time limit of one. */
const atOnce = 100

export class Lives {
  /** Those that have answered, with whether there was a process then: simulated ones have none. */
  readonly #answered = new Map<number, boolean>()

  answered(pid: number): void {
    if (!this.#answered.has(pid)) this.#answered.set(pid, isRunning(pid))
  }

  /** After a message that was not completed within so many milliseconds. */
  hasEnded(pid: number, took: number): boolean {
    if (took > atOnce || this.#answered.get(pid) === false || isRunning(pid)) return false
    this.#answered.delete(pid)
    return true
  }
}

/** There is such a process, whoever it belongs to. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
