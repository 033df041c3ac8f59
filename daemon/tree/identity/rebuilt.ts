/** Matches elements that a toolkit recreated, as spreadsheets do with their cells on every change. */
import type { Key } from '../../platform/row.ts'
import type { Node } from '../model/node.ts'

/** The tree at one moment. */
export type View = (key: Key) => Node | undefined

/**
 * New key → old key, for those among `keys` and their contents that stand for the same thing: same role, same naming
 * texts, and nothing else like it in the same parent. Unnamed elements are never matched.
 */
export function rebuilt(from: View, to: View, keys: Iterable<Key>): ReadonlyMap<Key, Key> {
  const found = new Map<Key, Key>()
  const pair = (was: Node, now: Node) => {
    const gone = byLook(was.children, from, to)
    for (const [look, come] of gone.size === 0 ? [] : byLook(now.children, to, from)) {
      const old = gone.get(look)
      if (old === undefined || old === 'several' || come === 'several') continue
      found.set(come.key, old.key)
      pair(old, come)
    }
  }
  for (const key of keys) {
    const was = from(key)
    const now = to(key)
    if (was !== undefined && now !== undefined) pair(was, now)
  }
  return found
}

/** The earlier view, with the elements under their new keys. */
export function underNewKeys(from: View, again: ReadonlyMap<Key, Key>): View {
  if (again.size === 0) return from
  const renewed = new Map([...again].map(([now, was]) => [was, now]))
  return (key) => {
    const node = from(again.get(key) ?? key)
    return node === undefined ? undefined : { ...node, key, children: node.children.map((at) => renewed.get(at) ?? at) }
  }
}

/** Children missing in the other view, by their looks. */
function byLook(children: readonly Key[], view: View, other: View): Map<string, Node | 'several'> {
  const looks = new Map<string, Node | 'several'>()
  for (const key of children) {
    const node = other(key) === undefined ? view(key) : undefined
    if (node === undefined) continue
    const names = [node.title, node.description, node.identifier]
    if (names.every((name) => name === undefined)) continue
    const look = JSON.stringify([node.role, node.subrole, ...names])
    looks.set(look, looks.has(look) ? 'several' : node)
  }
  return looks
}
