/** Tells which application is asked next, before each call that may never return: the last one is the culprit. */
import type { HostEvent } from '../../wire/messages.ts'

/** Milliseconds, far below the silence the daemon tolerates. */
const every = 100

export class Progress {
  readonly #emit: (event: HostEvent) => void
  #pid: number | undefined
  #reportedAt = 0

  constructor(emit: (event: HostEvent) => void) {
    this.#emit = emit
  }

  /** Work now concerns this application, or none. */
  turnTo(pid: number | undefined): void {
    if (pid === this.#pid) return
    this.#pid = pid
    this.#report(performance.now())
  }

  /** Called before each request to an application. */
  asking(now: number): void {
    if (now - this.#reportedAt >= every) this.#report(now)
  }

  #report(now: number): void {
    this.#reportedAt = now
    this.#emit({ event: 'asking', ...(this.#pid !== undefined && { pid: this.#pid }) })
  }
}
