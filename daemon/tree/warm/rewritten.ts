/** Texts that were written anew, by new ones in their place: what pages make of a clock. */
import type { Key } from '../../platform/row.ts'
import type { Node } from '../model/node.ts'
import type { Difference } from './history.ts'
import { sameRow } from './same-row.ts'

type Change = Difference['changed'][number]

/**
 * The difference with each such text as a change, from the one that went to the one that came, if it says something
 * else; and without the elements in which nothing else has changed. An element that has lost or gained texts is left as
 * it is; one in which something else has changed keeps the keys of its texts.
 */
export function withRewritten(difference: Difference): Difference {
  const gone = textsByParent(difference.removed)
  const came = textsByParent(difference.added)
  const rewritten: Change[] = []
  const within = new Set<Key>()
  const before = new Map<Key, Key>()
  for (const [parent, texts] of came) {
    const old = gone.get(parent) ?? []
    if (old.length !== texts.length) continue
    const pairs = texts.map((now, at) => ({ was: old[at]!, now }))
    for (const { was, now } of pairs) before.set(now.key, was.key)
    rewritten.push(...pairs.filter(({ was, now }) => !sameRow({ ...was, key: now.key }, now)))
    within.add(parent)
  }
  if (within.size === 0) return difference
  const isRest = (node: Node) => !isText(node) || !within.has(node.parent)
  return {
    ...difference,
    added: difference.added.filter(isRest),
    removed: difference.removed.filter(isRest),
    changed: [
      ...difference.changed.flatMap((one) => {
        if (!within.has(one.now.key)) return [one]
        if (isOfChildren(one)) return []
        const children = one.now.children.map((key) => before.get(key) ?? key)
        return [{ ...one, now: { ...one.now, children } }]
      }),
      ...rewritten,
    ],
  }
}

/** What goes on changing if this change comes again: the element, or the texts right in it, whose keys are always new. */
export function placeOf({ was, now }: Change): Key {
  return was.key === now.key ? now.key : -1 - now.parent
}

/** What goes on coming or going if this comes or goes again: what is in its parent, or the texts right in that. */
export function placesOf(node: Node): readonly Key[] {
  return isText(node) ? [node.parent, -1 - node.parent] : [node.parent]
}

/** Where texts came or went and nothing was written in their place: a clock that was read between its old text and its new one. */
export function textPlacesOf({ added, removed }: Difference): Key[] {
  return [...added, ...removed].filter(isText).map(({ parent }) => -1 - parent)
}

/** Only its children have changed. */
export function isOfChildren({ was, now }: Change): boolean {
  return sameRow(was, { ...now, children: was.children })
}

export function isText({ role, children }: Node): boolean {
  return role === 'AXStaticText' && children.length === 0
}

function textsByParent(nodes: readonly Node[]): Map<Key, Node[]> {
  const found = new Map<Key, Node[]>()
  for (const node of nodes) {
    if (!isText(node)) continue
    const beside = found.get(node.parent)
    if (beside === undefined) found.set(node.parent, [node])
    else beside.push(node)
  }
  return found
}
