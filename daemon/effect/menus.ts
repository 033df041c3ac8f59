/** Menus as evidence: which opened, and which closed. */
import { Flag } from '../platform/element/flags.ts'
import { isHidden, isWithin, type Node } from '../tree/model/node.ts'
import { visibilityChanges } from '../tree/warm/history.ts'
import type { Evidence } from './evidence.ts'

const menuRoles = new Set(['AXMenu', 'AXMenuItem', 'AXList'])
/** Each opens a menu or list of its own. */
const openers = new Set(['AXMenuBarItem', 'AXMenuButton', 'AXPopUpButton', 'AXComboBox'])
export const isOpener = ({ role }: Node) => openers.has(role)
export const isMenuOrList = ({ role, subrole }: Node) => menuRoles.has(role) || subrole === 'AXListBox'
/** A press of it closes the menu that it is in. */
export const isEntry = ({ role }: Node) => role === 'AXMenuItem'

/** Whether a menu or list appeared, or the target's own is open. */
export function menuCame(evidence: Evidence): boolean {
  const { now, difference } = evidence
  if (now !== undefined && (now.flags & Flag.expanded) !== 0) return true
  if (difference === undefined) return true
  const isMenu = (node: Node) => isMenuOrList(node) && !isHidden(node)
  return [...difference.added, ...visibilityChanges(difference).came].some(isMenu)
}

/** Pressing a title of a menu bar should open its menu: if only another menu closed, it failed. */
export function onlyAnotherMenuClosed(evidence: Evidence): boolean {
  const { act, was, difference, nodeOf } = evidence
  const isTitle = was.role === 'AXMenuBarItem' && (was.flags & Flag.hasMenu) !== 0
  if (!isTitle || !['click', 'select'].includes(act.action)) return false
  if (difference === undefined || menuCame(evidence)) return false
  const isShown = (node: Node) => menuRoles.has(node.role) && !isHidden(node)
  const went = [
    ...difference.removed.filter(isShown),
    ...difference.changed.filter((one) => isShown(one.was) && isHidden(one.now)).map((one) => one.now),
  ]
  return went.length > 0 && !went.some((node) => isWithin(node, was.key, nodeOf))
}
