/**
 * The pointer on an element: it is moved there first, the application reacts, and what is under it is asked of the
 * window system. Only then is anything pressed, so that a press hits its element or nothing.
 */
import { changed } from '../../../acting/problems.ts'
import type { Aim, Devices, Hand } from '../../desktop/input.ts'

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
): Promise<void> {
  await pointer.settled(signal)
  let aim = await locate()
  for (let moves = 0; moves < mostMoves; moves++) {
    await pointer.move(aim, signal)
    const now = await locate()
    const isSame = now.point.x === aim.point.x && now.point.y === aim.point.y
    const begun = isSame ? await pointer.hold(now, work) : undefined
    if (begun !== undefined) return await begun.done
    aim = now
  }
  throw changed('moved', 'The element does not stay under the pointer.')
}
