/**
 * Whether what an action was for has come about, by what was read back. Return codes prove nothing, nor does a change
 * somewhere: a clock ticks during every action.
 */
import { cut, longestKept } from '../../api-schema/cut.ts'
import type { Frame } from '../../api-schema/element.ts'
import { settingOf } from '../platform/acting/value-words.ts'
import { Flag, redacted } from '../platform/flags.ts'
import type { Act } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import { count, isNumber, isSameName, isSameNumber, isSameText, plain } from '../tree/index/same-text.ts'
import { isOfType, isWithin, type Node } from '../tree/model/node.ts'
import type { Difference } from '../tree/warm/history.ts'
import { isText as isLoneText, isOfChildren, placeOf } from '../tree/warm/rewritten.ts'
import { sameFrame } from '../tree/warm/same-row.ts'
import { isDoneAtOnce } from './at-once.ts'
import { type Drawn, isNewlyDrawn, isOnlyDrawn, isText } from './drawn-text.ts'
import { type Drop, isDroppedThere } from './drop.ts'
import { holds, shown } from './held.ts'
import { menuCame, onlyAnotherMenuClosed } from './menus.ts'
import { isEntered, sameButFocus, sameSight, steadyOf, withNews } from './news.ts'
import { numberOf } from './stated-number.ts'
import { isShownInItsPlace, successorOf } from './successor.ts'

/** Undefined where the effect was read back; otherwise why it could not be, as the end of a sentence. */
export type Doubt = string | undefined

/** Where the element is, and the first of its children: what scrolling and dragging change and no text shows. */
export type Places = ReadonlyMap<Key, { readonly frame: Frame; readonly pageFrame?: Frame }>

export interface Evidence {
  readonly act: Act
  /** The target before and after; `now` is undefined when it has gone. */
  readonly was: Node
  readonly now: Node | undefined
  /** From the first of the two readings to the second, `withRewritten`; undefined when there are too many changes to list. */
  readonly difference: Difference | undefined
  readonly nodeOf: (key: Key) => Node | undefined
  /** Did what `placeOf` names keep changing before anything was done? `surely`: also long after anything was done. */
  readonly isRestless: (place: Key, surely?: boolean) => boolean
  /** Of a drag: where it let go, and how the target lay and lies to what it was dropped on. */
  readonly drop: Drop
  readonly places?: { readonly was: Places; readonly now: Places | undefined } | undefined
  /** What the platform says of an action that was not whole, or cannot be read back. */
  readonly doubt?: Doubt
  /** Beside the target. */
  readonly drawn?: Drawn | undefined
  /** A press of it began, and ended elsewhere. */
  readonly hasStrayed: boolean
}

export function doubtOf(whole: Evidence): Doubt {
  const news = withNews(whole)
  const { act } = whole
  // Pages make a control anew for each of its states.
  const isStated = stating.has(act.action) || act.action === 'set_value'
  const evidence = news.now === undefined && isStated ? { ...news, now: successorOf(whole) } : news
  if (evidence.doubt !== undefined) return evidence.doubt
  const doubt = doubtOfAct(evidence, whole)
  const isReadBack = doubt === undefined && stating.has(act.action)
  if (!evidence.hasStrayed || isReadBack || isDoneAtOnce(whole)) return doubt
  return 'it moved or was covered between press and release'
}

/** What they are for is a state of the target: where that has come about, it does not matter how the press ended. */
const stating: ReadonlySet<Act['action']> = new Set(['toggle', 'select', 'expand', 'collapse'])

function doubtOfAct(evidence: Evidence, whole: Evidence): Doubt {
  const { act, was, now } = evidence
  switch (act.action) {
    case 'toggle':
      return doubtOfToggle(evidence)
    case 'select':
      return isEntry(was) && act.value === undefined
        ? doubtOfPress(evidence, whole.difference)
        : doubtOfSelect(evidence)
    case 'expand':
    case 'collapse':
      return doubtOfExpansion(evidence)
    case 'increment':
    case 'decrement':
      return doubtOfStep(evidence)
    case 'show_menu':
      return menuCame(evidence) ? undefined : 'no menu has appeared'
    case 'set_value':
      return doubtOfValue(evidence)
    case 'type':
      return doubtOfTyping(evidence)
    case 'focus':
      if (now === undefined) return gone
      return has(now, Flag.focused) ? undefined : 'it does not have the focus'
    case 'close':
      return now === undefined || has(now, Flag.hidden) ? undefined : 'it is still open'
    case 'minimize':
      return now !== undefined && has(now, Flag.hidden) ? undefined : 'it is still shown'
    case 'drag':
      return doubtOfDrag(evidence)
    case 'scroll':
    case 'move':
    case 'resize':
      return hasMoved(evidence) || isMoreThanFocus(evidence) ? undefined : 'nothing has moved'
    case 'upload':
      return now !== undefined && now.value !== was.value ? undefined : 'it does not show the files'
    default:
      return doubtOfPress(evidence, whole.difference)
  }
}

