/** Whether an element can be seen through the frames around it, and what is in the way. */
import { Problem } from '../../../problem.ts'
import type { Obstacle, Visibility } from '../../tab/page.ts'
import { outermostRootScript } from '../injected/frames.ts'
import { type Counted as CountedIn, coverScript, hitsScript } from '../injected/geometry/cover.ts'
import { type Sight as SightIn, sightScript } from '../injected/geometry/sight.ts'
import { ownerOf } from '../read/detail.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { type Held, hold, isGone, unlessGone } from '../wire/world.ts'
import { around, type Box, hitAt, type Point, viewportOf } from './box.ts'
import { frameOf } from './frame.ts'
import { nameOfCover } from './locate.ts'

type Sight = SightIn<Place>
type Counted = CountedIn<Place>

/** An element, or one of the frames around it, as seen from its own document. */
interface Level {
  readonly held: Held
  readonly place: Place
  readonly sight: Sight
}

/** More nested frames than this would be a page playing tricks. */
const mostFrames = 10

export async function visibility(access: TabAccess, place: Place, signal: AbortSignal): Promise<Visibility> {
  const held: Held[] = []
  const holdOne = async (at: Place) => {
    const one = await hold(access, at, signal)
    held.push(one)
    return one
  }
  try {
    const [element, at] = await elementOf(access, place, holdOne, signal)
    const own = await look(element, at, null, false, signal)
    const frames: Level[] = []
    for (let level = own; !level.sight.isOutermost; ) {
      const owner = await frameAround(access, level.held, signal)
      if (owner === undefined || frames.length === mostFrames) break
      level = await look(await holdOne(owner), owner, null, true, signal)
      frames.push(level)
    }
    return await answer(access, own, frames, signal)
  } finally {
    for (const one of held) one.release()
  }
}

/** Scripts cannot hold a pseudo element, so its owner stands in for it. */
async function elementOf(
  access: TabAccess,
  place: Place,
  holdOne: (place: Place) => Promise<Held>,
  signal: AbortSignal,
): Promise<[Held, Place]> {
  try {
    return [await holdOne(place), place]
  } catch (error) {
    if (!isGone(error)) throw error
  }
  const owner = await ownerOf(access, place, signal).catch((error) => {
    throw isGone(error) ? new Problem('element_gone') : error
  })
  return [await holdOne(owner), owner]
}

async function look(held: Held, place: Place, pane: Box | null, isFrame: boolean, signal: AbortSignal): Promise<Level> {
  const sight = await held.ask<Sight>(sightScript, [{ pane, content: isFrame }], signal)
  if (sight.gone) throw new Problem('element_gone')
  return { held, place, sight }
}

async function frameAround(access: TabAccess, held: Held, signal: AbortSignal): Promise<Place | undefined> {
  const root = await held.ask<Place | undefined>(outermostRootScript, [], signal)
  return root && (await frameOf(access, root, signal))?.owner
}

async function answer(
  access: TabAccess,
  first: Level,
  frames: readonly Level[],
  signal: AbortSignal,
): Promise<Visibility> {
  const frame = first.sight.frame === undefined ? {} : { frame: first.sight.frame }
  const hidden = [first, ...frames].findLast(({ sight }) => sight.hidden !== undefined)
  if (hidden !== undefined) {
    const { sight, place } = hidden
    // What hides a frame hides everything in it, and is outside the element itself.
    const hider = sight.hiddenBy ?? (hidden === first ? undefined : place)
    const by = obstacle(hider, sight.hider ?? sight.name, access)
    return {
      visible: false,
      shownPercent: 0,
      reason: sight.hidden!,
      ...(by !== undefined && { hiddenBy: by }),
      ...(sight.hasLabel && { hasLabel: true }),
      ...frame,
    }
  }
  const { own, clipping } = await through(first, frames, signal)
  const { sight } = own
  const noted = [own, ...frames].find((level) => level.sight.note !== undefined)
  const shownPercent = percent(sight.area, sight.whole)
  const cover = sight.shown.length === 0 ? undefined : await coverOf(access, own, frames, signal)
  const clippedBy = shownPercent === 100 ? undefined : obstacle(clipping?.node, clipping?.text, access)
  const hiddenBy = obstacle(noted?.sight.hiddenBy, noted?.sight.hider, access)
  return {
    visible: true,
    shownPercent,
    ...(clippedBy !== undefined && { clippedBy }),
    ...(cover !== undefined && { coveredBy: cover.by, coveredPercent: cover.percent }),
    ...(noted !== undefined && { reason: noted.sight.note! }),
    ...(hiddenBy !== undefined && { hiddenBy }),
    ...frame,
  }
}

interface Clipping {
  readonly node: Place
  readonly text: string
}

