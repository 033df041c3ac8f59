/** One element as read, in the shared vocabulary. */

import type { Frame } from '../../../../api-schema/element.ts'
import { Flag, redacted } from '../../element/flags.ts'
import { type Key, type Row, row } from '../../element/row.ts'
import { candidate, nameAmong } from '../../naming/candidates.ts'
import {
  isSecure,
  isSliderRole,
  isTableRole,
  isTextRole,
  isWindowRole,
  type RoleWords,
  rolesOf,
} from '../wire/roles.ts'
import { type Facts, listOf, nameText, numberOf, shownNumber, textOf, truthOf } from '../wire/values.ts'
import { actionsOf, pressOf } from './actions.ts'

/** An element with its surroundings. */
export interface Situation {
  readonly key: Key
  readonly facts: Facts
  readonly actions: readonly string[] | undefined
  readonly children: readonly Key[]
  readonly frame: Frame | undefined
  /** Whether its value can be set, if that was asked for. */
  readonly editable?: boolean | undefined
  readonly parentRole?: string | undefined
  /** Text of the element that `AXTitleUIElement` names. */
  readonly label?: string | undefined
  /** A text area's length, if its value was truncated. */
  readonly characters?: number | undefined
  /** Rows of a table, including those not shown. */
  readonly rowCount?: number | undefined
  /** A closed menu: its items exist but are not on screen. */
  readonly closed?: boolean | undefined
}

/** Roles whose value only repeats their states. */
const silent = new Set('AXDisclosureTriangle AXTabGroup AXRadioGroup AXHeading AXApplication'.split(' '))

/** Window buttons have no name of their own; their role description is localised and costly to ask for. */
const buttonNames: ReadonlyMap<string, string> = new Map([
  ['AXCloseButton', 'Close'],
  ['AXMinimizeButton', 'Minimize'],
  ['AXZoomButton', 'Zoom'],
  ['AXFullScreenButton', 'Full Screen'],
])

export function rowOf(at: Situation): Row {
  const { facts, key } = at
  const words = rolesOf(facts.AXRole, facts.AXSubrole, at)
  const actions = actionsOf(at.actions)
  let flags = flagsOf({ words, facts, actions, editable: at.editable })
  if (at.closed) flags |= Flag.hidden
  const title = nameAmong([candidate('author', nameText(facts.AXTitle)), candidate('label', at.label)])?.text
  const description =
    nameText(facts.AXDescription) ?? (title === undefined ? buttonNames.get(words.subrole ?? '') : undefined)
  return row({
    key,
    children: at.children,
    role: words.role,
    subrole: words.subrole,
    title,
    value: shownValue(words, at),
    description: description === title ? undefined : description,
    identifier: nameText(facts.AXIdentifier),
    placeholder: nameText(facts.AXPlaceholderValue),
    help: nameText(facts.AXHelp),
    url: textOf(facts.AXURL),
    attributes: attributesOf(words, at),
    flags,
    actions,
    frame: at.frame,
  })
}

