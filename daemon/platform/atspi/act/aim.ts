/**
 * The pointer on an element: it is moved there first, the application reacts, and what is under it is asked of the
 * window system. Only then is anything pressed, so that a press hits its element or nothing.
 */
import { changed } from '../../acting/problems.ts'
import type { InputDevices } from '../input/input.ts'
import { moveTo, type Point } from '../input/pointer.ts'
import type { XConnection } from '../x11/connection.ts'
import { hasProcessedInput } from '../x11/ping.ts'
import { underPointer } from '../x11/windows.ts'

export interface Aim {
  readonly point: Point
  /** The child of the root window that takes a press there. */
  readonly top: number
  /** The application's window, which is asked whether it has processed its input. */
  readonly window: number
}

export interface Pointing extends Aim {
  readonly connection: XConnection
}

/** An element that goes on moving under the pointer is not followed for ever. */
const mostMoves = 5

/**
 * `locate` is asked again once the pointer has come; it throws where the element is covered or out of sight. What
 * `work` sends before it first awaits something goes to the window that was found, whatever else happens.
 */
export async function pointAt(
  { connection, keyboard }: InputDevices,
  signal: AbortSignal,
  locate: () => Promise<Aim>,
  work: (at: Pointing) => Promise<void>,
): Promise<void> {
  await keyboard.settled(signal)
  let aim = await locate()
  for (let moves = 0; moves < mostMoves; moves++) {
    moveTo(connection, aim.point)
    await hasProcessedInput(connection, aim.window, signal)
    const now = await locate()
    const isSame = now.point.x === aim.point.x && now.point.y === aim.point.y
    const begun = isSame ? await begin(connection, now, work) : undefined
    if (begun !== undefined) return await begun.done
    aim = now
  }
  throw changed('moved', 'The element does not stay under the pointer.')
}

/** Undefined where the pointer, or the window under it, is another one by now. */
async function begin(
  connection: XConnection,
  aim: Aim,
  work: (at: Pointing) => Promise<void>,
): Promise<{ readonly done: Promise<void> } | undefined> {
  return await connection.alone(async () => {
    const { top, x, y } = await underPointer(connection)
    return top === aim.top && x === aim.point.x && y === aim.point.y
      ? { done: work({ ...aim, connection }) }
      : undefined
  })
}
