/** The tree with plain containers that have no row: list items are often such containers. */
import type { Key } from '../../platform/element/row.ts'
import type { Node, NodeOf } from '../model/node.ts'
import type { Warm } from '../warm/sync.ts'

export interface Nest {
  /** Undefined for a plain container. */
  node(key: Key): Node | undefined
  /** 0 above the root. */
  parent(key: Key): Key
  children(key: Key): readonly Key[]
}

/** Valid for one revision. */
export function nestOf({ tree, source }: Pick<Warm, 'tree' | 'source'>): Nest {
  const lists = new Map<Key, readonly Key[]>()
  const childrenOf = (key: Key): readonly Key[] => {
    const shown = tree.node(key)?.children
    const nested = source.nested?.children(key)
    // Frames' pages, and elements that are not rendered, are only in the rows.
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

/** For an earlier tree, whose plain containers are unknown. */
export function nestOfRows(nodeOf: NodeOf): Nest {
  return {
    node: nodeOf,
    parent: (key) => nodeOf(key)?.parent ?? 0,
    children: (key) => nodeOf(key)?.children ?? [],
  }
}
