/**
 * Texts and values: set through the element's own setter, then read back, since toolkits report success and do nothing;
 * failing that, typed.
 */
import { Problem } from '../../../problem.ts'
import { byKeys, native, noop, unleft } from '../../acting/performed.ts'
import { takesNoValue, unsupported } from '../../acting/problems.ts'
import { settingOf } from '../../acting/value-words.ts'
import type { Row } from '../../element/row.ts'
import type { Performed } from '../../platform.ts'
import type { Devices, Recipient } from '../desktop/input.ts'
import { textForms } from '../desktop/selection.ts'
import { Role } from '../read/roles.ts'
import { hasState, isEntry, State } from '../read/states.ts'
import { ask, property } from '../wire/access.ts'
import { editInPlace, isEditedInPlace } from './fields/editing.ts'
import { fieldOf } from './fields/inner-field.ts'
import {
  isNear,
  isOfWords,
  moveTo,
  type Range,
  rangeOf,
  setNumber,
  showsNumber,
  stepByArrow,
} from './fields/numbers.ts'
import { selection, textIn } from './fields/selection.ts'
import { arrives, caretToEnd, focusHint, type Typing, whileFocused, withKeyboard } from './fields/typing.ts'
import { selectOption } from './popups/options.ts'
import { becomes } from './press/choose.ts'
import { pointAndPress } from './press/press.ts'
import { attempted, enter as enterField, leave } from './reach/leaving.ts'
import { bringToFront, grabFocus, isFocused } from './reach/reach.ts'
import { isOfQuick } from './subject/quick.ts'
import { does, has, isOn, now, type Subject, soon, subjectOf } from './subject/subject.ts'
import { toggleTo } from './toggle.ts'

/**
 * With more characters missing from the layout than this, text is inserted if possible: each changes the keyboard for
 * the whole desktop.
 */
const mostForeign = 4
const longest = 2000
/** Characters of two UTF-16 units, which editors drop when a key produces them. */
const beyondKeys = /[\u{10000}-\u{10ffff}]/u
/** How long a spreadsheet may take to accept typed input. */
const takenMs = 600
/** How long a field may take to offer completions of what was typed. */
const offeredMs = 150

export async function setValue(subject: Subject): Promise<Performed> {
  const value = subject.act.value!
  const row = await now(subject)
  if (isOn(row, 'checkable')) {
    const done = await toggleTo(subject, value)
    if (done.noop === true) return done
    return (await becomes(subject, 'checked', settingOf(value) === 'on')) ? { ...done, seen: true } : done
  }
  const isSpinButton = subject.facts.role === Role.spinButton
  const range = has(subject, 'Value') && subject.facts.role !== Role.tableCell ? await rangeOf(subject) : undefined
  const field = (await fieldOf(subject, row)) ?? (isSpinButton && has(subject, 'Text') ? subject.key : undefined)
  if (isSpinButton && field !== undefined) return await setSpinButton(subject, subjectOf(subject, field), range)
  if (range !== undefined) return await setNumber(subject, range, value)
  if (field !== undefined) {
    const done = await setText(subjectOf(subject, field), value)
    // The field inside has been read back; the element itself may not reflect it.
    return field === subject.key || done !== native ? done : { ...done, seen: true }
  }
  if (subject.facts.role === Role.comboBox) return await selectOption(subject, value)
  if (isEditedInPlace(subject)) return await editInPlace(subject, value)
  throw takesNoValue()
}

