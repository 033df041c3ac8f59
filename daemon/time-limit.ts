/** How waiting ends: by a time limit, and without keeping anybody else waiting. */

/**
 * The law of every loop that waits: a round that may pass without I/O ends with this. Promises alone let no timer, socket or signal
 * of the process be served, so a loop made of them stops the whole daemon. Throws the signal's reason.
 */
export async function letOthersRun(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
  signal.throwIfAborted()
}

/**
 * Aborts with `signal`, or with a `TimeoutError` after `ms` milliseconds. `AbortSignal.any` with an
 * `AbortSignal.timeout` in it must not be used for this: Node 20 collects the time limit as garbage before it is over,
 * since nothing but the joined signal, which holds it weakly, refers to it. Whoever waits then waits for ever.
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  if (ms === Number.POSITIVE_INFINITY) return signal
  const limit = new AbortController()
  const late = () => limit.abort(new DOMException(`Not done within ${Math.ceil(ms)} ms.`, 'TimeoutError'))
  // The timer holds the controller, so that it lives until it ends.
  setTimeout(late, Math.ceil(ms)).unref()
  return AbortSignal.any([signal, limit.signal])
}
