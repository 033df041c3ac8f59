/** Numbers of sliders and spin buttons. */
import { numberWithin } from '../../../acting/numbers.ts'
import { byKeys, native, noop, unleft } from '../../../acting/performed.ts'
import type { Performed } from '../../../platform.ts'
import { Role } from '../../read/roles.ts'
import { property } from '../../wire/access.ts'
import { pointAndPress } from '../press/press.ts'
import { enter } from '../reach/leaving.ts'
import { focusedRecipient, grabFocus, inFront } from '../reach/reach.ts'
import { isOfQuick } from '../subject/quick.ts'
import { type Subject, soon } from '../subject/subject.ts'

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
  if (isOfQuick(subject)) return await moveAndTell(subject, range, wanted)
  await set(subject, wanted)
  // It may step, round or take its time: what it then shows is read with the changes.
  return (await isAt(subject, wanted)) ? { ...native, seen: true } : native
}

async function set({ access, ref, signal }: Subject, wanted: number): Promise<void> {
  await access.set(ref, 'Value', 'CurrentValue', 'd', wanted, signal)
}

async function isAt(subject: Subject, wanted: number): Promise<boolean> {
  const range = await rangeOf(subject)
  return range !== undefined && isNear(range.now, wanted)
}

/** How long a number takes to follow a key. */
const followMs = 300
/** The step of a slider of Qt Quick that has none of its own. */
const usualStep = 0.1
const forwards = ['ArrowRight', 'ArrowUp']
const backwards = ['ArrowLeft', 'ArrowDown']
const unheard = 'a program that waits until a person moves it has not heard of it'

/**
 * Programs in Qt Quick go by `moved` and `valueModified`, which come of keys and pointer alone: what is set, or stepped
 * by its own action, moves its handle and tells the program nothing (5.15, 6.4). So it is set to one step away from
 * the number, and a key does the rest.
 */
async function moveAndTell(subject: Subject, { step }: Range, wanted: number): Promise<Performed> {
  const by = step > 0 ? step : usualStep
  const isTold = await byArrows(subject, async (moves) => {
    for (const [keys, sign] of [[forwards, 1] as const, [backwards, -1] as const])
      for (const key of keys) {
        await set(subject, wanted - sign * by)
        // Beyond the end of its range.
        if (!(await isAt(subject, wanted - sign * by))) break
        if (await moves(key)) return true
      }
    return false
  })
  if (!isTold) {
    await set(subject, wanted)
    return { ...native, doubt: unheard }
  }
  return (await soon(subject, followMs, () => isAt(subject, wanted))) ? { ...byKeys, seen: true } : byKeys
}

/** By a key that moves it: which one does depends on which way it lies. */
export async function stepByArrow(subject: Subject, by: 1 | -1): Promise<Performed> {
  await byArrows(subject, async (moves) => {
    for (const key of by > 0 ? forwards : backwards) if (await moves(key)) return true
    return false
  })
  return byKeys
}

/** `work` presses keys and learns whether the number has followed. False too where nobody can press keys on it. */
async function byArrows(
  subject: Subject,
  work: (moves: (key: string) => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  if (subject.input.missing !== undefined) return false
  let done = false
  await inFront(subject, async ({ keyboard }, x) => {
    if (!(await grabFocus(subject))) return
    const to = focusedRecipient(subject, x)
    done = await work(async (key) => {
      const before = (await rangeOf(subject))?.now
      await keyboard.keys(key, to, subject.signal)
      return (await soon(subject, followMs, async () => (await rangeOf(subject))?.now !== before)) === true
    })
  })
  return done
}

/** Does the text show a number, with or without a unit? With a unit, only if the value asked for is a bare number. */
export function showsNumber(text: string, range: Range, value: string): boolean {
  const numbers = text.match(/-?\d+(?:[.,]\d+)?/g) ?? []
  const number = numbers.length === 1 ? Number(numbers[0]!.replace(',', '.')) : Number.NaN
  const isNumber = /^\s*-?[\d.,]+\s*$/.test(value)
  if (isOfWords(range) || !(Math.abs(number - range.now) < 1)) return text === '' && isNumber
  return numbers[0] === text.trim() || isNumber
}
