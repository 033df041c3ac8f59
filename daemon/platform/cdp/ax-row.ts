/** One accessibility node of the protocol, with what the DOM adds, as a row in the common words. */
import type { Protocol } from 'devtools-protocol'
import { Flag, redacted } from '../flags.ts'
import { type Key, type Row, row } from '../platform.ts'
import type { DomFacts } from './dom-mirror.ts'
import { axRole } from './roles.ts'

export type AxNode = Protocol.Accessibility.AXNode

const press: readonly string[] = Object.freeze(['AXPress'])
const pressAndMenu: readonly string[] = Object.freeze(['AXPress', 'AXShowMenu'])
const adjust: readonly string[] = Object.freeze(['AXIncrement', 'AXDecrement'])
const confirm: readonly string[] = Object.freeze(['AXConfirm'])
const none: readonly string[] = Object.freeze([])

/** Fields whose inner parts only repeat the value. */
const closedRoles = new Set([
  'AXTextField',
  'AXTextArea',
  'AXIncrementor',
  'AXDateField',
  'AXTimeField',
  'AXSlider',
  'AXProgressIndicator',
])
/** Roles that are pressed by nature. */
export const pressed: ReadonlySet<string> = new Set([
  'AXButton',
  'AXLink',
  'AXCheckBox',
  'AXRadioButton',
  'AXMenuItem',
  'AXPopUpButton',
  'AXMenuButton',
  'AXDisclosureTriangle',
  'AXOption',
])
const texts = new Set(['AXTextField', 'AXTextArea', 'AXComboBox'])
const adjustables = new Set(['AXSlider', 'AXIncrementor', 'AXScrollBar'])

const text = (value: Protocol.Accessibility.AXValue | undefined): string | undefined => {
  const found = value?.value
  if (found === undefined || found === null) return undefined
  const string = String(found).trim()
  return string === '' ? undefined : string
}

/** Bits of the properties that every node may have; a value of its own where it is not just true or false. */
function flagsOf(node: AxNode, role: string): { flags: number; special: { [name: string]: string } } {
  let flags = 0
  const special: { [name: string]: string } = {}
  for (const { name, value } of node.properties ?? []) {
    const on = value.value === true || value.value === 'true'
    switch (name) {
      case 'disabled':
        if (on) flags |= Flag.disabled
        break
      case 'focusable':
        if (on) flags |= Flag.focusable
        break
      case 'focused':
        if (on) flags |= Flag.focused
        break
      case 'busy':
        if (on) flags |= Flag.busy
        break
      case 'modal':
        if (on) flags |= Flag.modal
        break
      case 'required':
        flags |= Flag.canBeRequired | (on ? Flag.required : 0)
        break
      case 'readonly':
        if (on && texts.has(role)) flags |= Flag.readonly
        break
      case 'multiline':
        if (on) flags |= Flag.multiline
        break
      case 'selected':
        flags |= Flag.selectable | (on ? Flag.selected : 0)
        break
      case 'expanded':
        flags |= Flag.expandable | (on ? Flag.expanded : 0)
        break
      case 'checked':
      case 'pressed':
        flags |= Flag.checkable | (on ? Flag.checked : 0) | (value.value === 'mixed' ? Flag.mixed : 0)
        if (name === 'pressed') special.pressed = 'yes'
        break
      case 'invalid':
        if (value.value !== 'false' && value.value !== false) flags |= Flag.invalid
        break
      case 'hasPopup':
        if (value.value !== 'false' && value.value !== false) {
          flags |= Flag.hasMenu
          special.hasPopup = String(value.value)
        }
        break
      case 'editable':
        special.editable = String(value.value)
        break
      case 'url':
      case 'keyshortcuts':
      case 'roledescription':
      case 'valuetext':
      case 'valuemin':
      case 'valuemax':
      case 'level':
      case 'live':
        if (value.value !== undefined && value.value !== '') special[name] = String(value.value)
    }
  }
  return { flags, special }
}

