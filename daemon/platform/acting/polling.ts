/** Waits for something an application does a little later. */
import { letOthersRun } from '../../time-limit.ts'

export interface PollOptions {
  readonly ms: number
  readonly signal: AbortSignal
  /** Interval without an event: not every change is announced. */
  readonly everyMs?: number
  /** Calls the listener whenever something happens, until the returned function is called. */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined
}

/**
 * Calls `look` at once, after each event, at intervals, and once more when time is up. Returns its result, or
 * undefined. Throws the signal's reason.
 */
export async function until<T>(
  look: () => Promise<T | undefined | false>,
  { ms, signal, everyMs = 20, subscribe }: PollOptions,
): Promise<T | undefined> {
  const end = performance.now() + ms
  let isNews = false
  let wake = () => {}
  const stop = subscribe?.(() => {
    isNews = true
    wake()
  })
  const abort = () => wake()
  signal.addEventListener('abort', abort)
  try {
    for (;;) {
      signal.throwIfAborted()
      isNews = false
      const isLast = performance.now() >= end
      const found = await look()
      if (found !== undefined && found !== false) return found
      if (isLast) return undefined
      if (isNews || signal.aborted) {
        await letOthersRun(signal)
        continue
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(everyMs, Math.max(0, end - performance.now())))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    stop?.()
    signal.removeEventListener('abort', abort)
  }
}

/** Throws the signal's reason, unlike a bare timer. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await until(async () => false, { ms, signal, everyMs: ms })
}
