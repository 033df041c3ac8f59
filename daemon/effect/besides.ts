/**
 * What any press brings, wherever it is: what was open elsewhere closes, and tips come. It shows nothing of what was pressed.
 */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/row.ts'
import { isModal } from '../tree/model/context.ts'
import { isHidden, isInside, isWithin, type Node } from '../tree/model/node.ts'
import { isRow } from '../tree/naming/parts.ts'
import { type Changes, sightsOf } from '../tree/warm/history.ts'
import { actions } from './actions.ts'
import type { Evidence } from './evidence.ts'
import { isMenuOrList } from './menus.ts'
import { sameSight } from './news.ts'

/** Open a menu or list of theirs. */
const openers = new Set(['AXMenuBarItem', 'AXMenuButton', 'AXPopUpButton', 'AXComboBox'])
/** Of a toolkit: it goes by a press anywhere, and comes where the pointer rests. A page tells of its own by `aside`. */
export const isTip = ({ role }: Node) => role === 'AXHelpTag'
/** It is on as long as its menu is open, which not all toolkits say of it. */
const isMenuToggle = ({ role, subrole, flags }: Node, isPage: boolean) =>
  role === 'AXCheckBox' && ((flags & Flag.hasMenu) !== 0 || (!isPage && subrole === 'AXToggle'))
const isPopup = (node: Node) => isMenuOrList(node) && (node.role !== 'AXList' || node.subrole === 'AXListBox')
/** What a menu loses as it closes, and what may be on elsewhere while a layer is open. */
const ofClosing = Flag.hidden | Flag.selected | Flag.focused | Flag.expanded
const ofOpen = Flag.expanded | Flag.selected | Flag.checked | Flag.focused

/**
 * Without it. Menus and lists of something else are known by their roles, other layers by the page (`hasShut`): what was
 * pressed is in none of them, and opened none. A list that is gone may as well have been cleared, but not by the focus alone.
 */
export function withoutBesides(evidence: Evidence): Evidence {
  const { act, was: target, difference, nodeOf, aside } = evidence
  if (difference === undefined) return evidence
  const gone = new Map(difference.removed.map((node) => [node.key, node]))
  const before = (key: Key) => gone.get(key) ?? nodeOf(key)
  const isInTip = (node: Node) =>
    actions[act.action].isForPointer !== true && (isTip(node) || isInside(node, isTip, before))
  const isAside = (node: Node) => aside?.has(node.key) === true || isInTip(node)
  const isAround = (node: Node) => isWithin(target, node.key, before)
  const isOther = (node: Node) => !isAround(node) && !isWithin(node, target.key, before)
  const isModalLayer = (node: Node) => node.role === 'AXGroup' && isModal(node) && isOther(node)
  // A popover of a toolkit that takes all input goes by a press anywhere else, too.
  const hasShut = evidence.hasShut ?? [...difference.removed, ...sightsOf(difference).went].some(isModalLayer)
  // What a row folds out is a list in that row; one that holds the target is none of something else.
  const isLayer = (node: Node) =>
    isMenuOrList(node) &&
    !isAround(node) &&
    (node.role !== 'AXList' ||
      isInside(node, ({ role }) => openers.has(role), before) ||
      !isInside(node, (one) => isRow(one) && isAround(one), before))
  const isOf = (node: Node, is: (node: Node) => boolean) =>
    isOther(node) && (hasShut || is(node) || isInside(node, is, before))
  const isPage = isInside(target, ({ role }) => role === 'AXWebArea', before)
  const hasFolded = ({ was, now }: Changes['changed'][number]) =>
    (was.flags & ~now.flags & (hasShut || isMenuToggle(was, isPage) ? ofOpen : Flag.expanded)) !== 0 &&
    (now.flags & ~was.flags & ofOpen) === 0 &&
    (hasShut || openers.has(was.role) || isMenuToggle(was, isPage)) &&
    isOther(was) &&
    sameSight({ ...was, flags: now.flags, attributes: now.attributes }, now)
  // A menu that was open closes by a path through it, whatever comes of its entry.
  const isOfPath = (node: Node) => act.action === 'menu' && (isMenuOrList(node) || openers.has(node.role))
  const hasClosed = ({ was, now }: Changes['changed'][number]) =>
    isOfPath(was) && sameSight({ ...was, flags: was.flags | ofClosing }, { ...now, flags: now.flags | ofClosing })
  const isBesides = (pair: Changes['changed'][number]) =>
    hasFolded(pair) || hasClosed(pair) || isAside(pair.now) || (isHidden(pair.now) && isOf(pair.was, isLayer))
  const isTaken = (node: Node) =>
    isOf(node, isPopup) || isOfPath(node) || isAside(node) || isInside(node, isAside, before)
  const added = difference.added.filter((node) => !isAside(node))
  const removed = difference.removed.filter((node) => !isTaken(node))
  const changed = difference.changed.filter((pair) => !isBesides(pair))
  const left = new Set<Node>([...added, ...removed, ...changed.map(({ now }) => now)])
  const all = [...difference.added, ...difference.removed, ...difference.changed.map(({ now }) => now)]
  const dropped = new Set(all.flatMap((node) => (left.has(node) ? [] : node.key)))
  // In an attribute others say that a layer of theirs is open, where it is no state of their role.
  const without = (node: Node) => ({
    ...node,
    children: node.children.filter((key) => !dropped.has(key)),
    attributes: hasShut && isOther(node) ? undefined : node.attributes,
  })
  const others = changed.filter(({ was, now }) => !sameSight(without(was), without(now)))
  return { ...evidence, difference: { ...difference, added, changed: others, removed } }
}
