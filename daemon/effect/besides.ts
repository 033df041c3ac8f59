/**
 * Takes out the changes that any press would have brought, wherever it landed, since they do not show that the target does anything.
 * There are three kinds: what follows the pointer and the focus, what closes elsewhere, and the menu that a path leads through.
 */
import { Flag } from '../platform/element/flags.ts'
import type { Key } from '../platform/element/row.ts'
import { isModal, isTip } from '../tree/model/context.ts'
import { isHidden, isInside, isWithin, type Node, type NodeOf } from '../tree/model/node.ts'
import { isRow } from '../tree/naming/parts.ts'
import { type Changes, visibilityChanges } from '../tree/warm/history.ts'
import { actions } from './actions.ts'
import type { Evidence } from './evidence.ts'
import { isMenuOrList, isOpener } from './menus.ts'
import { isBare, sameSight } from './news.ts'

type Turned = Changes['changed'][number]

/** One kind: which changes belong to it. */
interface Kind {
  readonly isCome?: (node: Node) => boolean
  readonly isGone: (node: Node) => boolean
  /** It was built again as it was. */
  readonly isRedrawn?: (node: Node) => boolean
  readonly isTurned: (pair: Turned) => boolean
}

interface Scene {
  readonly evidence: Evidence
  readonly difference: Changes
  /** Also knows what has gone. */
  readonly nodeOf: NodeOf
  /** It holds the target. */
  readonly isAround: (node: Node) => boolean
  /** It neither holds the target nor is in it. */
  readonly isOther: (node: Node) => boolean
}

export function withoutBesides(evidence: Evidence): Evidence {
  const { was: target, difference } = evidence
  if (difference === undefined) return evidence
  const gone = new Map(difference.removed.map((node) => [node.key, node]))
  const nodeOf = (key: Key) => gone.get(key) ?? evidence.nodeOf(key)
  const isAround = (node: Node) => isWithin(target, node.key, nodeOf)
  const isOther = (node: Node) => !isAround(node) && !isWithin(node, target.key, nodeOf)
  const scene = { evidence, difference, nodeOf, isAround, isOther }
  const kinds: readonly Kind[] = [atPointer(scene), onPath(scene), closing(scene)]
  const added = difference.added.filter((node) => !kinds.some(({ isCome }) => isCome?.(node)))
  const removed = difference.removed.filter((node) => !kinds.some(({ isGone }) => isGone(node)))
  const left = new Set([...added, ...removed])
  const isTurned = (pair: Turned) => kinds.some((kind) => kind.isTurned(pair))
  const hidden = difference.changed.filter((pair) => isHidden(pair.now) && isTurned(pair)).map(({ now }) => now)
  const single = [...difference.added, ...difference.removed, ...hidden]
  const dropped = new Set(single.flatMap((node) => (left.has(node) ? [] : node.key)))
  const isUnseen = (key: Key) => {
    const node = evidence.nodeOf(key)
    return node !== undefined && isHidden(node)
  }
  // What held one of them may have been named by it, and holds what is left of it, hidden.
  const without = (node: Node, isHolder: boolean): Node => ({
    ...node,
    children: node.children.filter((key) => !dropped.has(key) && !(isHolder && isUnseen(key))),
    title: isHolder ? undefined : node.title,
  })
  const isRest = ({ was, now }: Turned) => {
    const isHolder = isOther(now) && was.children.some((key) => dropped.has(key))
    const pair = { was: without(was, isHolder), now: without(now, isHolder) }
    return sameSight(pair.was, pair.now) || isTurned(pair)
  }
  const changed = difference.changed.filter((pair) => !isRest(pair))
  const redrawn = difference.redrawn.filter((node) => !kinds.some(({ isRedrawn }) => isRedrawn?.(node)))
  return { ...evidence, difference: { ...difference, added, changed, removed, redrawn } }
}

/** A page says by `aside` which tips are its own. */
function atPointer({ evidence: { act, aside, caused }, nodeOf, isOther }: Scene): Kind {
  const isHover = actions[act.action].isForPointer === true
  const isInTip = (node: Node) => !isHover && (isTip(node) || isInside(node, isTip, nodeOf))
  const isAside = (node: Node) => aside?.has(node.key) === true || isInTip(node)
  // Styles and timers take away what was shown where the pointer was before.
  const isLeft = (node: Node) => isHover && isOther(node) && caused?.has(node.key) === false
  return {
    isCome: isAside,
    isGone: (node) => isLeft(node) || isAside(node) || isInside(node, isAside, nodeOf),
    isTurned: (pair) => isAside(pair.now) || (isLeft(pair.now) && hasLost(pair)),
  }
}

/** It is hidden, switched off, or no longer described by what was shown for it. */
function hasLost({ was, now }: Turned): boolean {
  if (isHidden(now) || isSwitchedOff(was, now, ofChosen)) return true
  return sameSight({ ...was, description: undefined }, now)
}

/** The states that a menu and its entries lose as it closes. */
const ofClosing = Flag.hidden | Flag.selected | Flag.focused | Flag.expanded

/** A path through an open menu closes it, whatever its entry does. */
function onPath({ evidence: { act } }: Scene): Kind {
  const isOfPath = (node: Node) => act.action === 'menu' && (isMenuOrList(node) || isOpener(node))
  return {
    isGone: isOfPath,
    isTurned: ({ was, now }) =>
      isOfPath(was) && sameSight({ ...was, flags: was.flags | ofClosing }, { ...now, flags: now.flags | ofClosing }),
  }
}

