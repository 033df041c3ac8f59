/** Actions on one target run one at a time, in order of arrival, and never on what another session has leased. */
import type { Call, World } from '../../dispatch.ts'
import { until } from '../../platform/acting/polling.ts'
import { getOrCreate } from '../../platform/basics/get-or-create.ts'
import type { Target } from '../../platform/platform.ts'
import type { OpenDialog } from '../../platform/tab/dialog.ts'
import { Problem } from '../../problem.ts'
import { Turns } from '../../time-limit.ts'
import type { Warm } from '../../tree/warm/sync.ts'

/** By target: one target may have several copies. */
const queues = new Map<string, Turns>()

/** Throws locked or paused. Steps before a pause stay done. */
export function requireFree(target: Target, { session }: Call, { leases, sessions }: World): void {
  sessions.pauses.require(session)
  leases.require(target, session)
}

/**
 * Waits for its turn, then does the work. Throws as requireFree does, also for a lease or pause that started meanwhile.
 * A caller that gives up while waiting gets its answer at once, and nothing was done.
 */
export async function inOwnTurn<T>(warm: Warm, call: Call, world: World, work: () => Promise<T>): Promise<T> {
  const { target, source } = warm
  const { signal } = call
  requireFree(target, call, world)
  const name = `${target.platform} ${target.id}`
  const turns = getOrCreate(queues, name, () => new Turns())
  try {
    const end = await turns.take(signal)
    const before = source.page?.dialog
    try {
      requireFree(target, call, world)
      return await work()
    } finally {
      if (isGone(signal)) await dismissOther(before, warm)
      end()
    }
  } finally {
    if (turns.isIdle) queues.delete(name)
  }
}

/** An action may still open a dialog when everything has been quiet: after a request, or by a timer. */
const lateMs = 1000

/** A caller that disconnects midway leaves no dialog behind, since nobody would answer it. */
async function dismissOther(before: OpenDialog | undefined, { source: { page } }: Warm): Promise<void> {
  if (page === undefined) return
  const isNew = async () => page.dialog !== undefined && page.dialog !== before
  const { signal } = new AbortController()
  if (await until(isNew, { ms: lateMs, signal })) await page.answerDialog(false, undefined).catch(() => {})
}

/** Not for a caller whose time is up: it can still answer the dialog. */
function isGone({ reason }: AbortSignal): boolean {
  return reason instanceof Problem && reason.data.reason === 'gone'
}
