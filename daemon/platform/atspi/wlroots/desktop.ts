/**
 * A session on a compositor of wlroots (sway, and others with its protocols). Its protocols ask nobody's consent. They tell
 * neither whose a window is nor where: that takes a socket of the compositor's own, which sway has. Without one there are
 * pictures and the clipboard.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../../platform.ts'
import { type Desktop, type Pictures, screenshotsFinding } from '../desktop/desktop.ts'
import { byOwnActions, type Missing } from '../desktop/missing.ts'
import { NoDesktop } from '../desktop/none.ts'
import type { Selection } from '../desktop/selection.ts'
import { WlConnection } from './connection.ts'
import { boundsOf, outputsOf, release } from './outputs.ts'
import { WlPictures } from './pictures.ts'
import { WlInput } from './pointer.ts'
import { WlSelection } from './selection.ts'
import { SwayManager, SwayWindows } from './sway.ts'
import { SwayIpc } from './sway-ipc.ts'

const needed = ['zwp_virtual_keyboard_manager_v1', 'zwlr_virtual_pointer_manager_v1', 'zxdg_output_manager_v1']

const noPlaces: Missing = {
  why: 'This Wayland compositor tells no program whose a window is, or where: keys and pointer would go astray.',
  remedy: byOwnActions,
}

export interface Surroundings {
  readonly XDG_RUNTIME_DIR?: string | undefined
  readonly SWAYSOCK?: string | undefined
}

export class WlrootsDesktop implements Desktop {
  readonly input: Desktop['input']
  readonly windows: Desktop['windows']
  readonly manager: Desktop['manager']
  readonly pictures: Pictures
  readonly clipboard: Selection
  readonly #connection: WlConnection
  readonly #ipc: SwayIpc | undefined

  private constructor(connection: WlConnection, ipc: SwayIpc | undefined) {
    this.#connection = connection
    this.#ipc = ipc
    this.pictures = new WlPictures(connection)
    this.clipboard = new WlSelection(connection)
    if (ipc === undefined) {
      const none = new NoDesktop({ ...noPlaces, session: 'Wayland', isShown: true })
      const screen = async () => {
        const outputs = await outputsOf(connection)
        release(outputs)
        return boundsOf(outputs)
      }
      this.windows = { ...none.windows, screen }
      this.manager = none.manager
      this.input = none.input
    } else {
      const windows = new SwayWindows(ipc, connection)
      this.windows = windows
      this.manager = new SwayManager(ipc, windows)
      this.input = new WlInput(connection, windows, this.clipboard)
    }
  }

  /** Undefined where nobody listens at the socket, or the compositor lacks the protocols. */
  static async open(socket: string, env: Surroundings): Promise<WlrootsDesktop | undefined> {
    const folder = env.XDG_RUNTIME_DIR ?? '/'
    const connection = await WlConnection.open(socket, folder).catch(() => undefined)
    if (connection === undefined) return undefined
    if (!needed.every((one) => connection.has(one))) {
      connection.close()
      return undefined
    }
    const named = env.SWAYSOCK ? [env.SWAYSOCK] : []
    for (const path of [...named, ...swaySockets(folder)]) {
      const ipc = await SwayIpc.open(path)
      if (ipc !== undefined) return new WlrootsDesktop(connection, ipc)
    }
    return new WlrootsDesktop(connection, undefined)
  }

  get closed(): string | undefined {
    return this.#connection.closed ?? (this.#ipc?.isClosed ? 'sway is gone' : undefined)
  }

  async open(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async findings(signal: AbortSignal): Promise<Finding[]> {
    const screen = await this.windows.screen(signal)
    const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail })
    const unless = (missing: Missing | undefined, found: Finding): Finding =>
      missing === undefined
        ? found
        : { what: found.what, state: 'missing', detail: missing.why, remedy: missing.remedy }
    const by = this.#ipc === undefined ? 'a compositor of wlroots' : 'sway'
    return [
      { what: 'session', state: 'note', detail: `Wayland: ${by}; it asks nobody's consent` },
      unless(this.input.missing, ok('input', 'keys and pointer by virtual devices')),
      unless(this.pictures.missing, screenshotsFinding(screen)),
      unless(this.windows.missing, ok('windows', 'managed by sway')),
      unless(this.clipboard.missing, ok('clipboard', 'by data control')),
    ]
  }

  close(): void {
    this.#connection.close()
    this.#ipc?.close()
  }
}

/** In case its variable did not come along. */
function swaySockets(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^sway-ipc\..*\.sock$/.test(name) ? [join(folder, name)] : []))
  } catch {
    return []
  }
}
