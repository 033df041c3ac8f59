/** Writes a table row in one line: a cell without controls becomes part of its row's line. */
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isInteractable } from '../../tree/model/node.ts'
import type { Tree } from '../../tree/naming/labels.ts'
import { textIn } from '../../tree/naming/texts.ts'
import type { Shown } from './shown.ts'

/** Cached by view, which is the same object while the tree does not change. */
const known = new WeakMap<readonly Shown[], readonly Shown[]>()

/** Moves plain cells into the `rest` of their rows: `Gecko | Mozilla 1.1 | 1.1 | A`. */
export function withPlainRows(tree: Pick<Tree, 'node'>, shown: readonly Shown[]): readonly Shown[] {
  const written = known.get(shown) ?? shown.map((one) => inOneLine(tree, one))
  known.set(shown, written)
  return written
}

function inOneLine(tree: Pick<Tree, 'node'>, one: Shown): Shown {
  const children = one.children.map((child) => inOneLine(tree, child))
  if (kindOf(one.node) !== Kind.row || !children.some(isCell)) return { ...one, children }
  const texts: string[] = []
  const left: Shown[] = []
  for (const child of children) {
    if (!isCell(child) || isInteractable(child.node) || child.more !== undefined) {
      left.push(child)
      continue
    }
    // Controls in it are shown with their own words.
    const text = child.children.length > 0 ? undefined : (child.node.title ?? child.text ?? textIn(tree, child.node))
    if (text !== undefined) texts.push(text)
    left.push(...child.children)
  }
  return { ...one, ...(texts.length > 0 && { rest: texts.join(' | ') }), children: left }
}

function isCell({ node }: Shown): boolean {
  return node.role === 'AXCell'
}