/** By its number if it shows that; a date, a time or a word that stands for a number, by its text. */
async function setSpinButton(subject: Subject, field: Subject, range: Range | undefined): Promise<Performed> {
  const value = subject.act.value!
  if (range !== undefined && showsNumber((await textIn(field)) ?? '', range, value)) {
    const done = await setNumber(subject, range, value)
    const after = await rangeOf(subject)
    // If setting its number has no effect, its text is written.
    if (done.noop === true || after === undefined) return done
    // A field that stays empty passes its value on when it is left.
    if (!isNear(after.now, range.now)) return (await textIn(field)) === '' ? { ...done, seen: false } : done
  }
  const { untaken: _, seen: __, ...done } = await setText(field, value)
  if (done.noop === true) return done
  // Programs take over the text, or put the old one back, when the field is left.
  if (!(await isLeft(field)))
    return unleft({ ...done, doubt: 'whether the program takes it shows when the field is left' })
  if ((await textIn(field)) === value) return { ...done, seen: true }
  const number = Number(value)
  if (range === undefined || isOfWords(range) || value.trim() === '' || Number.isNaN(number)) return done
  const after = await rangeOf(subject)
  // The number is shown as another text.
  return after !== undefined && isNear(after.now, number)
    ? { ...done, seen: true }
    : await setNumber(subject, range, value)
}

async function isLeft(field: Subject): Promise<boolean> {
  if (await leave(field)) return true
  if (field.input.missing !== undefined) return false
  // GTK 4 moves the keyboard only by keys.
  await whileFocused(field, ({ keyboard }, to) => keyboard.keys('Tab', to, field.signal), { movesFocus: true })
  return (await soon(field, takenMs, async () => !(await isFocused(field, await now(field))))) === true
}

async function setText(subject: Subject, value: string): Promise<Performed> {
  const secure = isOn(await now(subject), 'secure')
  if (!secure && (await textIn(subject)) === value) return noop
  const isCell = subject.facts.role === Role.tableCell
  if (!isCell) await enterField(subject, () => pointAndPress(subject, 'left', 1))
  if (has(subject, 'EditableText')) {
    if (await editAsTyped(subject, value, secure))
      return untaken(subject, { ...byKeys, ...(!secure && { seen: true }) })
    await ask(subject, 'EditableText', 'SetTextContents', 's', [value])
    // To where it would be after typing.
    if (!isCell) await caretToEnd(subject)
    if (await holds(subject, value, secure)) return untaken(subject, secure ? native : { ...native, seen: true })
  }
  if (isCell) return await enterInCell(subject, value)
  const replace: Typing = async (devices, to) => {
    await devices.keyboard.keys(value === '' ? 'Control+A Delete' : 'Control+A', to, subject.signal)
    if (value !== '') await enter(subject, devices, value, to)
  }
  const before = secure ? undefined : await textIn(subject)
  await whileFocused(subject, replace, { movesFocus: mayMoveFocus(value) })
  if (!secure) await arrives(subject, value, before)
  return untaken(subject, byKeys)
}

/**
 * Sets all but the last character, which is typed, so that the program notices an edit. False if the field does not end
 * up with the text, as when it completes what is typed.
 */
async function editAsTyped(subject: Subject, value: string, secure: boolean): Promise<boolean> {
  const { access, key, facts, input, windows, signal } = subject
  const isLine = isEntry(facts.role) && !hasState(facts, State.multiLine)
  const holder = access.facts(access.parent(key) ?? key)
  if (!access.toolkit.tellsEdits || !isLine || holder?.role === Role.comboBox) return false
  if (input.missing !== undefined || windows.missing !== undefined || mayMoveFocus(value)) return false
  const last = [...value].at(-1) ?? ''
  if (beyondKeys.test(last) || !(await isFocused(subject, await now(subject)))) return false
  await ask(subject, 'EditableText', 'SetTextContents', 's', [last === '' ? 'x' : value.slice(0, -last.length)])
  await caretToEnd(subject)
  const typed: Typing = ({ keyboard }, to) =>
    last === '' ? keyboard.keys('Backspace', to, signal) : keyboard.text(last, to, signal)
  // If the keyboard has gone elsewhere, the whole text is set instead.
  const offered = (await windows.popupsOf(access.owner, signal)).length
  if (!(await attempted(() => whileFocused(subject, typed)))) return false
  // A list of completions would take the next press.
  const isOffered = async () => (await windows.popupsOf(access.owner, signal)).length > offered
  if (await soon(subject, offeredMs, isOffered))
    await attempted(() => whileFocused(subject, ({ keyboard }, to) => keyboard.keys('Escape', to, signal)))
  return (await soon(subject, takenMs, () => holds(subject, value, secure))) === true
}

