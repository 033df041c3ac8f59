/** The mouse, for when no action of the element itself will do. It moves the user's pointer. */
import { Problem } from '../../../problem.ts'
import { byPointer, native, noop } from '../../acting/performed.ts'
import { pause } from '../../acting/polling.ts'
import { changed, unsupported } from '../../acting/problems.ts'
import { type Spot, spotOf } from '../../acting/spot.ts'
import { stepsOf } from '../../acting/way.ts'
import type { Act, Performed } from '../../platform.ts'
import { type AppAccess, attributeOf, windowOf } from '../read/access.ts'
import { sightOf } from '../read/sight.ts'
import { elementIn } from '../read/visit.ts'
import { isGone, isLack } from '../wire/faults.ts'
import type { MouseStep } from '../wire/messages.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isLayerRole } from '../wire/roles.ts'
import { obstacleAt, type Place, type Point, placeOf } from './aim.ts'
import { tried } from './attempt.ts'
import { bringToFront } from './front.ts'

interface Pointing {
  readonly isClick: boolean
  /** The point to use; otherwise its middle. */
  readonly spot?: Spot | undefined
}

/** Pixels in one wheel step. */
const line = 10
/** Share of a page to scroll, so that some content stays in view. */
const pagePart = 0.9
const far = 100_000
/** Some applications take drags with fewer steps for clicks. */
const dragSteps = 12
/** Milliseconds: for an application to react to the pointer, to hold the button still, and between two steps. */
const reactMs = 50
const holdMs = 120
const stepMs = 16
/** How often to follow it: scrolling comes to rest, but other elements may move for ever. */
const mostMoves = 8

/** Scrolls it into view first. Throws element_changed if it has no position. */
async function pointOf(app: AppAccess, ref: Ref, spot: Spot | undefined): Promise<Place> {
  await app.call('perform', { ref, action: 'AXScrollToVisible' }).catch((error) => {
    if (isGone(error)) throw error
  })
  return await placeOf(app, ref, spot)
}

/**
 * Moves the pointer to it, lets the application react, and returns where the element is then. The whole system is asked
 * what is under that point, since another application may be above this one. `isClick`: a click on an application in
 * the background only brings it to the front, so that is done before. Throws element_changed if something else is
 * there.
 */
async function pointTo(app: AppAccess, ref: Ref, { isClick, spot }: Pointing) {
  const window = windowOf(app, ref)
  let front = isClick && (await bringToFront(app, window))
  let place = await pointOf(app, ref, spot)
  if (!front && (await obstacleAt(app, ref, place)) !== undefined) {
    front = await bringToFront(app, window)
    place = await pointOf(app, ref, spot)
  }
  for (let moves = 0; moves < mostMoves; moves++) {
    const { at } = place
    await app.call('mouse', { steps: [{ type: 'move', ...at }] })
    await pause(reactMs, app.signal)
    place = await pointOf(app, ref, spot)
    if (place.at.x !== at.x || place.at.y !== at.y) continue
    const obstacle = await obstacleAt(app, ref, place)
    if (obstacle !== undefined) throw obstacle
    return { at, performed: { ...byPointer, ...(front && { front }) } }
  }
  throw changed('moved', 'The element does not stay under the pointer.')
}

export async function click(
  app: AppAccess,
  ref: Ref,
  how: { readonly button?: 'left' | 'right'; readonly times?: 1 | 2; readonly spot?: Spot | undefined },
): Promise<Performed> {
  const { at, performed } = await pointTo(app, ref, { isClick: true, spot: how.spot })
  const { button = 'left', times = 1 } = how
  const steps: MouseStep[] = []
  for (let clicks = 1; clicks <= times; clicks++)
    steps.push({ type: 'down', ...at, button, clicks }, { type: 'up', ...at, button, clicks })
  await app.call('mouse', { steps })
  return performed
}

export async function hover(app: AppAccess, ref: Ref, act: Act): Promise<Performed> {
  return (await pointTo(app, ref, { isClick: false, spot: spotOf(act) })).performed
}

/** With pauses: what is dragged must notice that it is held, and what is under it that it is there. */
export async function drag(app: AppAccess, ref: Ref, act: Act): Promise<Performed> {
  const { to } = act
  const target = to?.key === undefined ? undefined : app.mirror.refOf(to.key)
  if (to?.key !== undefined && target === undefined) throw new Problem('element_gone')
  const { at: from, performed } = await pointTo(app, ref, { isClick: true, spot: spotOf(act) })
  const end = target === undefined ? { x: to?.x ?? from.x, y: to?.y ?? from.y } : await dropAt(app, target)
  const post = (step: MouseStep, within = app) => within.call('mouse', { steps: [step] })
  let at = from
  await post({ type: 'down', ...from, button: 'left', clicks: 1 })
  try {
    await pause(holdMs, app.signal)
    for (at of stepsOf([from, ...(to?.via ?? []), end], dragSteps)) {
      await post({ type: 'drag', ...at, button: 'left' })
      await pause(stepMs, app.signal)
    }
    await pause(holdMs, app.signal)
  } catch (error) {
    // So that nothing is dropped halfway.
    at = from
    throw error
  } finally {
    // In any case: the person's button must not stay down.
    await post({ type: 'up', ...at, button: 'left', clicks: 1 }, app.during(new AbortController().signal))
  }
  return { ...performed, dropped: end }
}

