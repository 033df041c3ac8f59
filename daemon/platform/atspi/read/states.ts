/** AT-SPI's states as bits of `flags.ts`. */
import { Flag } from '../../element/flags.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Facts } from '../wire/facts.ts'
import { Has } from '../wire/facts.ts'
import { Role, roles } from './roles.ts'

/** State numbers. */
export const State = {
  active: 1,
  busy: 3,
  checked: 4,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  hasTooltip: 13,
  horizontal: 14,
  modal: 16,
  multiLine: 17,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  visible: 30,
  managesDescendants: 31,
  indeterminate: 32,
  required: 33,
  invalidEntry: 36,
  checkable: 41,
  hasPopup: 42,
  readOnly: 43,
} as const

type Stated = Pick<Facts, 'states' | 'moreStates'>
type Shown = Stated & Pick<Facts, 'role'>

export function hasState({ states, moreStates }: Stated, state: number): boolean {
  return state < 32 ? ((states >>> state) & 1) !== 0 : ((moreStates >>> (state - 32)) & 1) !== 0
}

const checks = roles('checkBox checkMenuItem radioButton radioMenuItem toggleButton switch')
const toggles = roles('toggleButton switch')
const entries = roles('text entry passwordText terminal')
const windows = roles('frame window dialog')
const scrolls = roles('scrollPane scrollBar')
const adjusted = roles('slider dial spinButton')
/** Roles that are adjustable in some cases and display only in most. */
const sometimesAdjusted = roles('scrollBar levelBar splitPane')

/** Text fields: read-only when not editable. */
export function isEntry(role: number): boolean {
  return entries.has(role)
}

/**
 * A viewport is shown if its scroll pane is: GTK 3 reports one that was scrolled by more than its height as not
 * showing, although its contents are.
 */
export function isHidden(facts: Shown, toolkit: Toolkit): boolean {
  if (!hasState(facts, State.visible)) return true
  return !toolkit.showsWindowsOnly && facts.role !== Role.viewport && !hasState(facts, State.showing)
}

/** The flags that follow from states, role and interfaces; `row.ts` adds those that follow from actions and texts. */
export function flagsOf(facts: Facts, toolkit: Toolkit): number {
  const has = (state: number) => hasState(facts, state)
  const { role, interfaces } = facts
  let flags = 0
  const set = (flag: number, holds: boolean) => {
    if (holds) flags |= flag
  }
  // An application is reported without any state.
  if (role === Role.application) return 0
  set(Flag.disabled, !has(State.enabled) && !has(State.sensitive))
  set(Flag.hidden, isHidden(facts, toolkit))
  const isFocusedTab = role === Role.pageTab && toolkit.focusedTabs !== undefined && has(State.focused)
  const isChosenTab = isFocusedTab && toolkit.focusedTabs === 'chosen'
  const isFocused = has(State.focused) && !isFocusedTab
  set(Flag.focused, isFocused || (windows.has(role) && has(State.active)))
  set(Flag.focusable, has(State.focusable))
  // What Qt draws in a tree or table does not report that it can be chosen.
  const isDrawnByOther = toolkit.partsOf !== undefined && (role === Role.treeItem || role === Role.tableCell)
  set(Flag.selectable, has(State.selectable) || isDrawnByOther)
  set(Flag.selected, has(State.selected) || isChosenTab)
  if (has(State.expandable)) flags |= Flag.expandable | (has(State.expanded) ? Flag.expanded : 0)
  const isField = entries.has(role)
  if (has(State.editable) && !has(State.readOnly)) flags |= Flag.editable
  // A terminal's text cannot be edited, but the terminal takes what is typed.
  else if (isField && role !== Role.terminal) flags |= Flag.readonly
  if (isField) flags |= Flag.canBeRequired | (has(State.required) ? Flag.required : 0)
  // GTK 3 sets it on labels and tabs as well.
  set(Flag.multiline, has(State.multiLine) && (isField || has(State.editable)))
  // Qt reports a check box in a table cell only while it is checked. Java reports an open menu as checked.
  const isPressed = has(State.pressed) && (toggles.has(role) || (role === Role.pushButton && toolkit.buttonsMayToggle))
  if (checks.has(role) || has(State.checkable) || (has(State.checked) && role !== Role.menu) || isPressed) {
    flags |= Flag.checkable
    const on = has(State.checked) || isPressed
    if (has(State.indeterminate)) flags |= Flag.mixed
    else if (on) flags |= Flag.checked
  }
  set(Flag.busy, has(State.busy))
  set(Flag.modal, has(State.modal))
  set(Flag.invalid, has(State.invalidEntry))
  set(
    Flag.adjustable,
    (interfaces & Has.Value) !== 0 && (adjusted.has(role) || (sometimesAdjusted.has(role) && has(State.focusable))),
  )
  set(Flag.scrollable, scrolls.has(role))
  set(Flag.hasMenu, has(State.hasPopup))
  set(Flag.hasTooltip, has(State.hasTooltip))
  set(Flag.secure, role === Role.passwordText)
  return flags
}
