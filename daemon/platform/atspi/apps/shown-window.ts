/** A window as its application reports it on the accessibility bus, for when the window system reports nothing. */
import { drawnBox } from '../read/room.ts'
import { hasState, State } from '../read/states.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import { ask, property, type Queried } from '../wire/access.ts'
import { statesOf } from '../wire/cache-items.ts'

export interface ShownWindow {
  /** Its application's connection, and the window's path there. */
  readonly name: string
  readonly pid: number
  readonly title: string
  readonly toolkit: Toolkit
  readonly active: boolean
  readonly modal: boolean
  /** In the toolkit's units; undefined for a window that is not drawn. */
  readonly size?: { readonly width: number; readonly height: number }
}

export async function shownWindow(queried: Queried, pid: number): Promise<ShownWindow> {
  const [title, [said], box] = await Promise.all([
    property(queried, 'Accessible', 'Name'),
    ask(queried, 'Accessible', 'GetState'),
    drawnBox(queried),
  ])
  const { ref, access } = queried
  const states = statesOf(said)
  return {
    ...{ name: `${ref.bus}${ref.path}`, pid, title: String(title ?? ''), toolkit: access.toolkit },
    active: hasState(states, State.active),
    modal: hasState(states, State.modal),
    ...(box !== undefined && { size: { width: box.width, height: box.height } }),
  }
}
