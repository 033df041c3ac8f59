/** Whether the goal of an action was reached; each check returns why not. */
import { basename } from 'node:path'
import { cut, longestKept } from '../../api-schema/cut.ts'
import { settingOf } from '../platform/acting/value-words.ts'
import { Flag, redacted } from '../platform/element/flags.ts'
import { sameFrame } from '../platform/element/rectangle.ts'
import type { Key } from '../platform/element/row.ts'
import { count, isSameInMask, isSameName, isSameNumber, isSameText, plain } from '../tree/index/same-text.ts'
import { holdsWords } from '../tree/index/words.ts'
import { isInside, isOfType, isWithin, type Node } from '../tree/model/node.ts'
import { isRow } from '../tree/naming/parts.ts'
import { keyIn, type Part } from '../tree/warm/aligned.ts'
import { Calm } from '../tree/warm/restless.ts'
import type { Goal } from './actions.ts'
import { type Drawn, isNewlyDrawn, isOnlyDrawn, isText } from './drawn-text.ts'
import { isDroppedThere } from './drop.ts'
import type { Doubt, Evidence } from './evidence.ts'
import { menuCame } from './menus.ts'
import { sameButFocus, sameSight, steadyOf } from './news.ts'
import { isPassedOn } from './passed-on.ts'
import { isShownInItsPlace, isTakenOver } from './successor.ts'

const gone = 'it is gone'
export const unreadable = 'its text is never read'
export const asksForFiles = {
  field: 'it asks for files, which the action upload gives to it',
  picker: 'it asks for files in a picker that only a person can use, and that was not shown',
}
/** Watching longer may resolve this. */
export const unseen = 'whether the text that has changed does so by itself was not seen'
export const nothing = 'nothing has changed'
export const onlyFocus = 'only the focus has changed'

/** Excludes the goals that changes elsewhere can prove too: see `verdict.ts`. */
export const goals: { readonly [goal in Exclude<Goal, 'anything' | 'moved'>]: (evidence: Evidence) => Doubt } = {
  toggled,
  selected: optionSelected,
  expanded,
  stepped,
  menu: (evidence) => (menuCame(evidence) ? undefined : 'no menu has appeared'),
  value: valued,
  typed,
  focused: ({ now }) => (now === undefined ? gone : has(now, Flag.focused) ? undefined : 'it does not have the focus'),
  closed: ({ now }) => (now === undefined || has(now, Flag.hidden) ? undefined : 'it is still open'),
  hidden: ({ now }) => (now !== undefined && has(now, Flag.hidden) ? undefined : 'it is still shown'),
  dragged,
  files: (evidence) => (showsFiles(evidence) ? undefined : 'it does not show the files'),
}