const gone = 'it is gone'
/** However long one waits. */
export const unreadable = 'its text is never read'
const nothing = 'nothing has changed'

function doubtOfToggle({ act, was, now }: Evidence): Doubt {
  if (now === undefined) return gone
  const wanted = act.value === undefined ? undefined : settingOf(act.value)
  const state = stateOf(now)
  if (wanted === undefined ? state !== stateOf(was) : state === wanted) return undefined
  return `it is still ${has(was, Flag.checkable) ? state : 'as it was'}`
}

function stateOf(node: Node): string {
  if (has(node, Flag.mixed)) return 'mixed'
  const on = has(node, Flag.checkable) ? Flag.checked : Flag.selected | Flag.expanded
  return has(node, on) ? 'on' : 'off'
}

/** Of a menu, without a state of its own: to select it is to press it. */
function isEntry({ role, flags }: Node): boolean {
  return (role === 'AXMenuItem' || role === 'AXMenuBarItem') && (flags & (Flag.selectable | Flag.checkable)) === 0
}

/** The element itself, or an option in it that is asked for by name. */
function doubtOfSelect(evidence: Evidence): Doubt {
  const { act, now } = evidence
  if (now === undefined) return gone
  if (act.value === undefined) {
    return has(now, Flag.selected | Flag.checked) ? undefined : 'it is not selected'
  }
  const wanted = act.value
  if (now.value !== undefined && hasName(now.value, wanted)) return undefined
  const chosen = chosenIn(evidence, now).filter((name) => isSameName(name, wanted))
  if (chosen.length > 0 || isShownBeside(evidence, wanted)) return undefined
  return now.value === undefined ? 'it does not show the option' : holds(now)
}

/** Alone, or among those of several that were chosen, each of which may have a sign that takes it away. */
function hasName(value: string, wanted: string): boolean {
  return isSameName(value, wanted) || value.split(/[×✕✖]/).some((one) => isSameName(one, wanted))
}

/** A combo box may show what was chosen as a text beside it. */
function isShownBeside({ difference, was: target, nodeOf }: Evidence, wanted: string): boolean {
  const { added = [], changed = [] } = difference ?? {}
  const isIt = ({ value, title }: Node) => isSameName(value ?? title ?? '', wanted)
  const came = [...added, ...changed.flatMap(({ was, now }) => (isIt(was) ? [] : [now]))]
  const around = new Set(above(target, nodeOf))
  const isInWidget = (node: Node) => above(node, nodeOf).some((key) => around.has(key))
  return came.some((node) => node.role === 'AXStaticText' && isIt(node) && isInWidget(node))
}

/** What of a widget its parts are in together. */
const widgetLevels = 3

function above(node: Node, nodeOf: Evidence['nodeOf']): Key[] {
  const keys: Key[] = []
  for (let up = nodeOf(node.parent); up !== undefined && keys.length < widgetLevels; up = nodeOf(up.parent))
    keys.push(up.key)
  return keys
}

function isBeside(node: Node, target: Node, nodeOf: Evidence['nodeOf']): boolean {
  return node.parent === target.parent || nodeOf(node.parent)?.parent === target.parent
}

/** One of several options is the value only where no other one is chosen. */
function doubtOfSelection(evidence: Evidence, list: Node): Doubt {
  const doubt = doubtOfSelect(evidence)
  if (doubt !== undefined) return doubt
  const others = chosenIn(evidence, list).filter((name) => !isSameName(name, evidence.act.value ?? ''))
  return others.length === 0 ? undefined : `${shown(others[0])} is still selected`
}

function chosenIn(evidence: Evidence, list: Node): string[] {
  const chosen = within(evidence, list).filter((node) => has(node, Flag.selected | Flag.checked))
  return chosen.map((node) => node.title ?? node.description ?? node.value ?? '')
}