/** States that last until something else is pressed. */
const ofChosen = Flag.expanded | Flag.selected
/** States that may last as long as a layer is open. */
const ofOpen = ofChosen | Flag.checked | Flag.focused

/** It is no longer chosen or unfolded, or it is a frame that is gone. */
export const isOff = (pair: Turned) => isSwitchedOff(pair.was, pair.now, ofChosen) || isFrameGone(pair)

/** It is in reach again, as what a layer covered is once that has closed. */
export const isUncovered = ({ was, now }: Turned) => isHidden(was) && !isHidden(now)

/** A mere frame, such as one drawn around what was chosen. */
const isFrameGone = ({ was, now }: Turned) => isBare(was) && !isHidden(was) && isHidden(now)

/** An attribute may say so where the role has no such state, or does not have it yet. */
const isSwitchedOff = (was: Node, now: Node, on: number) =>
  ((was.flags & ~now.flags & on) !== 0 || saysOn.some((name) => isSaid(was, name) && !isSaid(now, name))) &&
  (now.flags & ~was.flags & ofOpen) === 0

const saysOn = ['aria-expanded', 'aria-selected']
const isSaid = ({ attributes }: Node, name: string) => attributes?.[name] === 'true'

/**
 * What was switched off, went away or was built again elsewhere, and not by a listener of the target's own. A page can tell that of everything, when a
 * layer has closed in which the press had no part (`hasShut`), or of a single element (`loose`). Otherwise the role tells:
 * menus and lists close by any press, with what opens them. A list that is gone may have been cleared, but not by the focus alone.
 */
function closing(scene: Scene): Kind {
  const { evidence, difference, nodeOf, isAround, isOther } = scene
  if (isDismissal(evidence)) return { isGone: () => false, isTurned: () => false }
  const isModalLayer = (node: Node) => node.role === 'AXGroup' && isModal(node) && isOther(node)
  // Likewise a toolkit's popover that takes all input.
  const hasShut = evidence.hasShut ?? [...difference.removed, ...visibilityChanges(difference).went].some(isModalLayer)
  const isLoose = ({ key }: Node) => evidence.loose?.has(key) === true
  const isPage = isInside(evidence.was, ({ role }) => role === 'AXWebArea', nodeOf)
  const isPopup = (node: Node) => isMenuOrList(node) && (node.role !== 'AXList' || node.subrole === 'AXListBox')
  // A list that the target's own row folds out, or that holds the target, does not belong to something else.
  const isLayer = (node: Node) =>
    isMenuOrList(node) &&
    !isAround(node) &&
    (node.role !== 'AXList' ||
      isInside(node, isOpener, nodeOf) ||
      !isInside(node, (one) => isRow(one) && isAround(one), nodeOf))
  const isOf = (node: Node, is: (node: Node) => boolean) => hasShut || is(node) || isInside(node, is, nodeOf)
  // It is on while its menu is open, and not every toolkit says that it has one.
  const isMenuToggle = ({ role, subrole, flags }: Node) =>
    role === 'AXCheckBox' && ((flags & Flag.hasMenu) !== 0 || (!isPage && subrole === 'AXToggle'))
  // A field in the layer may be saved as it closes. What the target's own listeners do leaves a trace.
  const isUntraced = ({ key }: Node) => hasShut && evidence.caused?.has(key) === false
  // The page behind a layer that made it unreachable comes back, and is read again. A slide may come by itself.
  const isBack = hasShut && difference.added.some((node) => isLoose(node) && evidence.foreign?.has(node.key) !== true)
  // Attributes and descriptions elsewhere tell of the layer.
  const ofLayer = (node: Node): Node => (hasShut ? { ...node, description: undefined, attributes: undefined } : node)
  const isOffAlone = (was: Node, now: Node) =>
    (hasShut || isOpener(was) || isMenuToggle(was) || isLoose(now)) &&
    isSwitchedOff(was, now, hasShut || isMenuToggle(was) ? ofOpen : ofChosen) &&
    sameSight({ ...was, flags: now.flags, attributes: now.attributes }, now)
  const isTurned = (pair: Turned) => {
    const isLooseFrame = isFrameGone(pair) && isLoose(pair.now)
    if (hasShut && isUncovered(pair) && isLoose(pair.now) && evidence.caused?.has(pair.now.key) !== true) return true
    if (isBack || isLooseFrame || (isHidden(pair.now) && isOf(pair.was, isLayer))) return true
    const [was, now] = [ofLayer(pair.was), ofLayer(pair.now)]
    return isOffAlone(was, now) || (hasShut && sameSight(was, now))
  }
  return {
    isCome: (node) => isOther(node) && (isUntraced(node) || (isBack && isLoose(node))),
    isGone: (node) => isOther(node) && isOf(node, isPopup),
    isRedrawn: (node) => isOther(node) && isLoose(node),
    isTurned: (pair) => isOther(pair.was) && (isUntraced(pair.now) || isTurned(pair)),
  }
}

/** Closing what is open, wherever it is, is all that this key is for. */
function isDismissal({ act: { action, keys = '' } }: Evidence): boolean {
  return action === 'key' && /^esc(?:ape)?$/i.test(keys)
}
