/** Texts and values: by the element's own setter, read back, since toolkits say yes and do nothing; else by keys. */
import { Problem } from '../../problem.ts'
import type { Key, Performed } from '../platform.ts'
import { becomes } from './choose.ts'
import type { Hands } from './input.ts'
import { foreignCount } from './keyboard.ts'
import { selectOption } from './options.ts'
import { press } from './pointer.ts'
import { pointAndPress, pointWith } from './press.ts'
import { bringToFront, comesToFocus, grabFocus, recipient } from './reach.ts'
import { Role } from './roles.ts'
import {
  actionIndex,
  ask,
  byKeys,
  changed,
  doAction,
  has,
  isOn,
  native,
  noop,
  now,
  property,
  type Subject,
  subjectOf,
  textOf,
  unsupported,
} from './subject.ts'
import { booleanOf, toggleTo } from './toggle.ts'

/** More than this is put in as text, where that can be: each foreign character changes the keyboard of everybody. */
const mostForeign = 4
const longest = 2000
/** How long a sheet may take to take over what was typed. */
const takenMs = 600
const focusHint = 'Act on the field or control within it, or click it first.'

type Typing = (keyboard: Hands['keyboard'], to: ReturnType<typeof recipient>) => Promise<void>

export async function setValue(subject: Subject): Promise<Performed> {
  const value = textOf(subject)
  const row = await now(subject)
  if (isOn(row, 'checkable')) {
    const wanted = booleanOf(value)
    const done = await toggleTo(subject, wanted)
    return done.noop !== true && (await becomes(subject, 'checked', wanted)) ? { ...done, seen: true } : done
  }
  if (isOn(row, 'readonly')) throw changed('readonly', 'The field cannot be edited.')
  const field = isOn(row, 'editable') ? subject.key : await fieldWithin(subject)
  if (has(subject, 'Value') && subject.facts.role !== Role.tableCell) return await setNumber(subject, value)
  if (field !== undefined) {
    const done = await setText(subjectOf(subject, field), value)
    // What it is made of has been read back: the element itself may say nothing of it.
    return field === subject.key || done !== native ? done : { ...done, seen: true }
  }
  if (subject.facts.role === Role.comboBox) return await selectOption(subject, value)
  throw unsupported('It holds no text and no value that could be set.')
}

/** A field that the element is made of. */
async function fieldWithin({ access, key, signal }: Subject): Promise<Key | undefined> {
  for (const child of (access.row(key)?.children ?? []).slice(0, 5)) {
    for (const one of [child, ...(access.row(child)?.children ?? []).slice(0, 5)]) {
      const row = await access.reread(one, signal)
      if (row !== undefined && isOn(row, 'editable')) return one
    }
  }
  return undefined
}

async function setText(subject: Subject, value: string): Promise<Performed> {
  const secure = isOn(await now(subject), 'secure')
  if (!secure && (await readText(subject)) === value) return noop
  if (has(subject, 'EditableText')) {
    await ask(subject, 'EditableText', 'SetTextContents', 's', [value])
    if (await holds(subject, value, secure)) return native
  }
  if (subject.facts.role === Role.tableCell) return await enterInCell(subject, value)
  await whileFocused(subject, async (keyboard, to) => {
    await keyboard.keys(value === '' ? 'Control+A Delete' : 'Control+A', to, subject.signal)
    if (value !== '') await keyboard.text(value, to, subject.signal)
  })
  return byKeys
}

/** What is typed in a cell of a sheet takes the place of what it holds, and is taken over when it is left. */
async function enterInCell(subject: Subject, value: string): Promise<Performed> {
  const before = await readText(subject)
  await whileFocused(subject, async (keyboard, to) => {
    if (value !== '') await keyboard.text(value, to, subject.signal)
    await keyboard.keys(value === '' ? 'Delete' : 'Enter', to, subject.signal)
  })
  // It is told a little later, and of a cell that was emptied not at all.
  for (const until = performance.now() + takenMs; performance.now() < until; ) {
    if ((await readText(subject)) !== before) return { ...byKeys, seen: true }
    await new Promise((done) => setTimeout(done, 20))
  }
  return byKeys
}

/** Of a secret only the length is looked at. */
async function holds(subject: Subject, value: string, secure: boolean): Promise<boolean> {
  if (secure) return (await property(subject, 'Text', 'CharacterCount')) === [...value].length
  return (await readText(subject)) === value
}

