/** Actions on one target run one at a time, in the order in which they came. */
import { Problem } from '../problem.ts'
import type { Warm } from './warm/sync.ts'

const queues = new WeakMap<Warm, Promise<unknown>>()

/** Waits for its turn on the target, then works. Who gives up while waiting is told at once, and has done nothing. */
export async function inTurn<T>(warm: Warm, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = queues.get(warm) ?? Promise.resolve()
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  queues.set(
    warm,
    before.then(() => over),
  )
  try {
    await orAborted(before, signal)
    return await inPlace(warm, signal, work)
  } finally {
    end()
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

/** What is begun may still open a dialog, for so long. */
const lastMs = 500

/** A caller that goes away in the middle leaves no dialog behind, which nobody would answer. */
async function inPlace<T>({ source }: Warm, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = source.page?.dialog
  try {
    return await work()
  } finally {
    if (source.page !== undefined && isGone(signal)) {
      await source.quiet(AbortSignal.timeout(lastMs)).catch(() => undefined)
      const { dialog } = source.page
      if (dialog !== undefined && dialog !== before)
        await source.page.answerDialog(false, undefined).catch(() => undefined)
    }
  }
}

/** As opened to one whose time is up: that one can still answer. */
function isGone({ reason }: AbortSignal): boolean {
  return reason instanceof Problem && reason.data.reason === 'gone'
}
