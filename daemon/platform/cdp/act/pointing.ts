/** What actions work with, and the actions that only need a point: hovering, dragging, scrolling. */
import { Problem } from '../../../problem.ts'
import { byPointer, native, noop } from '../../acting/performed.ts'
import { unsupported } from '../../acting/problems.ts'
import { spotOf } from '../../acting/spot.ts'
import type { Key } from '../../element/row.ts'
import type { Act, Performed } from '../../platform.ts'
import { type Point, placingOf, pointToTab } from '../geometry/box.ts'
import { deepHit } from '../geometry/locate.ts'
import { awaitsInterestScript, interestComesScript } from '../injected/act/interest.ts'
import { scrollScript } from '../injected/geometry/scroll.ts'
import type { Sent } from '../injected/sent.ts'
import { endWitnessScript, witnessPointerScript } from '../injected/witness/witness.ts'
import { drag, moveTo, send } from '../input/pointer.ts'
import { rememberSecure } from '../read/secure-memory.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { word } from '../wire/call-chains.ts'
import { evaluateIn, type Held, placeOf, requireKnown, withNode } from '../wire/world.ts'
import { aim, atOnce } from './aim.ts'
import { beginDrag } from './dragged.ts'
import { followPointer } from './follow.ts'
import { changedProblem, sightOf } from './press.ts'

export interface Target {
  readonly access: TabAccess
  readonly key: Key
  readonly place: Place
  readonly held: Held
  readonly act: Act
  readonly signal: AbortSignal
}

/** Where it is; undefined for elements without a box. Throws element_changed. */
async function pointOf({ access, place, held, act, signal }: Target): Promise<Point | undefined> {
  return (await sightOf({ access, place, held, action: act.action, spot: spotOf(act) }, false, signal))?.point
}

export async function hover(target: Target): Promise<Performed> {
  return await withInterest(target, async () => {
    const point = await pointOf(target)
    if (point === undefined) throw unsupported('It has no position on the page for the pointer.')
    const { access, held, signal } = target
    const worlds = await followPointer(held, 'pointer', signal)
    // It may open a dialog or leave the page, and a failure to learn more about it must not fail the hover.
    const inEach = (script: Sent<void>, ...args: string[]) =>
      Promise.allSettled(
        worlds.map(({ session, context }) => evaluateIn(access, session, context, script, signal, args)),
      )
    await inEach(witnessPointerScript, word)
    await moveTo(access, held.session, point, signal)
    await inEach(endWitnessScript)
    return byPointer
  })
}

/** Waits for what the browser shows a while after it got the pointer or the keyboard. */
export async function withInterest({ held, signal }: Target, work: () => Promise<Performed>): Promise<Performed> {
  const awaits = await held.call(awaitsInterestScript, [], signal)
  const done = await work()
  return awaits && (await held.call(interestComesScript, [], signal)) ? { ...done, seen: true } : done
}

/** `to` is an element, or a point of the tab's viewport. */
export async function dragTo(target: Target): Promise<Performed> {
  const { access, act, place, signal } = target
  await rememberSecure(access, signal)
  const from = await pointOf(target)
  if (from === undefined) throw unsupported('It has no position on the page to drag from.')
  const { key, x, y, via = [] } = act.to ?? {}
  const end = key === undefined ? undefined : placeOf(access, key)
  let to: Point = { x: x ?? 0, y: y ?? 0 }
  if (end !== undefined) {
    const found = await aim(access, end, atOnce, signal)
    if (found.reason === 'gone') throw new Problem('element_gone', { message: 'The element to drag to is gone.' })
    if (found.point === undefined) throw changedProblem({ ...found, reason: found.reason ?? 'hidden' })
    to = found.point
  }
  if (access.documents.law !== undefined && end === undefined) {
    const hit = await deepHit(access, access.session, to, signal)
    if (hit !== undefined) await requireKnown(access, hit, signal)
  }
  const dropped = end === undefined ? to : pointToTab(to, await placingOf(access, end.session, signal))
  const isWithin = via.length === 0 && end?.session === place.session
  // Between processes the pointer can only move in the tab as a whole.
  const session = isWithin ? place.session : access.session
  const fromTab = isWithin ? from : pointToTab(from, await placingOf(access, place.session, signal))
  await beginDrag(access, session, [fromTab, ...via, isWithin ? to : dropped], signal)
  // What is dragged may have moved since, when the pointer came.
  const start = isWithin ? ((await pointOf(target)) ?? from) : fromTab
  await drag(access, session, [start, ...via, isWithin ? to : dropped], signal)
  return { ...byPointer, dropped }
}

/** By pixels, by a page (`value` up, down, left, right), to an edge (top, bottom), to an element, or into view. */
export async function scroll(target: Target): Promise<Performed> {
  const { access, act, held, signal } = target
  const { key, x, y } = act.to ?? {}
  if (key !== undefined)
    return await withNode(access, placeOf(access, key), signal, (other) => scrollBy(target, other, null, null))
  const pixels = x !== undefined || y !== undefined
  return await scrollBy(target, held, pixels ? (x ?? 0) : null, pixels ? (y ?? 0) : null)
}

async function scrollBy(target: Target, held: Held, x: number | null, y: number | null): Promise<Performed> {
  const { access, act, signal } = target
  const done = await held.call(scrollScript, [x, y, act.value ?? null], signal)
  if (done === 'moved') return native
  if (done === 'still' || x === null || y === null) return noop
  // Maps and canvases scroll only by the wheel.
  const point = await pointOf(target)
  if (point === undefined) return noop
  await send(access, held.session, [{ type: 'mouseWheel', ...point, deltaX: x, deltaY: y }], signal)
  return byPointer
}