async function readText(subject: Subject): Promise<string | undefined> {
  const count = await property(subject, 'Text', 'CharacterCount')
  if (typeof count !== 'number') return undefined
  const [text] = count === 0 ? [''] : await ask(subject, 'Text', 'GetText', 'ii', [0, count])
  return typeof text === 'string' ? text : undefined
}

export async function type(subject: Subject): Promise<Performed> {
  const value = textOf(subject)
  const row = await now(subject)
  if (isOn(row, 'readonly')) throw changed('readonly', 'The field cannot be edited.')
  // What is put into a secret cannot be read back, and must not come twice.
  const canInsert = isOn(row, 'editable') && !isOn(row, 'secure') && has(subject, 'EditableText')
  if (canInsert && (await isBetterInserted(subject, value)) && (await insert(subject, value))) return native
  await withKeyboard(subject, (keyboard, to) => keyboard.text(value, to, subject.signal), true)
  return byKeys
}

export async function pressKeys(subject: Subject): Promise<Performed> {
  const keys = subject.act.keys ?? subject.act.value
  if (keys === undefined) {
    throw new Problem('invalid_params', {
      message: 'key needs keys.',
      hint: 'Pass keys, such as Enter.',
      data: { path: 'keys' },
    })
  }
  await withKeyboard(subject, (keyboard, to) => keyboard.keys(keys, to, subject.signal), false)
  return byKeys
}

/** The focus goes to what can have it; in a window, a dialog, a group it stays where it is. */
async function withKeyboard(subject: Subject, work: Typing, isTyping: boolean): Promise<void> {
  const { access, key, input, signal } = subject
  const target = key === access.root ? subjectOf(subject, frontWindow(subject)) : subject
  const isWindow = access.parent(target.key) === access.root
  if (!isWindow && isOn(await now(target), 'focusable')) return await whileFocused(target, work, isTyping)
  if (!isWindow && isTyping) await pointAndPress(target, 'left', 1)
  await input.use(signal, async ({ keyboard }) => {
    const { x } = await bringToFront(target)
    await work(keyboard, recipient(target, x))
  })
}

/** Types only where the element has the focus: what is meant for one field must not go into another. */
async function whileFocused(subject: Subject, work: Typing, atEnd = false): Promise<void> {
  await subject.input.use(subject.signal, async (hands) => {
    const { x } = await bringToFront(subject)
    const row = await now(subject)
    if (!isOn(row, 'focused')) {
      const taken = (await grabFocus(subject)) || (isOn(row, 'editable') && (await pressToFocus(hands, subject)))
      if (!taken) throw unsupported('It does not take the keyboard focus.', focusHint)
      // Fields select all that is in them when the focus comes: typing would take its place.
      if (atEnd) await caretToEnd(subject)
    }
    await work(hands.keyboard, recipient(subject, x))
  })
}

async function pressToFocus(hands: Hands, subject: Subject): Promise<boolean> {
  await pointWith(hands, subject, ({ connection, point }) => press(connection, point, 'left', 1))
  return await comesToFocus(subject)
}

async function caretToEnd(subject: Subject): Promise<void> {
  const count = await property(subject, 'Text', 'CharacterCount')
  if (typeof count === 'number') await ask(subject, 'Text', 'SetCaretOffset', 'i', [count])
}

function frontWindow({ access }: Subject): Key {
  const active = access.windows.find((key) => {
    const row = access.row(key)
    return row !== undefined && isOn(row, 'focused')
  })
  return active ?? access.windows[0] ?? access.root
}

async function isBetterInserted({ input, signal }: Subject, value: string): Promise<boolean> {
  if (input.missing !== undefined || value.length > longest) return true
  return await input.use(signal, async ({ connection }) => (await foreignCount(connection, value)) > mostForeign)
}

