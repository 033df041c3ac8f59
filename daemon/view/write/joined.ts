/**
 * Adjacent links share a line, `links: [12 Home][13 Contact]`, and so do choices, `radios: [16 Small][17 Large]`, a
 * term and its links, `abbrev: [14 Address Functions][15 Operators]`, and short neighbours that stand side by side:
 * `buttons: [18 Bold][19 Italic]`, `groups: [20–43 class “hour”]`.
 */
import { sharedWords } from '../../../api-schema/text/shared-lines.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { isNamedByContents } from '../../tree/model/context.ts'
import { type Node, nameOf } from '../../tree/model/node.ts'
import type { Shown } from '../fold/shown.ts'

/** The part in which an element stands side by side with others: only elements of one such part share a line. */
export type BesideOf = (node: Node) => Node['key'] | undefined

/** Choices and links share a line wherever they are. */
const joinedAnywhere = new Set(['links', 'radios', 'options', 'tabs'])
/** Longest name of elements that share a line, in characters: longer names are read one by one. */
const longestName = 40

/** The word at the start of a line that similar elements share; undefined for other elements and for those with children. */
export function sharedWord({ node, text, rest, children }: Shown): string | undefined {
  const word = children.length === 0 ? sharedWords.get(shortRole(node.role, node.subrole)) : undefined
  if (word === undefined || joinedAnywhere.has(word)) return word
  const isCellOfRow = rest !== undefined && word === 'rows'
  return isCellOfRow || (rest ?? text ?? nameOf(node)).length > longestName ? undefined : word
}

/** Whether it continues the line of the element before it, under the same parent. */
export function joinsLine(before: Shown | undefined, one: Shown, besideOf?: BesideOf): boolean {
  if (before === undefined || before.more !== undefined) return false
  const word = sharedWord(one)
  if (word === undefined || sharedWord(before) !== word) return false
  if (joinedAnywhere.has(word)) return true
  const beside = besideOf?.(one.node)
  return beside !== undefined && besideOf?.(before.node) === beside
}

/** The nearest part around an element that holds more than it; undefined if it stands in a row of cells. */
export function besideIn(tree: { node(key: Node['key']): Node | undefined }, rowOf: BesideOf): BesideOf {
  return (node) => {
    if (rowOf(node) !== undefined) return undefined
    let around = tree.node(node.parent)
    while (around !== undefined && around.children.length === 1) around = tree.node(around.parent)
    return around?.key
  }
}

/** Part of a description list, or a row, that only labels its links. */
export function isTermOfLinks({ node, context, children }: Shown): boolean {
  if (!context || (node.role !== 'AXGroup' && node.role !== 'AXRow') || children.length === 0) return false
  return isNamedByContents(node) && children.every((child) => sharedWord(child) === 'links' && child.more === undefined)
}

/** Siblings grouped by line. */
export function byLines(siblings: readonly Shown[], besideOf?: BesideOf): readonly (readonly Shown[])[] {
  const lines: Shown[][] = []
  for (const one of siblings) {
    const line = lines.at(-1)
    if (joinsLine(line?.at(-1), one, besideOf)) line!.push(one)
    else lines.push([one])
  }
  return lines
}
