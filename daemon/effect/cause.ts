/** What caused each change: the act in its own task, or something after it in a place that was still; or nobody. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/row.ts'
import { isMessage } from '../tree/model/context.ts'
import { isInside, isWithin, type Node } from '../tree/model/node.ts'
import type { Changes } from '../tree/warm/history.ts'
import { isOfChildren, isText, partOf } from '../tree/warm/things.ts'
import { actions } from './actions.ts'
import type { Evidence } from './evidence.ts'
import { isEntered, sameButFocus, steadyOf } from './news.ts'

/** From the best proof to none. */
export type Cause =
  /** The page changed it in the task of the event: no clock does. */
  | 'task'
  /** It came after the act, in a place that was still. */
  | 'after'
  /** So did this, but it is a text outside the target, beside it or elsewhere: a clock writes such ones, too. */
  | 'near'
  | 'far'
  /** Only the focus, which any press moves, or what changes by itself. */
  | 'none'

/** The best of what is news. */
export function causeOf(evidence: Evidence): Cause {
  const { act, difference, isRestless, caused, was: target, nodeOf } = evidence
  if (difference === undefined) return 'after'
  if (caused !== undefined && keysOf(seenOf(difference)).some((key) => caused.has(key))) return 'task'
  if (isForFocus(evidence, difference) || hasTurned(evidence) || isEntered(act, target, evidence.now, isRestless))
    return 'after'
  const { added, changed, removed } = steadyOf(difference, isRestless)
  const single = [...added, ...removed]
  if (single.length + changed.length === 0) return 'none'
  const isOutside = (node: Node) => !isWithin(node, target.key, nodeOf)
  const places = new Set(single.map(({ parent }) => parent))
  const others = changed.filter((one) => !places.has(one.now.key) || !isOfChildren(one))
  const isTextAlone =
    single.every((node) => isText(node) && isOutside(node)) &&
    others.every(({ was, now }) => was.flags === now.flags && isOutside(now))
  if (!isTextAlone || !(actions[act.action].points || act.action === 'key')) return 'after'
  // What comes where nothing was is no tick, as far as one can tell.
  const isNear = single.length > 0 || others.some(({ now }) => isBeside(now, target, nodeOf))
  return isNear ? 'near' : 'far'
}

/** More than the focus. */
function seenOf(difference: Changes): Changes {
  return steadyOf(difference, () => false)
}

/** Of which it is asked whether the act caused them: also what is restless may have been changed by a press. */
export function askedOf({ difference }: Evidence): Key[] {
  return difference === undefined ? [] : keysOf(seenOf(difference))
}

function keysOf({ added, changed, removed }: Changes): Key[] {
  return [...added.map(({ key }) => key), ...changed.map(({ now }) => now.key), ...removed.map(({ parent }) => parent)]
}

/** Has something come, gone or changed at the target, or next to it, or a message or question to the person? */
export function isByTarget({ difference, isRestless, was, nodeOf }: Evidence): boolean {
  if (difference === undefined) return true
  const { added, changed, removed } = steadyOf(difference, isRestless)
  const isHere = (node: Node) => isWithin(node, was.key, nodeOf) || isBeside(node, was, nodeOf)
  const isSaid = (node: Node) => isMessage(node) || isInside(node, isMessage, nodeOf)
  return [...added, ...removed, ...changed.map(({ now }) => now)].some((node) => isHere(node) || isSaid(node))
}

function isBeside(node: Node, target: Node, nodeOf: Evidence['nodeOf']): boolean {
  return node.parent === target.parent || nodeOf(node.parent)?.parent === target.parent
}

/** The target itself is on now, or off: nothing else does that, unless it has been seen to turn by itself. */
export function hasTurned({ was, now, isRestless }: Evidence): boolean {
  const turned = ((now?.flags ?? was.flags) ^ was.flags) & settings
  return turned !== 0 && !isRestless(`element ${was.key}`, true)
}

const settings = Flag.selected | Flag.checked | Flag.mixed | Flag.expanded

/** The focus has moved, and was meant to: a field is pressed for it, and keys are sent to move it. */
function isForFocus({ act, isRestless, was: target }: Evidence, { changed }: Changes): boolean {
  const isField = (target.flags & Flag.editable) !== 0
  const isMeant = (key: Key) => !actions[act.action].points || (key === target.key && isField)
  return changed.some((one) => isMeant(one.now.key) && !isRestless(partOf(one)) && sameButFocus(one.was, one.now))
}
