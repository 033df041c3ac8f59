/** The virtual keyboard and pointer of wlroots. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Frame } from '../../../../api-schema/element.ts'
import { pause } from '../../acting/polling.ts'
import type { PointerDevice } from '../desktop/hand.ts'
import type { Devices } from '../desktop/input.ts'
import type { Selection } from '../desktop/selection.ts'
import type { DesktopWindows } from '../desktop/windows.ts'
import type { WlConnection, WlObject } from '../wayland/connection.ts'
import { buttonCodes } from '../wayland/evdev.ts'
import { WlKeyboard } from '../wayland/keyboard.ts'
import { WlPointer, within } from '../wayland/pointer.ts'
import { now, VirtualKeyboard } from './virtual-keyboard.ts'

const axes = { vertical: 0, horizontal: 1 } as const
const wheel = 0
/** What compositors send for one notch. */
const notch = 15
/** Half units: points are in the middle of a unit. */
const parts = 2
/** Applications without pointer and keyboard ask for them once the seat has some. */
const announcedMs = 400

export async function virtualDevices(
  connection: WlConnection,
  windows: DesktopWindows,
  selection: Selection,
): Promise<Devices> {
  const seat = connection.bind('wl_seat', 5)
  let capabilities = 0
  seat.on({ capabilities: (bits: number) => (capabilities = bits) })
  await connection.sync()
  const had = capabilities
  const create = (manager: string, what: string) => connection.bind(manager, 1).send(`create_${what}`, seat)
  const keyboard = new VirtualKeyboard(connection, create('zwp_virtual_keyboard_manager_v1', 'virtual_keyboard'))
  await keyboard.announce()
  const object = create('zwlr_virtual_pointer_manager_v1', 'virtual_pointer')
  const pointer = new WlPointer((screen) => virtualPointer(connection, object, screen), windows)
  await connection.sync()
  if (capabilities !== had) await pause(announcedMs, new AbortController().signal)
  return { keyboard: new WlKeyboard(keyboard, windows), pointer, selection }
}

function virtualPointer(connection: WlConnection, object: WlObject, screen: Frame): PointerDevice {
  const send = (name: string, ...args: readonly number[]) => {
    object.send(name, ...args)
    object.send('frame')
  }
  return {
    move: (to) => {
      const { x, y } = within(to, screen)
      const place = [(x - screen.x) * parts + 1, (y - screen.y) * parts + 1]
      send('motion_absolute', now(), ...place, screen.width * parts, screen.height * parts)
    },
    button: (button, isDown) => send('button', now(), buttonCodes[button], isDown ? 1 : 0),
    notch: (isAcross, isBack) => {
      const sign = isBack ? -1 : 1
      object.send('axis_source', wheel)
      send('axis_discrete', now(), isAcross ? axes.horizontal : axes.vertical, sign * notch, sign)
    },
    rest: wait,
    sync: () => connection.sync(),
    seen: async () => {},
    get closed() {
      return connection.closed
    },
  }
}
