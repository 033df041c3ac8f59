/**
 * What the pointer brings on its way to a target, such as a tip, is not an effect of the press, whatever happens to it
 * later.
 */
import type { Key } from '../platform/element/row.ts'
import { isInside, isWithin, type Node, type NodeOf } from '../tree/model/node.ts'
import type { AlignedChanges } from '../tree/warm/aligned.ts'
import type { Changes } from '../tree/warm/history.ts'
import { sameSight } from './news.ts'

type Turned = Changes['changed'][number]

/**
 * The changes since the press, compared with how things were before the pointer came: drops what came with the pointer,
 * unless its text has changed since, and what the press only put back, or took away again. `whole`: the changes since
 * the pointer came, undefined if those are the same or too many. `hasLeft`: the pointer is over something else now,
 * which may show its words where the target has shown its own.
 */
export function withoutApproach(
  difference: AlignedChanges | undefined,
  whole: AlignedChanges | undefined,
  target: Node,
  nodeOf: NodeOf,
  hasLeft: boolean,
): AlignedChanges | undefined {
  if (difference === undefined || whole === undefined) return difference
  const keysOf = (nodes: readonly Node[]) => new Set(nodes.map(({ key }) => key))
  const [came, went, late] = [keysOf(whole.added), keysOf(whole.removed), keysOf(difference.added)]
  const gone = new Map(difference.removed.map((node) => [node.key, node]))
  const before = (key: Key) => gone.get(key) ?? nodeOf(key)
  // `whole` does not hold what both came and went.
  const hadCome = ({ key }: Node) => (gone.has(key) ? !went.has(key) : came.has(key) && !late.has(key))
  const isOfPointer = (node: Node) => hadCome(node) && !isWithin(target, node.key, before)
  const isEarly = (node: Node) => isOfPointer(node) || isInside(node, isOfPointer, before)
  const pairs = new Map(whole.changed.map((pair) => [pair.now.key, pair]))
  const early = keysOf(whole.added.filter((node) => !late.has(node.key) && isOfPointer(node)))
  const without = (node: Node): Node => ({ ...node, children: node.children.filter((key) => !early.has(key)) })
  const sinceBefore = (pair: Turned) => {
    const { was, now } = pair
    const known = withoutTip(pair, pairs.get(now.key), hasLeft)
    if (!came.has(now.key)) return known === undefined ? [] : { was: known.was, now: without(known.now) }
    return isEarly(now) && was.title === now.title && was.value === now.value ? [] : pair
  }
  return {
    ...difference,
    added: difference.added.filter((node) => (came.has(node.key) || pairs.has(node.key)) && !isEarly(node)),
    changed: difference.changed.flatMap(sinceBefore),
    removed: difference.removed.filter((node) => !isEarly(node)),
  }
}

/** Drops words where the pointer has brought some, if those are gone again; in a status bar they were written over others. */
function withoutTip({ was, now }: Turned, whole: Turned | undefined, hasLeft: boolean): Turned | undefined {
  if (whole === undefined) return undefined
  const isBrought = was.title !== whole.was.title || was.value !== whole.was.value
  const { title, value } = now
  const isTip = isBrought && (hasLeft || (title ?? value) === undefined)
  return isTip && sameSight({ ...whole.was, title, value }, now) ? undefined : whole
}
