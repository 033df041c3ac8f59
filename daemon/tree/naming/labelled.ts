/** Finds elements by the text in or next to them that an outline shows as their name. */
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../index/fold.ts'
import { isHidden, type Node } from '../model/node.ts'
import { below, isCalledByText, labelWords, type Tree } from './labels.ts'
import { ownText } from './texts.ts'

/** How far around a text the elements are that it may name, see `labels.ts`: the field with ornaments, the row. */
const mostLevels = 7
const mostBlocks = 3
/** Limit, so that a very common text costs no more than walking the tree. */
const mostTexts = 3000

/** From the nodes that may have the folded text in a field, finds the elements that `wordsOf` names by such a text. */
export function labelledBy(tree: Tree, candidates: Iterable<Key>, folded: string, wordsOf = labelWords): Set<Key> {
  const found = new Set<Key>()
  const asked = new Set<Key>()
  const searched = new Set<Key>()
  const ask = (node: Node) => {
    if (asked.has(node.key) || !isCalledByText(node)) return
    asked.add(node.key)
    if (fold(wordsOf(tree, node) ?? '').includes(folded)) found.add(node.key)
  }
  const searchIn = (block: Node | undefined) => {
    if (block === undefined || searched.has(block.key)) return
    searched.add(block.key)
    ask(block)
    for (const one of below(tree, block, () => false)) ask(one)
  }
  let left = mostTexts
  for (const key of candidates) {
    const said = tree.node(key)
    if (said === undefined || isHidden(said) || ownText(said) === undefined) continue
    if (left-- === 0) break
    let inner = said
    for (let level = 0; level < mostLevels; level++) {
      const around = tree.node(inner.parent)
      if (around === undefined) break
      ask(around)
      const at = around.children.indexOf(inner.key)
      for (const key of around.children.slice(Math.max(0, at - mostBlocks), at + 1 + mostBlocks))
        if (key !== inner.key) searchIn(tree.node(key))
      inner = around
    }
  }
  return found
}
