/** Setting values and typing into fields. */
import { numberWithin } from '../../acting/numbers.ts'
import { byKeys, native, noop, unleft } from '../../acting/performed.ts'
import { takesNoValue, unsupported } from '../../acting/problems.ts'
import { switchOf, toggle } from '../../acting/toggling.ts'
import { Flag } from '../../flags.ts'
import type { Performed } from '../../platform.ts'
import { canSet, freshRaw } from '../input/attempt.ts'
import { takeFocus } from '../input/focus.ts'
import { sendKeys } from '../input/keyboard.ts'
import { press } from '../input/press.ts'
import type { AppAccess } from '../read/access.ts'
import { Fault } from '../wire/faults.ts'
import type { Modifier } from '../wire/messages.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { isSliderRole, isTextRole } from '../wire/roles.ts'
import { numberOf, textOf, truthOf } from '../wire/values.ts'
import { choose } from './choose.ts'
import { enter } from './leaving.ts'
import { selectRange } from './selection.ts'

/** Numbers for sliders, text for fields, on and off for check boxes, the option's name for lists. */
export async function setValue(app: AppAccess, ref: Ref, value: string, signal: AbortSignal): Promise<Performed> {
  const raw = await freshRaw(app, ref, signal)
  const row = app.mirror.rowFor(raw)
  if (row.role === 'AXPopUpButton' || row.role === 'AXMenuButton') return await choose(app, ref, value, signal)
  if (row.flags & Flag.checkable) return await toggleTo(app, ref, value, signal)
  if (typeof raw.facts.AXValue === 'number' && !isTextRole(row.role)) return await setNumber(app, raw, value, signal)
  if (!isTextRole(row.role) && textOf(raw.facts.AXValue) === undefined && isSliderRole(row.role))
    return await setNumber(app, raw, value, signal)
  if ((row.flags & Flag.secure) === 0 && raw.facts.AXValue === value) return noop
  // A page's script sees keys, not a value changed behind its back; reading that value returns only an echo.
  const isField = isTextRole(row.role)
  if (isField) await enter(app, raw, signal)
  const keyed = raw.web ? await typed(app, ref, value, true, signal) : undefined
  if (keyed !== undefined) return unleft(keyed)
  if (await canSet(app, ref, 'AXValue', value, signal)) {
    const done = isField ? unleft(native) : native
    if (row.flags & Flag.secure) return done
    const now = (await freshRaw(app, ref, signal)).facts.AXValue
    const isShown = now === value || (value === '' && now === undefined)
    return isShown && !raw.web ? { ...done, seen: true } : done
  }
  if (!isField) throw takesNoValue()
  const instead = await typed(app, ref, value, true, signal)
  return instead === undefined ? { ...native, refused: 'its value cannot be set' } : unleft(instead)
}

export async function toggleTo(
  app: AppAccess,
  ref: Ref,
  value: string | undefined,
  signal: AbortSignal,
): Promise<Performed> {
  const read = async () => switchOf(app.mirror.rowFor(await freshRaw(app, ref, signal)))
  return await toggle(value, { read, press: () => press(app, ref, signal), signal })
}

/** Some applications refuse text as a slider's value, others read it as 0. */
async function setNumber(app: AppAccess, raw: RawElement, value: string, signal: AbortSignal): Promise<Performed> {
  const number = numberWithin(value, { least: numberOf(raw.facts.AXMinValue), most: numberOf(raw.facts.AXMaxValue) })
  if (numberOf(raw.facts.AXValue) === number) return noop
  if (!(await canSet(app, raw.ref, 'AXValue', number, signal))) return { ...native, refused: 'its value cannot be set' }
  const now = numberOf((await freshRaw(app, raw.ref, signal)).facts.AXValue)
  return now === number ? { ...native, seen: true } : native
}

/** At the caret, which is at the end unless it was moved. */
export async function type(app: AppAccess, ref: Ref, text: string, signal: AbortSignal): Promise<Performed> {
  const done = await typeInto(app, ref, text, signal)
  const role = app.mirror.roleOf(ref) ?? ''
  // In a single line, Enter hands the text over, and Tab moves on.
  const isOver = role !== 'AXTextArea' && /[\t\r\n]/.test(text)
  return isTextRole(role) && !isOver ? unleft(done) : done
}

async function typeInto(app: AppAccess, ref: Ref, text: string, signal: AbortSignal): Promise<Performed> {
  const raw = await freshRaw(app, ref, signal)
  const role = app.mirror.roleOf(ref) ?? ''
  if (isTextRole(role)) await enter(app, raw, signal)
  else if (truthOf(raw.facts.AXFocused) !== true) await canSet(app, ref, 'AXFocused', true, signal)
  if (!raw.web && isTextRole(role)) {
    const before = raw.facts.AXValue
    if (await canSet(app, ref, 'AXSelectedText', text, signal)) {
      if ((await freshRaw(app, ref, signal)).facts.AXValue !== before || text === '') return native
    }
  }
  const keyed = await typed(app, ref, text, false, signal)
  if (keyed !== undefined) return keyed
  const { flags } = app.mirror.rowFor(raw)
  const isWhole = raw.characters === undefined || raw.characters === (textOf(raw.facts.AXValue)?.length ?? 0)
  if ((flags & Flag.secure) === 0 && isTextRole(role) && isWhole) {
    const value = (typeof raw.facts.AXValue === 'string' ? raw.facts.AXValue : '') + text
    if (await canSet(app, ref, 'AXValue', value, signal)) return native
  }
  throw unsupported('The element accepts no text, and there is no keyboard to type with on this system.')
}

/** Undefined without a keyboard. `instead`: replace everything in the field. */
async function typed(
  app: AppAccess,
  ref: Ref,
  text: string,
  instead: boolean,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  try {
    const front = await takeFocus(app, ref, signal)
    if (instead) {
      await selectAll(app, ref, signal)
      if (text === '') await sendKeys(app, pressOf(backspace), signal)
    }
    if (text !== '') await sendKeys(app, [{ text }], signal)
    return { ...byKeys, ...(front && { front }) }
  } catch (error) {
    if (error instanceof Fault && error.error.kind === 'unsupported') return undefined
    throw error
  }
}

const backspace = { code: 0x33 }

/** Through its own selection, or else by ⌘A: the key that gives an A, wherever it is. */
async function selectAll(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<void> {
  const { values } = await app.call('attributes', { ref, names: ['AXNumberOfCharacters'] }, signal)
  const length = numberOf(values.AXNumberOfCharacters)
  if (length === 0) return
  if (length !== undefined && (await selectRange(app, ref, 0, length, signal))) return
  await sendKeys(app, pressOf({ code: 0, character: 'a' }, ['command']), signal)
}

function pressOf(key: { readonly code: number; readonly character?: string }, modifiers: readonly Modifier[] = []) {
  return [true, false].map((down) => ({ ...key, down, modifiers }))
}
