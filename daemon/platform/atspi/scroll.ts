/** Scrolling: into view by the toolkit itself, by pages and to the ends by the scroll bar, else by the wheel. */
import type { Frame } from '../../../api-schema/element.ts'
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Key, Performed } from '../platform.ts'
import { wheel } from './pointer.ts'
import { withPointer } from './press.ts'
import { visiblePart } from './reach.ts'
import { Role } from './roles.ts'
import { State } from './states.ts'
import { ask, has, native, noop, property, type Subject, subjectOf, unsupported } from './subject.ts'

const directions = ['up', 'down', 'left', 'right', 'top', 'bottom'] as const
type Direction = (typeof directions)[number]

const anywhere = 6
/** What is seen before and after a page, so that one finds one's place. */
const pagePart = 0.9
const mostTurns = 30
/** How long a turn of the wheel may take to be seen. */
const turnedMs = 300

/** By pixels, by a page (`value` up, down, left, right), to an end (top, bottom), to an element, or into view. */
export async function scroll(subject: Subject): Promise<Performed> {
  const { act } = subject
  const { key, x, y } = act.to ?? {}
  if (key !== undefined) return await intoView(subjectOf(subject, key))
  if (x !== undefined || y !== undefined) return await turn(subject, x ?? 0, y ?? 0)
  if (act.value === undefined) return await intoView(subject)
  const direction = directions.find((one) => one === act.value)
  if (direction !== undefined) return await go(subject, direction)
  throw new Problem('invalid_params', {
    message: `scroll does not know ${JSON.stringify(act.value.slice(0, 40))}.`,
    hint: `Pass to {x, y} in pixels, or value ${directions.join(', ')}.`,
    data: { path: 'value' },
  })
}

async function intoView(subject: Subject): Promise<Performed> {
  if (await isWhole(subject)) return noop
  const [done] = await ask(subject, 'Component', 'ScrollTo', 'u', [anywhere])
  if (done === true && (await visiblePart(subject)) !== undefined) return native
  return await turnTowards(subject)
}

async function isWhole(subject: Subject): Promise<boolean> {
  const { geometry, access, key, signal } = subject
  const [part, frame] = await Promise.all([visiblePart(subject), geometry.frame(access, key, signal)])
  return part !== undefined && frame !== undefined && part.width === frame.width && part.height === frame.height
}

/** By the wheel, in the part that scrolls, until it is seen or nothing moves any more. */
async function turnTowards(subject: Subject): Promise<Performed> {
  const { geometry, access, key, signal } = subject
  const [port] = portsOf(subject)
  if (port === undefined) throw unsupported('It is in nothing that scrolls.')
  let last: Frame | undefined
  for (let count = 0; count < mostTurns; count++) {
    const frames = await geometry.frames(access, [key, port], signal)
    const [frame, around] = [frames.get(key)?.frame, frames.get(port)?.frame]
    if (frame === undefined || around === undefined) break
    const x = awayBy(frame.x, frame.width, around.x, around.width)
    const y = awayBy(frame.y, frame.height, around.y, around.height)
    if (x === 0 && y === 0) return { route: count === 0 ? 'native' : 'pointer', ...(count === 0 && { noop: true }) }
    if (last !== undefined && last.x === frame.x && last.y === frame.y) break
    last = frame
    await turn(subjectOf(subject, port), x, y)
  }
  if ((await visiblePart(subject)) !== undefined) return { route: 'pointer' }
  throw unsupported('It cannot be scrolled into view.', 'Scroll what it is in by value up or down.')
}

/** How far a side has to move: at least a notch of the wheel. */
function awayBy(at: number, size: number, from: number, room: number): number {
  if (at < from) return Math.min(at - from, -50)
  const over = at + Math.min(size, room) - (from + room)
  return over > 0 ? Math.max(over, 50) : 0
}

/** The scrolled parts that the element is in, the innermost first, or the element itself. */
function portsOf({ access, key }: Subject): Key[] {
  const ports: Key[] = []
  for (let at: Key | undefined = key; at !== undefined; at = access.parent(at)) {
    const isPort = ((access.row(at)?.flags ?? 0) & Flag.scrollable) !== 0
    if (isPort && access.facts(at)?.role !== Role.scrollBar) ports.push(at)
  }
  return ports
}

async function turn(subject: Subject, x: number, y: number): Promise<Performed> {
  if (x === 0 && y === 0) return noop
  const [port] = portsOf(subject)
  const bars = port === undefined ? [] : await barsOf(subject, port)
  const places = () => Promise.all(bars.map(({ bar }) => property(bar, 'Value', 'CurrentValue')))
  const before = await places()
  const turned = await withPointer(subject, async ({ point, connection }) => wheel(connection, point, x, y))
  for (const until = performance.now() + turnedMs; bars.length > 0 && performance.now() < until; ) {
    if (String(await places()) !== String(before)) return { ...turned, seen: true }
    await new Promise((done) => setTimeout(done, 10))
  }
  return turned
}

/** By the scroll bar of the innermost part that can go on, as the wheel would; by the wheel where there is none. */
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
  /** What has the value: in GTK 4 a part of the bar. */
  readonly bar: Subject
  readonly isAcross: boolean
}

async function barsOf(subject: Subject, port: Key): Promise<Bar[]> {
  const { access } = subject
  const bars: Bar[] = []
  for (const key of access.row(port)?.children ?? []) {
    if (access.facts(key)?.role !== Role.scrollBar) continue
    const whole = subjectOf(subject, key)
    const [words] = await ask(whole, 'Accessible', 'GetState')
    const isAcross = Array.isArray(words) && ((Number(words[0]) >>> State.horizontal) & 1) === 1
    const parts = [whole, ...(access.row(key)?.children ?? []).map((part) => subjectOf(subject, part))]
    const bar = parts.find((part) => has(part, 'Value'))
    if (bar !== undefined) bars.push({ bar, isAcross })
  }
  return bars
}

/** By its value; undefined where it does not take one. */
async function slide(bar: Subject, isBack: boolean, isEnd: boolean, page: number): Promise<Performed | undefined> {
  const names = ['MinimumValue', 'MaximumValue', 'CurrentValue']
  const [least, most, before] = await Promise.all(names.map((name) => property(bar, 'Value', name)))
  if (typeof least !== 'number' || typeof most !== 'number' || typeof before !== 'number') return undefined
  const wanted = isEnd ? (isBack ? least : most) : Math.min(most, Math.max(least, before + (isBack ? -page : page)))
  // All that there is shows already.
  if (most <= least || wanted === before) return noop
  await bar.access.set(bar.ref, 'Value', 'CurrentValue', 'd', wanted, bar.signal).catch(() => {})
  const after = Number(await property(bar, 'Value', 'CurrentValue'))
  return after === before ? undefined : { ...native, seen: true }
}
