/** Scrolls: into view by the toolkit itself, by pages and to the ends by the scroll bar, otherwise by the wheel. */
import { isDeepStrictEqual } from 'node:util'
import { native, noop } from '../../../acting/performed.ts'
import { changed, unsupported } from '../../../acting/problems.ts'
import type { Direction } from '../../../acting/requests.ts'
import type { Key } from '../../../element/row.ts'
import type { Performed } from '../../../platform.ts'
import { Role } from '../../read/roles.ts'
import { hasState, State } from '../../read/states.ts'
import { ask, lineage, property } from '../../wire/access.ts'
import { statesOf } from '../../wire/cache-items.ts'
import { has, type Subject, soon, subjectOf } from '../subject/subject.ts'
import { barsBeside, slideIntoView } from './area.ts'
import { withPointer } from './pointing.ts'
import { grabFocus, isEntryAway, isPort, listOf, partInView, roomIn, scrollTo, viewOf, visiblePart } from './reach.ts'

/** Pages overlap, so that readers keep their place. */
const pagePart = 0.9
const mostTurns = 30
/** How long the effect of a turn of the wheel may take to show. */
const turnedMs = 300

/** By pixels, by a page (`value` up, down, left, right), to an end (top, bottom), to an element, or into view. */
export async function scroll(subject: Subject): Promise<Performed> {
  const { act } = subject
  const { key, x, y } = act.to ?? {}
  if (key !== undefined) return await intoView(subjectOf(subject, key))
  if (x !== undefined || y !== undefined) return await turn(subject, x ?? 0, y ?? 0)
  if (act.value === undefined) return await intoView(subject)
  return await go(subject, act.value as Direction)
}

async function intoView(subject: Subject): Promise<Performed> {
  if (await isWhole(subject)) return noop
  if ((await slideIntoView(subject, subject.key)) && (await visiblePart(subject)) !== undefined) return native
  if ((await scrollTo(subject)) && (await visiblePart(subject)) !== undefined) return native
  return await turnTowards(subject)
}

/** Scrolls to an item of a view as a person would, if the toolkit does not; false if there was no need. */
export async function bringIntoView(subject: Subject): Promise<boolean> {
  const { focusScrolls } = subject.access.toolkit
  const turns = (viewOf(subject) ?? listOf(subject)) !== undefined
  if ((!turns && !focusScrolls) || (await partInView(subject)) !== undefined) return false
  if (turns) await turnTowards(subject)
  return turns || ((await grabFocus(subject)) && (await comesToRest(subject)))
}

/** It is visible, and at the same place as at the last look. */
async function comesToRest(subject: Subject): Promise<boolean> {
  let last: Awaited<ReturnType<typeof visiblePart>>
  const isStill = async () => {
    const before = last
    last = await visiblePart(subject)
    return last !== undefined && isDeepStrictEqual(last, before)
  }
  return (await soon(subject, turnedMs, isStill)) === true
}

async function isWhole(subject: Subject): Promise<boolean> {
  const { geometry, access, key, signal } = subject
  const [part, frame] = await Promise.all([visiblePart(subject), geometry.frame(access, key, signal)])
  return part !== undefined && frame !== undefined && part.width === frame.width && part.height === frame.height
}

/** Turns the wheel over the scrolled part until the element is visible or nothing moves any more. */
async function turnTowards(subject: Subject): Promise<Performed> {
  const { geometry, access, key, signal } = subject
  const [port] = portsOf(subject)
  if (port === undefined) throw unsupported('Nothing around it scrolls.')
  const list = listOf(subject)
  if (list !== undefined) await turnToEntry(subject, list, port)
  for (let count = 0; count < mostTurns; count++) {
    const frames = await geometry.frames(access, [key, port], signal)
    const [frame, whole] = [frames.get(key)?.frame, frames.get(port)?.frame]
    if (frame === undefined || whole === undefined) break
    const around = await roomIn(subject, port, whole)
    const x = awayBy(frame.x, frame.width, around.x, around.width)
    const y = awayBy(frame.y, frame.height, around.y, around.height)
    if (x === 0 && y === 0) return { route: count === 0 ? 'native' : 'pointer', ...(count === 0 && { noop: true }) }
    await turn(subjectOf(subject, port), x, y)
    const hasMoved = async () => {
      const now = await geometry.frame(access, key, signal)
      return now?.x !== frame.x || now.y !== frame.y
    }
    if (!(await soon(subject, turnedMs, hasMoved))) break
  }
  if ((await visiblePart(subject)) !== undefined) return { route: 'pointer' }
  throw unsupported('It cannot be scrolled into view.', 'Scroll its container with value up or down.')
}

/** By pages until the entry has room: its direction follows from its index in the list. */
async function turnToEntry(subject: Subject, list: Key, port: Key): Promise<void> {
  const { access, key } = subject
  const entries = access.row(list)?.children ?? []
  const at = entries.indexOf(key)
  const said = await wordsOf(subject)
  for (let count = 0; count < mostTurns; count++) {
    const shown = await shownOf(subject, entries)
    if (shown.length === 0 || shown.includes(at)) break
    const page = (await lengthOf(subject, port, false)) * pagePart
    await turn(subjectOf(subject, port), 0, at < shown[0]! ? -page : page)
    const hasTurned = async () => String(await shownOf(subject, entries)) !== String(shown)
    if (!(await soon(subject, turnedMs, hasTurned))) break
  }
  // The list reuses the elements that it has scrolled away for other entries.
  if ((await wordsOf(subject)) !== said) throw changed('moved', 'Where the element was in its list is another one now.')
}

