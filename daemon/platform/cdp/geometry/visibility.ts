/** Whether an element can be seen through the frames around it, and what is in the way. */
import { Problem } from '../../../problem.ts'
import type { Obstacle, Visibility } from '../../page.ts'
import { outermostRootScript } from '../injected/frames.ts'
import { type Counted, coverScript, hitsScript } from '../injected/geometry/cover.ts'
import { type Sight, sightScript } from '../injected/geometry/sight.ts'
import { ownerOf } from '../read/detail.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { watchOf } from '../wire/activity.ts'
import { type Held, hold, isGone, unlessGone } from '../wire/world.ts'
import { around, type Box, hitAt, type Point, viewportOf } from './box.ts'
import { nameOfCover } from './locate.ts'

/** An element, or one of the frames around it, as seen from its own document. */
interface Level {
  readonly held: Held
  readonly place: Place
  readonly sight: Sight
  readonly clippedBy: Held | undefined
  readonly hiddenBy: Held | undefined
}

interface Cover {
  readonly level: Level
  readonly tested: number
  readonly covered: number
  readonly text: string
  readonly hit: Held
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

/** Scripts cannot hold a pseudo element: its owner stands for it. */
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
  const { value, nodes } = await held.callForNodes<Sight>(sightScript, [{ pane, content: isFrame }], signal)
  if (value.gone) throw new Problem('element_gone')
  return { held, place, sight: value, clippedBy: nodes[0], hiddenBy: nodes[1] }
}

/** The element that shows the document, when only the protocol knows it: across origins or processes. */
async function frameAround(access: TabAccess, held: Held, signal: AbortSignal): Promise<Place | undefined> {
  const { session } = held
  const root = await held.callForNode(outermostRootScript, [], signal)
  if (root === undefined) return undefined
  const { node } = await access.send(session, 'DOM.describeNode', { objectId: root.objectId }, signal)
  const { frameId } = node
  if (frameId === undefined || frameId === watchOf(session).rootFrame) return access.owner(session)
  const { backendNodeId } = await access.send(session, 'DOM.getFrameOwner', { frameId }, signal)
  return { session, backendNodeId }
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
    const { sight, hiddenBy } = hidden
    // What hides a frame hides everything in it, and is outside the element itself.
    const hider = hiddenBy ?? (hidden === first ? undefined : hidden.held)
    const by = await obstacle(hider, sight.hider ?? sight.name, access, signal)
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
  const [cover, clippedBy, hiddenBy] = await Promise.all([
    sight.shown.length === 0 ? undefined : coverOf(access, own, frames, signal),
    shownPercent === 100 ? undefined : obstacle(clipping?.node, clipping?.text, access, signal),
    obstacle(noted?.hiddenBy, noted?.sight.hider, access, signal),
  ])
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
  readonly node: Held
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
  const frame = isCutByFrame ? { node: innermost.held, text: innermost.sight.name } : undefined
  return { own, clipping: clippingOf(first) ?? frame ?? (isCutOutside ? outer : undefined) }
}

function clippingOf({ clippedBy, sight }: Level): Clipping | undefined {
  return clippedBy === undefined || sight.clip === undefined ? undefined : { node: clippedBy, text: sight.clip }
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

async function obstacle(
  node: Held | undefined,
  text: string | undefined,
  access: TabAccess,
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  if (node === undefined || text === undefined) return undefined
  const key = access.key(await node.place(signal))
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
  let worst: Cover | undefined
  for (const level of [own, ...frames]) {
    const { placing, isPressable } = level.sight
    if (level !== own && placing !== undefined)
      points = points.map(({ x, y }) => ({ x: placing.x + x * placing.sx, y: placing.y + y * placing.sy }))
    const found = isPressable ? await covered(level, points, signal) : await over(access, level, points, signal)
    if (found !== undefined && found.covered > (worst?.covered ?? 0)) worst = found
  }
  if (worst === undefined) return undefined
  const hit = await worst.hit.place(signal)
  const { by = worst.text, byKey } = await nameOfCover(access, hit, worst.level.place, worst.text, signal)
  const share = percent(worst.covered, worst.tested)
  return { by: byKey === undefined ? { text: by } : { key: byKey, text: by }, percent: share }
}

async function covered(level: Level, points: readonly Point[], signal: AbortSignal): Promise<Cover | undefined> {
  const { value, nodes } = await level.held.callForNodes<Counted>(coverScript, [{ points }], signal)
  return asCover(level, value, nodes[0])
}

function asCover(level: Level, { tested, covered, text }: Counted, hit: Held | undefined): Cover | undefined {
  return hit === undefined || text === undefined ? undefined : { level, tested, covered, text, hit }
}

/** A press passes through what ignores presses: the protocol still reports what lies above it. */
async function over(
  access: TabAccess,
  level: Level,
  points: readonly Point[],
  signal: AbortSignal,
): Promise<Cover | undefined> {
  const { session } = level.place
  const viewport = await viewportOf(access, session, signal)
  const all = await Promise.all(points.map((point) => hitAt(access, session, point, viewport, signal, true)))
  const times = new Map<number, number>()
  for (const hit of all) if (hit !== undefined) times.set(hit.backendNodeId, (times.get(hit.backendNodeId) ?? 0) + 1)
  const known: Held[] = []
  const counts: number[] = []
  try {
    for (const [backendNodeId, count] of times) {
      const hit = await hold(access, { session, backendNodeId }, signal, level.held.context).catch(unlessGone)
      if (hit === undefined) continue
      known.push(hit)
      counts.push(count)
    }
    const { value, nodes } = await level.held.callForNodes<Counted>(hitsScript, [{ counts }, ...known], signal)
    return asCover(level, value, nodes[0])
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
