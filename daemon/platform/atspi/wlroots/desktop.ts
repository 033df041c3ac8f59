/**
 * A session on a wlroots compositor (sway, and others with its protocols). Its protocols require nobody's consent. They
 * report neither whose a window is nor where it is: that takes a compositor's own socket, which sway has. Without one,
 * windows are known as task bars know them, if the compositor has that protocol.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../../platform.ts'
import { type Desktop, findingUnless, okFinding, type Pictures, screenshotsFinding } from '../desktop/desktop.ts'
import { byOwnActions, type Missing } from '../desktop/missing.ts'
import { NoDesktop } from '../desktop/none.ts'
import type { Selection } from '../desktop/selection.ts'
import { WlConnection } from '../wayland/connection.ts'
import { WlInput } from '../wayland/input.ts'
import { boundsOf, outputsOf, release } from '../wayland/outputs.ts'
import { WlSelection } from '../wayland/selection.ts'
import type { Shown } from '../wire/access.ts'
import { WlPictures } from './pictures.ts'
import { SwayManager, SwayWindows } from './sway.ts'
import { SwayIpc } from './sway-ipc.ts'
import { ToplevelManager, Toplevels, toplevelManager } from './toplevels.ts'
import { virtualDevices } from './virtual-devices.ts'

const needed = ['zwp_virtual_keyboard_manager_v1', 'zwlr_virtual_pointer_manager_v1', 'zxdg_output_manager_v1']

const byTaskBars =
  'listed, raised, minimised, closed; where one is, is known while it fills its monitor (action maximize)'

const noPlaces: Missing = {
  why: 'This Wayland compositor tells no program whose a window is, or where: keys and pointer would go astray.',
  remedy: byOwnActions,
}

export interface Surroundings {
  readonly XDG_RUNTIME_DIR?: string | undefined
  readonly SWAYSOCK?: string | undefined
}

/** The applications on the accessibility bus. */
export type ShownBy = (signal: AbortSignal) => Promise<readonly Shown[]>

export class WlrootsDesktop implements Desktop {
  readonly input: Desktop['input']
  readonly windows: Desktop['windows']
  readonly manager: Desktop['manager']
  readonly pictures: Pictures
  readonly clipboard: Selection
  readonly #connection: WlConnection
  readonly #ipc: SwayIpc | undefined

  private constructor(connection: WlConnection, ipc: SwayIpc | undefined, shown: ShownBy) {
    this.#connection = connection
    this.#ipc = ipc
    this.pictures = new WlPictures(connection)
    this.clipboard = new WlSelection(connection)
    if (ipc !== undefined) {
      const windows = new SwayWindows(ipc, connection)
      this.windows = windows
      this.manager = new SwayManager(ipc, windows)
    } else if (connection.has(toplevelManager)) {
      const windows = new Toplevels(connection, shown)
      this.windows = windows
      this.manager = new ToplevelManager(connection, windows)
    } else {
      const none = new NoDesktop({ ...noPlaces, session: 'Wayland', isShown: true })
      const screen = async () => {
        const outputs = await outputsOf(connection)
        release(outputs)
        return boundsOf(outputs)
      }
      this.windows = { ...none.windows, screen }
      this.manager = none.manager
      this.input = none.input
      return
    }
    this.input = new WlInput('virtual keyboard and pointer', () =>
      virtualDevices(connection, this.windows, this.clipboard),
    )
  }

  /** Undefined if nobody listens at the socket, or the compositor lacks the protocols. */
  static async open(socket: string, env: Surroundings, shown: ShownBy): Promise<WlrootsDesktop | undefined> {
    const folder = env.XDG_RUNTIME_DIR ?? '/'
    const connection = await WlConnection.open(socket, folder).catch(() => undefined)
    if (connection === undefined) return undefined
    if (!needed.every((one) => connection.has(one))) {
      connection.close()
      return undefined
    }
    await seat(connection)
    const named = env.SWAYSOCK ? [env.SWAYSOCK] : []
    for (const path of [...named, ...swaySockets(folder)]) {
      const ipc = await SwayIpc.open(path)
      if (ipc !== undefined) return new WlrootsDesktop(connection, ipc, shown)
    }
    return new WlrootsDesktop(connection, undefined, shown)
  }

  get closed(): string | undefined {
    return this.#connection.closed ?? (this.#ipc?.isClosed ? 'sway is gone' : undefined)
  }

  async open(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async findings(signal: AbortSignal): Promise<Finding[]> {
    const screen = await this.windows.screen(signal)
    const by = this.#ipc === undefined ? 'a compositor of wlroots' : 'sway'
    return [
      { what: 'session', state: 'note', detail: `Wayland: ${by}; it asks nobody's consent` },
      findingUnless(this.input.missing, okFinding('input', 'keys and pointer by virtual devices')),
      findingUnless(this.pictures.missing, screenshotsFinding(screen)),
      findingUnless(
        this.windows.missing,
        okFinding('windows', this.#ipc === undefined ? byTaskBars : 'managed by sway'),
      ),
      findingUnless(this.clipboard.missing, okFinding('clipboard', 'by data control')),
    ]
  }

  close(): void {
    this.#connection.close()
    this.#ipc?.close()
  }
}

/** Some compositors have no seat before the first device, and without one no window gets the keyboard. */
async function seat(connection: WlConnection): Promise<void> {
  if (connection.has('wl_seat')) return
  connection.bind('zwlr_virtual_pointer_manager_v1', 1).send('create_virtual_pointer', undefined)
  await connection.sync()
  await connection.sync()
}

/** In case the environment lacks sway's variable. */
function swaySockets(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^sway-ipc\..*\.sock$/.test(name) ? [join(folder, name)] : []))
  } catch {
    return []
  }
}
