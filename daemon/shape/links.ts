/**
 * Links beside each other share a line, `links: [12 Home][13 Contact]`, and so do a term and its links:
 * `abbrev: [14 Address Functions][15 Operators]`.
 */
import { isNamedByContents } from '../tree/context.ts'
import { shortRole } from '../tree/node.ts'
import type { Shown } from '../tree/view/shown.ts'

/** Of several links. What stands before it is a term, which is quoted if it is this very word. */
export const linksWord = 'links'

/** A link with nothing in it. */
export function isLoneLink({ node, children }: Shown): boolean {
  return shortRole(node.role, node.subrole) === 'link' && children.length === 0
}

/** Does it stand on the line of the one before it, with the same parent? */
export function joinsLine(before: Shown | undefined, one: Shown): boolean {
  return before !== undefined && before.more === undefined && isLoneLink(before) && isLoneLink(one)
}

/** A part of a description list that only says what its links are about. */
export function isTermOfLinks({ node, context, children, more }: Shown): boolean {
  if (!context || node.role !== 'AXGroup' || more !== undefined || children.length === 0) return false
  return isNamedByContents(node) && children.every((child) => isLoneLink(child) && child.more === undefined)
}

/** Siblings by the lines that they stand on. */
export function byLines(siblings: readonly Shown[]): readonly (readonly Shown[])[] {
  const lines: Shown[][] = []
  for (const one of siblings) {
    const line = lines.at(-1)
    if (joinsLine(line?.at(-1), one)) line!.push(one)
    else lines.push([one])
  }
  return lines
}
