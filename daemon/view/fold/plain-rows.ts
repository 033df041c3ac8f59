/** What a table row says in one line: a cell without controls becomes part of its row's line. */
import type { Key } from '../../platform/element/row.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isInteractable, type Nodes } from '../../tree/model/node.ts'
import { textIn } from '../../tree/naming/texts.ts'
import type { Shown } from './shown.ts'

const mostCells = 40

/** Moves plain cells into the `rest` of their rows: `Gecko | Mozilla 1.1 | 1.1 | A`. */
export function withPlainRows(tree: Nodes, shown: readonly Shown[]): readonly Shown[] {
  return shown.map((one) => inOneLine(tree, one))
}

function inOneLine(tree: Nodes, one: Shown): Shown {
  const children = one.children.map((child) => inOneLine(tree, child))
  if (kindOf(one.node) !== Kind.row || !children.some(isCell)) return { ...one, children }
  const texts: string[] = []
  const left: Shown[] = []
  for (const child of children) {
    if (!isCell(child) || isInteractable(child.node) || child.more !== undefined) {
      left.push(child)
      continue
    }
    // Controls in the cell are shown with their own words.
    const text = child.children.length > 0 ? undefined : (child.node.title ?? child.text ?? textIn(tree, child.node))
    if (text !== undefined) texts.push(text)
    left.push(...child.children)
  }
  return { ...one, ...(texts.length > 0 && { rest: texts.join(' | ') }), children: left }
}

/** A word, or two numbers: more than the number of a row. */
const data = /\p{L}|\p{N}\D+\p{N}/u

export interface RowWords {
  readonly texts: readonly string[]
  /** Cells without anything shown say something, and the row is not a table head. */
  readonly isData: boolean
}

/** What the cells of a table's row say apart from the controls in them. */
export function wordsOfRow(tree: Nodes, { node, children }: Pick<Shown, 'node' | 'children'>): RowWords | undefined {
  const used = new Set<Key>()
  for (const { node: inner } of children)
    for (let at = inner; at.key !== node.key; at = tree.node(at.parent) ?? node) used.add(at.key)
  const texts: string[] = []
  const plain: string[] = []
  let hasHead = false
  for (const key of node.children.slice(0, mostCells)) {
    const cell = tree.node(key)
    if (cell?.role !== 'AXCell') continue
    hasHead ||= cell.subrole === 'AXColumnHeader'
    const text = textIn(tree, cell)
    if (text === undefined) continue
    texts.push(text)
    if (!used.has(key)) plain.push(text)
  }
  return texts.length === 0 ? undefined : { texts, isData: !hasHead && data.test(plain.join(' ')) }
}

function isCell({ node }: Shown): boolean {
  return node.role === 'AXCell'
}
