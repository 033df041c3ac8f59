/** Facts about a single node, without its neighbours: short role, name, states, capabilities, kind. */
import type { CapabilityWord, ElementType, StateWord } from '../../../api-schema/element.ts'
import { Flag } from '../../platform/element/flags.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import type { Key, Row } from '../../platform/element/row.ts'

/** A row in the tree. Immutable except for `parent`: a new reading makes a new node. */
export type Node = Row

export type NodeOf = (key: Key) => Node | undefined

/** What of a tree tells what is in and around an element. */
export interface Nodes {
  node(key: Key): Node | undefined
}

/** Its only name is its placeholder. */
export function isNamedByPlaceholder({ title, description, placeholder }: Node): boolean {
  return placeholder !== undefined && (title === undefined || title === placeholder) && description === undefined
}

/** Title, otherwise description, placeholder, or the role's short word. */
export function nameOf(node: Node): string {
  return node.title ?? node.description ?? node.placeholder ?? shortRole(node.role, node.subrole)
}

const fieldRoles = new Set(['AXTextField', 'AXTextArea', 'AXSecureTextField', 'AXDateField', 'AXTimeField'])
/** Fields that take text if they are editable. */
const settableRoles = new Set(['AXComboBox', 'AXIncrementor', 'AXColorWell'])
const dropdownRoles = new Set(['AXPopUpButton', 'AXComboBox'])
const sliderRoles = new Set(['AXSlider', 'AXScrollBar', 'AXIncrementor', 'AXValueIndicator'])
/** Includes color wells, which open their picker. */
const buttonRoles = new Set(['AXButton', 'AXButtonSubstitute', 'AXMenuButton', 'AXDisclosureTriangle', 'AXColorWell'])
const buttonSubroles = new Set([
  'AXCloseButton',
  'AXMinimizeButton',
  'AXZoomButton',
  'AXFullScreenButton',
  'AXSortButton',
])
const pressRoles = new Set([
  ...buttonRoles,
  'AXLink',
  'AXCheckBox',
  'AXRadioButton',
  'AXPopUpButton',
  'AXMenuItem',
  'AXMenuBarItem',
])

export function isTab(node: Node): boolean {
  return node.subrole === 'AXTabButton'
}

/** Is it one of the element types? `any` matches everything. */
export function isOfType(node: Node, type: ElementType): boolean {
  const { role, subrole } = node
  switch (type) {
    case 'any':
      return true
    case 'button':
      return buttonRoles.has(role) || (subrole !== undefined && buttonSubroles.has(subrole)) || subrole === 'AXToggle'
    case 'checkbox':
      return role === 'AXCheckBox' || subrole === 'AXSwitch' || subrole === 'AXToggle'
    case 'radio':
      return (role === 'AXRadioButton' && !isTab(node)) || role === 'AXRadioGroup'
    case 'textfield':
      return fieldRoles.has(role) || (settableRoles.has(role) && (node.flags & Flag.editable) !== 0)
    case 'dropdown':
      return dropdownRoles.has(role)
    case 'slider':
      return sliderRoles.has(role)
    case 'link':
      return role === 'AXLink'
    case 'tab':
      return isTab(node)
  }
}

/** Not rendered, or out of reach. Its contents need not say so themselves. */
export function isHidden(node: Node): boolean {
  return (node.flags & Flag.hidden) !== 0
}

/** Can it be acted on? Anything else is shown only as context or on request. */
export function isInteractable(node: Node): boolean {
  return (node.flags & Flag.reactive) !== 0 || isControl(node)
}

/** A control by role, unlike elements that merely have a listener. */
export function isControl(node: Node): boolean {
  if ((node.flags & (Flag.clickable | Flag.editable | Flag.checkable | Flag.adjustable | Flag.expandable)) !== 0)
    return true
  if (pressRoles.has(node.role) || fieldRoles.has(node.role) || settableRoles.has(node.role)) return true
  return isListBox(node) || ((node.flags & Flag.selectable) !== 0 && (node.flags & Flag.focusable) !== 0)
}

/** Its options appear when it is opened. Not for a toolkit that does not report whether it is open: it always shows them. */
export function isClosedList(node: Node): boolean {
  return isOfType(node, 'dropdown') && (node.flags & (Flag.expandable | Flag.expanded)) === Flag.expandable
}

