/** How long a call may take, and that it ends then, whatever hangs below it. */
import { effectOf, type Method } from '../api-schema/method.ts'
import { Problem } from './problem.ts'

const defaultTimeoutMs = 30_000
/** Share of the time limit reserved for shaping the answer. */
const shapingMs = 500
/** How long a handler may take to stop after its signal before it is abandoned. */
const givenUpMs = 1000

export function timeoutOf({ limitMs }: Method, params: object): number {
  const { timeoutMs } = params as { readonly timeoutMs?: unknown }
  return typeof timeoutMs === 'number' ? timeoutMs : (limitMs?.({ ...params }) ?? defaultTimeoutMs)
}

/** Why the signal of a caller that has left aborts. */
export function gone(): Problem {
  return new Problem('timeout', { message: 'The caller is gone.', data: { reason: 'gone' } })
}

/**
 * Runs with a signal that aborts when the time is up or the caller is gone, and abandons a handler that ignores it:
 * no call waits forever, whatever hangs below.
 */
export function withDeadline(
  method: Method,
  given: object,
  signal: AbortSignal,
  run: (signal: AbortSignal, deadline: number) => Promise<unknown>,
): Promise<unknown> {
  const start = performance.now()
  const timeoutMs = timeoutOf(method, given)
  const acts = effectOf(method, given) === 'acts'
  const inner = new AbortController()
  return new Promise((resolve, reject) => {
    let last: NodeJS.Timeout | undefined
    const stop = (reason: Problem) => {
      if (inner.signal.aborted) return
      inner.abort(reason)
      // An abandoned action may still take place.
      last = setTimeout(() => settle(() => reject(acts ? new Problem('unknown_outcome') : reason)), givenUpMs)
    }
    const timer = setTimeout(() => stop(timedOut(method, timeoutMs)), timeoutMs)
    const onGone = () => stop(signal.reason instanceof Problem ? signal.reason : gone())
    signal.addEventListener('abort', onGone, { once: true })
    const settle = (how: () => void) => {
      clearTimeout(timer)
      clearTimeout(last)
      signal.removeEventListener('abort', onGone)
      how()
    }
    const deadline = start + timeoutMs - Math.min(shapingMs, timeoutMs / 5)
    const started = (async () => run(inner.signal, deadline))()
    started.then(
      (result) => settle(() => resolve(result)),
      (error) => settle(() => reject(inner.signal.aborted ? endedBy(error, inner.signal, acts) : error)),
    )
  })
}

/** What is waited for may end with an error of its own when the call does. */
function endedBy(error: unknown, { reason }: AbortSignal, acts: boolean): unknown {
  const isAbort = error instanceof Error && error.name === 'AbortError'
  if (!isAbort) return error
  return acts ? new Problem('unknown_outcome') : reason
}

function timedOut(method: Method, timeoutMs: number): Problem {
  return new Problem('timeout', {
    message: `${method.name} did not finish within ${timeoutMs} ms.`,
    data: { timeoutMs },
  })
}
