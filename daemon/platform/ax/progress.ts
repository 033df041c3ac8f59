/**
 * Tells the daemon whom the host is about to ask, and that it gets on, before each call that may never return: what it says last
 * before a silence is what hangs.
 */
import type { HostEvent } from './messages.ts'

/** Milliseconds. Much shorter than the silence that the daemon puts up with. */
const every = 100

export class Progress {
  readonly #tell: (event: HostEvent) => void
  #pid: number | undefined
  #toldAt = 0

  constructor(tell: (event: HostEvent) => void) {
    this.#tell = tell
  }

  /** From now on it is about this application; about none where it is left out. */
  turnTo(pid: number | undefined): void {
    if (pid === this.#pid) return
    this.#pid = pid
    this.#say(performance.now())
  }

  /** Called before each request to an application. */
  asking(now: number): void {
    if (now - this.#toldAt >= every) this.#say(now)
  }

  #say(now: number): void {
    this.#toldAt = now
    this.#tell({ event: 'asking', ...(this.#pid !== undefined && { pid: this.#pid }) })
  }
}