function shownValue(words: RoleWords, { facts, characters }: Situation): string | undefined {
  if (isSecure(words)) return redacted
  if (isCheck(words) || words.subrole === 'AXTabButton' || silent.has(words.role)) return undefined
  const value = facts.AXValue
  if (typeof value === 'number' && Number.isFinite(value)) return shownNumber(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  const text = textOf(value)
  return text !== undefined && characters !== undefined && characters > text.length ? `${text}…` : text
}

function attributesOf(words: RoleWords, { facts, characters, rowCount, children }: Situation): Row['attributes'] {
  let made: { [name: string]: string } | undefined
  const put = (name: string, value: string | undefined) => {
    if (value === undefined) return
    made ??= {}
    made[name] = value
  }
  put('keyboardShortcut', shortcutOf(facts))
  put('document', nameText(facts.AXDocument))
  put('id', nameText(facts.AXDOMIdentifier))
  const classes = listOf(facts.AXDOMClassList).filter((name) => typeof name === 'string' && name !== '')
  if (classes.length > 0) put('class', classes.join(' '))
  if (!isSecure(words)) put('valueText', nameText(facts.AXValueDescription))
  const level = words.role === 'AXHeading' ? numberOf(facts.AXValue) : undefined
  if (level !== undefined) put('level', shownNumber(level))
  const [least, greatest] = [numberOf(facts.AXMinValue), numberOf(facts.AXMaxValue)]
  if (least !== undefined) put('min', shownNumber(least))
  if (greatest !== undefined) put('max', shownNumber(greatest))
  if (characters !== undefined && !isSecure(words)) put('characters', String(characters))
  if (rowCount !== undefined && isTableRole(words.role) && rowCount > children.length)
    put('childCount', String(rowCount))
  return made
}

const shift = 1
const option = 2
const control = 4
const noCommand = 8

/** Symbols for keys that have no visible character. */
const keys: ReadonlyMap<string, string> = new Map([
  ['\r', '↩'],
  ['\n', '↩'],
  ['\t', '⇥'],
  ['\x1b', '⎋'],
  ['\b', '⌫'],
  ['\x7f', '⌫'],
  [' ', 'Space'],
  ['\uf700', '↑'],
  ['\uf701', '↓'],
  ['\uf702', '←'],
  ['\uf703', '→'],
  ['\uf728', '⌦'],
  ['\uf729', '↖'],
  ['\uf72b', '↘'],
  ['\uf72c', '⇞'],
  ['\uf72d', '⇟'],
])

export function shortcutOf(facts: Facts): string | undefined {
  const character = facts.AXMenuItemCmdChar
  if (typeof character !== 'string' || character === '') return undefined
  const bits = numberOf(facts.AXMenuItemCmdModifiers) ?? 0
  const held = `${bits & control ? '⌃' : ''}${bits & option ? '⌥' : ''}${bits & shift ? '⇧' : ''}${bits & noCommand ? '' : '⌘'}`
  return held + (keys.get(character) ?? character.toUpperCase())
}

interface Stated {
  readonly words: RoleWords
  readonly facts: Facts
  readonly actions: readonly string[]
  /** Whether its value can be set, if that was asked for. */
  readonly editable?: boolean | undefined
}

const checkRoles: ReadonlySet<string> = new Set(['AXCheckBox', 'AXRadioButton'])
const checkSubroles: ReadonlySet<string> = new Set(['AXSwitch', 'AXToggle', 'AXToggleButton'])
const menuRoles: ReadonlySet<string> = new Set(['AXMenuBarItem', 'AXPopUpButton', 'AXMenuButton'])
const rowRoles: ReadonlySet<string> = new Set(['AXRow', 'AXCell', 'AXColumn', 'AXMenuItem'])
/** Roles that take no focus, although macOS reports the attribute for them as for all elements. */
const plainRoles: ReadonlySet<string> = new Set(['AXStaticText', 'AXImage', 'AXGroup', 'AXSplitter', 'AXUnknown'])

function isCheck({ role, subrole }: RoleWords): boolean {
  if (subrole === 'AXTabButton') return false
  return checkRoles.has(role) || (subrole !== undefined && checkSubroles.has(subrole))
}

function flagsOf({ words, facts, actions, editable }: Stated): number {
  const { role, subrole } = words
  let flags = 0
  const set = (flag: number, holds: boolean | undefined) => {
    if (holds) flags |= flag
  }
  const is = (attribute: string) => truthOf(facts[attribute]) === true
  const has = (attribute: string) => truthOf(facts[attribute]) !== undefined
  const isText = isTextRole(role)
  const isTab = subrole === 'AXTabButton'
  set(Flag.disabled, truthOf(facts.AXEnabled) === false)
  set(Flag.hidden, is('AXHidden') || is('AXMinimized'))
  set(
    Flag.focused,
    is('AXFocused') || (isWindowRole(role) && is('AXMain')) || (role === 'AXApplication' && is('AXFrontmost')),
  )
  set(Flag.focusable, isText || (has('AXFocused') && !plainRoles.has(role)))
  set(Flag.selectable, isTab || (rowRoles.has(role) && has('AXSelected')))
  set(Flag.selected, is('AXSelected') || (isTab && numberOf(facts.AXValue) === 1))
  flags |= expansion(role, facts) | editing(isText, words, facts, editable)
  if (isCheck(words)) flags |= Flag.checkable | check(facts.AXValue)
  if (typeof facts.AXMenuItemMarkChar === 'string' && facts.AXMenuItemMarkChar !== '')
    flags |= Flag.checkable | (/^[-–—]$/.test(facts.AXMenuItemMarkChar) ? Flag.mixed : Flag.checked)
  set(Flag.busy, is('AXElementBusy'))
  set(Flag.modal, is('AXModal') || role === 'AXSheet')
  set(Flag.invalid, isInvalid(facts.AXInvalid))
  set(Flag.clickable, pressOf(actions) !== undefined)
  set(Flag.adjustable, isSliderRole(role) || actions.includes('AXIncrement') || actions.includes('AXDecrement'))
  set(Flag.scrollable, role === 'AXScrollArea' || role === 'AXScrollBar')
  set(Flag.hasMenu, menuRoles.has(role) || actions.includes('AXShowMenu'))
  set(Flag.hasTooltip, typeof facts.AXHelp === 'string' && facts.AXHelp !== '')
  set(Flag.secure, isSecure(words))
  return flags
}

/** A disclosure triangle's value says whether its content is open; rows have their own attribute. */
function expansion(role: string, facts: Facts): number {
  const open =
    role === 'AXDisclosureTriangle'
      ? truthOf(facts.AXValue)
      : (truthOf(facts.AXExpanded) ?? truthOf(facts.AXDisclosing))
  if (open === undefined) return 0
  return Flag.expandable | (open ? Flag.expanded : 0)
}

/** Unless settability was asked for, an enabled text field counts as editable. */
function editing(isText: boolean, words: RoleWords, facts: Facts, canSet = true): number {
  if (!isText) return 0
  let flags = canSet ? Flag.editable : Flag.readonly
  if (words.role === 'AXTextArea') flags |= Flag.multiline
  const required = truthOf(facts.AXRequired)
  if (required !== undefined) flags |= Flag.canBeRequired | (required ? Flag.required : 0)
  return flags
}

function check(value: unknown): number {
  const state = numberOf(value)
  return state === 2 ? Flag.mixed : state === 1 ? Flag.checked : 0
}

/** `AXInvalid` is a string: false, true, grammar or spelling. */
function isInvalid(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' && value !== 'false' : truthOf(value) === true
}
