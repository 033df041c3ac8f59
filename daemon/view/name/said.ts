/** What a dialog says beside its controls: a question, a warning, an explanation. */

import { holdsWords } from '../../tree/index/words.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isControl, isHidden, isInteractable, type Node } from '../../tree/model/node.ts'
import { labelWords, ownText, type Tree } from '../../tree/naming/labels.ts'
import type { Item } from '../fold/folding.ts'

/** A window of a few controls and without a menu bar is a dialog, whatever its toolkit calls it. */
const fewControls = 8
/** One that holds more is no question: its texts are its contents. */
const mostNodes = 150
const mostTexts = 5
const mostText = 300

const hasWords = /[\p{L}\p{N}]/u
/** What they say is shown where they stand, or is data. */
const others: ReadonlySet<Kind> = new Set([Kind.heading, Kind.live, Kind.row, Kind.page, Kind.dialog])
/** Of a longer name or description not every character need be shown. */
const surelyShown = 100

/** Its texts that name neither it nor one of its controls, in document order. */
export function saidBy(tree: Pick<Tree, 'node'>, dialog: Node): readonly Node[] {
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

/** Takes out what the dialog says in words that it also shows otherwise: as a heading, a message, a description, a group. */
export function withoutRepeats(dialog: Item): void {
  const { children } = dialog
  for (let at = children.length - 1; at >= 0; at--) {
    const { node, context } = children[at]!
    if (context && kindOf(node) === Kind.text && tells(dialog, ownText(node) ?? '')) children.splice(at, 1)
  }
}

function tells({ node, text, children }: Item, words: string): boolean {
  if (kindOf(node) === Kind.text) return false
  const told = [text, node.title, node.description]
  return (
    told.some((one) => one !== undefined && (one === words || holdsWords(one.slice(0, surelyShown), words))) ||
    children.some((child) => tells(child, words))
  )
}

function nameOf(tree: Pick<Tree, 'node'>, node: Node): string[] {
  const name = node.title ?? node.description ?? labelWords(tree, node)
  return name === undefined ? [] : [name]
}
