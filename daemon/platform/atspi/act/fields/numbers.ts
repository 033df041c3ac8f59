/** Numbers of sliders and spin buttons. */
import { numberWithin } from '../../../acting/numbers.ts'
import { native, noop, unleft } from '../../../acting/performed.ts'
import type { Performed } from '../../../platform.ts'
import { Role } from '../../read/roles.ts'
import { property } from '../../wire/access.ts'
import { pointAndPress } from '../press/press.ts'
import { enter } from '../reach/leaving.ts'
import type { Subject } from '../subject/subject.ts'

export interface Range {
  readonly least: number
  readonly most: number
  readonly now: number
  /** 0 if the toolkit has none. */
  readonly step: number
}

export async function rangeOf(subject: Subject): Promise<Range | undefined> {
  const names = ['MinimumValue', 'MaximumValue', 'CurrentValue', 'MinimumIncrement']
  const found = await Promise.all(names.map((name) => property(subject, 'Value', name)))
  const [least, most, current, step] = found.map((one) => (typeof one === 'number' ? one : undefined))
  if (current === undefined) return undefined
  return { least: least ?? -Infinity, most: most ?? Infinity, now: current, step: step ?? 0 }
}

/** Equal but for what a number loses on its way through the toolkit? */
export function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))
}

/** Qt gives date and time fields no numbers, only texts; QML gives its numbers no range. */
export function isOfWords({ least, most }: Range): boolean {
  return least === most
}

export async function setNumber(subject: Subject, range: Range, value: string): Promise<Performed> {
  // Without a range any number is worth trying: the result is read back.
  const wanted = numberWithin(value, isOfWords(range) ? {} : range)
  if (range.now === wanted || subject.facts.role !== Role.spinButton) return await moveTo(subject, range, wanted)
  await enter(subject, () => pointAndPress(subject, 'left', 1))
  return unleft(await moveTo(subject, range, wanted))
}

export async function moveTo(subject: Subject, range: Range, wanted: number): Promise<Performed> {
  if (range.now === wanted) return noop
  await subject.access.set(subject.ref, 'Value', 'CurrentValue', 'd', wanted, subject.signal)
  const after = await rangeOf(subject)
  // It may step, round or take its time: what it then shows is read with the changes.
  return after !== undefined && isNear(after.now, wanted) ? { ...native, seen: true } : native
}

/** Does the text show a number, with or without a unit? With a unit, only if the value asked for is a bare number. */
export function showsNumber(text: string, range: Range, value: string): boolean {
  const numbers = text.match(/-?\d+(?:[.,]\d+)?/g) ?? []
  const number = numbers.length === 1 ? Number(numbers[0]!.replace(',', '.')) : Number.NaN
  const isNumber = /^\s*-?[\d.,]+\s*$/.test(value)
  if (isOfWords(range) || !(Math.abs(number - range.now) < 1)) return text === '' && isNumber
  return numbers[0] === text.trim() || isNumber
}
