/**
 * Puts the pointer on an element: it is moved there, the application reacts, and the window system is asked what is
 * under it. Only then is anything pressed, so that a press hits its element or nothing.
 */
import { pause } from '../../../acting/polling.ts'
import { changed } from '../../../acting/problems.ts'
import type { Aim, Devices, Hand, Point } from '../../desktop/input.ts'

/** Where and when each pointer has last pressed. */
const pressedLast = new WeakMap<Devices['pointer'], { readonly point: Point; readonly at: number }>()
/**
 * Within this, toolkits take two presses at one place for a double click, even if something else has appeared there
 * since.
 */
const doubleMs = 500
const samePlace = 10

/** How often an element that moves under the pointer is followed. */
const mostMoves = 5

/**
 * `locate` is asked again once the pointer has arrived; it throws if the element is covered or out of sight. What
 * `work` sends before it first awaits something goes to the window that was found, whatever else happens. Without
 * `arrived` nothing is pressed.
 */
export async function pointAt(
  { pointer }: Devices,
  signal: AbortSignal,
  locate: () => Promise<Aim>,
  work: (hand: Hand) => Promise<void>,
  arrived: (() => Promise<void>) | undefined,
): Promise<void> {
  const presses = arrived !== undefined
  await pointer.settled(signal)
  let aim = await locate()
  const last = presses ? pressedLast.get(pointer) : undefined
  const left = last !== undefined && isNear(last.point, aim.point) ? last.at + doubleMs - performance.now() : 0
  if (left > 0) await pause(left, signal)
  for (let moves = 0; moves < mostMoves; moves++) {
    await pointer.move(aim, signal)
    await arrived?.()
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
