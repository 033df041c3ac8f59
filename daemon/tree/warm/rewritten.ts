/** Recognizes texts that are replaced by new ones in their place, as pages do with a clock. */
import type { Key } from '../../platform/row.ts'
import type { Node } from '../model/node.ts'
import type { Difference } from './history.ts'
import { sameRow } from './same-row.ts'

type Change = Difference['changed'][number]

/**
 * Turns each replaced text into a change from the old one to the new one, if the words differ, and drops elements with
 * no other change. Elements that gained or lost texts stay as they are; those with another change keep the keys of
 * their texts.
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

/** What this change will affect if it recurs: the element, or the texts directly in it, whose keys are always new. */
export function placeOf({ was, now }: Change): Key {
  return was.key === now.key ? now.key : -1 - now.parent
}

/** What will be affected if this is added or removed again: its parent's contents, or the texts directly in the parent. */
export function placesOf(node: Node): readonly Key[] {
  return isText(node) ? [node.parent, -1 - node.parent] : [node.parent]
}

/** Where texts appeared or disappeared without a replacement: a clock read between its old text and its new one. */
export function textPlacesOf({ added, removed }: Difference): Key[] {
  return [...added, ...removed].filter(isText).map(({ parent }) => -1 - parent)
}

/** Only its list of children changed. */
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
    const siblings = found.get(node.parent)
    if (siblings === undefined) found.set(node.parent, [node])
    else siblings.push(node)
  }
  return found
}