/** Indexes of the visible entries in the list, in order. */
async function shownOf(subject: Subject, entries: readonly Key[]): Promise<number[]> {
  const away = await Promise.all(entries.map((entry) => isEntryAway(subjectOf(subject, entry))))
  return away.flatMap((isAway, at) => (isAway ? [] : [at]))
}

/** The texts inside, as they are now. */
async function wordsOf({ access, key, signal }: Subject): Promise<string> {
  const inside = [key]
  for (let at = 0; at < inside.length && inside.length < mostInside; at++)
    inside.push(...(access.row(inside[at]!)?.children ?? []))
  const rows = await Promise.all(inside.slice(1, mostInside).map((one) => access.reread(one, signal)))
  return rows.map((row) => row?.title ?? '').join('\n')
}

const mostInside = 20

/** How far to move to bring one dimension into view: at least a notch of the wheel. */
function awayBy(at: number, size: number, from: number, room: number): number {
  if (at < from) return Math.min(at - from, -50)
  const over = at + Math.min(size, room) - (from + room)
  return over > 0 ? Math.max(over, 50) : 0
}

/** The scrolled parts around the element, innermost first, starting with itself. */
function portsOf({ access, key }: Subject): Key[] {
  return lineage(access, key).filter((at) => isPort(access, at) && access.facts(at)?.role !== Role.scrollBar)
}

async function turn(subject: Subject, x: number, y: number): Promise<Performed> {
  if (x === 0 && y === 0) return noop
  const [port] = portsOf(subject)
  const bars = port === undefined ? [] : await barsOf(subject, port)
  const places = () => Promise.all(bars.map(({ bar }) => property(bar, 'Value', 'CurrentValue')))
  const before = await places()
  const turned = await withPointer(subject, (hand) => hand.wheel(x, y), false)
  const isSeen = async () => String(await places()) !== String(before)
  return bars.length > 0 && (await soon(subject, turnedMs, isSeen)) ? { ...turned, seen: true } : turned
}

/** By the scroll bar of the innermost part that can still move, as the wheel would; by the wheel if there is none. */
async function go(subject: Subject, direction: Direction): Promise<Performed> {
  const isAcross = direction === 'left' || direction === 'right'
  const isBack = direction === 'up' || direction === 'left' || direction === 'top'
  const isEnd = direction === 'top' || direction === 'bottom'
  const ports = portsOf(subject)
  let isThere = false
  for (const port of ports) {
    const bar = (await barsOf(subject, port)).find((one) => one.isAcross === isAcross)?.bar
    const moved = bar && (await slide(bar, isBack, isEnd, (await lengthOf(subject, port, isAcross)) * pagePart))
    if (moved !== undefined && moved.noop !== true) return moved
    isThere ||= moved?.noop === true
  }
  if (isThere) return noop
  const port = ports[0] ?? subject.key
  const by = (isBack ? -1 : 1) * (isEnd ? 100_000 : (await lengthOf(subject, port, isAcross)) * pagePart)
  return await turn(subjectOf(subject, port), isAcross ? by : 0, isAcross ? 0 : by)
}

async function lengthOf({ geometry, access, signal }: Subject, port: Key, isAcross: boolean): Promise<number> {
  const frame = await geometry.frame(access, port, signal)
  return (isAcross ? frame?.width : frame?.height) ?? 400
}

interface Bar {
  /** The element that has the value: in GTK 4 a part of the bar. */
  readonly bar: Subject
  readonly isAcross: boolean
}

async function barsOf(subject: Subject, port: Key): Promise<Bar[]> {
  const { access } = subject
  const bars: Bar[] = []
  for (const key of [...(access.row(port)?.children ?? []), ...barsBeside(access, port)]) {
    if (access.facts(key)?.role !== Role.scrollBar) continue
    const whole = subjectOf(subject, key)
    const [words] = await ask(whole, 'Accessible', 'GetState')
    const isAcross = hasState(statesOf(words), State.horizontal)
    const parts = [whole, ...(access.row(key)?.children ?? []).map((part) => subjectOf(subject, part))]
    const bar = parts.find((part) => has(part, 'Value'))
    if (bar !== undefined) bars.push({ bar, isAcross })
  }
  return bars
}

/** Sets the bar's value; undefined if it does not accept one. */
async function slide(bar: Subject, isBack: boolean, isEnd: boolean, page: number): Promise<Performed | undefined> {
  const names = ['MinimumValue', 'MaximumValue', 'CurrentValue']
  const [least, most, before] = await Promise.all(names.map((name) => property(bar, 'Value', name)))
  if (typeof least !== 'number' || typeof most !== 'number' || typeof before !== 'number') return undefined
  const wanted = isEnd ? (isBack ? least : most) : Math.min(most, Math.max(least, before + (isBack ? -page : page)))
  // Everything is already visible.
  if (most <= least || wanted === before) return noop
  await bar.access.set(bar.ref, 'Value', 'CurrentValue', 'd', wanted, bar.signal).catch(() => {})
  const after = Number(await property(bar, 'Value', 'CurrentValue'))
  return after === before ? undefined : { ...native, seen: true }
}
