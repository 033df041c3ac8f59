/** A dialog's texts besides its controls: a question, a warning, an explanation. */
import { holdsWords } from '../../tree/index/words.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isControl, isHidden, isInteractable, type Node, type Nodes } from '../../tree/model/node.ts'
import { labelWords } from '../../tree/naming/labels.ts'
import { ownText } from '../../tree/naming/texts.ts'
import type { Item } from '../fold/shown.ts'

/** A window with few controls and no menu bar is a dialog, whatever its toolkit calls it. */
const fewControls = 8
/** In a larger one the texts are content, not a question. */
const mostNodes = 150
const mostTexts = 5
const mostText = 300

const hasWords = /[\p{L}\p{N}]/u
/** Shown in their own right, or data. */
const others: ReadonlySet<Kind> = new Set([Kind.heading, Kind.live, Kind.row, Kind.page, Kind.dialog])
/** How much of a long name or description a view shows in any case. */
const alwaysShown = 100

/** The dialog's texts that name neither it nor one of its controls, in document order. */
export function saidBy(tree: Nodes, dialog: Node): readonly Node[] {
  const texts: Node[] = []
  const names = nameOf(tree, dialog)
  let controls = 0
  let visits = mostNodes
  const stack = [...dialog.children].reverse()
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    if (visits-- === 0) return []
    const node = tree.node(key)
    if (node === undefined || isHidden(node)) continue
    const kind = kindOf(node)
    if (kind === Kind.text) texts.push(node)
    if (isInteractable(node)) names.push(...nameOf(tree, node))
    if (node.role === 'AXMenuBarItem') controls += fewControls
    if (isControl(node)) controls++
    else if (!others.has(kind)) stack.push(...[...node.children].reverse())
  }
  if (kindOf(dialog) !== Kind.dialog && controls > fewControls) return []
  const isNews = (text: string) => hasWords.test(text) && !names.some((name) => holdsWords(name, text))
  const said: Node[] = []
  let length = 0
  for (const node of texts) {
    const text = ownText(node) ?? ''
    if (said.length === mostTexts || length >= mostText) break
    if (!isNews(text) || said.some((before) => ownText(before) === text)) continue
    said.push(node)
    length += text.length
  }
  return said
}

/** Drops texts that the dialog also shows as a heading, message, description or group. */
export function withoutRepeats(dialog: Item): void {
  const { children } = dialog
  for (let at = children.length - 1; at >= 0; at--) {
    const { node, context } = children[at]!
    if (context && kindOf(node) === Kind.text && tells(dialog, ownText(node) ?? '')) children.splice(at, 1)
  }
}

function tells({ node, text, children }: Item, words: string): boolean {
  if (kindOf(node) === Kind.text) return false
  const texts = [text, node.title, node.description]
  return (
    texts.some((one) => one !== undefined && (one === words || holdsWords(one.slice(0, alwaysShown), words))) ||
    children.some((child) => tells(child, words))
  )
}

function nameOf(tree: Nodes, node: Node): string[] {
  const name = node.title ?? node.description ?? labelWords(tree, node)
  return name === undefined ? [] : [name]
}
