/** One accessibility node of the protocol, with what the DOM adds, as a row in the shared vocabulary. */

import type { Protocol } from 'devtools-protocol'
import { words } from '../../basics/words.ts'
import { Flag, redacted } from '../../element/flags.ts'
import { type Key, type Row, row } from '../../element/row.ts'
import { seenText } from '../../element/unseen.ts'
import { holdsSecureMarkup } from '../injected/secure-fields.ts'
import { withoutCredentials } from '../wire/credentials.ts'
import type { DomFacts } from './dom-mirror.ts'
import { computedName, nameWritten, textOf } from './names.ts'
import { type AxRole, axRole } from './roles.ts'
import { writtenRole } from './written-role.ts'

export type AxNode = Protocol.Accessibility.AXNode

const press: readonly string[] = Object.freeze(['AXPress'])
const pressAndMenu: readonly string[] = Object.freeze(['AXPress', 'AXShowMenu'])
const adjust: readonly string[] = Object.freeze(['AXIncrement', 'AXDecrement'])
const confirm: readonly string[] = Object.freeze(['AXConfirm'])
const none: readonly never[] = Object.freeze([])

/** Fields whose inner parts only repeat their value. */
const closedRoles = words(`AXTextField AXTextArea AXIncrementor AXDateField AXTimeField AXColorWell AXSlider
  AXProgressIndicator`)
/** Roles that are inherently pressable. */
const pressed = words(`AXButton AXLink AXCheckBox AXRadioButton AXMenuItem AXPopUpButton
  AXMenuButton AXDisclosureTriangle AXOption`)
const texts = new Set(['AXTextField', 'AXTextArea', 'AXComboBox'])
/** Fields that accept only one text format: they can be set, but have no caret. */
const formed = new Set(['AXDateField', 'AXTimeField', 'AXColorWell'])
/** Form fields that can be read-only. */
const readable = new Set([...texts, 'AXDateField', 'AXTimeField', 'AXIncrementor'])
const adjustables = new Set(['AXSlider', 'AXIncrementor', 'AXScrollBar'])

/** Flags of properties that are true or false. */
const plainFlags: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ disabled: Flag.disabled, focusable: Flag.focusable, focused: Flag.focused },
    ...{ busy: Flag.busy, modal: Flag.modal, multiline: Flag.multiline },
  }),
)

/** Flags of properties any node may have; a separate value if it is not just true or false. */
function flagsOf(node: AxNode, role: string): { flags: number; special: { [name: string]: string } } {
  let flags = 0
  const special: { [name: string]: string } = {}
  for (const { name, value } of node.properties ?? []) {
    const on = value.value === true || value.value === 'true'
    if (on) flags |= plainFlags.get(name) ?? 0
    switch (name) {
      case 'required':
        flags |= Flag.canBeRequired | (on ? Flag.required : 0)
        break
      case 'readonly':
        if (on && readable.has(role)) flags |= Flag.readonly
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
        if (value.value !== undefined && value.value !== '') special.url = toldUrl(String(value.value))
        break
      case 'keyshortcuts':
      case 'roledescription':
      case 'valuetext':
        if (value.value) special[name] = ofUtf8(String(value.value))
        break
      case 'valuemin':
      case 'valuemax':
      case 'level':
      case 'live':
        if (value.value !== undefined && value.value !== '') special[name] = String(value.value)
    }
  }
  return { flags, special }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Chromium 150 gives these properties with each byte of their UTF-8 as a character. Any other text is left as it is. */
function ofUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text
  try {
    return utf8.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)))
  } catch {
    return text
  }
}

export interface Joined {
  readonly key: Key
  readonly dom: DomFacts | undefined
  /** What a listener or pointer cursor shows it to be: `clickable`, `reactive` or neither. */
  readonly use: number
  /** The previous children; corrected once all nodes are known. */
  readonly children: readonly Key[]
}

/** Type of the element in which Chromium's viewer draws pages. */
const pdfType = 'application/x-google-chrome-pdf'

export interface Made {
  /** Without its children. */
  readonly row: Row
  /** The children only repeat its value. */
  readonly isClosed: boolean
  /** Chromium does not report that it has lost the focus, what value a script sets, or which tab a style selects. */
  readonly isSilent: boolean
}

