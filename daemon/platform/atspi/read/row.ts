/** Makes an element's row from what was read of it. */

import { getOrCreate } from '../../basics/get-or-create.ts'
import { Flag, redacted } from '../../element/flags.ts'
import { type Key, nearText, type Row, row } from '../../element/row.ts'
import { seenText } from '../../element/unseen.ts'
import { candidate, nameAmong } from '../../naming/candidates.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Item } from '../wire/cache-items.ts'
import { type Facts, Has } from '../wire/facts.ts'
import type { ActionWord } from './actions.ts'
import { type Extras, isPressed, isPressedOpen } from './extras.ts'
import { isOfGroup } from './naming/group-names.ts'
import type { Called } from './naming/labels.ts'
import { cleanName, shownText } from './naming/names.ts'
import { mostChildren, type Place } from './place.ts'
import { axRole, buttons, Role, roles } from './roles.ts'
import { isBorrowed, isInList } from './room.ts'
import { flagsOf, hasState, isEntry, isHidden, State } from './states.ts'

/** What the window system knows of a window, and the application does not tell. */
export interface WindowTold {
  readonly isModal?: true
  readonly title?: string
}

/** An element with its surroundings. */
export interface ElementContext {
  readonly key: Key
  readonly place: Place
  readonly extras: Extras
  readonly called: Called | undefined
  readonly children: readonly Key[]
  readonly childItems: readonly Item[]
  readonly parent: Item | undefined
  /** Is its parent the application? */
  readonly isWindow: boolean
  readonly told?: WindowTold | undefined
  /** For a combo box whose list tells whether it is open: is it? */
  readonly showsList: boolean | undefined
  /** Does its window cut it off? */
  readonly isOutside?: boolean
  readonly opener?: Key | undefined
  readonly toolkit: Toolkit
}

const none: readonly string[] = Object.freeze([])
const press: readonly string[] = Object.freeze(['AXPress'])
const adjust: readonly string[] = Object.freeze(['AXIncrement', 'AXDecrement'])
const shared = new Map<string, readonly string[]>()
const windowRoles = new Set(['AXWindow', 'AXSheet'])
/** AX roles for which it is unknown what they do. */
const drawing = new Set(['AXGroup', 'AXImage', 'AXUnknown'])
const menuEntries = roles('menu menuItem checkMenuItem radioMenuItem')
const placeholders = ['placeholder-text', 'placeholder']

/** Elements whose text is their value; for others it is the name. */
function isValueOf({ role, states, moreStates }: Item): boolean {
  return isEntry(role) || role === Role.tableCell || hasState({ states, moreStates }, State.editable)
}

export function factsOf(key: Key, item: Item): Facts {
  const { index: _index, ...rest } = item
  return { key, ...rest }
}

