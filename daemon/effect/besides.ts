/**
 * What any press brings, wherever it is: it shows nothing of what was pressed. There are three kinds of it: what comes and goes
 * with the pointer and the focus, layers elsewhere that close, and the menu that a path goes through.
 */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/row.ts'
import { isModal } from '../tree/model/context.ts'
import { isHidden, isInside, isWithin, type Node } from '../tree/model/node.ts'
import { isRow } from '../tree/naming/parts.ts'
import { type Changes, sightsOf } from '../tree/warm/history.ts'
import { actions } from './actions.ts'
import type { Evidence } from './evidence.ts'
import { isMenuOrList, isOpener } from './menus.ts'
import { isBare, sameButFocus, sameSight } from './news.ts'

type Turned = Changes['changed'][number]

/** By what a change is of this kind. */
interface Besides {
  readonly isCome?: (node: Node) => boolean
  readonly isGone: (node: Node) => boolean
  readonly isTurned: (pair: Turned) => boolean
}

interface Scene {
  readonly evidence: Evidence
  readonly difference: Changes
  /** What has gone, too. */
  readonly nodeOf: (key: Key) => Node | undefined
  /** It holds what was pressed. */
  readonly isAround: (node: Node) => boolean
  /** It neither holds that nor is in it. */
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
  const layers = closing(scene)
  const kinds = [atPointer(scene), onPath(scene), layers]
  const added = difference.added.filter((node) => !kinds.some(({ isCome }) => isCome?.(node)))
  const removed = difference.removed.filter((node) => !kinds.some(({ isGone }) => isGone(node)))
  const changed = difference.changed.filter((pair) => !kinds.some(({ isTurned }) => isTurned(pair)))
  const left = new Set<Node>([...added, ...removed, ...changed.map(({ now }) => now)])
  const all = [...difference.added, ...difference.removed, ...difference.changed.map(({ now }) => now)]
  const dropped = new Set(all.flatMap((node) => (left.has(node) ? [] : node.key)))
  const { hasShut } = layers
  const isUnseen = (key: Key) => {
    const node = nodeOf(key)
    return dropped.has(key) || (hasShut && node !== undefined && isHidden(node))
  }
  // What held a layer may have been called or described by it, has got what was hidden in it, and says in an attribute that it is closed.
  const without = (node: Node, was: Node): Node => {
    const children = node.children.filter((key) => !isUnseen(key))
    if (!hasShut || !isOther(node)) return { ...node, children }
    const isHolder = was.children.some((key) => dropped.has(key))
    return {
      ...node,
      children,
      title: isHolder ? undefined : node.title,
      description: undefined,
      attributes: undefined,
    }
  }
  const isRest = (pair: Turned) =>
    sameSight(pair.was, pair.now) ||
    (hasShut && isOther(pair.now) && sameButFocus(pair.was, pair.now)) ||
    layers.isTurned(pair)
  const others = changed.filter(({ was, now }) => !isRest({ was: without(was, was), now: without(now, was) }))
  return { ...evidence, difference: { ...difference, added, changed: others, removed } }
}

/** Of a toolkit: it goes by a press anywhere, and comes where the pointer rests. A page tells of its own by `aside`. */
export const isTip = ({ role }: Node) => role === 'AXHelpTag'

function atPointer({ evidence: { act, aside }, nodeOf }: Scene): Besides {
  const isInTip = (node: Node) =>
    actions[act.action].isForPointer !== true && (isTip(node) || isInside(node, isTip, nodeOf))
  const isAside = (node: Node) => aside?.has(node.key) === true || isInTip(node)
  return {
    isCome: isAside,
    isGone: (node) => isAside(node) || isInside(node, isAside, nodeOf),
    isTurned: ({ now }) => isAside(now),
  }
}

/** What a menu loses as it closes. */
const ofClosing = Flag.hidden | Flag.selected | Flag.focused | Flag.expanded

/** A menu that was open closes by a path through it, whatever comes of its entry. */
function onPath({ evidence: { act } }: Scene): Besides {
  const isOfPath = (node: Node) => act.action === 'menu' && (isMenuOrList(node) || isOpener(node))
  return {
    isGone: isOfPath,
    isTurned: ({ was, now }) =>
      isOfPath(was) && sameSight({ ...was, flags: was.flags | ofClosing }, { ...now, flags: now.flags | ofClosing }),
  }
}

