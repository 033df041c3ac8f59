/** Menus as evidence: which opened, and which closed. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/row.ts'
import { isHidden, isInside, isWithin, type Node } from '../tree/model/node.ts'
import type { Changes } from '../tree/warm/history.ts'
import type { Evidence } from './evidence.ts'
import { sameSight } from './news.ts'

/** Open a menu or list of theirs. */
const openers = new Set(['AXMenuBarItem', 'AXMenuButton', 'AXPopUpButton', 'AXComboBox'])
const menuRoles = new Set(['AXMenu', 'AXMenuItem', 'AXList'])
const isMenuOrList = ({ role, subrole }: Node) => menuRoles.has(role) || subrole === 'AXListBox'
const isPopup = (node: Node) => isMenuOrList(node) && (node.role !== 'AXList' || node.subrole === 'AXListBox')

/** Whether a menu or list appeared, or its own is open. */
export function menuCame(evidence: Evidence): boolean {
  const { now, difference } = evidence
  if (now !== undefined && (now.flags & Flag.expanded) !== 0) return true
  if (difference === undefined) return true
  const isMenu = (node: Node) => isMenuOrList(node) && !isHidden(node)
  const came = difference.changed.filter(({ was, now }) => isHidden(was) && !isHidden(now))
  return [...difference.added, ...came.map((one) => one.now)].some(isMenu)
}

/** Pressing a title of a menu bar should open its menu: if only another menu closed, it failed. */
export function onlyAnotherMenuClosed(evidence: Evidence): boolean {
  const { act, was, difference, nodeOf } = evidence
  const isTitle = was.role === 'AXMenuBarItem' && (was.flags & Flag.hasMenu) !== 0
  if (!isTitle || !['click', 'select'].includes(act.action)) return false
  if (difference === undefined || menuCame(evidence)) return false
  const isEntry = (node: Node) => menuRoles.has(node.role) && !isHidden(node)
  const went = [
    ...difference.removed.filter(isEntry),
    ...difference.changed.filter((one) => isEntry(one.was) && isHidden(one.now)).map((one) => one.now),
  ]
  return went.length > 0 && !went.some((node) => isWithin(node, was.key, nodeOf))
}

/**
 * Without menus and lists of something else that have closed, as any press elsewhere closes them: what was pressed is in none
 * of them, and opened none. A list that is gone may as well have been cleared.
 */
export function withoutShut(evidence: Evidence): Evidence {
  const { was: target, difference, nodeOf } = evidence
  if (difference === undefined) return evidence
  const gone = new Map(difference.removed.map((node) => [node.key, node]))
  const before = (key: Key) => gone.get(key) ?? nodeOf(key)
  const isOther = (node: Node) => !isWithin(target, node.key, before) && !isWithin(node, target.key, before)
  const isOf = (node: Node, is: (node: Node) => boolean) => isOther(node) && (is(node) || isInside(node, is, before))
  const hasShut = ({ was, now }: Changes['changed'][number]) =>
    (was.flags & ~now.flags & Flag.expanded) !== 0 &&
    openers.has(was.role) &&
    isOther(was) &&
    sameSight({ ...was, flags: now.flags }, now)
  const isShut = (pair: Changes['changed'][number]) =>
    hasShut(pair) || (isHidden(pair.now) && isOf(pair.was, isMenuOrList))
  const removed = difference.removed.filter((node) => !isOf(node, isPopup))
  const changed = difference.changed.filter((pair) => !isShut(pair))
  const left = new Set<Node>([...removed, ...changed.map(({ now }) => now)])
  const all = [...difference.removed, ...difference.changed.map(({ now }) => now)]
  const shut = new Set(all.flatMap((node) => (left.has(node) ? [] : node.key)))
  const open = (node: Node) => ({ ...node, children: node.children.filter((key) => !shut.has(key)) })
  const others = changed.filter(({ was, now }) => !sameSight(open(was), open(now)))
  return { ...evidence, difference: { ...difference, changed: others, removed } }
}
