/**
 * Links beside each other share a line, `links: [12 Home][13 Contact]`, and so do choices, `radios: [16 Small][17 Large]`,
 * and a term and its links: `abbrev: [14 Address Functions][15 Operators]`.
 */
import { sharedWords } from '../../../api-schema/text/shared-lines.ts'
import { isNamedByContents } from '../../tree/model/context.ts'
import { shortRole } from '../../tree/model/node.ts'
import type { Shown } from '../fold/shown.ts'

/** What a line begins with that it shares with others like it; nothing for what stands alone, and for what holds something. */
export function sharedWord({ node, children }: Shown): string | undefined {
  return children.length === 0 ? sharedWords.get(shortRole(node.role, node.subrole)) : undefined
}

/** Does it stand on the line of the one before it, with the same parent? */
export function joinsLine(before: Shown | undefined, one: Shown): boolean {
  if (before === undefined || before.more !== undefined) return false
  const word = sharedWord(one)
  return word !== undefined && sharedWord(before) === word
}

/** A part of a description list that only says what its links are about. */
export function isTermOfLinks({ node, context, children, more }: Shown): boolean {
  if (!context || node.role !== 'AXGroup' || more !== undefined || children.length === 0) return false
  return isNamedByContents(node) && children.every((child) => sharedWord(child) === 'links' && child.more === undefined)
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
