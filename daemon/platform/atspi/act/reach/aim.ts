/**
 * The pointer on an element: it is moved there first, the application reacts, and what is under it is asked of the
 * window system. Only then is anything pressed, so that a press hits its element or nothing.
 */
import { pause } from '../../../acting/polling.ts'
import { changed } from '../../../acting/problems.ts'
import type { Aim, Devices, Hand, Point } from '../../desktop/input.ts'

/** Where each pointer has pressed last, and when. */
const pressedLast = new WeakMap<Devices['pointer'], { readonly point: Point; readonly at: number }>()
/** Toolkits take two presses at one place within this for a double click, whatever has come there since. */
const doubleMs = 500
const samePlace = 10

/** An element that goes on moving under the pointer is not followed for ever. */
const mostMoves = 5

/**
 * `locate` is asked again once the pointer has come; it throws where the element is covered or out of sight. What
 * `work` sends before it first awaits something goes to the window that was found, whatever else happens.
 */
export async function pointAt(
  { pointer }: Devices,
  signal: AbortSignal,
  locate: () => Promise<Aim>,
  work: (hand: Hand) => Promise<void>,
  presses = true,
): Promise<void> {
  await pointer.settled(signal)
  let aim = await locate()
  const last = presses ? pressedLast.get(pointer) : undefined
  const left = last !== undefined && isNear(last.point, aim.point) ? last.at + doubleMs - performance.now() : 0
  if (left > 0) await pause(left, signal)
  for (let moves = 0; moves < mostMoves; moves++) {
    await pointer.move(aim, signal)
    const now = await locate()
    const isSame = now.point.x === aim.point.x && now.point.y === aim.point.y
    const begun = isSame ? await pointer.hold(now, work) : undefined
    if (begun !== undefined) {
      await begun.done
      if (presses) pressedLast.set(pointer, { point: now.point, at: performance.now() })
      return
    }
    aim = now
  }
  throw changed('moved', 'The element does not stay under the pointer.')
}

function isNear(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) <= samePlace && Math.abs(a.y - b.y) <= samePlace
}
