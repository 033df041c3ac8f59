/** Where an element is and what is hit there, as the browser tells it: asked in as few round trips as there can be. */
import type { Spot } from '../../acting/spot.ts'
import {
  type Box,
  boxesOf,
  clip,
  hitAt,
  type Placing,
  type Point,
  placingOf,
  pointToTab,
  type Viewport,
  viewportOf,
} from '../geometry/box.ts'
import type { Place, TabAccess } from '../wire/access.ts'

/** The boxes of an element, and what is hit at points in them. */
export interface Seen {
  readonly look: Look
  readonly hits: readonly (Place | undefined)[]
}

export async function glance(
  access: TabAccess,
  place: Place,
  spot: Spot | undefined,
  signal: AbortSignal,
): Promise<Seen> {
  const look = await lookAt(access, place, spot, signal)
  const { points, viewport } = look
  const hits = await Promise.all(points.map((point) => hitAt(access, place.session, point, viewport, signal)))
  return { look, hits }
}

async function lookAt(access: TabAccess, at: Place, spot: Spot | undefined, signal: AbortSignal): Promise<Look> {
  const { session } = at
  const [boxes, viewport, placing, tab] = await Promise.all([
    boxesOf(access, at, signal),
    viewportOf(access, session, signal),
    placingOf(access, session, signal),
    session === access.session ? undefined : viewportOf(access, access.session, signal),
  ])
  const visible = boxes.flatMap((box) => clip(box, viewport) ?? [])
  const wanted = spot === undefined ? pointsIn(visible) : spotsIn(boxes, spot, viewport)
  const points = wanted.filter((point) => tab === undefined || isInside(pointToTab(point, placing), tab))
  const isWhole = visible.length === boxes.length && visible.every((box, index) => isSameSize(box, boxes[index]!))
  const filled = boxes.filter((box) => box.width > 0 && box.height > 0).length
  return { points, boxes: filled, isWhole, viewport, placing }
}

export interface Look {
  readonly points: readonly Point[]
  /** How many of its boxes have a size. */
  readonly boxes: number
  /** Entirely inside the viewport. */
  readonly isWhole: boolean
  readonly viewport: Viewport
  readonly placing: Placing
}

function isSameSize(a: Box, b: Box): boolean {
  return Math.abs(a.width - b.width) < 1 && Math.abs(a.height - b.height) < 1
}

function isInside(point: Point, { width, height }: Viewport): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < width && point.y < height
}

/** The one point, if it is in the element and in sight. */
function spotsIn([box]: readonly Box[], { x, y }: Spot, viewport: Viewport): Point[] {
  const isWithin = box !== undefined && x >= 0 && y >= 0 && x < box.width && y < box.height
  const point = isWithin && { x: box.x + x, y: box.y + y }
  return point && isInside(point, viewport) ? [point] : []
}

/** The centre of the largest box first, then points around it, then the centres of the other boxes. */
function pointsIn(boxes: readonly Box[]): Point[] {
  const sorted = [...boxes].sort((a, b) => b.width * b.height - a.width * a.height)
  const [largest, ...others] = sorted
  if (largest === undefined) return []
  const at = (box: Box, across: number, down: number): Point => ({
    x: Math.floor(box.x + box.width * across),
    y: Math.floor(box.y + box.height * down),
  })
  const around = [
    [0.2, 0.5],
    [0.8, 0.5],
    [0.5, 0.2],
    [0.5, 0.8],
    [0.1, 0.15],
    [0.9, 0.85],
  ] as const
  return [
    at(largest, 0.5, 0.5),
    ...around.map(([across, down]) => at(largest, across, down)),
    ...others.slice(0, 3).map((box) => at(box, 0.5, 0.5)),
  ]
}