export function rowOf(at: ElementContext): Row {
  const { key, place, extras, called, toolkit, childItems } = at
  const { item } = place
  const { role, subrole } = roleOf(at)
  let flags = flagsOf(factsOf(key, item), toolkit)
  const secure = (flags & Flag.secure) !== 0
  if (isBorrowed(item, at.parent, toolkit) || showsItsParts(at)) flags &= ~Flag.hidden
  // The options of a closed combo box can be chosen all the same.
  if ((extras.away && at.parent?.role !== Role.comboBox) || called?.undrawn || at.isOutside) flags |= Flag.hidden
  if (at.told?.isModal) flags |= Flag.modal
  if (at.showsList !== undefined) flags |= Flag.expandable | (at.showsList ? Flag.expanded : 0)
  if (isEntryOfList(at)) flags |= Flag.clickable
  if (isDrawnOnly(at, role) || mayLeadOn(at)) flags |= Flag.reactive
  if (isPartOnly(at)) flags &= ~(Flag.focusable | Flag.selectable)
  if (extras.toggles) flags |= Flag.checkable
  const isEnabled = (flags & Flag.disabled) === 0
  const found = extras.actions ?? []
  if (role !== 'AXGroup' && !isPartOnly(at) && (found.includes('AXPress') || isPressable(item))) flags |= Flag.clickable
  if (role === 'AXMenuBarItem' || (role === 'AXMenuItem' && (item.role === Role.menu || childItems.some(isMenu))))
    flags |= Flag.hasMenu
  // The menu that a toggle of GTK 3 opens reports nothing.
  if (item.role === Role.toggleButton && childItems.some((child) => menuEntries.has(child.role))) flags |= Flag.hasMenu
  if (isPressedOpen(item, toolkit) && found.includes('AXShowMenu') && !found.includes('AXPress'))
    flags |= Flag.hasMenu | Flag.expandable | Flag.expanded
  if (at.parent !== undefined && isAroundMenuButton(at.parent, [item], toolkit)) flags |= Flag.hasMenu
  const isField = isEntry(item.role)
  const parts = toolkit.namesByClass ? childItems.map((child) => child.name) : []
  const reported = toolkit.tabsHoldWords && item.role === Role.pageTab ? parts.find((part) => part !== '') : undefined
  const given = cleanName(reported ?? shownName(item, toolkit), toolkit, role === 'AXGroup', parts)
  const group = isOfGroup(item, at.parent, toolkit, called?.beside !== undefined) ? given : undefined
  const { chosen } = called ?? {}
  const text = secure || extras.text === undefined ? undefined : seenText(extras.text) && extras.text
  // GTK 3 draws a slider's number next to it.
  const saysValue = isValueOf(item) || item.role === Role.slider || item.role === Role.spinButton
  const isButton = buttons.has(item.role)
  const label = candidate('label', called?.label)
  // A combo box's name may be only its chosen option, or a text of its model that is not drawn: with a label it needs
  // no other.
  const isOfModel = extras.picked !== undefined && (called?.label ?? called?.beside) !== undefined
  const own = candidate(given === chosen || isOfModel ? 'value' : isButton ? 'contents' : 'author', given)
  const shared =
    at.isWindow && toolkit.titlesByApplication ? shownText(at.parent?.description ?? '', toolkit) : undefined
  const told = shownText(at.told?.title ?? '', toolkit)
  const others = [candidate('author', shared), candidate(saysValue ? 'value' : 'contents', text && seenText(text))]
  const title = nameAmong([candidate('author', told), ...(isButton ? [label, own] : [own, label]), ...others], {
    group,
  })?.text
  const choice = called?.written === undefined ? chosen : called.written.text
  const isLabelled = isButton && label !== undefined && label.text !== given && group === undefined
  // An application's description is its program's path.
  const description = item.role === Role.application ? undefined : shownText(item.description, toolkit)
  const { attributes } = extras
  return row({
    key,
    children: at.children,
    role,
    subrole,
    title,
    // With a label next to it, a button's own words are its value: what was chosen with it.
    value: secure ? redacted : ((isLabelled ? ownWords(given, label.text) : choice) ?? fieldValue(at, text, title)),
    description:
      description === title || description === text || isRepeatedInside(at, description, role)
        ? undefined
        : description,
    identifier: attributes?.id,
    placeholder: isField ? placeholderOf(attributes) : undefined,
    attributes: attributesOf(at),
    flags,
    opener: at.opener,
    actions: isEnabled ? actionsOf(flags, found, isField) : none,
  })
}

/** It may once have been off screen and still say so: contents that are shown prove the opposite. */
function showsItsParts({ place: { item }, childItems, toolkit }: ElementContext): boolean {
  if (!toolkit.staysOffScreen || !hasState(item, State.visible) || !isHidden(item, toolkit)) return false
  return childItems.some((child) => !isHidden(child, toolkit))
}

/** Without the shortcut at the end of a menu entry, which Qt takes from the entry's text. */
function shownName({ role, name }: Item, { keysInEntries }: Toolkit): string {
  return keysInEntries && menuEntries.has(role) ? name.replace(/\t.*$/s, '') : name
}

/** GTK 4 appends the label to a button's own words. */
function ownWords(given: string | undefined, label: string): string | undefined {
  return given?.endsWith(` ${label}`) ? given.slice(0, -label.length - 1) : given
}

/**
 * Can this list entry be chosen, though it does not say so? Where entries have room only while they are shown, they
 * report it only once they have been chosen.
 */
