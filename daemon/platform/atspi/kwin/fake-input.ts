/** Keys and pointer through KWin's fake_input, which only the program allowed by the person gets. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Frame } from '../../../../api-schema/element.ts'
import type { PointerDevice } from '../desktop/hand.ts'
import type { Devices } from '../desktop/input.ts'
import { type Stroke, shift } from '../desktop/keysyms.ts'
import type { Selection } from '../desktop/selection.ts'
import type { DesktopWindows } from '../desktop/windows.ts'
import type { WlConnection, WlObject } from '../wayland/connection.ts'
import { buttonCodes } from '../wayland/evdev.ts'
import { type KeyDevice, WlKeyboard } from '../wayland/keyboard.ts'
import { LayoutKeys, shiftKey } from '../wayland/layout.ts'
import { WlPointer, within } from '../wayland/pointer.ts'

export const fakeInput = 'org_kde_kwin_fake_input'
/** The first version that takes characters to type, whatever the layout. */
const withKeysyms = 6
const axes = { vertical: 0, horizontal: 1 } as const
/** What compositors send for one notch. */
const notch = 15

export interface FakeInputOptions {
  readonly windows: DesktopWindows
  readonly selection: Selection
  /** In the form of DISPLAY. */
  readonly display: string | undefined
}

export async function fakeDevices(connection: WlConnection, options: FakeInputOptions): Promise<Devices> {
  const { windows, selection, display } = options
  const device = connection.bind(fakeInput, withKeysyms)
  device.send('authenticate', 'Interface Explorer', 'keys and pointer for agents that may act')
  await connection.sync()
  const isNew = connection.version(fakeInput) >= withKeysyms
  const keys = isNew ? new Keysyms(connection, device) : new KeyCodes(connection, device, display)
  return {
    keyboard: new WlKeyboard(keys, windows),
    pointer: new WlPointer((screen) => fakePointer(connection, device, screen), windows),
    selection,
  }
}

class Keysyms implements KeyDevice {
  readonly #connection: WlConnection
  readonly #device: WlObject

  constructor(connection: WlConnection, device: WlObject) {
    this.#connection = connection
    this.#device = device
  }

  async prepare(strokes: readonly Stroke[]): Promise<number> {
    return strokes.length
  }

  send({ held, keysym }: Stroke): void {
    press(this.#device, 'keyboard_keysym', [...held, keysym])
  }

  async sent(): Promise<void> {
    await this.#connection.sync()
  }

  async foreignCount(): Promise<number> {
    return 0
  }
}

class KeyCodes extends LayoutKeys {
  readonly #connection: WlConnection
  readonly #device: WlObject

  constructor(connection: WlConnection, device: WlObject, display: string | undefined) {
    super(display, 'This version of KWin')
    this.#connection = connection
    this.#device = device
  }

  send({ held, keysym }: Stroke): void {
    const key = this.layout(keysym)!
    const down = held.map((one) => this.layout(one)!.code)
    if (key.shift && !held.includes(shift)) down.push(shiftKey)
    press(this.#device, 'keyboard_key', [...down, key.code])
  }

  async sent(): Promise<void> {
    await this.#connection.sync()
  }
}

/** Presses all in turn, then releases them in reverse. */
function press(device: WlObject, request: 'keyboard_key' | 'keyboard_keysym', all: readonly number[]): void {
  for (const one of all) device.send(request, one, 1)
  for (const one of all.toReversed()) device.send(request, one, 0)
}

function fakePointer(connection: WlConnection, object: WlObject, screen: Frame): PointerDevice {
  return {
    move: (to) => {
      const { x, y } = within(to, screen)
      // The middle of the unit.
      object.send('pointer_motion_absolute', x + 0.5, y + 0.5)
    },
    button: (button, isDown) => object.send('button', buttonCodes[button], isDown ? 1 : 0),
    notch: (isAcross, isBack) =>
      object.send('axis', isAcross ? axes.horizontal : axes.vertical, isBack ? -notch : notch),
    rest: wait,
    sync: () => connection.sync(),
    seen: async () => {},
    get closed() {
      return connection.closed
    },
  }
}