/** The point on the target where to release what is held. Throws element_changed if something else would receive it. */
async function dropAt(app: AppAccess, target: Ref): Promise<Point> {
  const place = await placeOf(app, target, undefined)
  const obstacle = await obstacleAt(app, target, place)
  if (obstacle === undefined) return place.at
  const { message, data } = obstacle
  throw new Problem('element_changed', {
    message: message.replace(/^The element/, 'What it is to be dropped on'),
    hint: 'Scroll that into view, or close what is above it; or drop it at {x, y}.',
    data,
  })
}

/** To an element: until it is in view. By pixels or `value`: with the scroll bar, or else the wheel. */
export async function scroll(app: AppAccess, ref: Ref, { to, value }: Act): Promise<Performed> {
  const target = to?.key === undefined ? undefined : app.mirror.refOf(to.key)
  if (to?.key !== undefined && target === undefined) throw new Problem('element_gone')
  const [dx, dy] = to === undefined && value !== undefined ? await wayOf(app, ref, value) : [to?.x ?? 0, to?.y ?? 0]
  if (target !== undefined || (dx === 0 && dy === 0)) return await intoView(app, target ?? ref)
  const page = to === undefined ? pageActions.get(value ?? '') : undefined
  if (page !== undefined && (await byPage(app, ref, page))) return native
  if (await byBar(app, ref, dx, dy)) return native
  const { at, performed } = await pointTo(app, ref, { isClick: false })
  await app.call('scroll', { ...at, dx: Math.round(dx / line), dy: Math.round(dy / line) })
  return performed
}

const pageActions: ReadonlyMap<string, string> = new Map(
  ['Up', 'Down', 'Left', 'Right'].map((way) => [way.toLowerCase(), `AXScroll${way}ByPage`]),
)

/** By an action of scroll areas, and of some lists without a bar. */
async function byPage(app: AppAccess, ref: Ref, action: string): Promise<boolean> {
  for (const at of [ref, ...app.mirror.ancestors(ref)]) {
    const role = app.mirror.roleOf(at) ?? ''
    if (isLayerRole(role)) return false
    const { actions } = await app.call('actions', { ref: at })
    if (actions.includes(action)) {
      app.mark(at, 'subtree')
      return (await tried(app, at, action)) !== undefined
    }
    if (role === 'AXScrollArea') return false
  }
  return false
}

/** In pixels: nearly a page of the scroll area, or more than its whole length. */
async function wayOf(app: AppAccess, ref: Ref, value: string): Promise<readonly [number, number]> {
  const port = [ref, ...app.mirror.ancestors(ref)].find((one) => app.mirror.roleOf(one) === 'AXScrollArea') ?? ref
  const { frames } = await app.call('frames', { refs: [port] })
  const { width, height } = frames[0]?.[1] ?? { width: 400, height: 400 }
  const isEnd = value === 'top' || value === 'bottom'
  const isAcross = value === 'left' || value === 'right'
  const length = isEnd ? far : (isAcross ? width : height) * pagePart
  const way = value === 'up' || value === 'left' || value === 'top' ? -length : length
  return isAcross ? [way, 0] : [0, way]
}

async function intoView(app: AppAccess, ref: Ref): Promise<Performed> {
  try {
    await app.call('perform', { ref, action: 'AXScrollToVisible' })
    return native
  } catch (error) {
    if (!isLack(error)) throw error
  }
  const sight = await sightOf(app, ref)
  if (sight?.part?.width === sight?.frame.width && sight?.part?.height === sight?.frame.height) return noop
  throw unsupported('It cannot scroll itself into view.', 'Scroll its container, by to {x, y} in pixels.')
}

/** Bars have a value from 0 to 1 and steps, not pixels: used if a step moves the bar. */
async function byBar(app: AppAccess, ref: Ref, dx: number, dy: number): Promise<boolean> {
  const { mirror } = app
  const area = [ref, ...mirror.ancestors(ref)].find((one) => mirror.roleOf(one) === 'AXScrollArea')
  if (area === undefined) return false
  const name = dy === 0 ? 'AXHorizontalScrollBar' : 'AXVerticalScrollBar'
  const bar = elementIn(await attributeOf(app, area, name))
  if (bar === undefined) return false
  const amount = dy === 0 ? dx : dy
  const steps = Math.min(100, Math.max(1, Math.round(Math.abs(amount) / line)))
  try {
    for (let step = 0; step < steps; step++)
      await app.call('perform', { ref: bar, action: amount > 0 ? 'AXIncrement' : 'AXDecrement' })
  } catch (error) {
    if (isLack(error)) return false
    throw error
  }
  app.mark(area, 'subtree')
  return true
}
