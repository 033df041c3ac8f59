/** A virtual pointer, and the seat's keyboard. */
import { Turns } from '../../../time-limit.ts'
import { pause } from '../../acting/polling.ts'
import { handOf, type PointerDevice } from '../desktop/hand.ts'
import type { Aim, Devices, Hand, Input, Pointer } from '../desktop/input.ts'
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
    const device = await this.#on(signal)
    device.move(point)
    await device.sync()
  }

  /** Where the pointer is nobody tells: it is put there again before it is used. */
  async hold(aim: Aim, work: (hand: Hand) => Promise<void>): Promise<{ readonly done: Promise<void> } | undefined> {
    const { signal } = new AbortController()
    const { x, y } = aim.point
    if ((await this.#windows.at(x, y, signal)).top !== aim.top) return undefined
    const device = await this.#on(signal)
    return { done: work(handOf(device, aim.point)) }
  }

  /** On the screen as it is now. */
  async #on(signal: AbortSignal): Promise<PointerDevice> {
    const screen = await this.#windows.screen(signal)
    const within = (at: number, size: number) => Math.min(size - 1, Math.max(0, Math.round(at))) * parts + 1
    const send = (name: string, ...args: readonly number[]) => {
      this.#device.send(name, ...args)
      this.#device.send('frame')
    }
    const connection = this.#connection
    return {
      move: ({ x, y }) => {
        const place = [within(x - screen.x, screen.width), within(y - screen.y, screen.height)]
        send('motion_absolute', now(), ...place, screen.width * parts, screen.height * parts)
      },
      button: (button, isDown) => send('button', now(), buttons[button], isDown ? 1 : 0),
      notch: (isAcross, isBack) => {
        const sign = isBack ? -1 : 1
        this.#device.send('axis_source', wheel)
        send('axis_discrete', now(), isAcross ? axes.horizontal : axes.vertical, sign * notch, sign)
      },
      sync: () => connection.sync(),
      seen: async () => {},
      get closed() {
        return connection.closed
      },
    }
  }
}
