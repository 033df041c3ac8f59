/** A text written into fields that each take a part of it, such as the six boxes of a code: they pass the focus on, or the first one shares it out. */
import { Flag } from '../platform/element/flags.ts'
import type { Key } from '../platform/element/row.ts'
import { isSameInMask } from '../tree/index/same-text.ts'
import type { Node } from '../tree/model/node.ts'
import type { Evidence } from './evidence.ts'

/** All of the text is there, from the target on, in fields that held something else. */
export function isPassedOn({ was: target, difference, nodeOf }: Evidence, text: string): boolean {
  const isFilled = (was: Node, now: Node) => (was.flags & Flag.editable) !== 0 && was.value !== now.value && !!now.value
  const filled = (difference?.changed ?? []).flatMap(({ was, now }) => (isFilled(was, now) ? now : []))
  const [first, ...others] = inOrder(filled, nodeOf)
  if (first?.key !== target.key || others.length === 0) return false
  const held = [first, ...others].map(({ value }) => value).join('')
  return held === text || isSameInMask(held, text)
}

function inOrder(nodes: readonly Node[], nodeOf: Evidence['nodeOf']): Node[] {
  // Where it is in each of the elements around it, outermost first.
  const wayTo = ({ key, parent }: { readonly key: Key; readonly parent: Key }): number[] => {
    const around = nodeOf(parent)
    return around === undefined ? [] : [...wayTo(around), around.children.indexOf(key)]
  }
  const ways = new Map(nodes.map((node) => [node, wayTo(node)]))
  const isBefore = (one: readonly number[], other: readonly number[]) => {
    const apart = one.findIndex((at, index) => at !== other[index])
    return apart < 0 ? 0 : one[apart]! - (other[apart] ?? -1)
  }
  return [...nodes].sort((one, other) => isBefore(ways.get(one)!, ways.get(other)!))
}
