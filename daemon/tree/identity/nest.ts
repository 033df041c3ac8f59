/** The tree as the application nests it, with the plain containers that have no row: what repeats in a list is often one. */
import type { Key } from '../../platform/row.ts'
import type { Node } from '../model/node.ts'
import type { Warm } from '../warm/sync.ts'

export interface Nest {
  /** Undefined for a plain container. */
  node(key: Key): Node | undefined
  /** 0 above the root. */
  parent(key: Key): Key
  children(key: Key): readonly Key[]
}

/** Holds as long as the revision does. */
export function nestOf({ tree, source }: Pick<Warm, 'tree' | 'source'>): Nest {
  const lists = new Map<Key, readonly Key[]>()
  const childrenOf = (key: Key): readonly Key[] => {
    const shown = tree.node(key)?.children
    const nested = source.nested?.children(key)
    // A frame's page, and what is not rendered, is in the rows alone.
    return nested?.some((child) => tree.node(child) === undefined) ? nested : (shown ?? nested ?? [])
  }
  return {
    node: (key) => tree.node(key),
    parent: (key) => source.nested?.parent(key) || (tree.node(key)?.parent ?? 0),
    children: (key) => {
      const list = lists.get(key) ?? childrenOf(key)
      lists.set(key, list)
      return list
    },
  }
}

/** Without what has no row: of a tree as it was. */
export function nestOfRows(nodeOf: (key: Key) => Node | undefined): Nest {
  return {
    node: nodeOf,
    parent: (key) => nodeOf(key)?.parent ?? 0,
    children: (key) => nodeOf(key)?.children ?? [],
  }
}