function isEntryOfList({ place: { item }, parent, toolkit }: ElementContext): boolean {
  // The one kind of list whose entries report whether they can be chosen.
  if (toolkit.roomlessEntries) return parent?.name !== 'GtkListBox' && isInList(item, parent)
  if (!toolkit.clicksEntries) return false
  if (item.role !== Role.listItem || parent === undefined || (parent.interfaces & Has.Selection) === 0) return false
  return hasState(item, State.focusable) || (hasState(item, State.selectable) && hasState(parent, State.focusable))
}

/**
 * A row that cannot be chosen may lead somewhere when it is pressed, without saying so: in a list of settings of GTK 4,
 * and whenever Qt Quick draws one.
 */
function mayLeadOn({ place: { item }, parent, toolkit }: ElementContext): boolean {
  if (item.role !== Role.listItem || hasState(item, State.selectable)) return false
  if (toolkit.drawsItems) return true
  return toolkit.roomlessEntries === true && parent?.name === 'GtkListBox' && hasState(item, State.focusable)
}

/**
 * It takes the keyboard and has no parts, like a calendar or a view of icons: its contents are only drawn. In GTK 4,
 * parts prove nothing for a widget that is not GTK's own: a tab of `AdwTabBar` contains its words and a button. An
 * element with nothing but a tooltip is a button that the program draws itself, as in wxWidgets' tool bars.
 */
function isDrawnOnly({ place: { item }, childItems, isWindow, toolkit }: ElementContext, role: string): boolean {
  if (isWindow || !drawing.has(role) || hasState(item, State.defunct)) return false
  if (!hasState(item, State.focusable)) {
    const isDrawn = item.role === Role.panel ? hasState(item, State.hasTooltip) : isOwnWidget(item, toolkit)
    return isDrawn && childItems.length === 0
  }
  const takesKeys = toolkit.namesByClass && item.role === Role.filler && !/^Gtk/.test(item.name)
  return takesKeys || childItems.every((child) => isHidden(child, toolkit) || child.role === Role.scrollBar)
}

/**
 * A class of the program's own, which the toolkit reports as its name or by its role: without parts it draws itself,
 * like a board game, and takes presses without being focusable (a `GtkDrawingArea` with a `GtkGestureClick`, GTK 4.8).
 */
function isOwnWidget({ role, name }: Item, { namesByClass, ownWidgets }: Toolkit): boolean {
  if (ownWidgets?.has(role)) return true
  return (
    namesByClass === true && role === Role.filler && name !== '' && !/^(?:Gtk(?!DrawingArea)|Adw|Gdk|Hdy)/.test(name)
  )
}

/**
 * A cell may contain a cell for each thing drawn in it: people see those with a text. Its action, like that of its
 * parts, is the row's.
 */
function isPartOnly({ place: { item }, extras, parent, childItems }: ElementContext): boolean {
  if (item.role !== Role.tableCell || extras.toggles) return false
  if (parent?.role === Role.tableCell) return seenText(item.name) === undefined
  return childItems.some((child) => child.role === Role.tableCell && seenText(child.name) !== undefined)
}

/** GTK 4 reports no action for its check boxes, radio buttons and tabs, but they can be pressed. */
function isPressable(item: Item): boolean {
  if (!isPressed(item.role)) return false
  if ((item.interfaces & Has.Action) !== 0) return true
  return item.role !== Role.menu && item.role !== Role.columnHeader && hasState(item, State.focusable)
}

function isMenu({ role }: Item): boolean {
  return role === Role.menu || role === Role.popupMenu
}

function isButton(item: Item): boolean {
  return buttons.has(item.role) && hasState(item, State.focusable)
}

/** The button that is pressed may be inside another one. */
function isAroundMenuButton(item: Item, childItems: readonly Item[], toolkit: Toolkit): boolean {
  if (!toolkit.nestsMenuButtons || item.role !== Role.pushButton || hasState(item, State.focusable)) return false
  return childItems.some(isButton)
}