/** A list of options that is itself the control: an option is chosen by name. */
function isListBox({ subrole, flags }: Node): boolean {
  return subrole === 'AXListBox' && (flags & (Flag.focusable | Flag.disabled)) !== 0
}

/** All states that apply to the node, including normal ones, in the order of `stateWords`. */
export function stateWordsOf(node: Node): StateWord[] {
  const { flags } = node
  const has = (flag: number) => (flags & flag) !== 0
  const words: StateWord[] = [
    has(Flag.disabled) ? 'disabled' : 'enabled',
    has(Flag.hidden) ? 'hidden' : 'visible',
    has(Flag.focused) ? 'focused' : 'unfocused',
    has(Flag.selected) ? 'selected' : 'unselected',
  ]
  if (has(Flag.expandable)) words.push(has(Flag.expanded) ? 'expanded' : 'collapsed')
  if (has(Flag.readonly)) words.push('readonly')
  else if (has(Flag.editable)) words.push('editable')
  if (has(Flag.required)) words.push('required')
  else if (has(Flag.canBeRequired)) words.push('optional')
  if (has(Flag.mixed)) words.push('mixed')
  else if (has(Flag.checkable)) words.push(has(Flag.checked) ? 'checked' : 'unchecked')
  // Not even whether a secure field holds anything is said.
  if (!has(Flag.secure) && (node.value !== undefined || has(Flag.editable))) words.push(node.value ? 'filled' : 'empty')
  if (has(Flag.busy)) words.push('busy')
  if (has(Flag.modal)) words.push('modal')
  if (has(Flag.invalid)) words.push('invalid')
  return words
}

/** Derived from roles, actions and flags, the same way on all platforms. */
export function capabilitiesOf(node: Node): CapabilityWord[] {
  const { flags, role, actions } = node
  const words: CapabilityWord[] = []
  const add = (word: CapabilityWord, holds: boolean) => {
    if (holds) words.push(word)
  }
  const has = (flag: number) => (flags & flag) !== 0
  add('clickable', has(Flag.clickable) || actions.includes('AXPress') || pressRoles.has(role))
  add('editable', has(Flag.editable))
  add('toggleable', has(Flag.checkable))
  add('selectable', has(Flag.selectable) || dropdownRoles.has(role) || isTab(node) || isListBox(node))
  add(
    'adjustable',
    has(Flag.adjustable) || actions.includes('AXIncrement') || role === 'AXSlider' || role === 'AXIncrementor',
  )
  add('scrollable', has(Flag.scrollable) || role === 'AXScrollArea' || actions.includes('AXScrollToVisible'))
  add('hasChildren', node.children.length > 0)
  add('hasMenu', has(Flag.hasMenu) || actions.includes('AXShowMenu'))
  add('hasHelp', has(Flag.hasHelp) || node.help !== undefined || node.attributes?.helpText !== undefined)
  add('hasTooltip', has(Flag.hasTooltip))
  add('navigable', role === 'AXLink')
  add('focusable', has(Flag.focusable))
  return words
}

const pdfSubrole = 'AXPDFPluginSubrole'

/** Spreadsheets number more cells than this, almost all empty. */
const mostRows = 1_000_000

/** The browser draws it itself, without elements. */
export function isPdf({ subrole }: Node): boolean {
  return subrole === pdfSubrole
}

/** Number of rows that are unread because the application creates them only when shown. */
export function unreadRows({ attributes, children }: Node): number {
  const total = Number(attributes?.childCount ?? 0)
  return total > children.length && total <= mostRows ? total - children.length : 0
}

/** Whether `node` is, or is inside, the one with the key `top`. */
export function isWithin(node: Node, top: Key, nodeOf: NodeOf): boolean {
  return node.key === top || isInside(node, ({ key }) => key === top, nodeOf)
}

/** Whether an ancestor passes the test. */
export function isInside(node: Node, isSuch: (around: Node) => boolean, nodeOf: NodeOf): boolean {
  for (let up = nodeOf(node.parent); up !== undefined; up = nodeOf(up.parent)) if (isSuch(up)) return true
  return false
}
