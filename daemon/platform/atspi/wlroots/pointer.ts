/** A virtual pointer, and the seat's keyboard. */
import { Turns } from '../../../time-limit.ts'
import { pause } from '../../acting/polling.ts'
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
import type { Selection } from '../desktop/selection.ts'
import type { DesktopWindows } from '../desktop/windows.ts'
import type { WlConnection, WlObject } from './connection.ts'
import { now, WlKeyboard } from './keyboard.ts'

/** As Linux numbers them. */
const buttons = { left: 0x110, right: 0x111, middle: 0x112 } as const
const axes = { vertical: 0, horizontal: 1 } as const
const wheel = 0
/** What compositors give for a notch. */
const notch = 15
/** Points lie in the middle of a unit. */
const parts = 2
/** Applications that had neither pointer nor keyboard ask for them once there are. */
const announcedMs = 400
/** Toolkits handle moves once per screen refresh. */
const frameMs = 20
/** A drop right on arrival is not registered as over its target. */
const restMs = 60

export class WlInput implements Input {
  readonly by = 'virtual keyboard and pointer'
  readonly #connection: WlConnection
  readonly #windows: DesktopWindows
  readonly #selection: Selection
  #devices: Promise<Devices> | undefined
  readonly #turns = new Turns()

  constructor(connection: WlConnection, windows: DesktopWindows, selection: Selection) {
    this.#connection = connection
    this.#windows = windows
    this.#selection = selection
  }

  async use<T>(signal: AbortSignal, work: (devices: Devices) => Promise<T>): Promise<T> {
    return await this.#turns.run(signal, async () => {
      this.#devices ??= this.#plugIn()
      return await work(await this.#devices)
    })
  }

  /** They stay for as long as the connection does: what comes and goes is announced to every application. */
  async #plugIn(): Promise<Devices> {
    const connection = this.#connection
    const seat = connection.bind('wl_seat', 5)
    let capabilities = 0
    seat.on({ capabilities: (bits: number) => (capabilities = bits) })
    await connection.sync()
    const had = capabilities
    const create = (manager: string, what: string, version: number) =>
      connection.bind(manager, version).send(`create_${what}`, seat)
    const keys = create('zwp_virtual_keyboard_manager_v1', 'virtual_keyboard', 1)
    const keyboard = new WlKeyboard(connection, keys, this.#windows)
    await keyboard.prepare()
    const pointer = new WlPointer(
      connection,
      create('zwlr_virtual_pointer_manager_v1', 'virtual_pointer', 1),
      this.#windows,
    )
    await connection.sync()
    if (capabilities !== had) await pause(announcedMs, new AbortController().signal)
    return { keyboard, pointer, selection: this.#selection }
  }
}

class WlPointer implements Pointer {
  readonly #connection: WlConnection
  readonly #device: WlObject
  readonly #windows: DesktopWindows

  constructor(connection: WlConnection, device: WlObject, windows: DesktopWindows) {
    this.#connection = connection
    this.#device = device
    this.#windows = windows
  }

  async settled(): Promise<void> {}

  async move({ point }: Aim, signal: AbortSignal): Promise<void> {
    await this.#move(point, signal)
    await this.#connection.sync()
  }

  /** Where the pointer is nobody tells: it is put there again before it is used. */
  async hold(aim: Aim, work: (hand: Hand) => Promise<void>): Promise<{ readonly done: Promise<void> } | undefined> {
    const { signal } = new AbortController()
    const { x, y } = aim.point
    if ((await this.#windows.at(x, y, signal)).top !== aim.top) return undefined
    const place = await this.#placeOf(aim.point, signal)
    return { done: work(this.#hand(aim.point, place)) }
  }

  #hand(at: Point, place: readonly number[]): Hand {
    const end = () => this.#connection.sync()
    return {
      press: async (button, count) => {
        this.#put(place)
        for (let done = 0; done < count; done++) for (const state of [1, 0]) this.#button(button, state)
        await end()
      },
      hover: async () => {
        // A move to where the pointer already is causes no event.
        const [x = 0, ...rest] = place
        this.#put([Math.max(0, x - parts), ...rest])
        this.#put(place)
        await end()
      },
      drag: (on, signal) => this.#drag([at, ...on], signal),
      wheel: async (x, y) => {
        this.#put(place)
        this.#turn(axes.vertical, y)
        this.#turn(axes.horizontal, x)
        await end()
      },
    }
  }

  async #drag(way: readonly [Point, ...Point[]], signal: AbortSignal): Promise<void> {
    await this.#move(way[0], signal)
    this.#button('left', 1)
    try {
      for (const to of stepsOf(way, dragSteps)) {
        await this.#move(to, signal)
        await pause(frameMs, signal)
      }
      await pause(restMs, signal)
    } catch (error) {
      // Nothing is dropped where it was not meant to be yet.
      if (this.#connection.closed === undefined) await this.#move(way[0], new AbortController().signal)
      throw error
    } finally {
      if (this.#connection.closed === undefined) this.#button('left', 0)
    }
    await this.#connection.sync()
  }

  async #move(to: Point, signal: AbortSignal): Promise<void> {
    this.#put(await this.#placeOf(to, signal))
  }

  async #placeOf({ x, y }: Point, signal: AbortSignal): Promise<readonly number[]> {
    const screen = await this.#windows.screen(signal)
    const within = (at: number, size: number) => Math.min(size - 1, Math.max(0, Math.round(at))) * parts + 1
    const place = [within(x - screen.x, screen.width), within(y - screen.y, screen.height)]
    return [...place, screen.width * parts, screen.height * parts]
  }

  #put(place: readonly number[]): void {
    this.#device.send('motion_absolute', now(), ...place)
    this.#device.send('frame')
  }

  #button(button: Button, state: number): void {
    this.#device.send('button', now(), buttons[button], state)
    this.#device.send('frame')
  }

  #turn(axis: number, pixels: number): void {
    const sign = Math.sign(pixels)
    for (let done = 0; done < notchesOf(pixels); done++) {
      this.#device.send('axis_source', wheel)
      this.#device.send('axis_discrete', now(), axis, sign * notch, sign)
      this.#device.send('frame')
    }
  }
}
