/** The X server's keyboard and pointer, by its extension XTEST. Points are pixels of the root window. */
import { Problem } from '../../../problem.ts'
import { Turns } from '../../../time-limit.ts'
import { stepsOf } from '../../acting/way.ts'
import {
  type Aim,
  type Button,
  type Devices,
  dragSteps,
  type Hand,
  type Input,
  notchesOf,
  type Point,
  type Pointer,
} from '../desktop/input.ts'
import type { Missing } from '../desktop/missing.ts'
import type { Selection } from '../desktop/selection.ts'
import { fake, useX, type XConnection } from './connection.ts'
import { XKeyboard } from './keyboard.ts'
import { hasProcessedInput } from './ping.ts'
import type { XServer } from './server.ts'
import { underPointer } from './windows.ts'

const buttons = { left: 1, middle: 2, right: 3 } as const
const wheels = { up: 4, down: 5, left: 6, right: 7 } as const
/**
 * Toolkits handle moves once per screen refresh and merge those in between; they only recognise a drag after several.
 */
const frameMs = 20
/** A drop right on arrival is not registered as over its target. */
const restMs = 60

export class XPointer implements Pointer {
  readonly #connection: XConnection
  readonly #keyboard: XKeyboard

  constructor(connection: XConnection, keyboard: XKeyboard) {
    this.#connection = connection
    this.#keyboard = keyboard
  }

  settled(signal: AbortSignal): Promise<void> {
    return this.#keyboard.settled(signal)
  }

  async move({ point, window }: Aim, signal: AbortSignal): Promise<void> {
    moveTo(this.#connection, point)
    await hasProcessedInput(this.#connection, window, signal)
  }

  async hold(aim: Aim, work: (hand: Hand) => Promise<void>): Promise<{ readonly done: Promise<void> } | undefined> {
    const { point } = aim
    return await this.#connection.alone(async () => {
      const { top, x, y } = await underPointer(this.#connection)
      return top === aim.top && x === point.x && y === point.y ? { done: work(this.#hand(aim)) } : undefined
    })
  }

  #hand({ point, window }: Aim): Hand {
    const connection = this.#connection
    return {
      press: (button, count) => press(connection, point, button, count),
      hover: () => hover(connection, point),
      drag: (on, signal) => drag(connection, [point, ...on], window, signal),
      wheel: (x, y) => wheel(connection, point, x, y),
    }
  }
}

/** Points beyond the screen stop at its edge, as with a mouse. */
function moveTo(connection: XConnection, { x, y }: Point): void {
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

async function hover(connection: XConnection, at: Point): Promise<void> {
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

async function wheel(connection: XConnection, at: Point, x: number, y: number): Promise<void> {
  moveTo(connection, at)
  turn(connection, y < 0 ? wheels.up : wheels.down, y)
  turn(connection, x < 0 ? wheels.left : wheels.right, x)
  await connection.sync()
}

function turn(connection: XConnection, button: number, pixels: number): void {
  const notches = notchesOf(pixels)
  for (let done = 0; done < notches; done++) {
    connection.fake(fake.buttonPress, button)
    connection.fake(fake.buttonRelease, button)
  }
}

interface XDevices extends Devices {
  readonly connection: XConnection
  readonly keyboard: XKeyboard
}

export class XInput implements Input {
  readonly by = 'xtest'
  readonly #server: XServer
  readonly #selection: Selection
  #devices: XDevices | undefined
  readonly #turns = new Turns()

  constructor(server: XServer, selection: Selection) {
    this.#server = server
    this.#selection = selection
  }

  get missing(): Missing | undefined {
    return this.#server.connected?.canFake === false ? { why: noXtest, remedy: useX } : undefined
  }

  async use<T>(signal: AbortSignal, work: (devices: Devices) => Promise<T>): Promise<T> {
    const connection = await this.#server.open(signal)
    if (!connection.canFake) throw new Problem('unsupported_here', { message: noXtest })
    return await this.#turns.run(signal, async () => {
      if (this.#devices?.connection !== connection) {
        const keyboard = new XKeyboard(connection)
        const pointer = new XPointer(connection, keyboard)
        this.#devices = { connection, keyboard, pointer, selection: this.#selection }
      }
      return await work(this.#devices)
    })
  }

  /** Restores the keyboard; call before closing the server. */
  close(): void {
    this.#devices?.keyboard.restore()
  }
}

const noXtest = 'The X server lacks the extension XTEST: keys and pointer cannot be used.'
