/** Finds the controls that are called by a text in them or beside them: what an outline names so must be found so. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/platform.ts'
import { Kind, kindOf } from './context.ts'
import { fold } from './fold.ts'
import { labelOf, type Tree } from './labels.ts'
import { isInteractable, type Node } from './node.ts'

/** As far as a label is looked for from the control, see `labels.ts`. */
const mostLevels = 3
/** Bounds, so that a text that is everywhere does not cost more than a walk. */
const mostTexts = 3000
const mostSiblings = 200

/** Of the nodes that may have the folded text in a field, the texts, and whom they name. */
export function labelledBy(tree: Tree, candidates: Iterable<Key>, folded: string): Set<Key> {
  const found = new Set<Key>()
  const asked = new Set<Key>()
  const ask = (node: Node | undefined) => {
    if (node === undefined || asked.has(node.key) || !isNameless(node)) return
    asked.add(node.key)
    const label = labelOf(tree, node)
    if (label !== undefined && fold(label).includes(folded)) found.add(node.key)
  }
  let left = mostTexts
  for (const key of candidates) {
    const text = tree.node(key)
    if (text === undefined || kindOf(text) !== Kind.text || (text.flags & Flag.hidden) !== 0) continue
    if (left-- === 0) break
    let inner = text
    for (let level = 0; level < mostLevels; level++) {
      const around = tree.node(inner.parent)
      if (around === undefined) break
      ask(around)
      askBeside(tree, around, inner.key, ask)
      inner = around
    }
  }
  return found
}

function isNameless(node: Node): boolean {
  return (
    node.title === undefined && node.description === undefined && node.placeholder === undefined && isInteractable(node)
  )
}

/** The controls that end before a place among children, or begin after it. */
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