/** At the caret, in place of what is selected, as typing would. */
async function insert(subject: Subject, value: string): Promise<boolean> {
  const before = await readText(subject)
  if (before === undefined) return false
  const selected = await selection(subject)
  if (selected !== undefined) await ask(subject, 'EditableText', 'DeleteText', 'ii', [...selected])
  const caret = Number(await property(subject, 'Text', 'CaretOffset'))
  const at = selected?.[0] ?? (caret >= 0 ? caret : [...before].length)
  // The length is of bytes in GTK 3, and of characters elsewhere, where it is cut at the text's end.
  await ask(subject, 'EditableText', 'InsertText', 'isi', [at, value, Buffer.byteLength(value)])
  const after = await readText(subject)
  return after !== undefined && [...after].slice(at, at + [...value].length).join('') === value
}

async function selection(subject: Subject): Promise<readonly [number, number] | undefined> {
  const [count] = await ask(subject, 'Text', 'GetNSelections')
  if (typeof count !== 'number' || count < 1) return undefined
  const [start, end] = await ask(subject, 'Text', 'GetSelection', 'i', [0])
  if (typeof start !== 'number' || typeof end !== 'number' || start === end) return undefined
  return [Math.min(start, end), Math.max(start, end)]
}

interface Range {
  readonly least: number
  readonly most: number
  readonly now: number
  /** 0 where the toolkit has none. */
  readonly step: number
}

async function rangeOf(subject: Subject): Promise<Range | undefined> {
  const names = ['MinimumValue', 'MaximumValue', 'CurrentValue', 'MinimumIncrement']
  const found = await Promise.all(names.map((name) => property(subject, 'Value', name)))
  const [least, most, current, step] = found.map((one) => (typeof one === 'number' ? one : undefined))
  if (current === undefined) return undefined
  return { least: least ?? -Infinity, most: most ?? Infinity, now: current, step: step ?? 0 }
}

async function setNumber(subject: Subject, value: string): Promise<Performed> {
  const range = await rangeOf(subject)
  if (range === undefined) throw unsupported('It has no value that could be set.')
  const wanted = Number(value.trim().replace(',', '.'))
  if (value.trim() === '' || !Number.isFinite(wanted) || wanted < range.least || wanted > range.most) {
    throw new Problem('invalid_params', {
      message: `${JSON.stringify(value.slice(0, 40))} is no number from ${range.least} to ${range.most}.`,
      hint: 'Pass a number within the range.',
      data: { path: 'value', minimum: range.least, maximum: range.most },
    })
  }
  return await moveTo(subject, range, wanted)
}

async function moveTo(subject: Subject, range: Range, wanted: number): Promise<Performed> {
  if (range.now === wanted) return noop
  await subject.access.set(subject.ref, 'Value', 'CurrentValue', 'd', wanted, subject.signal)
  const after = await rangeOf(subject)
  // It may step, round, or take its time: what came of it is read with the changes.
  return after !== undefined && after.now !== range.now ? { ...native, seen: true } : native
}

export async function step(subject: Subject, by: 1 | -1): Promise<Performed> {
  const range = has(subject, 'Value') ? await rangeOf(subject) : undefined
  if (range !== undefined && (by > 0 ? range.now >= range.most : range.now <= range.least)) return noop
  // The action of Qt goes by a tenth of all that there is.
  if (subject.access.toolkit === 'qt' && subject.facts.role === Role.spinButton && subject.input.missing === undefined)
    return await stepByKey(subject, by)
  const index = await actionIndex(subject, by > 0 ? 'AXIncrement' : 'AXDecrement')
  if (index !== undefined && (await doAction(subject, index))) return native
  if (range === undefined || !isOn(await now(subject), 'adjustable'))
    throw unsupported('It has no value that goes up and down.')
  const span = range.most - range.least
  const unit = subject.facts.role === Role.spinButton || !Number.isFinite(span) ? 1 : span / 100
  const wanted = range.now + by * (range.step > 0 ? range.step : unit)
  return await moveTo(subject, range, Math.min(range.most, Math.max(range.least, wanted)))
}

async function stepByKey(subject: Subject, by: 1 | -1): Promise<Performed> {
  const key = by > 0 ? 'ArrowUp' : 'ArrowDown'
  await whileFocused(subject, (keyboard, to) => keyboard.keys(key, to, subject.signal))
  return byKeys
}

export async function focus(subject: Subject): Promise<Performed> {
  if (subject.windows.available) await bringToFront(subject)
  if (isOn(await now(subject), 'focused')) return noop
  if (await grabFocus(subject)) return { ...native, seen: true }
  throw unsupported('It cannot take the keyboard focus.', focusHint)
}