export function rowOf(node: AxNode, { key, dom, use, children }: Joined): Made {
  const said = String(node.role?.value ?? 'generic')
  const written = writtenRole(said, dom)
  const word = axRole(written?.role ?? said)
  let { role, subrole } = word
  const { flags: found, special } = flagsOf(node, role)
  let flags = found | (written?.flags ?? 0)
  if (role === 'AXButton') {
    if (special.pressed) subrole = 'AXToggle'
    else if (special.hasPopup) role = special.hasPopup === 'listbox' ? 'AXPopUpButton' : 'AXMenuButton'
  } else if (role === 'AXComboBox' && special.editable === undefined) role = 'AXPopUpButton'
  else if (role === 'AXTextField' && flags & Flag.multiline) role = 'AXTextArea'
  // Chromium's tree does not report it for dates and numbers.
  if (readable.has(role) && dom?.attributes?.readonly !== undefined) flags |= Flag.readonly
  if (dom?.type === pdfType) subrole = 'AXPDFPluginSubrole'
  const isText = texts.has(role)
  // Chromium keeps calling what a script made editable not focusable.
  if (special.editable !== undefined && isHost(dom)) flags |= Flag.focusable
  const isEditor = special.editable !== undefined && flags & Flag.focusable
  if (!isText && isEditor && role !== 'AXIncrementor') role = 'AXTextArea'
  if ((isText || isEditor || formed.has(role)) && !(flags & (Flag.readonly | Flag.disabled))) flags |= Flag.editable
  if (adjustables.has(role) && !(flags & Flag.readonly)) flags |= Flag.adjustable
  if (
    use & Flag.clickable ||
    (pressed.has(role) && role !== 'AXLink') ||
    (role === 'AXLink' && (special.url || flags & Flag.focusable))
  )
    flags |= Flag.clickable
  else if (use || takesFocus(flags, word, dom)) flags |= Flag.reactive
  const secure = dom?.secure === true
  if (secure) {
    flags |= Flag.secure
    if (dom?.type === 'password') subrole = 'AXSecureTextField'
  }
  const own = attributesOf(dom, special, role)
  const value = secure ? redacted : valueFrom(node, special, role, dom)
  const shown = role === 'AXComboBox' || role === 'AXPopUpButton' ? value : undefined
  const name = computedName(node, said, shown)
  const title = name && seenText(name)
  const description = seenText(textOf(node.description) ?? '')
  const attributes = name === title ? own : { ...own, writtenName: name! }
  flags |= extrasOf(dom, title, description)
  const made = row({
    key,
    children,
    role,
    subrole,
    title,
    value,
    description: description === title ? undefined : description,
    identifier: dom?.attributes?.id,
    placeholder: hintOf(dom, flags),
    roleDescription: special.roledescription,
    url: special.url,
    attributes,
    flags,
    actions: actionsOf(role, flags),
  })
  // A browser shows the text in place of the button's picture.
  const isButtonField = role === 'AXButton' && dom?.tag === 'input'
  const isClosed = secure || isButtonField || (closedRoles.has(role) && special.editable !== 'richtext')
  // A tab without an element is made by a style: `::scroll-marker`.
  const isSilent = (made.flags & Flag.focused) !== 0 || role === 'AXSlider' || (said === 'tab' && dom === undefined)
  return { row: made, isClosed, isSilent }
}

/** Editors have a style draw theirs, by convention from this attribute. */
function hintOf(dom: DomFacts | undefined, flags: number): string | undefined {
  const { placeholder, 'data-placeholder': drawn } = dom?.attributes ?? {}
  return placeholder ?? (flags & Flag.editable ? drawn?.trim() || undefined : undefined)
}

/** A tooltip is a `title` that is not the name; any other description is help. */
function extrasOf(dom: DomFacts | undefined, title: string | undefined, description: string | undefined): number {
  const tooltip = dom?.attributes?.title?.trim()
  return (
    (tooltip !== undefined && tooltip !== title ? Flag.hasTooltip : 0) |
    (description !== undefined && description !== tooltip && description !== title ? Flag.hasHelp : 0)
  )
}

/** Roles among which a widget moves the focus, with all but one at tabindex -1. */
const roving = new Set(['AXCell', 'AXRow', 'AXOption', 'AXImage'])

/** These take the focus if they show their controls. */
const players = new Set(['AXVideo', 'AXAudio'])

/** Can it be focused with keys, or within a widget? What only scripts can focus has tabindex -1. */
function takesFocus(flags: number, { role, subrole = '' }: AxRole, dom: DomFacts | undefined): boolean {
  if (dom?.attributes?.draggable === 'true') return true
  const place = dom?.attributes?.tabindex
  if ((flags & Flag.focusable) === 0) return false
  return place === undefined ? players.has(subrole) : Number(place) >= 0 || roving.has(role)
}

