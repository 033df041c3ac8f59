/**
 * One action on one element of a warm tree: verify, perform, wait until it is quiet, read back, judge. Actions on
 * one target run one at a time, in order.
 */

import { Flag, redacted } from '../platform/flags.ts'
import type { Act, Check, Key, OpenDialog } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { fold } from './fold.ts'
import { type Node, nameOf, shortRole } from './node.ts'
import type { Warm } from './sync.ts'

export interface Outcome {
  readonly effect: 'confirmed' | 'unverified' | 'noop' | 'refused'
  readonly route: string
  /** Revision of the tree just before the action; `tree.since` of it is what changed. */
  readonly before: number
  /** The target shows another document now. */
  readonly replaced: boolean
  readonly settled: boolean
  readonly dialog?: OpenDialog
  /** What the application said when it refused. */
  readonly refused?: string
}

export interface ActOptions {
  readonly signal: AbortSignal
  readonly deadline: number
}

/** Consequences are awaited for so long at most; a page that never rests is told with `settled: false`. */
const quietMs = 3000

const queues = new WeakMap<Warm, Promise<unknown>>()

/** Waits for its turn on the target, then acts. */
export function inTurn<T>(warm: Warm, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = queues.get(warm) ?? Promise.resolve()
  const turn = before.then(() => {
    signal.throwIfAborted()
    return work()
  })
  queues.set(
    warm,
    turn.catch(() => {}),
  )
  return turn
}

/** Throws element_changed, element_gone, dialog_open, unsupported_here; nothing was done then. */
export async function act(warm: Warm, key: Key, wish: Act, options: ActOptions): Promise<Outcome> {
  const { source, tree } = warm
  const { signal } = options
  const node = tree.node(key)
  if (node === undefined) throw new Problem('element_gone')
  refuse(node, await source.check(key, wish, signal), warm)
  const before = tree.revision
  const epoch = warm.epoch
  const url = source.page?.url
  const performed = await perform(warm, key, wish, signal)
  if (performed.refused !== undefined)
    return {
      effect: 'refused',
      route: performed.route,
      before,
      replaced: false,
      settled: true,
      refused: performed.refused,
    }
  const settled = performed.noop ? { settled: true } : await settle(warm, options)
  const dialog = source.page?.dialog
  const replaced = warm.epoch !== epoch
  const seen = replaced || dialog !== undefined || (url !== undefined && source.page?.url !== url)
  const effect = performed.noop ? 'noop' : judge(warm, key, wish, before, seen)
  return {
    effect,
    route: performed.route,
    before,
    replaced,
    settled: settled.settled,
    ...(dialog !== undefined && { dialog }),
  }
}

/** After this nobody knows whether it was done, if it fails. */
async function perform(warm: Warm, key: Key, wish: Act, signal: AbortSignal) {
  try {
    return await warm.source.perform(key, wish, signal)
  } catch (error) {
    if (error instanceof Problem && (error.name === 'timeout' || error.name === 'unresponsive')) {
      throw new Problem('unknown_outcome', { message: `${wish.action} was begun and not answered: ${error.message}` })
    }
    throw error
  }
}

async function settle(warm: Warm, { signal, deadline }: ActOptions): Promise<{ settled: boolean }> {
  const bound = Math.max(100, Math.min(quietMs, deadline - performance.now()))
  try {
    await warm.source.quiet(AbortSignal.any([signal, AbortSignal.timeout(bound)]))
  } catch (error) {
    // The action is done; that the target never rested, or went, is no reason to lose its answer.
    if (signal.aborted && !(error instanceof Problem)) return { settled: false }
  }
  if (warm.closed || warm.source.page?.dialog !== undefined) return { settled: !warm.closed }
  try {
    return await warm.freshen({ freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) })
  } catch {
    return { settled: false }
  }
}

const reasons: { readonly [R in NonNullable<Check['reason']>]: string } = {
  gone: 'is gone',
  disabled: 'is disabled',
  hidden: 'is hidden',
  covered: 'is covered',
  moved: 'is moving',
  outside: 'lies outside what can be seen and cannot be scrolled there',
  readonly: 'cannot be edited',
}

function refuse(node: Node, check: Check, warm: Warm): void {
  const { reason, by, byKey } = check
  if (reason === undefined) return
  const what = `${shortRole(node.role, node.subrole)} ${JSON.stringify(nameOf(node))}`
  if (reason === 'gone') throw new Problem('element_gone', { message: `The ${what} is gone.` })
  const cover = byKey === undefined ? undefined : warm.tree.node(byKey)
  throw new Problem('element_changed', {
    message: `The ${what} ${reasons[reason]}${by === undefined ? '' : ` by ${by}`}. Nothing was done.`,
    ...(reason === 'covered' && { hint: 'Close or move what covers it, or act on that.' }),
    data: { reason, ...(by !== undefined && { by }), ...(cover !== undefined && { byKey }) },
  })
}

/** Return codes are not believed: what was wished is looked for in what was read back. */
function judge(warm: Warm, key: Key, { action, value }: Act, before: number, seen: boolean): Outcome['effect'] {
  const { tree } = warm
  const node = tree.node(key)
  if (node !== undefined && action === 'set_value' && value !== undefined) {
    if (node.flags & Flag.secure || node.value === redacted) return 'unverified'
    if (same(node.value ?? '', value)) return 'confirmed'
    return tree.revision > before ? 'confirmed' : 'unverified'
  }
  if (node !== undefined && action === 'focus') return node.flags & Flag.focused ? 'confirmed' : 'unverified'
  return seen || tree.revision > before ? 'confirmed' : 'unverified'
}

const same = (a: string, b: string) => fold(a).trim() === fold(b).trim()
