/**
 * Whether an action worked, judged by its goal and by what caused the changes. Return codes prove nothing, and not
 * every change does: a clock ticks during every action.
 */
import { Flag } from '../platform/element/flags.ts'
import type { Key } from '../platform/element/row.ts'
import type { Act } from '../platform/platform.ts'
import { isTip } from '../tree/model/context.ts'
import { isHidden, isOfType, isWithin, type Node } from '../tree/model/node.ts'
import { isText, keyIn } from '../tree/warm/aligned.ts'
import type { Changes } from '../tree/warm/history.ts'
import { Calm } from '../tree/warm/restless.ts'
import { actions } from './actions.ts'
import { withoutBesides } from './besides.ts'
import { causeOf, hasTurned, isByTarget } from './cause.ts'
import type { Doubt, Evidence } from './evidence.ts'
import { goals, hasMoved, nothing, onlyFocus, unseen } from './goals.ts'
import { isMenuOrList, isOpener, onlyAnotherMenuClosed } from './menus.ts'
import { isWhole, type Least, sameButFocus, sameSight, withNews } from './news.ts'
import { successorOf } from './successor.ts'

const ofPointer = 'only what a page shows at the pointer or the focus has come'
const ofLeft = 'only what may have been shown where the pointer was before has gone'
const onItsOwn = 'only what changes by itself has changed'

export function doubtOf(whole: Evidence): Doubt {
  const given = whole.hasLeftWithPointer ? ofPointer : (whole.doubt ?? doubtOfTime(whole))
  if (given !== undefined) return given
  const news = withNews(whole)
  const { goal, ofState } = actions[whole.act.action]
  // Some pages rebuild a control for each of its states.
  const isStated = ofState || goal === 'value'
  const evidence = news.now === undefined && isStated ? { ...news, now: successorOf(whole) } : news
  const doubt = doubtOfGoal(evidence, whole)
  const isReadBack = doubt === undefined && ofState
  if (!evidence.hasStrayed || isReadBack || ((doubt ?? unseen) === unseen && isBegun(evidence))) return doubt
  return 'it moved or was covered between press and release'
}

/** The word for the verdict. Pressing the one of several that is chosen already changes nothing, and need not. */
export function effectOf({ action }: Act, { role, subrole, flags }: Node, doubt: Doubt) {
  if (doubt === undefined) return 'confirmed'
  const isOneOfSeveral = subrole === 'AXTabButton' || role === 'AXRadioButton'
  const isChosen = isOneOfSeveral && (flags & (Flag.selected | Flag.checked)) !== 0
  return action === 'click' && isChosen && (doubt === nothing || doubt === onlyFocus) ? 'noop' : 'unverified'
}

function doubtOfGoal(evidence: Evidence, whole: Evidence): Doubt {
  const { act, was } = evidence
  const { goal } = actions[act.action]
  if (goal === 'anything' || (goal === 'selected' && isEntry(was) && act.value === undefined))
    return doubtOfPress(evidence, whole)
  if (goal === 'moved') return hasMoved(evidence) ? undefined : doubtOfCause(evidence, 'nothing has moved')
  return goals[goal](evidence)
}

/** A menu entry without a state of its own: selecting it means pressing it. */
function isEntry({ role, flags }: Node): boolean {
  return (role === 'AXMenuItem' || role === 'AXMenuBarItem') && (flags & (Flag.selectable | Flag.checkable)) === 0
}

/** The later a change comes, the nearer to the target it has to be: it may have come by itself. */
function doubtOfTime(evidence: Evidence): Doubt {
  const { act, late, marked } = evidence
  if (late === undefined || marked === true || actions[act.action].goal !== 'anything') return undefined
  const cause = causeOf(withNews(evidence))
  if (cause === 'far') return 'only a text elsewhere has changed, and late'
  const isElsewhere = late === 'very late' && cause === 'after' && !isByTarget(evidence)
  return isElsewhere ? 'what has changed came late and elsewhere, perhaps by itself' : undefined
}