/** The same row, with what its listeners add: a press or another reaction. */
export function usable(of: Row, use: number): Row {
  if (use === 0 || (of.flags & (use | Flag.clickable)) !== 0) return of
  const actions = use & Flag.clickable && !(of.flags & Flag.disabled) ? press : of.actions
  return { ...of, flags: of.flags | use, actions }
}

/** The row of an element that no longer listens. */
export function unused(of: Row): Row {
  return pressed.has(of.role) ? of : { ...of, flags: of.flags & ~(Flag.clickable | Flag.reactive), actions: none }
}

/** The row of a usable element that Chromium leaves out as uninteresting. */
export function bareRow(key: Key, dom: DomFacts | undefined, use: number, words?: string): Row {
  return row({
    key,
    role: 'AXGroup',
    title: nameWritten(dom, words),
    identifier: dom?.attributes?.id,
    attributes: attributesOf(dom, {}, 'AXGroup'),
    flags: use,
    actions: use & Flag.clickable ? press : none,
  })
}

function valueFrom(
  node: AxNode,
  special: { readonly [name: string]: string },
  role: string,
  dom: DomFacts | undefined,
): string | undefined {
  // The "value" of a link or page repeats its url.
  if (role === 'AXLink' || role === 'AXWebArea' || role === 'AXStaticText') return undefined
  // Chromium reports a missing number as 0.
  if (role === 'AXIncrementor' && special.valuetext === undefined) return dom?.attributes?.['aria-valuenow']
  if (texts.has(role)) return writtenIn(node, special)
  return special.valuetext ?? textOf(node.value) ?? (role === 'AXCell' ? orderOf(dom) : undefined)
}

/** Unchanged: spaces at its end are part of it. A rich editor draws an empty line when it holds nothing. */
function writtenIn(node: AxNode, special: { readonly [name: string]: string }): string | undefined {
  const text = special.valuetext ?? node.value?.value
  if (typeof text !== 'string') return textOf(node.value)
  return text === '' || (special.editable === 'richtext' && text.trim() === '') ? undefined : text
}

/** A sorted column's header has its order as its value. */
function orderOf(dom: DomFacts | undefined): string | undefined {
  const order = dom?.attributes?.['aria-sort']
  return order === 'ascending' || order === 'descending' ? order : undefined
}

function isHost(dom: DomFacts | undefined): boolean {
  return (dom?.attributes?.contenteditable ?? 'false') !== 'false'
}

function actionsOf(role: string, flags: number): readonly string[] {
  if (flags & Flag.disabled) return none
  if (adjustables.has(role)) return flags & Flag.adjustable ? adjust : none
  if (flags & Flag.clickable) return flags & Flag.hasMenu ? pressAndMenu : press
  return texts.has(role) || formed.has(role) ? confirm : none
}

/** From the markup: Chromium reports a missing limit as 0. */
function limitsOf(dom: DomFacts | undefined): { readonly min?: string; readonly max?: string } {
  const { min, max, 'aria-valuemin': ariaMin, 'aria-valuemax': ariaMax } = dom?.attributes ?? {}
  const [least, most] = [min ?? ariaMin, max ?? ariaMax]
  return { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) }
}

const inOtherFields = new Set(['id', 'placeholder', 'readonly', 'disabled', 'tabindex', 'draggable', 'contenteditable'])

/** Searchable attributes that are not already in another field of the row. */
function attributesOf(
  dom: DomFacts | undefined,
  special: { readonly [name: string]: string },
  role: string,
): { readonly [name: string]: string } | undefined {
  let attributes: { [name: string]: string } | undefined
  for (const [name, value] of Object.entries(dom?.attributes ?? {})) {
    if (inOtherFields.has(name)) continue
    attributes ??= {}
    attributes[name] = value
  }
  if (special.keyshortcuts) attributes = { ...attributes, keyboardShortcut: special.keyshortcuts }
  if (role === 'AXIncrementor') attributes = { ...attributes, ...limitsOf(dom) }
  else if (special.valuemin && special.valuemax)
    attributes = { ...attributes, min: special.valuemin, max: special.valuemax }
  if (special.level) attributes = { ...attributes, level: special.level }
  return attributes
}

/** A data URL is a document of its own and may hold secrets, as may credentials in an address. */
function toldUrl(url: string): string {
  return holdsSecureMarkup(url) ? `${url.slice(0, url.indexOf(',') + 1)}${redacted}` : withoutCredentials(url)
}
