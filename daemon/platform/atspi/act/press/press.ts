/** Presses an element: by its own action, by selecting it in its list, otherwise by keys or pointer. */
import { Problem } from '../../../../problem.ts'
import { byKeys, native, onlyChosen } from '../../../acting/performed.ts'
import { unsupported } from '../../../acting/problems.ts'
import { spotOf } from '../../../acting/spot.ts'
import { Flag } from '../../../element/flags.ts'
import type { Performed } from '../../../platform.ts'
import type { Button } from '../../desktop/input.ts'
import { Role, roles } from '../../read/roles.ts'
import { hasState, isEntry, State } from '../../read/states.ts'
import { ask } from '../../wire/access.ts'
import { Has } from '../../wire/facts.ts'
import { otherField, takeOver } from '../reach/leaving.ts'
import { withPointer } from '../reach/pointing.ts'
import { focusedRecipient, grabFocus, inFront, pointOn } from '../reach/reach.ts'
import { bringIntoView } from '../reach/scroll.ts'
import { isOfQuick } from '../subject/quick.ts'
import { does, isOn, now, type Subject, soon, subjectOf } from '../subject/subject.ts'
import { choose } from './choose.ts'
import { pressTitle } from './menu-title.ts'

export async function click(subject: Subject): Promise<Performed> {
  // Pressing a field means typing into it; pressing a spreadsheet cell means sending the keys there.
  if (spotOf(subject.act) !== undefined) return await pointAndPress(subject, 'left', 1)
  const takesFocus = isEntry(subject.facts.role) || isSheetCell(subject)
  if (takesFocus && (await grabFocus(subject))) return native
  if (isItem(subject)) return await pressItem(subject)
  const press = async () =>
    (await pressAway(subject)) ?? (await pressNatively(subject)) ?? (await pressAsPerson(subject))
  return subject.access.toolkit.titlesMayStayShut ? await pressTitle(subject, press) : await press()
}

function isSheetCell({ access, facts }: Subject): boolean {
  return access.toolkit.cellsTakeKeys === true && facts.role === Role.tableCell
}

/** By its own action, or by selecting it in its list; undefined if it has neither. */
export async function pressNatively(subject: Subject): Promise<Performed | undefined> {
  if (needsPointer(subject) || isOnlyTurned(subject) || isIconInField(subject)) return undefined
  if (await does(subject, 'AXPress')) return native
  return await choose(subject)
}

/**
 * An item that can be selected. Selecting does less than a click, which also moves the cursor and the keyboard there,
 * deselects the others, and may open the item. Items of web pages do a whole click by their own action.
 */
function isItem({ access, facts, key }: Subject): boolean {
  if (access.toolkit.clicksItself) return false
  if (rows.has(facts.role) || items.has(facts.role)) return true
  const holder = access.facts(access.parent(key) ?? key)
  const isSelecting = holder !== undefined && (holder.interfaces & Has.Selection) !== 0
  return (
    isSelecting &&
    !menus.has(holder.role) &&
    holder.role !== Role.comboBox &&
    !entries.has(facts.role) &&
    hasState(facts, State.selectable)
  )
}

/** By the pointer; an item that the pointer does not reach gets the keyboard and is selected. */
async function pressItem(subject: Subject): Promise<Performed> {
  const { input } = subject
  const isReached = input.missing === undefined
  if (isReached) {
    if ((await otherField(subject)) !== undefined) await focusViewOf(subject)
    const done = await pressIfInView(subject)
    if (done !== undefined) return done
  }
  // GTK 3 scrolls to what gets the keyboard.
  const isFocused = await grabFocus(subject)
  const scrolled = isFocused && isReached ? await pressIfInView(subject) : undefined
  if (scrolled !== undefined) return scrolled
  const chosen = await choose(subject)
  if (chosen !== undefined) return isFocused ? chosen : onlyChosen
  if (await does(subject, 'AXPress')) return native
  return await pressAsPerson(subject)
}

/**
 * Programs may follow a list's cursor only while it has the keyboard, which GTK 3 gives to it only after the press. Only
 * if a field loses the keyboard by this: a list without a cursor selects its first row when it gets the keyboard.
 */
async function focusViewOf(subject: Subject): Promise<void> {
  const { access, key, facts, signal } = subject
  const view = facts.role === Role.pageTab ? undefined : access.parent(key)
  const row = view === undefined ? undefined : await access.reread(view, signal)
  if (row === undefined || !isOn(row, 'focusable') || isOn(row, 'focused')) return
  await ask(subjectOf(subject, view!), 'Component', 'GrabFocus')
}

async function pressIfInView(subject: Subject): Promise<Performed | undefined> {
  try {
    return await pointAndPress(subject, 'left', 1)
  } catch (error) {
    if (error instanceof Problem && error.data.reason === 'outside') return undefined
    throw error
  }
}

/**
 * By the pointer, if that takes the keyboard from a field as the element's own action would not. Undefined if no field
 * has it, or if the pointer cannot get there: the keyboard has then been taken from the field without a press.
 */
