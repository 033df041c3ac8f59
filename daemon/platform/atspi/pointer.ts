/** What a mouse does, by XTEST: moves, presses, drags, turns its wheel. Points are pixels of the root window. */
import { hasTaken } from './ping.ts'
import { fake, type XConnection } from './x11.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export const buttons = { left: 1, middle: 2, right: 3 } as const
export type Button = keyof typeof buttons

const wheels = { up: 4, down: 5, left: 6, right: 7 } as const
/** What toolkits scroll for one notch of the wheel, roughly. */
const pixelsPerNotch = 50
const mostNotches = 200
const dragSteps = 8
/** Toolkits look at moves once a frame, and take those between as one: a press is no drag before they saw some. */
const frameMs = 20
/** What is let go as soon as it arrives is not seen to be over its target. */
const restMs = 60

/** To the edge of the screen for what lies beyond, as a mouse would. */
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
  // A move that ends where the pointer is already tells nobody anything.
  moveTo(connection, { x: at.x - 1, y: at.y })
  moveTo(connection, at)
  await connection.sync()
}

/** Presses at one point and lets go at another, with moves between that the application sees one by one. */
export async function drag(
  connection: XConnection,
  from: Point,
  to: Point,
  window: number,
  signal: AbortSignal,
): Promise<void> {
  moveTo(connection, from)
  connection.fake(fake.buttonPress, buttons.left)
  try {
    for (let step = 1; step <= dragSteps; step++) {
      await hasTaken(connection, window, signal)
      const part = step / dragSteps
      moveTo(connection, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
      await connection.until(async () => false, frameMs, signal)
    }
    await hasTaken(connection, window, signal)
    await connection.until(async () => false, restMs, signal)
  } finally {
    if (connection.closed === undefined) connection.fake(fake.buttonRelease, buttons.left)
  }
  await connection.sync()
}

/** Turns the wheel: `x` to the right, `y` down, in pixels as near as notches come to them. */
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
