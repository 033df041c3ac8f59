/** Actions on one target run one at a time, in the order in which they came. */
import { until } from '../platform/acting/polling.ts'
import type { OpenDialog } from '../platform/dialog.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/warm/sync.ts'

const never = new AbortController().signal
/** By target: there may be several copies of one. */
const queues = new Map<string, Promise<unknown>>()

/** Waits for its turn on the target, then works. Who gives up while waiting is told at once, and has done nothing. */
export async function inTurn<T>(warm: Warm, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const name = `${warm.target.platform} ${warm.target.id}`
  const before = queues.get(name) ?? Promise.resolve()
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const all = before.then(() => over)
  queues.set(name, all)
  let begun: { readonly dialog: OpenDialog | undefined } | undefined
  try {
    await orAborted(before, signal)
    begun = { dialog: warm.source.page?.dialog }
    return await work()
  } finally {
    if (begun !== undefined && isGone(signal)) await dismissOther(begun.dialog, warm)
    end()
    void all.then(() => queues.get(name) === all && queues.delete(name))
  }
}

async function orAborted(turn: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', onAbort)
  try {
    await Promise.race([turn, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** What was begun may still open a dialog, also when all has been quiet: after a request, or by a timer. */
const lateMs = 1000

/** A caller that goes away in the middle leaves no dialog behind, which nobody would answer. */
async function dismissOther(before: OpenDialog | undefined, { source: { page } }: Warm): Promise<void> {
  if (page === undefined) return
  const isNew = async () => page.dialog !== undefined && page.dialog !== before
  if (await until(isNew, { ms: lateMs, signal: never })) await page.answerDialog(false, undefined).catch(() => {})
}

/** As opened to one whose time is up: that one can still answer. */
function isGone({ reason }: AbortSignal): boolean {
  return reason instanceof Problem && reason.data.reason === 'gone'
}
