/** What a press does as soon as it begins, wherever it ends. */
import { Flag } from '../platform/flags.ts'
import { isOfType, isWithin, type Node } from '../tree/model/node.ts'
import { type MenuEvidence, menuCame } from './menus.ts'

/**
 * What reacts when a press begins needs no release: a field gets the focus, a list or menu opens (and may cover what
 * opened it), and what goes for good, as a tag that is taken away, is not made anew with the same name.
 */
export function isDoneAtOnce(evidence: MenuEvidence): boolean {
  const { was, now, difference } = evidence
  if (now !== undefined && has(now, Flag.expanded) && !has(was, Flag.expanded)) return true
  // What covers the page may hide from the tree that its own list or menu is open.
  const opens = isOfType(was, 'dropdown') || has(was, Flag.hasMenu)
  if (opens && difference !== undefined && menuCame(evidence)) return true
  if (now !== undefined) return isOfType(was, 'textfield') ? has(now, Flag.focused) : hasBecomeField(evidence)
  const isAlike = ({ role, title }: Node) => role === was.role && title === was.title
  return was.title !== undefined && difference !== undefined && !difference.added.some(isAlike)
}

/** What is edited where it stands shows a field in its place, and that has the focus. */
function hasBecomeField({ was, difference, nodeOf }: MenuEvidence): boolean {
  const isIt = (node: Node) => isOfType(node, 'textfield') && has(node, Flag.focused)
  return difference?.added.some((node) => isIt(node) && isWithin(node, was.key, nodeOf)) ?? false
}

function has(node: Node, flags: number): boolean {
  return (node.flags & flags) !== 0
}