export interface Joined {
  readonly key: Key
  readonly dom: DomFacts | undefined
  /** A listener or a pointer cursor tells that a press does something. */
  readonly clickable: boolean
  /** As they were before; put right when all nodes are known. */
  readonly children: readonly Key[]
}

/** The row without its children. `isClosed` says that the children only repeat its value. */
export function rowOf(node: AxNode, { key, dom, clickable, children }: Joined): { row: Row; isClosed: boolean } {
  const word = axRole(String(node.role?.value ?? 'generic'))
  let { role, subrole } = word
  const { flags: found, special } = flagsOf(node, role)
  let flags = found
  if (role === 'AXButton') {
    if (special.pressed) subrole = 'AXToggle'
    else if (special.hasPopup) role = special.hasPopup === 'listbox' ? 'AXPopUpButton' : 'AXMenuButton'
  } else if (role === 'AXComboBox' && special.editable === undefined) role = 'AXPopUpButton'
  else if (role === 'AXTextField' && flags & Flag.multiline) role = 'AXTextArea'
  const isText = texts.has(role)
  if (isText && !(flags & Flag.readonly) && !(flags & Flag.disabled)) flags |= Flag.editable
  if (!isText && special.editable !== undefined && flags & Flag.focusable) {
    flags |= Flag.editable
    role = 'AXTextArea'
  }
  if (adjustables.has(role)) flags |= Flag.adjustable
  if (
    clickable ||
    (pressed.has(role) && role !== 'AXLink') ||
    (role === 'AXLink' && (special.url || flags & Flag.focusable))
  )
    flags |= Flag.clickable
  const secure = dom?.secure === true
  if (secure) {
    flags |= Flag.secure
    if (dom?.type === 'password') subrole = 'AXSecureTextField'
  }
  const attributes = attributesOf(dom, special)
  const title = text(node.name)
  const description = text(node.description)
  const made = row({
    key,
    children,
    role,
    subrole,
    title,
    value: secure ? redacted : valueFrom(node, special, role),
    description: description === title ? undefined : description,
    identifier: dom?.attributes?.id,
    placeholder: dom?.attributes?.placeholder,
    roleDescription: special.roledescription,
    url: special.url,
    attributes,
    flags,
    actions: actionsOf(role, flags),
  })
  return { row: made, isClosed: secure || (closedRoles.has(role) && special.editable !== 'richtext') }
}

/** The same row, with a press that does something. */
export function pressable(of: Row): Row {
  return of.flags & Flag.clickable
    ? of
    : { ...of, flags: of.flags | Flag.clickable, actions: of.flags & Flag.disabled ? none : press }
}

function valueFrom(node: AxNode, special: { readonly [name: string]: string }, role: string): string | undefined {
  // A link's and a page's "value" is its url again.
  if (role === 'AXLink' || role === 'AXWebArea' || role === 'AXStaticText') return undefined
  return special.valuetext ?? text(node.value)
}

function actionsOf(role: string, flags: number): readonly string[] {
  if (flags & Flag.disabled) return none
  if (adjustables.has(role)) return adjust
  if (flags & Flag.clickable) return flags & Flag.hasMenu ? pressAndMenu : press
  return texts.has(role) ? confirm : none
}

/** Searchable attributes that no other field of the row carries already. */
function attributesOf(
  dom: DomFacts | undefined,
  special: { readonly [name: string]: string },
): { readonly [name: string]: string } | undefined {
  let attributes: { [name: string]: string } | undefined
  for (const [name, value] of Object.entries(dom?.attributes ?? {})) {
    if (name === 'id' || name === 'placeholder') continue
    attributes ??= {}
    attributes[name] = value
  }
  if (special.keyshortcuts) attributes = { ...attributes, keyboardShortcut: special.keyshortcuts }
  if (special.valuemin && special.valuemax) attributes = { ...attributes, min: special.valuemin, max: special.valuemax }
  if (special.level) attributes = { ...attributes, level: special.level }
  return attributes
}
