/** Reads what has become of a target, and waits for more of it. */

import type { Key } from '../platform/element/row.ts'
import type { Act } from '../platform/platform.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { Node } from '../tree/model/node.ts'
import { type AlignedChanges, alignChanges } from '../tree/warm/aligned.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { actions } from './actions.ts'
import { type Relation, relationOf } from './drop.ts'
import type { Reading } from './inquiry.ts'

/** Undefined if the question fails. Throws only the signal's reason. */
export async function undefinedIfFailed<T>(asked: Promise<T> | undefined, signal: AbortSignal): Promise<T | undefined> {
  const answer = await asked?.catch(() => undefined)
  signal.throwIfAborted()
  return answer
}

/** Waits until `end` for changes beyond those seen, and returns whether there were any. */
export async function changesBefore(
  end: number,
  { warm, seen, options: { signal } }: Pick<Reading, 'warm' | 'seen' | 'options'>,
): Promise<boolean> {
  const ms = end - performance.now()
  if (ms <= 0 || warm.closed) return false
  try {
    await warm.nextChange(seen, withTimeLimit(signal, ms))
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}

export function alignedSince(tree: Warm['tree'], revision: number): AlignedChanges | undefined {
  const difference = tree.since(revision)
  return difference === undefined ? undefined : alignChanges(difference)
}

const placesAsked = 3

export function relationTo({ tree }: Warm, key: Key, { to }: Act): Relation | undefined {
  return to?.key === undefined ? undefined : relationOf(tree, key, to.key)
}

export async function placesOf({ source }: Warm, node: Node, { action }: Act, signal: AbortSignal) {
  if (!actions[action].ofPlace) return undefined
  return await undefinedIfFailed(source.frames([node.key, ...node.children.slice(0, placesAsked)], signal), signal)
}

/** Lines drawn next to a field; undefined if the field itself shows its text by now. */
export async function drawnNow({ source }: Warm, key: Key, was: string, signal: AbortSignal) {
  const field = await undefinedIfFailed(source.page?.fieldText(key, signal), signal)
  return field?.isDrawn ? { was, now: field.text } : undefined
}
