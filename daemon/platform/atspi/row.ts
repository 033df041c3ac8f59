/** What was read of one element, in the common words. */
import { Flag, redacted } from '../flags.ts'
import { type Key, type Row, row } from '../platform.ts'
import type { Toolkit } from './access.ts'
import type { ActionWord } from './actions.ts'
import type { Item } from './cache-items.ts'
import { type Extras, isPressed } from './extras.ts'
import { type Facts, Has } from './facts.ts'
import { cleanName, shownText, trimText } from './names.ts'
import { axRole, Role } from './roles.ts'
import { flagsOf, hasState, isEntry, State } from './states.ts'
import { mostChildren, type Place } from './tree-walk.ts'

/** An element with what lies around it. */
export interface Situation {
  readonly key: Key
  readonly place: Place
  readonly extras: Extras
  readonly children: readonly Key[]
  readonly childItems: readonly Item[]
  readonly parent: Item | undefined
  /** Its parent is the application. */
  readonly isWindow: boolean
  readonly toolkit: Toolkit
}

const none: readonly string[] = Object.freeze([])
const press: readonly string[] = Object.freeze(['AXPress'])
const adjust: readonly string[] = Object.freeze(['AXIncrement', 'AXDecrement'])
const shared = new Map<string, readonly string[]>()
const windowRoles = new Set(['AXWindow', 'AXSheet'])
const placeholders = ['placeholder-text', 'placeholder']

/** Texts that are an element's value; those of others are its name. */
function isValueOf({ role, states, moreStates }: Item): boolean {
  return isEntry(role) || role === Role.tableCell || hasState({ states, moreStates }, State.editable)
}

export function factsOf(key: Key, item: Item): Facts {
  const { index: _index, ...rest } = item
  return { key, ...rest }
}

export function rowOf(at: Situation): Row {
  const { key, place, extras, toolkit, childItems } = at
  const { item } = place
  const { role, subrole } = roleOf(at)
  let flags = flagsOf(factsOf(key, item), toolkit)
  const secure = (flags & Flag.secure) !== 0
  if (extras.away) flags |= Flag.hidden
  const isEnabled = (flags & Flag.disabled) === 0
  const found = extras.actions ?? []
  if (role !== 'AXGroup' && (found.includes('AXPress') || isPressable(item))) flags |= Flag.clickable
  if (role === 'AXMenuBarItem' || (role === 'AXMenuItem' && (item.role === Role.menu || childItems.some(isMenu))))
    flags |= Flag.hasMenu
  if (at.parent !== undefined && isAroundMenuButton(at.parent, [item], toolkit)) flags |= Flag.hasMenu
  const isField = isEntry(item.role)
  const parts = toolkit === 'gtk4' ? childItems.map((child) => child.name) : []
  const name = cleanName(item.name, toolkit, role === 'AXGroup', parts)
  const text = secure || extras.text === undefined ? undefined : trimText(extras.text) && extras.text
  const title = name ?? (isValueOf(item) ? undefined : text && trimText(text))
  // Of an application it is the path of its program.
  const description = item.role === Role.application ? undefined : shownText(item.description, toolkit)
  const { attributes } = extras
  return row({
    key,
    children: at.children,
    role,
    subrole,
    title,
    value: secure ? redacted : fieldValue(at, text, title),
    description: description === title || isToldInside(at, description, role) ? undefined : description,
    identifier: attributes?.id,
    placeholder: isField ? placeholderOf(attributes) : undefined,
    attributes: attributesOf(at),
    flags,
    actions: isEnabled ? actionsOf(flags, found, isField) : none,
  })
}

/** GTK 4 tells the action of its check boxes, radio buttons and tabs nowhere: they are pressed all the same. */
function isPressable(item: Item): boolean {
  if (!isPressed(item.role)) return false
  if ((item.interfaces & Has.Action) !== 0) return true
  return item.role !== Role.menu && item.role !== Role.columnHeader && hasState(item, State.focusable)
}

function isMenu({ role }: Item): boolean {
  return role === Role.menu || role === Role.popupMenu
}

function isButton(item: Item): boolean {
  return (item.role === Role.pushButton || item.role === Role.toggleButton) && hasState(item, State.focusable)
}

/** GTK 4 tells a menu button twice: around the button that takes the press, there is one that does not. */
function isAroundMenuButton(item: Item, childItems: readonly Item[], toolkit: Toolkit): boolean {
  if (toolkit !== 'gtk4' || item.role !== Role.pushButton || hasState(item, State.focusable)) return false
  return childItems.some(isButton)
}

