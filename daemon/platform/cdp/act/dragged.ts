/** Effects of a drag that no element shows: according to the page itself, and on a canvas by its picture. */
import { pause } from '../../acting/polling.ts'
import { areAlike } from '../../pictures/encode.ts'
import type { Brought } from '../../tab/page.ts'
import type { Box, Point } from '../geometry/box.ts'
import type { Edges } from '../injected/boxes.ts'
import { oneFrameScript } from '../injected/frames.ts'
import { broughtByDragScript, hasLeftScript, witnessDragScript } from '../injected/witness/drag.ts'
import { moveTo } from '../input/pointer.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { evaluate } from '../wire/world.ts'

interface Dragged {
  readonly session: Session
  readonly from: Point
  readonly to: Point
  /** For a canvas that did not move: how it looked between the two ends. */
  readonly picture?: Buffer | undefined
  readonly area: Box
  /** The pointer is where the drag began. */
  isBack: boolean
}

const drags = new WeakMap<Session, Dragged>()
/** Margin around the two ends, as wide as a handle or a line. */
const margin = 24
/** Between two pictures, to check that the canvas does not move by itself. */
const stillMs = 120

/** Called right before the drag, with points of the session's viewport. Never throws the page's errors. */
export async function beginDrag(
  access: TabAccess,
  session: Session,
  points: readonly Point[],
  signal: AbortSignal,
): Promise<void> {
  const [from, to] = [points[0]!, points.at(-1)!]
  await moveTo(access, session, from, signal)
  const canvases = await evaluate(access, session, witnessDragScript, signal, [from.x, from.y, to.x, to.y])
  const area = areaOf(points, canvases)
  const isWhole = canvases.length > 0 && session === access.session
  const first = isWhole ? await pictureOf(access, area, signal) : undefined
  if (isWhole) await pause(stillMs, signal)
  const second = isWhole ? await pictureOf(access, area, signal) : undefined
  const isStill = first !== undefined && second !== undefined && (await areAlike(first, second))
  drags.set(access.session, { session, from, to, area, isBack: false, ...(isStill && { picture: second }) })
}

export async function broughtByDrag(access: TabAccess, signal: AbortSignal): Promise<Brought | undefined> {
  const drag = drags.get(access.session)
  if (drag === undefined) return undefined
  const { session, from, to, picture, area } = drag
  // What the pointer alone shows is then as it was before.
  if (!drag.isBack) await moveTo(access, session, from, signal)
  drag.isBack = true
  await evaluate(access, session, oneFrameScript, signal)
  const found = await evaluate(access, session, broughtByDragScript, signal, [to.x, to.y])
  if (found === 'selected') return undefined
  if (found !== null) return found
  const now = picture === undefined ? undefined : await pictureOf(access, area, signal)
  return picture !== undefined && now !== undefined && !(await areAlike(picture, now)) ? 'changed' : undefined
}

export async function leftByDrag(access: TabAccess, signal: AbortSignal): Promise<boolean> {
  const drag = drags.get(access.session)
  return drag !== undefined && (await evaluate(access, drag.session, hasLeftScript, signal, []))
}

/** The part of the canvases between the points: next to them, a clock or the pointer may draw. */
function areaOf(points: readonly Point[], canvases: readonly Edges[]): Box {
  const between = (of: readonly number[], from: readonly number[], to: readonly number[]) => {
    const least = Math.max(0, Math.min(...of) - margin, Math.min(...from))
    return [least, Math.max(1, Math.min(Math.max(...of) + margin, Math.max(...to)) - least)] as const
  }
  const edges = (side: keyof Edges) => canvases.map((one) => one[side])
  const [x, width] = between(
    points.map((one) => one.x),
    edges('left'),
    edges('right'),
  )
  const [y, height] = between(
    points.map((one) => one.y),
    edges('top'),
    edges('bottom'),
  )
  return { x, y, width, height }
}

/** Undefined if the browser draws none. */
async function pictureOf(access: TabAccess, { x, y, width, height }: Box, signal: AbortSignal) {
  const { cssVisualViewport: view } = await access.send(access.session, 'Page.getLayoutMetrics', undefined, signal)
  const clip = { x: x + view.pageX, y: y + view.pageY, width, height, scale: 1 }
  const shot = access.send(access.session, 'Page.captureScreenshot', { format: 'png', clip }, signal)
  return await shot.then(
    ({ data }) => Buffer.from(data, 'base64'),
    () => undefined,
  )
}
