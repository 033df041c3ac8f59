/**
 * What a new document says that the one before it did not. Servers answer most forms with the same page, a message and
 * one more row: reported as if that page had changed.
 */
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { isClosedList, isHidden, isInteractable, type Node } from '../../tree/model/node.ts'
import { isRow } from '../../tree/naming/parts.ts'
import type { WarmTree } from '../../tree/warm/warm-tree.ts'
import { shownValue } from '../../view/write/verbosity.ts'
import { type Difference, wordsOf } from './changes.ts'

type Tree = Pick<WarmTree, 'root' | 'walk' | 'ancestors'>

/** States that are visible on the element itself. */
const stated = Flag.checked | Flag.mixed | Flag.disabled | Flag.selected | Flag.invalid

/** The new document itself is not among the additions; a row with anything new is added whole. */
export function newOnPage(before: ReadonlyMap<Key, Node>, tree: Tree): Difference {
  const said = new Set<string>()
  for (const node of before.values()) if (!isHidden(node)) for (const saying of sayingsOf(node)) said.add(saying)
  const added = new Map<Key, Node>()
  for (const node of tree.walk()) {
    if (node.key === tree.root || added.has(node.key) || isUnread(tree, node)) continue
    const saying = sayingsOf(node).at(-1)
    if (saying === undefined || said.has(saying)) continue
    for (const one of withRow(tree, node)) if (!isUnread(tree, one)) added.set(one.key, one)
  }
  return { added: [...added.values()], changed: [], removed: [] }
}

/** What is in a closed list, separators between links, and decorative pictures. */
function isUnread(tree: Tree, node: Node): boolean {
  const isMark = node.role === 'AXStaticText' && !/[\p{L}\p{N}]/u.test(wordsOf(node) ?? '')
  return isMark || (node.role === 'AXImage' && !isInteractable(node)) || tree.ancestors(node).some(isClosedList)
}

/** Without its value and, if it has one, with it: an emptied field says nothing new. */
function sayingsOf(node: Node): readonly string[] {
  const words = wordsOf(node)
  const value = shownValue(node)
  const named = `${node.role} ${node.flags & stated} ${words ?? ''}`
  return [...(words === undefined ? [] : [named]), ...(value === undefined ? [] : [`${named}\n${value}`])]
}

/** One new word makes its whole row new: the buttons in it say the same in every row. */
function withRow(tree: Tree, node: Node): Iterable<Node> {
  const row = tree.ancestors(node).find(isRow)
  return row === undefined ? [node] : tree.walk(row.key)
}
