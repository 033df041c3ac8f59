/** Asks applications to build their trees, and undoes what that changes for the person. */
import { AXError } from '../wire/ax-error.ts'
import type { Calls, WakeWord } from '../wire/messages.ts'
import { AxFault } from './native/ax-fault.ts'
import type { Native } from './native/native.ts'

/** Seconds for each message. The daemon waits until an application that it releases has answered. */
const patience = { wake: 0.5, farewell: 0.3 } as const

export class Wakes {
  readonly #native: Native
  /** Applications whose AXEnhancedUserInterface is set for the daemon alone. */
  readonly #enhanced = new Set<number>()

  constructor(native: Native) {
    this.#native = native
  }

  /** `left`: if it is set already, the daemon set it. */
  wake(pid: number, by: WakeWord, left: boolean): Calls['wake']['result']['woken'] {
    return this.#at(pid, patience.wake, (element) => {
      const { ax } = this.#native
      if (by === 'AXEnhancedUserInterface' && !this.#enhanced.has(pid)) {
        if (!left && ax.value(element, by, () => 0) === true) return 'already'
        // Even if the answer is late, it may have been set.
        this.#enhanced.add(pid)
      }
      try {
        this.#set(element, by, true)
        return 'asked'
      } catch (error) {
        if (!(error instanceof AxFault) || error.axError === AXError.cannotComplete) throw error
        this.#enhanced.delete(pid)
        return 'refused'
      }
    })
  }

  putBack(pid: number, left = false): void {
    if (!this.#enhanced.delete(pid) && !left) return
    try {
      this.#at(pid, patience.farewell, (element) => this.#set(element, 'AXEnhancedUserInterface', false))
    } catch (error) {
      // It has ended, or no longer answers.
      if (!(error instanceof AxFault)) throw error
    }
  }

  putAllBack(): void {
    for (const pid of this.#enhanced) this.putBack(pid)
  }

  #set(element: bigint, word: WakeWord, on: boolean): void {
    this.#native.ax.set(element, word, on, (ref) => this.#native.table.element(ref))
  }

  #at<T>(pid: number, seconds: number, use: (element: bigint) => T): T {
    const { ax } = this.#native
    const element = ax.application(pid)
    try {
      ax.setTimeout(element, seconds)
      return use(element)
    } finally {
      ax.cf.call.release(element)
    }
  }
}