/** In a single line, Enter and Tab submit the text or move on. */
function untaken({ act, facts }: Subject, done: Performed): Performed {
  const isOver = facts.role === Role.tableCell || (!hasState(facts, State.multiLine) && mayMoveFocus(act.value ?? ''))
  return isOver ? done : unleft(done)
}

/** Typing into a spreadsheet cell replaces its content, which is accepted when the cell is left. */
async function enterInCell(subject: Subject, value: string): Promise<Performed> {
  const before = await textIn(subject)
  const fill: Typing = async ({ keyboard }, to) => {
    if (value !== '') await keyboard.text(value, to, subject.signal)
    await keyboard.keys(value === '' ? 'Delete' : 'Enter', to, subject.signal)
  }
  await whileFocused(subject, fill, { movesFocus: true })
  // The change is announced a little later; for an emptied cell, never.
  const isTaken = await soon(subject, takenMs, async () => (await textIn(subject)) !== before)
  // A formula shows its result.
  return isTaken === true && value.startsWith('=') ? { ...byKeys, seen: true } : byKeys
}

/** For a secure field only the length is checked. */
async function holds(subject: Subject, value: string, secure: boolean): Promise<boolean> {
  if (secure) return (await property(subject, 'Text', 'CharacterCount')) === [...value].length
  return (await textIn(subject)) === value
}

export async function type(subject: Subject): Promise<Performed> {
  const value = subject.act.value!
  const row = await now(subject)
  const inner = subject.facts.role === Role.comboBox ? await fieldOf(subject, row) : undefined
  if (inner !== undefined && inner !== subject.key) return await type(subjectOf(subject, inner))
  // Text inserted into a secure field cannot be read back, and must not be entered twice.
  const canInsert = isOn(row, 'editable') && !isOn(row, 'secure') && has(subject, 'EditableText')
  const isField = isOn(row, 'editable')
  if (canInsert && (await isBetterInserted(subject, value)) && (await insertAsTyped(subject, row, value)))
    return untaken(subject, native)
  const isNumber = subject.facts.role === Role.spinButton && has(subject, 'Value')
  const range = isNumber ? await rangeOf(subject) : undefined
  // A date is always complete and takes nothing at its end, so another is typed over it.
  const isFull = range !== undefined && isOfWords(range) && !(await isFocused(subject, row))
  const options = { atEnd: true, movesFocus: mayMoveFocus(value) }
  const typing: Typing = async (devices, to) => {
    if (isFull) await devices.keyboard.keys('Control+A', to, subject.signal)
    await enter(subject, devices, value, to)
  }
  // Fields in GTK 4's rows of settings never report that they have the keyboard.
  const before = canInsert ? await textIn(subject) : undefined
  try {
    await withKeyboard(subject, typing, options)
    return isField ? untaken(subject, byKeys) : byKeys
  } catch (error) {
    const isSilent = error instanceof Problem && error.name === 'unsupported_here' && canInsert
    if (!isSilent || (await textIn(subject)) !== before || !(await insertAsTyped(subject, row, value))) throw error
    return untaken(subject, native)
  }
}

async function insertAsTyped(subject: Subject, row: Row, value: string): Promise<boolean> {
  if (!(await isFocused(subject, row))) {
    await enterField(subject, () => pointAndPress(subject, 'left', 1))
    // Fields select their content on focus, so what is inserted would replace it.
    await caretToEnd(subject)
  }
  return await insert(subject, value)
}

/** By keys; what keys would lose is pasted, if pasting is known to be Control+V. */
async function enter(subject: Subject, devices: Devices, value: string, to: Recipient): Promise<void> {
  const { signal } = subject
  const { keyboard, selection } = devices
  const row = await now(subject)
  // In a single line, a tab or line break is a key.
  const isText = isOn(row, 'editable') && !isOn(row, 'secure') && (isOn(row, 'multiline') || !mayMoveFocus(value))
  if (isText && (isLostByKeys(value) || (await keyboard.foreignCount(value)) === Number.POSITIVE_INFINITY)) {
    const pressed = () => keyboard.keys('Control+V', to, signal)
    if (await selection.lend(textForms(value), to.window, pressed, signal)) return
  }
  await keyboard.text(value, to, signal)
}

