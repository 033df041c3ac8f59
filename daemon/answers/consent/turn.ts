/** Actions on one target run one at a time, in the order in which they came, and never on what another session has leased. */
import type { Call, World } from '../../dispatch.ts'
import { until } from '../../platform/acting/polling.ts'
import type { OpenDialog } from '../../platform/dialog.ts'
import type { Target } from '../../platform/platform.ts'
import { Problem } from '../../problem.ts'
import { bounded } from '../../tree/warm/bounded.ts'
import type { Warm } from '../../tree/warm/sync.ts'

/** By target: there may be several copies of one. */
const queues = new Map<string, Promise<unknown>>()

/** Throws locked or paused. Steps before a pause stay done. */
export function requireFree(target: Target, { session }: Call, { leases, sessions }: World): void {
  sessions.pauses.require(session)
  leases.require(target, session)
}

/**
 * Waits for its turn, then works. Throws as requireFree does, also for a lease or pause that started meanwhile. A caller
 * that gives up while waiting gets its answer at once, and nothing was done.
 */
export async function inOwnTurn<T>(warm: Warm, call: Call, world: World, work: () => Promise<T>): Promise<T> {
  const { target, source } = warm
  const { signal } = call
  requireFree(target, call, world)
  const name = `${target.platform} ${target.id}`
  const before = queues.get(name) ?? Promise.resolve()
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const all = before.then(() => over)
  queues.set(name, all)
  let begun: { readonly dialog: OpenDialog | undefined } | undefined
  try {
    await bounded(() => before, { signal, ms: Number.POSITIVE_INFINITY, late: () => new Problem('timeout') })
    begun = { dialog: source.page?.dialog }
    requireFree(target, call, world)
    return await work()
  } finally {
    if (begun !== undefined && isGone(signal)) await dismissOther(begun.dialog, warm)
    end()
    void all.then(() => queues.get(name) === all && queues.delete(name))
  }
}

/** What was begun may still open a dialog, even when all has been quiet: after a request, or by a timer. */
const lateMs = 1000

/** A caller that goes away in the middle leaves no dialog behind, which nobody would answer. */
async function dismissOther(before: OpenDialog | undefined, { source: { page } }: Warm): Promise<void> {
  if (page === undefined) return
  const isNew = async () => page.dialog !== undefined && page.dialog !== before
  const { signal } = new AbortController()
  if (await until(isNew, { ms: lateMs, signal })) await page.answerDialog(false, undefined).catch(() => {})
}

/** Not so for a caller whose time is up: it can still answer the dialog. */
function isGone({ reason }: AbortSignal): boolean {
  return reason instanceof Problem && reason.data.reason === 'gone'
}
