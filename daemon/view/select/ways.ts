/** How a walk finds its way to few candidates, and how large a part of a tree is. */
import type { Key } from '../../platform/element/row.ts'
import type { Tree } from '../../tree/naming/labels.ts'

/** The candidates and their ancestors. */
export function waysTo(tree: Tree, candidates: Iterable<Key>): Set<Key> {
  const ways = new Set<Key>()
  for (const candidate of candidates) {
    for (let key = candidate; key !== 0 && !ways.has(key); ) {
      ways.add(key)
      const node = tree.node(key)
      if (node === undefined) break
      key = node.parent
    }
  }
  return ways
}

export function sizeOf(tree: Tree, from: Key): number {
  let size = 0
  const stack = [from]
  while (stack.length > 0) {
    const node = tree.node(stack.pop()!)
    if (node === undefined) continue
    size++
    for (const child of node.children) stack.push(child)
  }
  return size
}