async function pressAway(subject: Subject): Promise<Performed | undefined> {
  if (entries.has(subject.facts.role) || menus.has(subject.facts.role)) return undefined
  if ((await otherField(subject)) === undefined) return undefined
  try {
    return await pointAndPress(subject, 'left', 1)
  } catch (error) {
    if (!(error instanceof Problem) || (error.name !== 'element_changed' && error.name !== 'unsupported_here'))
      throw error
    await takeOver(subject)
    return undefined
  }
}

/**
 * GTK 3 carries out this action by a made-up event that has neither a window nor a device: programs that look at it
 * crash (Thunar, Gnumeric).
 */
function isIconInField({ access, key, facts }: Pick<Subject, 'access' | 'key' | 'facts'>): boolean {
  if (facts.role !== Role.icon && facts.role !== Role.image) return false
  const parent = access.parent(key)
  const field = parent === undefined ? undefined : access.facts(parent)?.role
  return field !== undefined && (isEntry(field) || field === Role.spinButton)
}

export const rows = roles('tableCell tableRow treeItem')
const items = roles('listItem pageTab')
const menus = roles('menuBar menu popupMenu')

/** Is there a pointer, and does the element's own action differ from a press? */
export function needsPointer({
  access,
  key,
  facts,
  input,
}: Pick<Subject, 'access' | 'key' | 'facts' | 'input'>): boolean {
  const fallsShort = entries.has(facts.role) || rows.has(facts.role)
  if (input.missing !== undefined) return false
  // A button of Qt Quick reports success without being pressed; one that can be on only changes its looks.
  return (
    (fallsShort && access.toolkit.actionsFallShort === true) ||
    ((facts.role === Role.pushButton || turned.has(facts.role)) && isOfQuick({ access, key }))
  )
}

/** Qt's own action switches it without a click, and many programs listen only for a click. */
function isOnlyTurned({ access, key, facts, input }: Subject): boolean {
  const isTurned = input.missing === undefined && access.toolkit.actionsFallShort === true && turned.has(facts.role)
  return isTurned && !isOfQuick({ access, key })
}

const turned = roles('checkBox radioButton toggleButton')
const entries = roles('menuItem checkMenuItem radioMenuItem listItem')

const pressedBySpace = roles('checkBox radioButton toggleButton switch pushButton')

async function pressAsPerson(subject: Subject): Promise<Performed> {
  const { facts, input, signal } = subject
  if (input.missing !== undefined)
    throw unsupported(`It has no action of its own, and keys and pointer cannot be used: ${input.missing.why}`)
  if (isOnlyTurned(subject) || (subject.access.toolkit.pressesBySpace && pressedBySpace.has(facts.role))) {
    const isPressed = await inFront(subject, async ({ keyboard }, x) => {
      const focused = await grabFocus(subject)
      if (focused) await keyboard.keys('Space', focusedRecipient(subject, x), signal)
      return focused
    })
    if (isPressed) return byKeys
  }
  return await pointAndPress(subject, 'left', 1)
}

export async function pointAndPress(subject: Subject, button: Button, count: 1 | 2): Promise<Performed> {
  const listed = subject.access.row(subject.key)?.flags ?? 0
  const scrolled = await bringIntoView(subject)
  // The keyboard that scrolls to a row of GTK 3 selects it as well. That is what a click is for, and no other press.
  const isChoice = button === 'left' && count === 1
  const before = scrolled ? (isChoice ? listed : (await now(subject)).flags) & reacting : 0
  const done = await withPointer(subject, (hand) => hand.press(button, count))
  if (!scrolled) return done
  // Scrolling alone has changed what is shown, so only the item's own state can confirm the press.
  const hasReacted = async () => ((await now(subject)).flags & reacting) !== before
  return (await soon(subject, reactMs, hasReacted)) ? { ...done, seen: true } : { ...done, doubt: onlyScrolled }
}

const reacting = Flag.selected | Flag.checked | Flag.expanded | Flag.focused
const reactMs = 500
const onlyScrolled = 'it had to be scrolled to, and does not show that it was pressed'

export async function hover(subject: Subject): Promise<Performed> {
  const scrolled = await bringIntoView(subject)
  const done = await withPointer(subject, (hand) => hand.hover(), false)
  return scrolled ? { ...done, doubt: onlyScrolled } : done
}

export async function dragTo(subject: Subject): Promise<Performed> {
  await bringIntoView(subject)
  const { act, signal } = subject
  const { key, x, y, via = [] } = act.to ?? {}
  const { from: _, ...onto } = act
  const to = key === undefined ? { x: x!, y: y! } : (await pointOn(subjectOf({ ...subject, act: onto }, key))).point
  const done = await withPointer(subject, (hand) => hand.drag([...via, to], signal))
  return { ...done, dropped: to }
}

export async function rightClick(subject: Subject): Promise<Performed> {
  const { input } = subject
  if (input.missing === undefined || spotOf(subject.act) !== undefined) return await pointAndPress(subject, 'right', 1)
  if (await does(subject, 'AXShowMenu')) return native
  throw unsupported(`It has no menu of its own, and the pointer cannot be used: ${input.missing.why}`)
}
