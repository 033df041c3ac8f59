/** Waits, by events, until the consequences of an action have ended. */
import type { Toolkit } from '../toolkits/toolkit.ts'

/** If an action has had no consequence by then, it has none. */
const firstMs = 400
const stillMs = 50
/**
 * Toolkits announce an action's results in one burst: after this long without an event they can be read, and later ones
 * reread.
 */
const pauseMs = 20
/** How long to wait for something that changes all the time. */
const changingMs = 1200

export class Quiet {
  #armedAt = Number.NEGATIVE_INFINITY
  /** Until this time a button is only shown pressed. */
  #pressedTo = Number.NEGATIVE_INFINITY
  #lastAt = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()

  /** From now on, counts what the action sets off. */
  arm(): void {
    this.#armedAt = performance.now()
    this.#pressedTo = Number.NEGATIVE_INFINITY
    this.#lastAt = Number.NEGATIVE_INFINITY
  }

  /** A toolkit's own action was performed: events while the button is only shown pressed do not end the wait. */
  pressed(toolkit: Toolkit): void {
    this.#pressedTo = performance.now() + (toolkit.pressMs ?? 0)
  }

  /** An event that an action may have caused. */
  happened(): void {
    this.#lastAt = performance.now()
    for (const wake of [...this.#waiting]) wake()
  }

  /** The target is gone: releases all waiters. */
  end(): void {
    this.#lastAt = Number.NEGATIVE_INFINITY
    this.#armedAt = Number.NEGATIVE_INFINITY
    for (const wake of [...this.#waiting]) wake()
  }

  /**
   * Returns when there was no event for a while, at the latest when the signal aborts. Calls `onPause` once, after a
   * shorter while without events.
   */
  async still(signal: AbortSignal, onPause?: () => void): Promise<void> {
    const began = performance.now()
    const first = began + firstMs
    let hasPaused = onPause === undefined
    while (!signal.aborted && this.#armedAt !== Number.NEGATIVE_INFINITY) {
      const now = performance.now()
      const isSeen = this.#lastAt >= this.#armedAt
      const last = Math.max(this.#lastAt, this.#pressedTo)
      const until = isSeen ? Math.min(last + stillMs, began + changingMs) : first
      if (now >= until) return
      const pauseAt = last + pauseMs
      if (isSeen && !hasPaused && now >= pauseAt) {
        hasPaused = true
        onPause?.()
      }
      await this.#wait((isSeen && !hasPaused ? Math.min(pauseAt, until) : until) - now, signal)
    }
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.ceil(ms))
      this.#waiting.add(done)
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
