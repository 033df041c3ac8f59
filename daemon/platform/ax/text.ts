/** Values and texts of fields. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Performed } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { canSet, freshRaw, native, press } from './attempt.ts'
import { choose } from './choose.ts'
import { Fault, isGone, isSilence } from './faults.ts'
import { front } from './pointer.ts'
import type { RawElement, Ref } from './raw-element.ts'
import { isSliderRole, isTextRole } from './roles.ts'
import { numberOf, textOf, truthOf } from './values.ts'

/** Numbers for sliders, texts for fields, on and off for check boxes, the name of the choice for lists. */
export async function setValue(app: AppAccess, ref: Ref, value: string, signal: AbortSignal): Promise<Performed> {
  const raw = await freshRaw(app, ref, signal)
  const row = app.mirror.rowFor(raw)
  if (row.role === 'AXPopUpButton' || row.role === 'AXMenuButton') return await choose(app, ref, value, signal)
  if (row.flags & Flag.checkable) return await setCheck(app, ref, row.flags, value, signal)
  if (typeof raw.facts.AXValue === 'number' && !isTextRole(row.role)) return await setNumber(app, raw, value, signal)
  if (!isTextRole(row.role) && textOf(raw.facts.AXValue) === undefined && isSliderRole(row.role))
    return await setNumber(app, raw, value, signal)
  if ((row.flags & Flag.secure) === 0 && raw.facts.AXValue === value) return { ...native, noop: true }
  // A page's script hears of keys and not of a value that changes behind it; what it reads back is only an echo.
  if (raw.web && (await byKeys(app, ref, value, true, signal))) return { route: 'keys' }
  if (await canSet(app, ref, 'AXValue', value, signal)) {
    if (row.flags & Flag.secure) return native
    const now = (await freshRaw(app, ref, signal)).facts.AXValue
    if (now === value || (value === '' && now === undefined)) return raw.web ? native : { ...native, seen: true }
    return native
  }
  if (isTextRole(row.role) && (await byKeys(app, ref, value, true, signal))) return { route: 'keys' }
  return { ...native, refused: 'its value cannot be set' }
}

async function setCheck(app: AppAccess, ref: Ref, flags: number, value: string, signal: AbortSignal) {
  const wanted = /^(on|true|1|checked|yes)$/i.test(value)
  if (!wanted && !/^(off|false|0|unchecked|no)$/i.test(value))
    return { ...native, refused: `“${value.slice(0, 40)}” is neither on nor off` }
  const isOn = (flags & Flag.checked) !== 0
  return isOn === wanted && (flags & Flag.mixed) === 0 ? { ...native, noop: true } : await press(app, ref, signal)
}

/** A text for a slider's value is refused by some applications, and taken for 0 by others. */
async function setNumber(app: AppAccess, raw: RawElement, value: string, signal: AbortSignal): Promise<Performed> {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) return { ...native, refused: `“${value.slice(0, 40)}” is not a number` }
  const [least, greatest] = [numberOf(raw.facts.AXMinValue), numberOf(raw.facts.AXMaxValue)]
  if ((least !== undefined && number < least) || (greatest !== undefined && number > greatest))
    return { ...native, refused: `it goes from ${least} to ${greatest}` }
  if (numberOf(raw.facts.AXValue) === number) return { ...native, noop: true }
  if (!(await canSet(app, raw.ref, 'AXValue', number, signal))) return { ...native, refused: 'its value cannot be set' }
  const now = numberOf((await freshRaw(app, raw.ref, signal)).facts.AXValue)
  return now === number ? { ...native, seen: true } : native
}

/** At the caret, which is at the end where nobody put it elsewhere. */
export async function type(app: AppAccess, ref: Ref, text: string, signal: AbortSignal): Promise<Performed> {
  const raw = await freshRaw(app, ref, signal)
  const role = app.mirror.roleOf(ref) ?? ''
  if (truthOf(raw.facts.AXFocused) !== true) await canSet(app, ref, 'AXFocused', true, signal)
  if (!raw.web && isTextRole(role)) {
    const before = raw.facts.AXValue
    if (await canSet(app, ref, 'AXSelectedText', text, signal)) {
      if ((await freshRaw(app, ref, signal)).facts.AXValue !== before || text === '') return native
    }
  }
  if (await byKeys(app, ref, text, false, signal)) return { route: 'keys' }
  const { flags } = app.mirror.rowFor(raw)
  const isWhole = raw.characters === undefined || raw.characters === (textOf(raw.facts.AXValue)?.length ?? 0)
  if ((flags & Flag.secure) === 0 && isTextRole(role) && isWhole) {
    const value = (typeof raw.facts.AXValue === 'string' ? raw.facts.AXValue : '') + text
    if (await canSet(app, ref, 'AXValue', value, signal)) return native
  }
  throw new Problem('unsupported_here', {
    message: 'The element takes no text, and this system offers no keyboard to type with.',
  })
}

/** False where there is no keyboard. `instead`: of all that the field holds. */
async function byKeys(app: AppAccess, ref: Ref, text: string, instead: boolean, signal: AbortSignal): Promise<boolean> {
  try {
    await front(app, signal)
    if (instead) {
      await canSet(app, ref, 'AXFocused', true, signal)
      const held = { modifiers: ['command'] as const }
      await app.call(
        'keys',
        {
          steps: [
            { code: 0, down: true, ...held },
            { code: 0, down: false, ...held },
          ],
        },
        signal,
      )
      if (text === '')
        await app.call(
          'keys',
          {
            steps: [
              { code: 0x33, down: true },
              { code: 0x33, down: false },
            ],
          },
          signal,
        )
    }
    if (text !== '') await app.call('keys', { steps: [{ text }] }, signal, 3000)
    return true
  } catch (error) {
    if (isGone(error) || isSilence(error)) throw error
    if (error instanceof Fault && error.error.kind === 'unsupported') return false
    throw error
  }
}
