/** What a drag brought about in its page, as far as no element tells: by the page itself, and on a canvas by its picture. */
import { pause } from '../../acting/polling.ts'
import { areAlike } from '../../pictures/encode.ts'
import type { Point } from '../geometry/box.ts'
import { broughtByDragScript, witnessDragScript } from '../injected/act/drag-witness.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { evaluate } from '../wire/world.ts'

interface Dragged {
  readonly session: Session
  readonly to: Point
  /** Of a canvas that stood still: how it looked between the two ends. */
  readonly picture?: Buffer | undefined
  readonly area: Area
}

interface Area extends Point {
  readonly width: number
  readonly height: number
}

const drags = new WeakMap<Session, Dragged>()
/** Around the two ends, as wide as a handle or a line. */
const margin = 24
/** Between two pictures, to see that the canvas does not move by itself. */
const stillMs = 120

/** Called right before the drag, with points of the session's viewport. Never throws what the page says. */
export async function beginDrag(
  access: TabAccess,
  session: Session,
  points: readonly Point[],
  signal: AbortSignal,
): Promise<void> {
  const [from, to] = [points[0]!, points.at(-1)!]
  const isCanvas = await evaluate(access, session, witnessDragScript, signal, [from.x, from.y, to.x, to.y])
  const area = areaOf(points)
  const isWhole = isCanvas && session === access.session
  const first = isWhole ? await pictureOf(access, area, signal) : undefined
  if (isWhole) await pause(stillMs, signal)
  const second = isWhole ? await pictureOf(access, area, signal) : undefined
  const isStill = first !== undefined && second !== undefined && (await areAlike(first, second))
  drags.set(access.session, { session, to, area, ...(isStill && { picture: second }) })
}

export async function broughtByDrag(access: TabAccess, signal: AbortSignal): Promise<'came' | 'changed' | undefined> {
  const drag = drags.get(access.session)
  if (drag === undefined) return undefined
  const { session, to, picture, area } = drag
  const found = await evaluate(access, session, broughtByDragScript, signal, [to.x, to.y])
  if (found === 'came' || found === 'changed') return found
  const now = picture === undefined ? undefined : await pictureOf(access, area, signal)
  return picture !== undefined && now !== undefined && !(await areAlike(picture, now)) ? 'changed' : undefined
}

function areaOf(points: readonly Point[]): Area {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.max(0, Math.min(...across) - margin), Math.max(0, Math.min(...down) - margin)]
  return { x, y, width: Math.max(...across) + margin - x, height: Math.max(...down) + margin - y }
}

/** Undefined where the browser draws none. */
async function pictureOf(access: TabAccess, { x, y, width, height }: Area, signal: AbortSignal) {
  const { cssVisualViewport: view } = await access.send(access.session, 'Page.getLayoutMetrics', undefined, signal)
  const clip = { x: x + view.pageX, y: y + view.pageY, width, height, scale: 1 }
  const shot = access.send(access.session, 'Page.captureScreenshot', { format: 'png', clip }, signal)
  return await shot.then(
    ({ data }) => Buffer.from(data, 'base64'),
    () => undefined,
  )
}
