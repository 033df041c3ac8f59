/** The X server's keyboard and pointer, through its XTEST extension. Points are pixels of the root window. */
import { Problem } from '../../../problem.ts'
import { Turns } from '../../../time-limit.ts'
import { handOf, type PointerDevice } from '../desktop/hand.ts'
import type { Aim, Devices, Hand, Input, Pointer } from '../desktop/input.ts'
import type { Missing } from '../desktop/missing.ts'
import type { Selection } from '../desktop/selection.ts'
import { fake, useX, type XConnection } from './connection.ts'
import { XKeyboard } from './keyboard.ts'
import { hasProcessedInput } from './ping.ts'
import type { XServer } from './server.ts'
import { underPointer } from './windows.ts'

const buttons = { left: 1, middle: 2, right: 3 } as const

class XPointer implements Pointer {
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
    const device = pointerOf(this.#connection, window)
    device.move(point)
    await device.seen(signal)
  }

  async hold(aim: Aim, work: (hand: Hand) => Promise<void>): Promise<{ readonly done: Promise<void> } | undefined> {
    const { point } = aim
    return await this.#connection.alone(async () => {
      const { top, x, y } = await underPointer(this.#connection)
      return top === aim.top && x === point.x && y === point.y
        ? { done: work(handOf(pointerOf(this.#connection, aim.window), point)) }
        : undefined
    })
  }
}

/** `window`: the one to ask whether it has seen its input. */
export function pointerOf(connection: XConnection, window: number): PointerDevice {
  const { width, height } = connection.size
  const within = (at: number, size: number) => Math.min(size - 1, Math.max(0, Math.round(at)))
  let afterMs = 0
  const send = (type: number, detail: number, x?: number, y?: number) => {
    connection.fake(type, detail, x, y, afterMs)
    afterMs = 0
  }
  return {
    move: ({ x, y }) => send(fake.motion, 0, within(x, width), within(y, height)),
    button: (button, isDown) => send(isDown ? fake.buttonPress : fake.buttonRelease, buttons[button]),
    notch: (isAcross, isBack) => {
      const wheel = (isAcross ? 6 : 4) + (isBack ? 0 : 1)
      for (const type of [fake.buttonPress, fake.buttonRelease]) send(type, wheel)
    },
    // The server waits within the same grab, so that no window can come between the inputs.
    rest: (ms) => {
      afterMs = ms
      return undefined
    },
    sync: () => connection.sync(),
    seen: (signal) => hasProcessedInput(connection, window, signal),
    get closed() {
      return connection.closed
    },
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
