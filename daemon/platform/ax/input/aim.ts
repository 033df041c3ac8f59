/** Where on the screen a press hits an element, and what else would take it there. */
import type { Frame } from '../../../../api-schema/element.ts'
import { clause, Problem } from '../../../problem.ts'
import { changed } from '../../acting/problems.ts'
import type { Spot } from '../../acting/spot.ts'
import type { AppAccess } from '../read/access.ts'
import { isOrdinary, sightOf } from '../read/sight.ts'
import { AXError } from '../wire/ax-error.ts'
import { Fault } from '../wire/faults.ts'
import type { Ref } from '../wire/raw-element.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Place {
  readonly at: Point
  /** By its window's geometry; what is above the window is not known. */
  readonly isInSight: boolean
}

/** The given point, or the middle of its visible part. Throws element_changed if it has no position. */
export async function placeOf(app: AppAccess, ref: Ref, spot: Spot | undefined): Promise<Place> {
  const sight = await sightOf(app, ref)
  if (sight === undefined || sight.frame.width * sight.frame.height === 0)
    throw changed('hidden', 'The element has no position on the screen.')
  const { frame, part } = sight
  const { x, y, width, height } = part ?? frame
  const at = spot === undefined ? { x: x + width / 2, y: y + height / 2 } : spotIn(frame, spot)
  return { at, isInSight: part !== undefined && contains(part, at) }
}

function spotIn(frame: Frame, { x, y }: Spot): Point {
  const at = { x: frame.x + x, y: frame.y + y }
  if (contains(frame, at)) return at
  throw changed('outside', `The point ${x},${y} is not in the element, which is ${frame.width}×${frame.height}.`)
}

function contains({ x, y, width, height }: Frame, at: Point): boolean {
  return at.x >= x && at.y >= y && at.x < x + width && at.y < y + height
}

/**
 * Why a press at this place would not reach it; undefined if it would. Many hit tests are coarse: a hit on something
 * around the element, or on nothing, counts as reaching it if the element is in sight. A failed test does not. Throws
 * unresponsive if nobody says what is there.
 */
export async function obstacleAt(app: AppAccess, ref: Ref, { at, isInSight }: Place): Promise<Problem | undefined> {
  const { mirror, pid } = app
  const hit = await hitAt(app, at)
  if (hit.ref === ref || hit.chain.includes(ref)) return undefined
  if (hit.ref === undefined || [...mirror.ancestors(ref)].includes(hit.ref)) {
    if (!isInSight) return changed('outside', 'The element is outside the visible part of its window.')
    const other = hit.ref === undefined ? await otherOwnerAt(app, at) : undefined
    return other === undefined ? undefined : covered(other)
  }
  if (hit.pid !== pid && mirror.nearest(hit.chain) === undefined) return covered('another application')
  const near = mirror.row(mirror.nearest([hit.ref, ...hit.chain]) ?? mirror.root)
  return covered(near?.title ?? near?.description ?? near?.role.replace(/^AX/, '') ?? 'something else')
}

function covered(by: string): Problem {
  return changed('covered', `The element is covered by ${by}.`)
}

/** Asks the whole system: another application may be above this one. */
async function hitAt(app: AppAccess, at: Point) {
  try {
    return await app.call('at', at)
  } catch (error) {
    if (!(error instanceof Fault) || error.code === AXError.apiDisabled) throw error
    const { kind } = error.error
    if (kind !== 'ax' && kind !== 'timeout') throw error
    throw new Problem('unresponsive', {
      message: `It is not known what is under the pointer there: ${clause(error.message)}. Nothing was done.`,
      hint: 'Try again, or use an action of the element’s own: call {expand} for them.',
    })
  }
}

/** Whose window is there, according to the window system, if not this application's. */
async function otherOwnerAt(app: AppAccess, at: Point): Promise<string | undefined> {
  const windows = await app.call('windows', {}).then(
    (found) => found.windows,
    (error) => {
      if (error instanceof Fault && error.error.kind === 'unsupported') return undefined
      throw error
    },
  )
  if (windows === undefined) return undefined
  const top = windows.find((one) => isOrdinary(one) && contains(one.frame, at))
  if (top?.pid === app.pid) return undefined
  return top === undefined ? 'something else' : (top.owner ?? 'another application')
}
