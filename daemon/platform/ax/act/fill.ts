/**
 * Fills text fields as a person does: the field gets the focus and then keys. A program takes over what such editing
 * leaves. Text written from outside starts no editing, and reads back as written whether or not the program has taken
 * it over.
 */

import { Problem } from '../../../problem.ts'
import { byKeys, native, unleft } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { Flag } from '../../element/flags.ts'
import type { Performed } from '../../platform.ts'
import { canSet, freshRaw } from '../input/attempt.ts'
import { takeFocus } from '../input/focus.ts'
import { sendKeys } from '../input/keyboard.ts'
import { type AppAccess, attributeOf } from '../read/access.ts'
import { Fault } from '../wire/faults.ts'
import type { Modifier } from '../wire/messages.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { numberOf, textOf, truthOf } from '../wire/values.ts'
import { enter } from './leaving.ts'
import { selectRange } from './selection.ts'

/** Milliseconds for an application to show what was written. */
const showMs = 300
const onlyWritten = 'its text was only written, and reads back as written even where the program has not taken it'

/** Replaces the field's content. */
export async function fill(app: AppAccess, raw: RawElement, value: string): Promise<Performed> {
  await enter(app, raw)
  if (raw.facts.AXRole === 'AXTextArea' && !raw.web && (await isWritten(app, raw.ref, value)))
    return unleft({ ...native, seen: true })
  return await entered(app, raw, () => typed(app, raw.ref, value, 'instead'), value)
}

/** At the caret, which is at the end unless it was moved. */
export async function add(app: AppAccess, raw: RawElement, text: string): Promise<Performed> {
  const hadFocus = truthOf(raw.facts.AXFocused) === true
  await enter(app, raw)
  // A field that gets the focus selects all its text, which the first key would replace.
  const work = () => typed(app, raw.ref, text, hadFocus ? 'at the caret' : 'at the end')
  const isWhole = raw.characters === undefined || raw.characters === (textOf(raw.facts.AXValue)?.length ?? 0)
  const isKnown = (app.mirror.rowFor(raw).flags & Flag.secure) === 0 && isWhole
  const value = `${typeof raw.facts.AXValue === 'string' ? raw.facts.AXValue : ''}${text}`
  return await entered(app, raw, work, isKnown ? value : undefined)
}

/** By keys; without a keyboard, or if the field takes no focus, its text is written. */
async function entered(
  app: AppAccess,
  { ref }: RawElement,
  work: () => Promise<Performed | undefined>,
  value: string | undefined,
): Promise<Performed> {
  let refused: Problem | undefined
  try {
    const keyed = await work()
    if (keyed !== undefined) return unleft(keyed)
  } catch (error) {
    if (!(error instanceof Problem) || error.name !== 'unsupported_here') throw error
    refused = error
  }
  if (value !== undefined && (await canSet(app, ref, 'AXValue', value)))
    return unleft({ ...native, doubt: onlyWritten })
  if (refused !== undefined) throw refused
  return { ...native, refused: 'its text cannot be set' }
}

/** Writes a text area: its parts are read by another attribute than is written, so reading back proves it. */
async function isWritten(app: AppAccess, ref: Ref, value: string): Promise<boolean> {
  if (!(await canSet(app, ref, 'AXValue', value))) return false
  const isShown = async () => {
    const { facts, characters } = await freshRaw(app, ref)
    const text = typeof facts.AXValue === 'string' ? facts.AXValue : ''
    return (characters ?? text.length) === value.length && value.startsWith(text)
  }
  return (await until(isShown, { ms: showMs, signal: app.signal })) === true
}

async function caretToEnd(app: AppAccess, ref: Ref): Promise<void> {
  const length = numberOf(await attributeOf(app, ref, 'AXNumberOfCharacters'))
  if (length !== undefined && length > 0) await selectRange(app, ref, length, 0)
}

/** Undefined without a keyboard. */
export async function typed(
  app: AppAccess,
  ref: Ref,
  text: string,
  where: 'instead' | 'at the end' | 'at the caret',
): Promise<Performed | undefined> {
  try {
    const front = await takeFocus(app, ref)
    if (where === 'at the end') await caretToEnd(app, ref)
    if (where === 'instead') {
      await selectAll(app, ref)
      if (text === '') await sendKeys(app, pressOf(backspace))
    }
    if (text !== '') await sendKeys(app, [{ text }])
    return { ...byKeys, ...(front && { front }) }
  } catch (error) {
    if (error instanceof Fault && error.error.kind === 'unsupported') return undefined
    throw error
  }
}

const backspace = { code: 0x33 }

/** Through its own selection, otherwise by ⌘A: with the key that produces an A, wherever that is. */
async function selectAll(app: AppAccess, ref: Ref): Promise<void> {
  const length = numberOf(await attributeOf(app, ref, 'AXNumberOfCharacters'))
  if (length === 0) return
  if (length !== undefined && (await selectRange(app, ref, 0, length))) return
  await sendKeys(app, pressOf({ code: 0, character: 'a' }, ['command']))
}

function pressOf(key: { readonly code: number; readonly character?: string }, modifiers: readonly Modifier[] = []) {
  return [true, false].map((down) => ({ ...key, down, modifiers }))
}
