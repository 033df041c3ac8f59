/** Waits for work no longer than a signal and a time limit allow, even if the work ignores both. */

export interface Bounds {
  readonly signal: AbortSignal
  readonly ms: number
  /** The error thrown when time is up; also the abort reason for the work. */
  readonly late: () => Error
}

/** One listener and one timer, both removed on return: `AbortSignal.any` retains the signals it joins. */
export async function bounded<T>(work: (signal: AbortSignal) => Promise<T>, { signal, ms, late }: Bounds): Promise<T> {
  signal.throwIfAborted()
  const own = new AbortController()
  let stop: (reason: unknown) => void = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      reject(reason)
      own.abort(reason)
    }
  })
  const onAbort = () => stop(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop(late()), Math.min(Math.max(ms, 0), 0x7fffffff))
  try {
    return await Promise.race([work(own.signal), stopped])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