/** Looks again through the frames from the outside in: what each shows of the next and, last, of the element. */
async function through(
  first: Level,
  frames: readonly Level[],
  signal: AbortSignal,
): Promise<{ readonly own: Level; readonly clipping: Clipping | undefined }> {
  const [innermost] = frames
  if (innermost === undefined) return { own: first, clipping: clippingOf(first) }
  let pane: Box | null = null
  let outer: Clipping | undefined
  for (const known of [...frames].reverse()) {
    const level: Level = pane === null ? known : await look(known.held, known.place, pane, true, signal)
    outer = clippingOf(level) ?? outer
    pane = inward(around(level.sight.shown), level.sight.placing)
  }
  const own = await look(first.held, first.place, pane, false, signal)
  const isCutOutside = percent(own.sight.area, first.sight.area) < 100
  const isCutByFrame = percent(first.sight.area, first.sight.whole) < 100
  const frame = isCutByFrame ? { node: innermost.place, text: innermost.sight.name } : undefined
  return { own, clipping: clippingOf(first) ?? frame ?? (isCutOutside ? outer : undefined) }
}

function clippingOf({ sight: { clippedBy, clip } }: Level): Clipping | undefined {
  return clippedBy === undefined || clip === undefined ? undefined : { node: clippedBy, text: clip }
}

function inward(box: Box | undefined, placing: Sight['placing']): Box {
  if (box === undefined || placing === undefined) return { x: 0, y: 0, width: 0, height: 0 }
  const { x, y, sx, sy } = placing
  return { x: (box.x - x) / sx, y: (box.y - y) / sy, width: box.width / sx, height: box.height / sy }
}

/** Never rounded to 0 or 100. */
function percent(part: number, whole: number): number {
  const share = whole === 0 ? 0 : (part / whole) * 100
  if (share <= 0) return 0
  return share > 99.5 ? 100 : Math.min(99, Math.max(1, Math.round(share)))
}

function obstacle(node: Place | undefined, text: string | undefined, access: TabAccess): Obstacle | undefined {
  if (node === undefined || text === undefined) return undefined
  const key = access.key(node)
  return access.row(key) === undefined ? { text } : { key, text }
}

/** Tests it in its own document, and the frames around it in theirs. */
async function coverOf(
  access: TabAccess,
  own: Level,
  frames: readonly Level[],
  signal: AbortSignal,
): Promise<{ readonly by: Obstacle; readonly percent: number } | undefined> {
  let points = pointsIn(own.sight.shown)
  let worst: { readonly of: Place; readonly counted: Counted } | undefined
  for (const level of [own, ...frames]) {
    const { placing, isPressable } = level.sight
    if (level !== own && placing !== undefined)
      points = points.map(({ x, y }) => ({ x: placing.x + x * placing.sx, y: placing.y + y * placing.sy }))
    const counted = isPressable
      ? await level.held.ask<Counted>(coverScript, [{ points }], signal)
      : await over(access, level, points, signal)
    if (counted.covered > (worst?.counted.covered ?? 0)) worst = { of: level.place, counted }
  }
  if (worst?.counted.hit === undefined) return undefined
  const { hit, text = '', covered, tested } = worst.counted
  const { by = text, byKey } = await nameOfCover(access, hit, worst.of, text, signal)
  return { by: byKey === undefined ? { text: by } : { key: byKey, text: by }, percent: percent(covered, tested) }
}

/** A press passes through what ignores presses, but the protocol also reports such elements above it. */
async function over(
  access: TabAccess,
  { held, place: { session } }: Level,
  points: readonly Point[],
  signal: AbortSignal,
): Promise<Counted> {
  const viewport = await viewportOf(access, session, signal)
  const all = await Promise.all(points.map((point) => hitAt(access, session, point, viewport, signal, true)))
  const times = new Map<number, number>()
  for (const hit of all) if (hit !== undefined) times.set(hit.backendNodeId, (times.get(hit.backendNodeId) ?? 0) + 1)
  const known: Held[] = []
  const counts: number[] = []
  try {
    for (const [backendNodeId, count] of times) {
      const hit = await hold(access, { session, backendNodeId }, signal, held.context).catch(unlessGone)
      if (hit === undefined) continue
      known.push(hit)
      counts.push(count)
    }
    return await held.ask<Counted>(hitsScript, [{ counts }, ...known], signal)
  } finally {
    for (const one of known) one.release()
  }
}

/** A grid over the largest box, and the centres of some others. */
function pointsIn(boxes: readonly Box[]): Point[] {
  const [largest, ...others] = [...boxes].sort((a, b) => b.width * b.height - a.width * a.height)
  if (largest === undefined) return []
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9]
  const at = (box: Box, across: number, down: number) => ({
    x: box.x + box.width * across,
    y: box.y + box.height * down,
  })
  const grid = steps.flatMap((down) => steps.map((across) => at(largest, across, down)))
  return [...grid, ...others.slice(0, 8).map((box) => at(box, 0.5, 0.5))]
}
