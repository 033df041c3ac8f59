/** Keys and pointer through Mutter's remote desktop. */

import { setTimeout as wait } from 'node:timers/promises'
import { pause } from '../../acting/polling.ts'
import { unsupported } from '../../acting/problems.ts'
import { handOf, type PointerDevice } from '../desktop/hand.ts'
import type { Aim, Devices, Hand, Point, Pointer } from '../desktop/input.ts'
import { type Stroke, shift } from '../desktop/keysyms.ts'
import type { Selection } from '../desktop/selection.ts'
import type { WlConnection } from '../wayland/connection.ts'
import { buttonCodes } from '../wayland/evdev.ts'
import { WlKeyboard } from '../wayland/keyboard.ts'
import { LayoutKeys } from '../wayland/layout.ts'
import type { MutterSession, WindowPointer } from './session.ts'
import type { MutterWindows } from './windows.ts'

const axes = { vertical: 0, horizontal: 1 } as const
/** Applications without pointer and keyboard ask for them once the seat has some. */
const announcedMs = 1000

export interface MutterInputOptions {
  readonly windows: MutterWindows
  readonly selection: Selection
  /** In the form of DISPLAY. */
  readonly display: string | undefined
}

export async function mutterDevices(
  session: MutterSession,
  connection: WlConnection,
  { windows, selection, display }: MutterInputOptions,
): Promise<Devices> {
  await announce(session, connection)
  return {
    keyboard: new WlKeyboard(new MutterKeys(session, display), windows),
    pointer: new MutterPointer(windows),
    selection,
  }
}

/** The first event of a device creates it, and is lost if the seat had none. */
async function announce(session: MutterSession, connection: WlConnection): Promise<void> {
  let capabilities = 0
  const seat = connection.bind('wl_seat', 5).on({ capabilities: (bits: number) => (capabilities = bits) })
  await connection.sync()
  const had = capabilities
  for (const by of [1, -1]) await session.send('NotifyPointerMotionRelative', 'dd', by, 0)
  for (const isDown of [true, false]) await session.send('NotifyKeyboardKeysym', 'ub', shift, isDown)
  await connection.sync()
  seat.send('release')
  if (capabilities !== had) await pause(announcedMs, new AbortController().signal)
}

class MutterKeys extends LayoutKeys {
  readonly #session: MutterSession
  #sent: Promise<unknown>[] = []

  constructor(session: MutterSession, display: string | undefined) {
    super(display, 'GNOME')
    this.#session = session
  }

  /** Mutter finds the keys of the layout that produce it. */
  send({ held, keysym }: Stroke): void {
    const all = [...held, keysym]
    for (const one of all) this.#sent.push(this.#session.send('NotifyKeyboardKeysym', 'ub', one, true))
    for (const one of all.toReversed()) this.#sent.push(this.#session.send('NotifyKeyboardKeysym', 'ub', one, false))
  }

  async sent(): Promise<void> {
    await Promise.all(this.#sent.splice(0))
  }
}

class MutterPointer implements Pointer {
  readonly #windows: MutterWindows

  constructor(windows: MutterWindows) {
    this.#windows = windows
  }

  async settled(): Promise<void> {}

  async move({ point, window }: Aim, signal: AbortSignal): Promise<void> {
    const device = await this.#within(window, signal)
    device.move(point)
    await device.sync()
  }

  /** Nobody reports where the pointer is, so it is put there again before it is used. */
  async hold({ point, top, window }: Aim, work: (hand: Hand) => Promise<void>) {
    const { signal } = new AbortController()
    const device = await this.#within(window, signal)
    if ((await this.#windows.at(point.x, point.y, signal)).top !== top) return undefined
    return { done: work(handOf(device, point)) }
  }

  async #within(window: number, signal: AbortSignal): Promise<PointerDevice> {
    const pointer = await this.#windows.pointerOf(window, signal)
    if (pointer === undefined)
      throw unsupported(
        'The pointer reaches only the window that has the keyboard on GNOME, and that is another.',
        'Call {interact} with action raise on the window, then try again.',
      )
    return pointerIn(pointer, await this.#windows.originOf(window, signal))
  }
}

/** `origin`: where the window's own coordinates begin in the stream. */
function pointerIn({ session, stream }: WindowPointer, origin: Point): PointerDevice {
  const sent: Promise<unknown>[] = []
  const send = (member: string, signature: string, ...body: readonly unknown[]) => {
    const one = session.send(member, signature, ...body)
    // Whoever waits for all of them gets the error.
    one.catch(() => {})
    sent.push(one)
  }
  return {
    // The middle of the unit; Mutter stops at the window's edge.
    move: ({ x, y }) => send('NotifyPointerMotionAbsolute', 'sdd', stream, origin.x + x + 0.5, origin.y + y + 0.5),
    button: (button, isDown) => send('NotifyPointerButton', 'ib', buttonCodes[button], isDown),
    notch: (isAcross, isBack) =>
      send('NotifyPointerAxisDiscrete', 'ui', isAcross ? axes.horizontal : axes.vertical, isBack ? -1 : 1),
    rest: wait,
    sync: async () => {
      await Promise.all(sent.splice(0))
    },
    seen: async () => {},
    get closed() {
      return session.ended
    },
  }
}
