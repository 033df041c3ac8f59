/** Waits for the effects of an action, and reads them. */
import { pause } from '../platform/acting/polling.ts'
import type { Key } from '../platform/element/row.ts'
import { isNavigating } from '../platform/tab/pending-navigation.ts'
import { Problem } from '../problem.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { Freshness, Warm } from '../tree/warm/sync.ts'

export interface Patience {
  readonly signal: AbortSignal
  readonly deadline: number
}

/** How long a press without a visible effect is waited for; changes this late only count next to its target. */
export const veryLateMs = 1200

/** Longest wait for consequences; a page that never rests answers with `settled: false`. */
export const quietMs = 3000

/** Waits for a target that is too busy with the action to answer, such as one that is building a dialog. */
export async function settleInTime(warm: Warm, options: Patience, again: Key | undefined): Promise<Freshness> {
  const end = Math.min(performance.now() + busyMs, options.deadline - leftToAnswerMs)
  for (;;) {
    const freshness = await settle(warm, options, again)
    if (!isSilent(freshness.problem) || warm.closed || performance.now() >= end) return freshness
    await pause(silentMs, options.signal)
  }
}

/** The target did not answer, for no known reason. */
function isSilent(problem: Problem | undefined): boolean {
  return problem?.name === 'unresponsive' && !isNavigating(problem)
}

/** How long an action may keep its target from answering. */
const busyMs = 6000
/** Time reserved for the answer. */
const leftToAnswerMs = 500
/** Between two attempts. */
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
    // The action is done: a target that never rests, or vanished, must not cost the caller the answer.
    if (signal.aborted && !(error instanceof Problem)) return { settled: false, seen: warm.reported }
  }
  if (warm.closed || warm.source.page?.dialog !== undefined) return { settled: !warm.closed, seen: warm.reported }
  // Some targets do not report values set by a program; rereading the element finds them.
  if (again !== undefined && warm.tree.node(again) !== undefined)
    await warm.source.check(again, { action: 'focus' }, signal).catch(() => undefined)
  try {
    return await warm.freshen({ freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) })
  } catch {
    return { settled: false, seen: warm.reported }
  }
}
