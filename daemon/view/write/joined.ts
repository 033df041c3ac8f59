/**
 * Adjacent links share a line, `links: [12 Home][13 Contact]`, and so do choices, `radios: [16 Small][17 Large]`, and a
 * term and its links: `abbrev: [14 Address Functions][15 Operators]`.
 */
import { sharedWords } from '../../../api-schema/text/shared-lines.ts'
import { isNamedByContents } from '../../tree/model/context.ts'
import { shortRole } from '../../tree/model/node.ts'
import type { Shown } from '../fold/shown.ts'

/** The word at the start of a line that similar elements share; undefined for other elements and for those with children. */
export function sharedWord({ node, children }: Shown): string | undefined {
  return children.length === 0 ? sharedWords.get(shortRole(node.role, node.subrole)) : undefined
}

/** Whether it continues the line of the element before it, under the same parent. */
export function joinsLine(before: Shown | undefined, one: Shown): boolean {
  if (before === undefined || before.more !== undefined) return false
  const word = sharedWord(one)
  return word !== undefined && sharedWord(before) === word
}

/** Part of a description list, or a row, that only labels its links. */
export function isTermOfLinks({ node, context, children }: Shown): boolean {
  if (!context || (node.role !== 'AXGroup' && node.role !== 'AXRow') || children.length === 0) return false
  return isNamedByContents(node) && children.every((child) => sharedWord(child) === 'links' && child.more === undefined)
}

/** Siblings grouped by line. */
export function byLines(siblings: readonly Shown[]): readonly (readonly Shown[])[] {
  const lines: Shown[][] = []
  for (const one of siblings) {
    const line = lines.at(-1)
    if (joinsLine(line?.at(-1), one)) line!.push(one)
    else lines.push([one])
  }
  return lines
}
