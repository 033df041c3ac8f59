/** Waits for work no longer than a signal and a time limit allow, whether or not the work heeds either. */

export interface Bounds {
  readonly signal: AbortSignal
  readonly ms: number
  /** What is thrown, and handed to the work as the reason of its signal, when the time is over. */
  readonly late: () => Error
}

/** One listener and one timer, both gone when it returns: `AbortSignal.any` keeps what it joins. */
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
