/** Setting values and typing into fields. */
import { numberWithin } from '../../acting/numbers.ts'
import { native, noop } from '../../acting/performed.ts'
import { takesNoValue, unsupported } from '../../acting/problems.ts'
import { switchOf, toggle } from '../../acting/toggling.ts'
import { Flag } from '../../element/flags.ts'
import type { Performed } from '../../platform.ts'
import { canSet, freshRaw } from '../input/attempt.ts'
import { press } from '../input/press.ts'
import type { AppAccess } from '../read/access.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { isSliderRole, isTextRole } from '../wire/roles.ts'
import { numberOf, textOf } from '../wire/values.ts'
import { choose } from './choose.ts'
import { add, fill, typed } from './fill.ts'

/** A number for sliders, text for fields, on or off for check boxes, the option's name for lists. */
export async function setValue(app: AppAccess, ref: Ref, value: string): Promise<Performed> {
  const raw = await freshRaw(app, ref)
  const row = app.mirror.rowFor(raw)
  if (row.role === 'AXPopUpButton' || row.role === 'AXMenuButton') return await choose(app, ref, value)
  if (row.flags & Flag.checkable) return await toggleTo(app, ref, value)
  if (typeof raw.facts.AXValue === 'number' && !isTextRole(row.role)) return await setNumber(app, raw, value)
  if (!isTextRole(row.role) && textOf(raw.facts.AXValue) === undefined && isSliderRole(row.role))
    return await setNumber(app, raw, value)
  if ((row.flags & Flag.secure) === 0 && raw.facts.AXValue === value) return noop
  if (isTextRole(row.role)) return await fill(app, raw, value)
  if (!(await canSet(app, ref, 'AXValue', value))) throw takesNoValue()
  const now = (await freshRaw(app, ref)).facts.AXValue
  return now === value || (value === '' && now === undefined) ? { ...native, seen: true } : native
}

export async function toggleTo(app: AppAccess, ref: Ref, value: string | undefined): Promise<Performed> {
  const read = async () => switchOf(app.mirror.rowFor(await freshRaw(app, ref)))
  return await toggle(value, { read, press: () => press(app, ref), signal: app.signal })
}

/** Some applications refuse text as a slider's value, others read it as 0. */
async function setNumber(app: AppAccess, raw: RawElement, value: string): Promise<Performed> {
  const number = numberWithin(value, { least: numberOf(raw.facts.AXMinValue), most: numberOf(raw.facts.AXMaxValue) })
  if (numberOf(raw.facts.AXValue) === number) return noop
  if (!(await canSet(app, raw.ref, 'AXValue', number))) return { ...native, refused: 'its value cannot be set' }
  const now = numberOf((await freshRaw(app, raw.ref)).facts.AXValue)
  return now === number ? { ...native, seen: true } : native
}

/** At the caret. */
export async function type(app: AppAccess, ref: Ref, text: string): Promise<Performed> {
  const raw = await freshRaw(app, ref)
  const role = app.mirror.roleOf(ref) ?? ''
  if (!isTextRole(role)) {
    const keyed = await typed(app, ref, text, 'at the caret')
    if (keyed !== undefined) return keyed
    throw unsupported('The element accepts no text, and there is no keyboard to type with on this system.')
  }
  const { untaken, ...done } = await add(app, raw, text)
  // In a single line, Enter submits the text, and Tab moves on.
  const isOver = role !== 'AXTextArea' && /[\t\r\n]/.test(text)
  return { ...done, ...(untaken !== undefined && !isOver && { untaken }) }
}