function doubtOfExpansion(evidence: Evidence): Doubt {
  const { act, now } = evidence
  if (now === undefined) return gone
  const wanted = act.action === 'expand'
  if (has(now, Flag.expanded) === wanted) return undefined
  if (wanted && menuCame(evidence)) return undefined
  return wanted ? 'it is not expanded' : 'it is not collapsed'
}

function doubtOfStep({ act, was, now }: Evidence): Doubt {
  if (now === undefined) return gone
  if (numberOf(now) === numberOf(was) && now.value === was.value) return `its value is still ${shown(was.value)}`
  const by = Number(numberOf(now)) - Number(numberOf(was))
  if (Number.isNaN(by) || by > 0 === (act.action === 'increment')) return undefined
  return holds(now)
}

/** What a press changes is anything that does not change by itself; that the focus moves is no news. */
function doubtOfPress(evidence: Evidence, whole: Difference | undefined): Doubt {
  if (onlyAnotherMenuClosed(evidence)) return 'another menu has closed, and its own has not opened'
  const { difference } = evidence
  if (difference === undefined || whole === undefined || isMoreThanFocus(evidence)) return undefined
  if (isEntered(evidence.act, evidence.was, evidence.now, evidence.isRestless)) return undefined
  if (countOf(whole) === 0) return nothing
  if (countOf(difference) === 0) return 'only how it is drawn has changed'
  const ofFocus = difference.changed.filter(({ was, now }) => sameButFocus(was, now)).length
  if (ofFocus === countOf(difference)) return 'only the focus has changed'
  return ofFocus === 0
    ? 'only what changes by itself has changed'
    : 'only the focus and what changes by itself have changed'
}

function countOf({ added, changed, removed }: Difference): number {
  return added.length + changed.length + removed.length
}

function doubtOfValue(evidence: Evidence): Doubt {
  const { act, now } = evidence
  if (now === undefined) return isShownInItsPlace(evidence, act.value ?? '') ? undefined : gone
  if (isSecret(now)) return unreadable
  if (isText(evidence.drawn, act.value))
    return isOnlyDrawn(evidence.drawn, act.value) ? undefined : linesOf(evidence.drawn)
  if (has(now, Flag.checkable)) return doubtOfToggle(evidence)
  if (!has(now, Flag.editable) && isOfType(now, 'dropdown')) return doubtOfSelect(evidence)
  if (now.subrole === 'AXListBox') return doubtOfSelection(evidence, now)
  const number = numberOf(now)
  // Whatever text stands in it: the number is what it is set to.
  if (number !== now.value && isNumber(act.value))
    return isSameNumber(number, act.value) ? undefined : holds({ value: number })
  const text = textOf(evidence, now)
  if (isSameText(text, cut(act.value ?? '', longestKept)) || isSameNumber(now.value, act.value)) return undefined
  return holds({ value: text })
}

/** Typed text stands in what the element held before, wherever the caret was. */
function doubtOfTyping(evidence: Evidence): Doubt {
  const { act, was, now } = evidence
  if (now === undefined) return gone
  if (isSecret(now)) return unreadable
  const typed = act.value ?? ''
  if (typed === '') return nothing
  if (isText(evidence.drawn, typed)) return isNewlyDrawn(evidence.drawn, typed) ? undefined : linesOf(evidence.drawn)
  const isEditable = has(now, Flag.editable)
  if (isEditable && now.value !== undefined && now.value !== '')
    return count(now.value, typed) > count(was.value ?? '', typed) ? undefined : holds(now)
  const { added = [], changed = [] } = evidence.difference ?? {}
  const all = (nodes: readonly Node[]) => nodes.map(({ value = '', title = '' }) => `${value}\n${title}`).join('\n')
  const came = all([...changed.map((one) => one.now), ...added])
  const before = all(changed.map((one) => one.was))
  if (count(came, typed) > count(before, typed)) return undefined
  if (isEditable)
    return textOf(evidence, now) === '' ? 'what it holds cannot be read' : holds({ value: textOf(evidence, now) })
  // Between the lines stands what a terminal's program answered to them.
  const lines = plain(typed).split('\n')
  const isThere = (line: string) => count(came, line) >= count(before, line) + count(typed, line)
  return lines.length > 1 && lines.every(isThere) ? undefined : 'the text was not found in what can be read'
}

