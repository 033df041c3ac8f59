/** What macOS says about an element's state, as bits of `flags.ts`. */
import { Flag } from '../../flags.ts'
import { isSecure, isSliderRole, isTextRole, isWindowRole, type RoleWords } from '../wire/roles.ts'
import { type Facts, numberOf, truthOf } from '../wire/values.ts'
import { pressOf } from './actions.ts'

export interface Stated {
  readonly words: RoleWords
  readonly facts: Facts
  readonly actions: readonly string[]
  /** Settable attributes, if asked for. */
  readonly settable?: readonly string[] | undefined
}

const checkRoles: ReadonlySet<string> = new Set(['AXCheckBox', 'AXRadioButton'])
const checkSubroles: ReadonlySet<string> = new Set(['AXSwitch', 'AXToggle', 'AXToggleButton'])
const menuRoles: ReadonlySet<string> = new Set(['AXMenuBarItem', 'AXPopUpButton', 'AXMenuButton'])
const rowRoles: ReadonlySet<string> = new Set(['AXRow', 'AXCell', 'AXColumn', 'AXMenuItem'])
/** These can have the focus: macOS reports the attribute for all elements, for some of them wrongly. */
const plainRoles: ReadonlySet<string> = new Set(['AXStaticText', 'AXImage', 'AXGroup', 'AXSplitter', 'AXUnknown'])

export function isCheck({ role, subrole }: RoleWords): boolean {
  if (subrole === 'AXTabButton') return false
  return checkRoles.has(role) || (subrole !== undefined && checkSubroles.has(subrole))
}

export function flagsOf({ words, facts, actions, settable }: Stated): number {
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
  set(Flag.focusable, isText || settable?.includes('AXFocused') || (has('AXFocused') && !plainRoles.has(role)))
  set(Flag.selectable, isTab || (rowRoles.has(role) && has('AXSelected')))
  set(Flag.selected, is('AXSelected') || (isTab && numberOf(facts.AXValue) === 1))
  flags |= expansion(role, facts) | editing(isText, words, facts, settable)
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
function editing(isText: boolean, words: RoleWords, facts: Facts, settable: Stated['settable']): number {
  if (!isText) return 0
  const canSet = settable?.includes('AXValue') ?? true
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
