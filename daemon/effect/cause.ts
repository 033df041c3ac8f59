/**
 * What caused the changes: the action itself in its own task, something after it in a place that had been still, or
 * nothing that counts.
 */
import { Flag } from '../platform/element/flags.ts'
import type { Key } from '../platform/element/row.ts'
import { isMessage } from '../tree/model/context.ts'
import { isInside, isWithin, type Node } from '../tree/model/node.ts'
import { isText, partOf, theFocus } from '../tree/warm/aligned.ts'
import type { Changes } from '../tree/warm/history.ts'
import { Calm } from '../tree/warm/restless.ts'
import { actions } from './actions.ts'
import type { Evidence } from './evidence.ts'
import { isOfText, type Least, sameButFocus, steadyOf } from './news.ts'

/** From the best proof to none. */
export type Cause =
  /** Changed in the same task as the event, which no clock does. */
  | 'task'
  /** Changed after the action, where nothing had been changing. */
  | 'after'
  /** The same, but only in texts that are not next to the target: a clock could have written them. */
  | 'far'
  /** Only the focus, which any press moves, or content that updates on its own. */
  | 'none'

/** The best proof among the changes. */
export function causeOf(evidence: Evidence, least?: Least): Cause {
  const { difference, calmOf, caused, was: target, nodeOf } = evidence
  if (difference === undefined) return 'after'
  if (caused !== undefined && askedOf(evidence).some((key) => caused.has(key))) return 'task'
  if (isForFocus(evidence, difference) || hasTurned(evidence) || isEntered(evidence)) return 'after'
  const { added, changed, removed } = steadyOf(difference, calmOf, least)
  const single = [...added, ...removed]
  if (single.length + changed.length === 0) return 'none'
  const isOutside = (node: Node) => !isWithin(node, target.key, nodeOf)
  const isTextAlone =
    single.every((node) => isText(node) && isOutside(node)) &&
    changed.every((one) => isOfText(one) && isOutside(one.now))
  // A text that appears where there was none is probably not a clock.
  const [came, went] = [added, removed].map((nodes) => new Set(nodes.map(({ parent }) => parent)))
  const isNew = ({ parent }: Node) => !(came!.has(parent) && went!.has(parent))
  const isBeside = (node: Node) => isNextTo(node, target, nodeOf)
  const isNear = single.some((node) => isNew(node) || isBeside(node)) || changed.some(({ now }) => isBeside(now))
  return isTextAlone && !isNear ? 'far' : 'after'
}

/** The changes whose cause is worth asking for. Includes restless elements: a press may have changed those, too. */
export function askedOf({ difference, nodeOf, was }: Evidence): Key[] {
  if (difference === undefined) return []
  const redrawn = redrawnIn({ difference, nodeOf, was }).map(({ key }) => key)
  return [...keysOf(steadyOf(difference, () => Calm.still)), ...redrawn]
}

/** Excludes the target and what is around it, which pages redraw for the pointer alone. */
function redrawnIn({ difference, nodeOf, was }: Pick<Evidence, 'difference' | 'nodeOf' | 'was'>): readonly Node[] {
  return (
    difference?.redrawn.filter((node) => !isWithin(node, was.key, nodeOf) && !isWithin(was, node.key, nodeOf)) ?? []
  )
}

function keysOf({ added, changed, removed }: Changes): Key[] {
  return [
    ...added.map(({ key }) => key),
    ...changed.map(({ now }) => now.key),
    ...removed.flatMap(({ key, parent }) => [key, parent]),
  ]
}

/** Whether anything changed at or next to the target, or a message or dialog appeared or disappeared. */
export function isByTarget({ difference, calmOf, was, nodeOf }: Evidence): boolean {
  if (difference === undefined) return true
  const { added, changed, removed } = steadyOf(difference, calmOf)
  const isHere = (node: Node) => isWithin(node, was.key, nodeOf) || isNextTo(node, was, nodeOf)
  const isSaid = (node: Node) => isMessage(node) || isInside(node, isMessage, nodeOf)
  return [...added, ...removed, ...changed.map(({ now }) => now)].some((node) => isHere(node) || isSaid(node))
}

function isNextTo(node: Node, target: Node, nodeOf: Evidence['nodeOf']): boolean {
  return node.parent === target.parent || nodeOf(node.parent)?.parent === target.parent
}

/** The target itself was switched on or off, and is not known to do that on its own. */
export function hasTurned({ was, now, calmOf, foreign }: Evidence): boolean {
  const ofElse = foreign?.has(was.key) ? Flag.selected : 0
  const turned = ((now?.flags ?? was.flags) ^ was.flags) & settings & ~ofElse
  return turned !== 0 && calmOf(`element ${was.key}`) !== Calm.restless
}

/** Keys were typed into a field: there even spaces and line breaks at the end count. */
function isEntered({ act, was, now, calmOf }: Evidence): boolean {
  if (act.action !== 'key' || now === undefined || (was.flags & Flag.editable) === 0) return false
  return now.value !== was.value && calmOf(`element ${was.key}`) !== Calm.restless
}

const settings = Flag.selected | Flag.checked | Flag.mixed | Flag.expanded

/**
 * The focus moved and was meant to: a field is pressed to focus it, and keys may be sent to move the focus. Sending
 * keys focuses their target, or the window around it, and bringing a window to the front may focus anything: neither
 * counts.
 */
function isForFocus({ act, front, calmOf, nodeOf, was: target }: Evidence, { changed }: Changes): boolean {
  const moved = changed.filter((one) => calmOf(partOf(one)) !== Calm.restless && sameButFocus(one.was, one.now))
  const { points, movesFocus } = actions[act.action]
  if (points)
    return moved.some(({ was, now }) => now.key === target.key && ((was.flags | now.flags) & Flag.editable) !== 0)
  if (calmOf(theFocus) === Calm.restless) return false
  if (movesFocus !== 'away') return movesFocus !== undefined && moved.length > 0
  if (front === true) return false
  const isInside = (node: Node) => isWithin(node, target.key, nodeOf)
  const isAround = (node: Node) => isWithin(target, node.key, nodeOf)
  const had = (node: Node) => (node.flags & Flag.focused) !== 0
  const isThere =
    (target.flags & Flag.focusable) === 0 || had(target) || moved.some(({ was }) => had(was) && isInside(was))
  if (isThere) return moved.length > 0
  return moved.some(({ now }) => had(now) && !isInside(now) && !isAround(now))
}