/** What may be on elsewhere while a layer is open. */
const ofOpen = Flag.expanded | Flag.selected | Flag.checked | Flag.focused
/** What is on until something else is pressed. */
const ofChosen = Flag.expanded | Flag.selected

/** No longer chosen, or a frame around what was. */
export const isOff = ({ was, now }: Turned) => isUnchosen(was, now, ofChosen) || isFrameGone(was, now)

/** A page may say so in an attribute before, or where, its role has no such state. */
const isUnchosen = (was: Node, now: Node, on: number) =>
  ((was.flags & ~now.flags & on) !== 0 || saysOn.some((name) => isSaid(was, name) && !isSaid(now, name))) &&
  (now.flags & ~was.flags & ofOpen) === 0

const saysOn = ['aria-expanded', 'aria-selected']
const isSaid = ({ attributes }: Node, name: string) => attributes?.[name] === 'true'

const isFrameGone = (was: Node, now: Node) => isBare(was) && !isHidden(was) && isHidden(now)

/**
 * Menus and lists of something else are known by their roles, other layers by the page (`hasShut`): what was pressed is in
 * none of them, and opened none. A list that is gone may as well have been cleared, but not by the focus alone.
 */
function closing(scene: Scene): Besides & { readonly hasShut: boolean } {
  const { evidence, difference, nodeOf, isAround, isOther } = scene
  if (isDismissal(evidence)) return { hasShut: false, isGone: () => false, isTurned: () => false }
  const isModalLayer = (node: Node) => node.role === 'AXGroup' && isModal(node) && isOther(node)
  // A popover of a toolkit that takes all input goes by a press anywhere else, too.
  const hasShut = evidence.hasShut ?? [...difference.removed, ...sightsOf(difference).went].some(isModalLayer)
  const isPage = isInside(evidence.was, ({ role }) => role === 'AXWebArea', nodeOf)
  const isPopup = (node: Node) => isMenuOrList(node) && (node.role !== 'AXList' || node.subrole === 'AXListBox')
  // What a row folds out is a list in that row; one that holds the target is none of something else.
  const isLayer = (node: Node) =>
    isMenuOrList(node) &&
    !isAround(node) &&
    (node.role !== 'AXList' ||
      isInside(node, isOpener, nodeOf) ||
      !isInside(node, (one) => isRow(one) && isAround(one), nodeOf))
  const isOf = (node: Node, is: (node: Node) => boolean) =>
    isOther(node) && (hasShut || is(node) || isInside(node, is, nodeOf))
  // It is on as long as its menu is open, which not all toolkits say of it.
  const isMenuToggle = ({ role, subrole, flags }: Node) =>
    role === 'AXCheckBox' && ((flags & Flag.hasMenu) !== 0 || (!isPage && subrole === 'AXToggle'))
  const isLoose = ({ key }: Node) => evidence.loose?.has(key) === true
  const isFolded = ({ was, now }: Turned) =>
    isUnchosen(was, now, hasShut || isMenuToggle(was) ? ofOpen : ofChosen) &&
    (hasShut || isOpener(was) || isMenuToggle(was) || isLoose(now)) &&
    isOther(was) &&
    // What opens a layer may say in its name that it closes it.
    sameSight(
      { ...was, flags: now.flags, attributes: now.attributes, title: hasShut && isOpener(was) ? now.title : was.title },
      now,
    )
  // What a layer made unreachable behind it comes back, and is read again.
  const isBack = hasShut && difference.added.some(isLoose)
  return {
    hasShut,
    isCome: (node) => isBack && isOther(node) && isLoose(node),
    isGone: (node) => isOf(node, isPopup),
    isTurned: (pair) =>
      (isBack && isOther(pair.was)) ||
      isFolded(pair) ||
      (isHidden(pair.now) && isOf(pair.was, isLayer)) ||
      (isFrameGone(pair.was, pair.now) && isLoose(pair.now) && isOther(pair.was)),
  }
}

/** The key that closes what is open does nothing else, wherever that is. */
function isDismissal({ act: { action, keys = '' } }: Evidence): boolean {
  return action === 'key' && /^esc(?:ape)?$/i.test(keys)
}