function toggled({ act, was, now }: Evidence): Doubt {
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

/** The element itself, or an option in it requested by name. */
function optionSelected(evidence: Evidence): Doubt {
  const { act, was, now } = evidence
  if (now === undefined) return gone
  if (act.value === undefined) {
    return has(now, Flag.selected | Flag.checked) ? undefined : 'it is not selected'
  }
  const wanted = act.value
  if (now.value !== undefined && hasName(now.value, wanted)) return undefined
  const isNamed = ({ title = '' }: Node) => holdsWords(title, wanted)
  if (isNamed(now) && !isNamed(was)) return undefined
  // An open list marks its current position; the choice is what the box shows.
  if (isShowingAnother(evidence, now)) return holds(now)
  const chosen = chosenIn(evidence, now).filter((name) => isSameName(name, wanted))
  if (chosen.length > 0 || isShownNextTo(evidence, wanted)) return undefined
  return now.value === undefined ? 'it does not show the option' : holds(now)
}

function isShowingAnother({ was }: Evidence, now: Node): boolean {
  const isOpen = now.role === 'AXPopUpButton' && has(now, Flag.expanded)
  return isOpen && now.value !== undefined && now.value !== '' && now.value === was.value
}

/** The only value, or one of several chips, each with a sign for removing it. */
function hasName(value: string, wanted: string): boolean {
  return isSameName(value, wanted) || value.split(/[×✕✖]/).some((one) => isSameName(one, wanted))
}

/** A combo box may show the choice as a text next to it. */
function isShownNextTo({ difference, was: target, nodeOf }: Evidence, wanted: string): boolean {
  const { added = [], changed = [] } = difference ?? {}
  const isIt = ({ value, title }: Node) => isSameName(value ?? title ?? '', wanted)
  const came = [...added, ...changed.flatMap(({ was, now }) => (isIt(was) ? [] : [now]))]
  const around = new Set(above(target, nodeOf))
  const isInWidget = (node: Node) => above(node, nodeOf).some((key) => around.has(key))
  // The page's own box may replace a native list that it keeps for its form.
  const isList = (node: Node) => isOfType(node, 'dropdown') && isSameName(node.value ?? '', wanted)
  return came.some((node) => isIt(node) && (isList(node) || (node.role === 'AXStaticText' && isInWidget(node))))
}

/** How many levels up the parts of a widget meet. */
const widgetLevels = 3

function above(node: Node, nodeOf: Evidence['nodeOf']): Key[] {
  const keys: Key[] = []
  for (let up = nodeOf(node.parent); up !== undefined && keys.length < widgetLevels; up = nodeOf(up.parent))
    keys.push(up.key)
  return keys
}

/** An option is a list's value only if no other one is selected. */
function doubtOfSelection(evidence: Evidence, list: Node): Doubt {
  const doubt = optionSelected(evidence)
  if (doubt !== undefined) return doubt
  const others = chosenIn(evidence, list).filter((name) => !isSameName(name, evidence.act.value ?? ''))
  return others.length === 0 ? undefined : `${shown(others[0])} is still selected`
}

function chosenIn(evidence: Evidence, list: Node): string[] {
  const chosen = within(evidence, list).filter((node) => has(node, Flag.selected | Flag.checked))
  return chosen.map((node) => node.title ?? node.description ?? node.value ?? '')
}

function expanded(evidence: Evidence): Doubt {
  const { act, now } = evidence
  if (now === undefined) return gone
  const wanted = act.action === 'expand'
  if (has(now, Flag.expanded) === wanted) return undefined
  if (wanted && menuCame(evidence)) return undefined
  return wanted ? 'it is not expanded' : 'it is not collapsed'
}

function stepped({ act, was, now }: Evidence): Doubt {
  if (now === undefined) return gone
  if (numberOf(now) === numberOf(was) && now.value === was.value) return `its value is still ${shown(was.value)}`
  const by = Number(numberOf(now)) - Number(numberOf(was))
  if (Number.isNaN(by) || by > 0 === (act.action === 'increment')) return undefined
  return holds(now)
}

function valued(evidence: Evidence): Doubt {
  const { act, now } = evidence
  if (now === undefined) {
    const text = act.value ?? ''
    const emptied = { ...evidence, was: { ...evidence.was, value: '' } }
    return isShownInItsPlace(evidence, text) || isTakenOver(emptied, text) ? undefined : gone
  }
  if (isSecret(now)) return unreadable
  if (isText(evidence.drawn, act.value))
    return isOnlyDrawn(evidence.drawn, act.value) ? undefined : linesOf(evidence.drawn)
  if (has(now, Flag.checkable)) return toggled(evidence)
  if (!has(now, Flag.editable) && isOfType(now, 'dropdown')) return optionSelected(evidence)
  if (now.subrole === 'AXListBox') return doubtOfSelection(evidence, now)
  const number = numberOf(now)
  // The number counts, whatever text it is shown as.
  if (number !== now.value) return isSameNumber(number, act.value) ? undefined : holds({ value: number })
  const text = textOf(evidence, now)
  if (isSameText(text, cut(act.value ?? '', longestKept)) || isSameNumber(now.value, act.value)) return undefined
  if (isSameInMask(text, act.value ?? '') || isPassedOn(evidence, act.value ?? '')) return undefined
  return holds({ value: text })
}

/** The typed text must occur once more than before, wherever the caret was. */
function typed(evidence: Evidence): Doubt {
  const { act, was, now } = evidence
  if (now === undefined) return isTakenOver(evidence, act.value ?? '') ? undefined : gone
  if (isSecret(now)) return unreadable
  const typed = act.value ?? ''
  if (typed === '') return nothing
  if (isText(evidence.drawn, typed)) return isNewlyDrawn(evidence.drawn, typed) ? undefined : linesOf(evidence.drawn)
  const isEditable = has(now, Flag.editable)
  // Spaces and line breaks alone: nothing to find.
  if (isEditable && plain(typed) === '') return now.value === was.value ? holds(now) : undefined
  if (isEditable && !was.value && isSameInMask(now.value ?? '', typed)) return undefined
  if (isEditable && now.value !== undefined && now.value !== '')
    return count(now.value, typed) > count(was.value ?? '', typed) || isPassedOn(evidence, typed)
      ? undefined
      : holds(now)
  const { difference, calmOf, nodeOf } = evidence
  const isOther = (node: Node | undefined) => node !== undefined && !isWithin(node, was.key, nodeOf)
  const all = (nodes: readonly Node[]) => nodes.map(({ value = '', title = '' }) => `${value}\n${title}`).join('\n')
  const textsOf = (elsewhere: Calm) => {
    const least = (part: Part) => (isOther(nodeOf(keyIn(part))) ? elsewhere : Calm.restless)
    const { added = [], changed = [] } = difference === undefined ? {} : steadyOf(difference, calmOf, least)
    return { came: all([...changed.map((one) => one.now), ...added]), before: all(changed.map((one) => one.was)) }
  }
  const isFound = ({ came, before }: ReturnType<typeof textsOf>) => count(came, typed) > count(before, typed)
  const { came, before } = textsOf(Calm.unsure)
  // A clock may say a number that was typed.
  if (isFound({ came, before })) return isFound(textsOf(Calm.still)) ? undefined : unseen
  if (isEditable)
    return textOf(evidence, now) === '' ? 'what it holds cannot be read' : holds({ value: textOf(evidence, now) })
  // In a terminal the program's output stands between the lines.
  const lines = plain(typed).split('\n')
  const isThere = (line: string) => count(came, line) >= count(before, line) + count(typed, line)
  return lines.length > 1 && lines.every(isThere) ? undefined : 'the text was not found in what can be read'
}

function linesOf({ now }: Drawn): string {
  return `the lines in view are ${shown(now)}`
}

/** An element that moved must be where it was dropped; one that did not, such as a tool or a handle, must have had an effect there. */
function dragged(evidence: Evidence): Doubt {
  const { was, now, places, drop, brought } = evidence
  const isThere = brought === 'came' || brought === 'inside'
  if (now === undefined) return isThere || isTaken(evidence) ? undefined : doubtOfGone(evidence)
  if (now.value !== was.value) return undefined
  const place = places?.now?.get(now.key)
  const { frame, pageFrame = frame } = place ?? {}
  const isOwn = !sameFrame(places?.was.get(now.key)?.frame, frame) || drop.was?.steps !== drop.now?.steps
  // A page can tell whether what is in it followed the pointer.
  const isMoved = isOwn || (place?.pageFrame === undefined && hasMoved(evidence))
  const isOther = !sameSight(was, now) && !sameButFocus(was, now)
  if (brought === 'led' || ((isMoved || isOther) && isDroppedThere(drop, pageFrame))) return undefined
  if (isMoved) return brought === 'inside' ? undefined : 'it is not where it was dropped'
  return !isOther && (brought !== undefined || isTaken(evidence)) ? undefined : 'it has not moved'
}

/**
 * A drag may make its element disappear, as when it is moved to a folder or thrown away. That counts if it went after
 * the release, alone and not with its list or dialog, and where nothing disappears on its own.
 */
function doubtOfGone({ act, was, difference, hasLeft, calmOf, nodeOf }: Evidence): Doubt {
  if (hasLeft !== true || difference === undefined) return gone
  const removed = new Map(difference.removed.map((node) => [node.key, node]))
  let top = was
  for (let up = removed.get(top.parent); up !== undefined; up = removed.get(up.parent)) top = up
  // Dropped among its own kind, it was meant to be placed, not taken.
  const isOfKind = ({ role, subrole }: Node) => role === top.role && subrole === top.subrole
  const before = (key: Key) => removed.get(key) ?? nodeOf(key)
  const onto = act.to?.key === undefined ? undefined : before(difference.keyOf(act.to.key))
  if (onto === undefined || isOfKind(onto) || isInside(onto, isOfKind, before)) return gone
  const isAlone = ({ parent, key }: Node) => parent !== top.parent || key === top.key
  const isOne = top.key === was.key || isRow(top)
  if (!isOne || ![...difference.added, ...difference.removed].every(isAlone)) return gone
  return steadyOf(difference, calmOf, () => Calm.still).removed.some(({ key }) => key === top.key) ? undefined : unseen
}

/** Whether the contents of what it was dropped on changed. */
function isTaken({ act, was, difference, calmOf, nodeOf }: Evidence): boolean {
  const onto = act.to?.key
  if (onto === undefined || difference === undefined || isWithin(was, onto, nodeOf)) return false
  const { added, changed, removed } = steadyOf(difference, calmOf)
  return [...added, ...changed.map((one) => one.now), ...removed].some((node) => isWithin(node, onto, nodeOf))
}

export function hasMoved({ places }: Evidence): boolean {
  if (places?.now === undefined) return false
  const { was, now } = places
  return [...was].some(([key, { frame }]) => !sameFrame(frame, now.get(key)?.frame))
}

/** A page may list the files elsewhere: each name must occur more often than before. */
function showsFiles({ act, was, now, difference, calmOf }: Evidence): boolean {
  if (now !== undefined && now.value !== was.value) return true
  if (difference === undefined || act.files === undefined) return false
  const { added, changed, removed } = steadyOf(difference, calmOf)
  const names = act.files.map((path) => basename(path))
  const countIn = (nodes: readonly Node[], name: string) =>
    nodes.filter(({ title = '', value = '' }) => holdsWords(`${title}\n${value}`, name)).length
  return names.every(
    (name) =>
      countIn([...added, ...changed.map((one) => one.now)], name) >
      countIn([...removed, ...changed.map((one) => one.was)], name),
  )
}

function isSecret(node: Node): boolean {
  return has(node, Flag.secure) || node.value === redacted
}

/** Its value, or the text in it, as for an editable part of a page; a cell may be called by what it holds. */
function textOf(evidence: Evidence, node: Node): string {
  if (node.value !== undefined && node.value !== '') return node.value
  const inside = within(evidence, node)
    .map(({ title, value }) => value ?? title ?? '')
    .join('\n')
  return inside === '' && node.role === 'AXCell' ? (node.title ?? '') : inside
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

function has(node: Node, flags: number): boolean {
  return (node.flags & flags) !== 0
}

/** What an element holds, as the end of a sentence. */
function holds({ value }: Pick<Node, 'value'>): string {
  return value === undefined || value === '' ? 'it is empty' : `it holds ${shown(value)}`
}

const longestShown = 80

function shown(value: string | undefined): string {
  if (value === undefined) return 'empty'
  return JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value)
}

/** The value of a control whose number is stated in addition to words for it, such as "March" for 3. */
function numberOf({ role, value, attributes = {} }: Node): string | undefined {
  // A native field's value is its number, whatever the page states.
  if (!ranged.has(role) || attributes.type === 'range' || attributes.type === 'number') return value
  return attributes['aria-valuenow'] ?? value
}

const ranged: ReadonlySet<string> = new Set(['AXSlider', 'AXIncrementor'])