/** A press may change anything that does not change on its own; the focus does not count, nor do other lists that close. */
function doubtOfPress(evidence: Evidence, whole: Evidence): Doubt {
  if (onlyAnotherMenuClosed(evidence)) return 'another menu has closed, and its own has not opened'
  const { difference } = evidence
  if (difference === undefined || evidence.marked === true) return undefined
  const own = withoutBesides(evidence)
  const open = withoutForeign(own)
  const doubt = doubtOfCause(open, onItsOwn)
  if (doubt !== onItsOwn) return doubt
  if (countOf(whole.difference!) === 0) return nothing
  if (countOf(difference) === 0) return 'only how it is drawn has changed'
  if (countOf(own.difference!) < countOf(difference)) {
    if (actions[evidence.act.action].isForPointer) return doubtOfCause(withoutForeign(evidence), onItsOwn) ?? ofLeft
    if ((evidence.aside?.size ?? 0) > 0) return ofPointer
    const isOfTips = [...difference.added, ...difference.removed].some(isTip)
    return isOfTips ? 'only a tip has come or gone' : 'only another menu, list or layer has closed, as by any press'
  }
  const ofFocus = difference.changed.filter(({ was, now }) => sameButFocus(was, now)).length
  if (ofFocus === countOf(difference)) return onlyFocus
  return ofFocus === 0 ? onItsOwn : 'only the focus and what changes by itself have changed'
}

/**
 * Inside the target, everything counts that does not change by itself; elsewhere the place must be calm, and for a text
 * known to be still. Keys sent to a window are aimed at nothing in particular, so nothing there counts as inside the
 * target; a menu path has pressed one of its entries.
 */
function doubtOfCause(evidence: Evidence, none: string): Doubt {
  const { act, was, nodeOf } = evidence
  const isOfWhole = isWhole(was) && act.action !== 'menu'
  const isHere = (key: Key) => {
    const node = nodeOf(key)
    return key === was.key || (node !== undefined && !isOfWhole && isWithin(node, was.key, nodeOf))
  }
  const least: Least = (part, isOfText) => (isHere(keyIn(part)) ? Calm.unsure : isOfText ? Calm.still : Calm.unknown)
  if (causeOf(evidence, least) !== 'none') return undefined
  return causeOf(evidence) === 'none' ? none : unseen
}

/** Drops what something else brought, and what came or went with it. */
function withoutForeign(evidence: Evidence): Evidence {
  const { difference, caused, foreign } = evidence
  if (difference === undefined || foreign === undefined || foreign.size === 0) return evidence
  const others = new Map([...difference.added, ...difference.removed].map((node) => [node.key, node]))
  // What is gone for good may not be known itself.
  const gone = new Set(difference.removed.map(({ key }) => key))
  const isForeign = ({ key, parent }: Node): boolean => {
    if (caused?.has(key)) return false
    const around = others.get(parent)
    return foreign.has(key) || (around === undefined ? gone.has(key) && foreign.has(parent) : isForeign(around))
  }
  const isOther = (key: Key) => others.has(key) && isForeign(others.get(key)!)
  // What only has more or fewer in it was changed by what brought or took those.
  const isOfOthers = ({ was, now }: Changes['changed'][number]) => {
    const [before, after] = [new Set(was.children), new Set(now.children)]
    const turned = [...was.children.filter((key) => !after.has(key)), ...now.children.filter((key) => !before.has(key))]
    const isOwn = (key: Key) => others.has(key) && !isOther(key)
    return turned.some(isOther) && !turned.some(isOwn) && sameSight({ ...was, children: now.children }, now)
  }
  const added = difference.added.filter((node) => !isForeign(node))
  const changed = difference.changed.filter((one) => !foreign.has(one.now.key) && !isOfOthers(one))
  const removed = difference.removed.filter((node) => !isForeign(node))
  return { ...evidence, difference: { ...difference, added, changed, removed } }
}

function countOf({ added, changed, removed }: Changes): number {
  return added.length + changed.length + removed.length
}

/**
 * Effects of the button going down need no release: the target's own state or contents changed, or it is gone for good.
 * Anything else only shows that the page noticed the press (case: `the rows shift when one is pressed`).
 */
function isBegun(evidence: Evidence): boolean {
  const { was, now, difference, caused, nodeOf } = evidence
  const isField = now !== undefined && isOfType(was, 'textfield')
  if (hasTurned(evidence) || (isField && (now.flags & Flag.focused) !== 0)) return true
  if (difference === undefined) return false
  const { added, changed, removed } = difference
  // The list that it opens may block everything else, even the release, and repeat its text.
  const isOpened = (node: Node) => isMenuOrList(node) && caused?.has(node.key) === true
  if (isOpener(was) && added.some(isOpened)) return true
  // Without a title, the texts in it are all that tells it from others.
  const said = was.title === undefined ? removed.filter((one) => isText(one) && was.children.includes(one.key)) : [was]
  // It may have been removed, or just not be rendered any more.
  const isSame = (one: Node) =>
    !isHidden(one) && said.some(({ role, title }) => one.role === role && one.title === title)
  if (now === undefined || isHidden(now)) return said.length > 0 && !added.some(isSame)
  const came = [...added, ...changed.map((one) => one.now)]
  return came.some((node) => caused?.has(node.key) && isWithin(node, was.key, nodeOf))
}
