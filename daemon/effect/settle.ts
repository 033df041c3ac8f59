/** Waits for what an action sets off, and reads it. */
import { pause } from '../platform/acting/polling.ts'
import { isDeparting } from '../platform/departure.ts'
import type { Key } from '../platform/row.ts'
import { Problem } from '../problem.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { Freshness, Warm } from '../tree/warm/sync.ts'

export interface Patience {
  readonly signal: AbortSignal
  readonly deadline: number
}

/** Longest wait for consequences; a page that never rests answers with `settled: false`. */
export const quietMs = 3000

/** What is busy with what it was told, as with making a dialog, answers nobody meanwhile: it is waited for. */
export async function settleInTime(warm: Warm, options: Patience, again: Key | undefined): Promise<Freshness> {
  const end = Math.min(performance.now() + busyMs, options.deadline - leftToAnswerMs)
  for (;;) {
    const freshness = await settle(warm, options, again)
    if (!isSilent(freshness.problem) || warm.closed || performance.now() >= end) return freshness
    await pause(silentMs, options.signal)
  }
}

/** Did it not answer, for no reason that is known? */
function isSilent(problem: Problem | undefined): boolean {
  return problem?.name === 'unresponsive' && !isDeparting(problem)
}

/** So long an action may keep its target from answering, */
const busyMs = 6000
/** and this is left for what is said of it. */
const leftToAnswerMs = 500
const silentMs = 100

/** Waits until the target is quiet, then updates its copy. Never throws: the action is already done. */
export async function settle(warm: Warm, { signal, deadline }: Patience, again?: Key): Promise<Freshness> {
  const bound = Math.max(100, Math.min(quietMs, deadline - performance.now()))
  try {
    const enough = withTimeLimit(signal, bound)
    await warm.source.quiet(enough, () => {
      // A failure to settle shows up in the read below.
      warm.freshen({ freshness: 'auto', signal, deadline }).catch(() => {})
    })
  } catch (error) {
    // The action is done; a target that never rested, or vanished, is no reason to lose its answer.
    if (signal.aborted && !(error instanceof Problem)) return { settled: false, seen: warm.reported }
  }
  if (warm.closed || warm.source.page?.dialog !== undefined) return { settled: !warm.closed, seen: warm.reported }
  // Some targets do not report what a program, rather than a person, has set; reading the element again finds it.
  if (again !== undefined && warm.tree.node(again) !== undefined)
    await warm.source.check(again, { action: 'focus' }, signal).catch(() => undefined)
  try {
    return await warm.freshen({ freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) })
  } catch {
    return { settled: false, seen: warm.reported }
  }
}