/** The only element in the group repeats its description. */
function isRepeatedInside(
  { childItems, toolkit }: ElementContext,
  description: string | undefined,
  role: string,
): boolean {
  if (role !== 'AXGroup' || description === undefined || childItems.length !== 1) return false
  return shownText(childItems[0]!.description, toolkit) === description
}

function roleOf({ place: { item }, extras, childItems, parent, isWindow, told, toolkit }: ElementContext): {
  role: string
  subrole: string | undefined
} {
  const { role, subrole } = axRole(item.role)
  const plain = { role, subrole }
  // A message of GTK 3 has the role of an alert, and a modal window may have that of any other.
  if (isWindow && (item.role === Role.alert || told?.isModal || hasState(item, State.modal)))
    return { role: 'AXWindow', subrole: 'AXDialog' }
  if (isWindow && !windowRoles.has(role) && item.role !== Role.popupMenu)
    return { role: 'AXWindow', subrole: undefined }
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
      // In Qt this role is any framed part of a window, such as a text display.
      if (isWindow) return plain
      return { role: childItems.length === 0 && seenText(item.name) ? 'AXStaticText' : 'AXGroup', subrole: undefined }
    case Role.pushButton:
      return isAroundMenuButton(item, childItems, toolkit) ? { role: 'AXGroup', subrole: undefined } : plain
    case Role.pageTab:
      return extras.pageOnly ? { role: 'AXGroup', subrole: undefined } : plain
    case Role.menuItem:
      return parent?.role === Role.menuBar ? { role: 'AXMenuBarItem', subrole } : plain
    case Role.menu:
      // This role means a menu bar entry, an entry that opens another menu, or the list of entries itself, which has no
      // name but that of its class.
      if ((item.interfaces & Has.Action) === 0 || cleanName(item.name, toolkit, true) === undefined) return plain
      return parent?.role === Role.menuBar ? { role: 'AXMenuBarItem', subrole } : { role: 'AXMenuItem', subrole }
    default:
      return plain
  }
}

function fieldValue(
  { place: { item }, extras }: ElementContext,
  text: string | undefined,
  title: string | undefined,
): string | undefined {
  const { value } = extras
  // A spin button's text is what a person sees: a date, a word, a number in the country's format, or nothing.
  if (item.role === Role.spinButton && extras.text !== undefined) return text
  if (value !== undefined) return String(Math.round(value * 1e6) / 1e6)
  if (text === undefined || !isValueOf(item) || (item.role === Role.tableCell && text === title)) return undefined
  return extras.length === undefined ? text : `${text}…`
}

export function placeholderOf(attributes: Extras['attributes']): string | undefined {
  for (const name of placeholders) {
    const text = seenText(attributes?.[name] ?? '')
    if (text !== undefined) return text
  }
  return undefined
}

/** Attributes that other fields carry, or that are about the toolkit and not the element. */
const privateAttributes = new Set(['toolkit', 'id', 'class', 'tag', 'level', ...placeholders])

function attributesOf({ place, extras, called }: ElementContext): Row['attributes'] {
  let made: { [name: string]: string } | undefined
  const put = (name: string, value: string) => {
    made ??= {}
    made[name] = value
  }
  const { attributes, length } = extras
  if (attributes !== undefined) {
    if (place.item.role === Role.heading && attributes.level !== undefined) put('level', attributes.level)
    for (const [name, value] of Object.entries(attributes)) if (isPublicAttribute(name)) put(name, value)
  }
  // A cell without a text cannot be acted upon, except for its check box.
  if (called?.beside !== undefined && (place.item.role !== Role.tableCell || extras.toggles))
    put(nearText, called.beside)
  if (length !== undefined) put('characters', String(length))
  if (place.childCount > place.children.length && place.childCount > mostChildren)
    put('childCount', String(place.childCount))
  return made
}

/** ARIA and the page's own names; the rest is layout. */
function isPublicAttribute(name: string): boolean {
  return (
    !privateAttributes.has(name) &&
    /^(aria-|data-|name$|href$|src$|alt$|keyshortcuts$|valuetext$|roledescription$)/.test(name)
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
  return getOrCreate(shared, words.join(), () => Object.freeze(words))
}