function linesOf({ now }: Drawn): string {
  return `the lines in view are ${shown(now)}`
}

function doubtOfDrag(evidence: Evidence): Doubt {
  const { was, now, places, drop } = evidence
  if (now === undefined) return gone
  const isOther = !sameSight(was, now) && !sameButFocus(was, now)
  if (!hasMoved(evidence) && drop.was?.steps === drop.now?.steps && !isOther) return 'it has not moved'
  const { frame, pageFrame = frame } = places?.now?.get(now.key) ?? {}
  return isDroppedThere(drop, pageFrame) ? undefined : 'it is not where it was dropped'
}

function isSecret(node: Node): boolean {
  return has(node, Flag.secure) || node.value === redacted
}

/** Its value, or the text in it: what an editable part of a page shows. */
function textOf(evidence: Evidence, node: Node): string {
  if (node.value !== undefined && node.value !== '') return node.value
  return within(evidence, node)
    .map(({ title, value }) => value ?? title ?? '')
    .join('\n')
}

const mostWithin = 2000

function within({ nodeOf }: Evidence, top: Node): Node[] {
  const found: Node[] = []
  const keys = [...top.children]
  for (let key = keys.shift(); key !== undefined && found.length < mostWithin; key = keys.shift()) {
    const node = nodeOf(key)
    if (node === undefined) continue
    found.push(node)
    keys.push(...node.children)
  }
  return found
}

/**
 * Texts outside the target and nothing else: a button may well write them, and so does a clock. Whoever has not watched
 * for a while cannot tell which it was. `far` where none of them is beside the target.
 */
export function textsAlone(evidence: Evidence): 'beside' | 'far' | undefined {
  const { act, was: target, difference, nodeOf, isRestless } = withNews(evidence)
  if (difference === undefined || !(pointing.has(act.action) || act.action === 'key')) return
  const { added, changed: news, removed } = steadyOf(difference, isRestless)
  const single = [...added, ...removed]
  if (!single.every((node) => isLoneText(node) && !isWithin(node, target.key, nodeOf))) return
  const isText = ({ was, now }: (typeof news)[number]) => was.flags === now.flags && !isWithin(now, target.key, nodeOf)
  const places = new Set(single.map(({ parent }) => parent))
  const isHolder = (one: (typeof news)[number]) => places.has(one.now.key) && isOfChildren(one)
  const texts = news.filter((one) => !isHolder(one))
  if (!texts.every(isText) || single.length + texts.length === 0) return
  // What comes where nothing was is no tick, as far as one can tell.
  return single.length > 0 || texts.some(({ now }) => isBeside(now, target, nodeOf)) ? 'beside' : 'far'
}

/** Any press moves the focus to what can have it: that alone does not show that more was done. */
const pointing: ReadonlySet<Act['action']> = new Set(['click', 'double_click', 'right_click', 'hover', 'drag'])

function isMoreThanFocus(evidence: Evidence): boolean {
  const { difference, isRestless } = evidence
  if (difference === undefined || isForFocus(evidence, difference) || hasTurned(evidence)) return true
  return countOf(steadyOf(difference, isRestless)) > 0
}

/** The target itself is on now, or off: nothing else does that, unless it has been seen to turn by itself. */
function hasTurned({ was, now, isRestless }: Evidence): boolean {
  const turned = ((now?.flags ?? was.flags) ^ was.flags) & settings
  return turned !== 0 && !isRestless(was.key, true)
}

const settings = Flag.selected | Flag.checked | Flag.mixed | Flag.expanded

/** The focus has moved, and was meant to: a field is pressed for it, and keys are sent to move it. */
function isForFocus({ act, isRestless, was: target }: Evidence, { changed }: Difference): boolean {
  const isMeant = (key: Key) => !pointing.has(act.action) || (key === target.key && has(target, Flag.editable))
  return changed.some((one) => isMeant(one.now.key) && !isRestless(placeOf(one)) && sameButFocus(one.was, one.now))
}

function hasMoved({ places }: Evidence): boolean {
  if (places?.now === undefined) return false
  const { was, now } = places
  return [...was].some(([key, { frame }]) => !sameFrame(frame, now.get(key)?.frame))
}

function has(node: Node, flags: number): boolean {
  return (node.flags & flags) !== 0
}