/** The one part of a group says the same of itself. */
function isToldInside({ childItems, toolkit }: Situation, description: string | undefined, role: string): boolean {
  if (role !== 'AXGroup' || description === undefined || childItems.length !== 1) return false
  return shownText(childItems[0]!.description, toolkit) === description
}

function roleOf({ place: { item }, childItems, parent, isWindow, toolkit }: Situation): {
  role: string
  subrole: string | undefined
} {
  const { role, subrole } = axRole(item.role)
  const plain = { role, subrole }
  if (isWindow && !windowRoles.has(role)) return { role: 'AXWindow', subrole: undefined }
  switch (item.role) {
    case Role.text:
    case Role.entry:
      return hasState(item, State.multiLine) ? { role: 'AXTextArea', subrole } : plain
    case Role.comboBox:
      return hasState(item, State.editable) ||
        childItems.some((child) => isEntry(child.role) && hasState(child, State.editable))
        ? { role: 'AXComboBox', subrole }
        : plain
    case Role.frame:
      // Qt calls any framed part of a window so, such as a display of text.
      if (isWindow) return plain
      return { role: childItems.length === 0 && trimText(item.name) ? 'AXStaticText' : 'AXGroup', subrole: undefined }
    case Role.pushButton:
      return isAroundMenuButton(item, childItems, toolkit) ? { role: 'AXGroup', subrole: undefined } : plain
    case Role.menuItem:
      return parent?.role === Role.menuBar ? { role: 'AXMenuBarItem', subrole } : plain
    case Role.menu:
      // The word stands for the entry of a bar, for one that opens another menu, and for the list of entries itself: in
      // GTK 4 for this alone.
      if (toolkit === 'gtk4' || (item.interfaces & Has.Action) === 0 || trimText(item.name) === undefined) return plain
      return parent?.role === Role.menuBar ? { role: 'AXMenuBarItem', subrole } : { role: 'AXMenuItem', subrole }
    default:
      return plain
  }
}

function fieldValue(
  { place: { item }, extras }: Situation,
  text: string | undefined,
  title: string | undefined,
): string | undefined {
  if (extras.value !== undefined) return String(Math.round(extras.value * 1e6) / 1e6)
  if (text === undefined || !isValueOf(item) || (item.role === Role.tableCell && text === title)) return undefined
  return extras.length === undefined ? text : `${text}…`
}

function placeholderOf(attributes: Extras['attributes']): string | undefined {
  for (const name of placeholders) {
    const text = trimText(attributes?.[name] ?? '')
    if (text !== undefined) return text
  }
  return undefined
}

/** Those that no other field carries, and that say something of the element and not of its toolkit. */
const untold = new Set(['toolkit', 'id', 'class', 'tag', 'level', ...placeholders])

function attributesOf({ place, extras }: Situation): Row['attributes'] {
  let made: { [name: string]: string } | undefined
  const put = (name: string, value: string) => {
    made ??= {}
    made[name] = value
  }
  const { attributes, length } = extras
  if (attributes !== undefined) {
    if (place.item.role === Role.heading && attributes.level !== undefined) put('level', attributes.level)
    for (const [name, value] of Object.entries(attributes)) if (isTold(name)) put(name, value)
  }
  if (length !== undefined) put('characters', String(length))
  if (place.childCount > place.children.length && place.childCount > mostChildren)
    put('childCount', String(place.childCount))
  return made
}

/** ARIA's and the page's own names; the rest is layout. */
function isTold(name: string): boolean {
  return (
    !untold.has(name) && /^(aria-|data-|name$|href$|src$|alt$|keyshortcuts$|valuetext$|roledescription$)/.test(name)
  )
}

function actionsOf(flags: number, found: readonly ActionWord[], isField: boolean): readonly string[] {
  const words: string[] = []
  if (flags & Flag.clickable) words.push('AXPress')
  if (isField && flags & Flag.editable && found.includes('AXConfirm')) words.push('AXConfirm')
  if (flags & Flag.adjustable) words.push(...adjust)
  if (found.includes('AXShowMenu')) words.push('AXShowMenu')
  if (words.length === 0) return none
  if (words.length === 1 && words[0] === 'AXPress') return press
  const name = words.join()
  let list = shared.get(name)
  if (list === undefined) {
    list = Object.freeze(words)
    shared.set(name, list)
  }
  return list
}
