/** Mouse input by XTEST: moves, presses, drags and wheel turns. Points are pixels of the root window. */

import { stepsOf } from '../../acting/way.ts'
import { fake, type XConnection } from '../x11/connection.ts'
import { hasProcessedInput } from '../x11/ping.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export const buttons = { left: 1, middle: 2, right: 3 } as const
export type Button = keyof typeof buttons

const wheels = { up: 4, down: 5, left: 6, right: 7 } as const
/** Roughly how far toolkits scroll for one notch of the wheel. */
const pixelsPerNotch = 50
const mostNotches = 200
const dragSteps = 8
/**
 * Toolkits handle moves once per screen refresh and merge those in between; they only recognise a drag after several.
 */
const frameMs = 20
/** A drop right on arrival is not registered as over its target. */
const restMs = 60

/** Points beyond the screen stop at its edge, as with a mouse. */
export function moveTo(connection: XConnection, { x, y }: Point): void {
  const { width, height } = connection.size
  const within = (at: number, size: number) => Math.min(size - 1, Math.max(0, Math.round(at)))
  connection.fake(fake.motion, 0, within(x, width), within(y, height))
}

export async function press(connection: XConnection, at: Point, button: Button, count: 1 | 2): Promise<void> {
  moveTo(connection, at)
  for (let done = 0; done < count; done++) {
    connection.fake(fake.buttonPress, buttons[button])
    connection.fake(fake.buttonRelease, buttons[button])
  }
  await connection.sync()
}

export async function hover(connection: XConnection, at: Point): Promise<void> {
  // A move to where the pointer already is causes no event.
  moveTo(connection, { x: at.x - 1, y: at.y })
  moveTo(connection, at)
  await connection.sync()
}

/** Presses at the first point and releases at the last, with moves along the others that the application sees one by one. */
export async function drag(
  connection: XConnection,
  [from, ...on]: readonly [Point, ...Point[]],
  window: number,
  signal: AbortSignal,
): Promise<void> {
  moveTo(connection, from)
  connection.fake(fake.buttonPress, buttons.left)
  try {
    for (const at of stepsOf([from, ...on], dragSteps)) {
      await hasProcessedInput(connection, window, signal)
      moveTo(connection, at)
      await connection.until(async () => false, frameMs, signal)
    }
    await hasProcessedInput(connection, window, signal)
    await connection.until(async () => false, restMs, signal)
  } catch (error) {
    // Nothing is dropped where it was not meant to be yet.
    if (connection.closed === undefined) moveTo(connection, from)
    throw error
  } finally {
    if (connection.closed === undefined) connection.fake(fake.buttonRelease, buttons.left)
  }
  await connection.sync()
}

/** Turns the wheel: `x` to the right, `y` down, in pixels, rounded to notches. */
export async function wheel(connection: XConnection, at: Point, x: number, y: number): Promise<void> {
  moveTo(connection, at)
  turn(connection, y < 0 ? wheels.up : wheels.down, y)
  turn(connection, x < 0 ? wheels.left : wheels.right, x)
  await connection.sync()
}

function turn(connection: XConnection, button: number, pixels: number): void {
  const notches = pixels === 0 ? 0 : Math.min(mostNotches, Math.max(1, Math.round(Math.abs(pixels) / pixelsPerNotch)))
  for (let done = 0; done < notches; done++) {
    connection.fake(fake.buttonPress, button)
    connection.fake(fake.buttonRelease, button)
  }
}
