/** For a page without controls: its headings and first texts. */
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isHidden, type Node, type Nodes } from '../../tree/model/node.ts'
import { ownText, textIn } from '../../tree/naming/texts.ts'
import type { Shown } from '../fold/shown.ts'

/** Characters: enough for a message that something succeeded or failed. */
const mostText = 600

export interface Reading {
  readonly shown: readonly Shown[]
  /** Length of the shown texts, without headings. */
  readonly characters: number
}

/** In document order, one line per paragraph, without tables and without the elements in `already`, which are shown anyway. */
export function readingOf(tree: Nodes, page: Node, already: readonly Shown[]): Reading {
  const shown: Shown[] = []
  const before = new Set(already.map(({ node }) => node.key))
  let characters = 0
  const stack = [...page.children].reverse()
  for (let key = stack.pop(); key !== undefined && characters < mostText; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || isHidden(node) || node.role === 'AXTable' || before.has(key)) continue
    const isHeading = kindOf(node) === Kind.heading
    if (!isHeading && !isParagraph(tree, node)) {
      stack.push(...[...node.children].reverse())
      continue
    }
    const text = ownText(node) ?? textIn(tree, node)
    if (text === undefined) continue
    if (!isHeading) characters += text.length
    shown.push({ node, context: true, ...(text !== ownText(node) && { text }), children: [], order: -1 })
  }
  return { shown, characters }
}

/** A text, or an element of several texts, such as one with bold words. */
function isParagraph(tree: Nodes, node: Node): boolean {
  if (kindOf(node) === Kind.text) return true
  let texts = 0
  for (const key of node.children) {
    const child = tree.node(key)
    if (child === undefined || isHidden(child)) continue
    if (kindOf(child) === Kind.text) texts++
    else if (kindOf(child) !== Kind.none || !child.children.every((inner) => isText(tree.node(inner)))) return false
  }
  return texts > 0 && node.children.length > 1
}

function isText(node: Node | undefined): boolean {
  return node !== undefined && kindOf(node) === Kind.text
}
