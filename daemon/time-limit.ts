/** Ends waits: by a time limit, and without blocking the event loop. */

/**
 * Every loop that waits must await this in a round that may pass without I/O. Promises alone never let the process
 * serve a timer, socket or signal, so such a loop would stop the whole daemon. Throws the signal's reason.
 */
export async function letOthersRun(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
  signal.throwIfAborted()
}

/**
 * Aborts with `signal`, or with a `TimeoutError` after `ms` milliseconds. Do not replace it by `AbortSignal.any` with
 * an `AbortSignal.timeout`: Node 20 collects that timeout as garbage before it fires, and the caller then waits
 * forever.
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  if (ms === Number.POSITIVE_INFINITY) return signal
  const limit = new AbortController()
  const late = () => limit.abort(new DOMException(`Not done within ${Math.ceil(ms)} ms.`, 'TimeoutError'))
  // The timer references the controller, so it lives until it fires.
  setTimeout(late, Math.ceil(ms)).unref()
  return AbortSignal.any([signal, limit.signal])
}

/** The result of the work, or the signal's reason if that aborts first. Ends the wait, not the work. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Runs one piece of work at a time, in order of arrival. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #left = 0

  get isIdle(): boolean {
    return this.#left === 0
  }

  /** Waits for a turn, and returns the function that ends it. Throws the signal's reason if that aborts meanwhile. */
  async take(signal: AbortSignal): Promise<() => void> {
    const before = this.#last
    let end = () => {}
    const over = new Promise<void>((resolve) => {
      end = () => {
        this.#left--
        resolve()
      }
    })
    this.#left++
    this.#last = before.then(() => over)
    try {
      await untilAborted(before, signal)
    } catch (error) {
      end()
      throw error
    }
    return end
  }

  /** Works in a turn. Throws as `take` does. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const end = await this.take(signal)
    try {
      return await work()
    } finally {
      end()
    }
  }
}