function isLostByKeys(value: string): boolean {
  return value.length > longest || beyondKeys.test(value)
}

export async function pressKeys(subject: Subject): Promise<Performed> {
  const press: Typing = ({ keyboard }, to) => keyboard.keys(subject.act.keys!, to, subject.signal)
  await withKeyboard(subject, press, { movesFocus: true })
  return byKeys
}

function mayMoveFocus(text: string): boolean {
  return /[\t\r\n]/.test(text)
}

async function isBetterInserted({ input, signal }: Subject, value: string): Promise<boolean> {
  if (input.missing !== undefined || isLostByKeys(value)) return true
  return await input.use(signal, async ({ keyboard }) => (await keyboard.foreignCount(value)) > mostForeign)
}

/** At the caret, replacing the selection, as typing would. False if that changed nothing. */
async function insert(subject: Subject, value: string): Promise<boolean> {
  const before = await textIn(subject)
  if (before === undefined) return false
  const selected = await selection(subject)
  if (selected !== undefined) await ask(subject, 'EditableText', 'DeleteText', 'ii', [...selected])
  const caret = Number(await property(subject, 'Text', 'CaretOffset'))
  const at = selected?.[0] ?? (caret >= 0 ? caret : [...before].length)
  // Qt takes the length in UTF-16 units and reads past the text if it is too large; GTK takes bytes; others stop at the
  // end.
  const length = subject.access.toolkit.countsUtf16 ? value.length : Buffer.byteLength(value)
  await ask(subject, 'EditableText', 'InsertText', 'isi', [at, value, length])
  return (await textIn(subject)) !== before
}

export async function step(subject: Subject, by: 1 | -1): Promise<Performed> {
  const said = has(subject, 'Value') ? await rangeOf(subject) : undefined
  const range = said !== undefined && isOfWords(said) ? undefined : said
  if (range !== undefined && (by > 0 ? range.now >= range.most : range.now <= range.least)) return noop
  const isSpinButton = subject.facts.role === Role.spinButton
  // Qt's own action moves by a tenth of the whole range; GTK 4 does not say how far it steps.
  const hasOwnStep = !subject.access.toolkit.stepsByTenth && range !== undefined && range.step > 0
  if (isSpinButton && !hasOwnStep && subject.input.missing === undefined) return await stepByKey(subject, by)
  if (isOfQuick(subject) && subject.input.missing === undefined) return await stepByArrow(subject, by)
  if (await does(subject, by > 0 ? 'AXIncrement' : 'AXDecrement')) return native
  if (range === undefined || !isOn(await now(subject), 'adjustable'))
    throw unsupported('It has no value to step up or down.')
  const span = range.most - range.least
  const unit = isSpinButton || !Number.isFinite(span) ? 1 : span / 100
  const wanted = range.now + by * (range.step > 0 ? range.step : unit)
  return await moveTo(subject, range, Math.min(range.most, Math.max(range.least, wanted)))
}

async function stepByKey(subject: Subject, by: 1 | -1): Promise<Performed> {
  const key = by > 0 ? 'ArrowUp' : 'ArrowDown'
  const field = await fieldOf(subject, await now(subject))
  const at = field === undefined ? subject : subjectOf(subject, field)
  await whileFocused(at, ({ keyboard }, to) => keyboard.keys(key, to, subject.signal))
  return byKeys
}

export async function focus(subject: Subject): Promise<Performed> {
  if (subject.windows.missing === undefined) await bringToFront(subject)
  if (isOn(await now(subject), 'focused')) return noop
  if (await grabFocus(subject)) return { ...native, seen: true }
  throw unsupported('It cannot take the keyboard focus.', focusHint)
}
