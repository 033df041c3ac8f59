/** Finds elements by the text in or beside them that an outline calls them by. */
import type { Key } from '../../platform/row.ts'
import { fold } from '../index/fold.ts'
import { Kind, kindOf } from '../model/context.ts'
import { isHidden, type Node } from '../model/node.ts'
import { controlsIn, isCalledByText, labelWords, type Tree } from './labels.ts'

/** How far from the control a label is searched for, see `labels.ts`. */
const mostLevels = 3
/** Limits, so that a text that is everywhere does not cost more than a walk. */
const mostTexts = 3000
const mostSiblings = 200
/** After a label: the field, and ornaments. */
const mostBlocks = 3
const mostInBlock = 30

/**
 * From the nodes that may have the folded text in a field, selects the texts, and the elements that `wordsOf` says are
 * called by them.
 */
export function labelledBy(tree: Tree, candidates: Iterable<Key>, folded: string, wordsOf = labelWords): Set<Key> {
  const found = new Set<Key>()
  const asked = new Set<Key>()
  const ask = (node: Node | undefined) => {
    if (node === undefined || asked.has(node.key) || !isCalledByText(node)) return
    asked.add(node.key)
    const label = wordsOf(tree, node)
    if (label !== undefined && fold(label).includes(folded)) found.add(node.key)
  }
  let left = mostTexts
  for (const key of candidates) {
    const text = tree.node(key)
    if (text === undefined || kindOf(text) !== Kind.text || isHidden(text)) continue
    if (left-- === 0) break
    let inner = text
    let isOfLabel = false
    for (let level = 0; level < mostLevels; level++) {
      const around = tree.node(inner.parent)
      if (around === undefined) break
      ask(around)
      askBeside(tree, around, inner.key, ask)
      if (around.subrole === 'AXLabelText') for (const control of controlsIn(tree, around)) ask(control)
      if (isOfLabel) askAfter(tree, around, inner.key, ask)
      isOfLabel ||= around.subrole === 'AXLabelText'
      inner = around
    }
  }
  return found
}

/** The controls that end before a position among children, or start after it. */
function askBeside(tree: Tree, { children }: Node, key: Key, ask: (node: Node | undefined) => void): void {
  if (children.length > mostSiblings) return
  const at = children.indexOf(key)
  for (const step of [-1, 1]) {
    let beside = tree.node(children[at + step] ?? 0)
    for (let level = 0; beside !== undefined && level < mostLevels; level++) {
      ask(beside)
      beside = tree.node((step > 0 ? beside.children[0] : beside.children.at(-1)) ?? 0)
    }
  }
}

/** What begins the block after a label, however much is put around it. */
function askAfter(tree: Tree, { children }: Node, key: Key, ask: (node: Node | undefined) => void): void {
  const stack = [...children.slice(children.indexOf(key) + 1, children.indexOf(key) + 1 + mostBlocks)].reverse()
  for (let left = mostInBlock; stack.length > 0 && left > 0; left--) {
    const node = tree.node(stack.pop()!)
    if (node?.subrole === 'AXLabelText') return
    ask(node)
    stack.push(...(node?.children ?? []).toReversed())
  }
}
