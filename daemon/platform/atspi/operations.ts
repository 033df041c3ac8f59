/** Actions on applications: through their own interfaces, and through the window system where there is one. */

import { perform } from './act/act.ts'
import { check } from './act/check.ts'
import type { Tools } from './act/subject.ts'
import { capture } from './capture/capture.ts'
import { Geometry } from './geometry/frames.ts'
import { Input } from './input/input.ts'
import type { AppAccess, Operations } from './wire/access.ts'
import { noX11 } from './x11/connection.ts'
import type { Selection } from './x11/selection.ts'
import { XServer } from './x11/server.ts'
import { WindowManager } from './x11/window-manager.ts'
import { Windows } from './x11/windows.ts'

export class DesktopOperations implements Operations {
  readonly #server: XServer
  readonly #tools: Tools
  /** For applications whose windows are on Wayland: the X server beside it cannot reach them. */
  readonly #without: Tools

  constructor(server: XServer, windows: Windows, selection: Selection) {
    this.#server = server
    this.#tools = toolsOf(server, windows, selection)
    const none = new XServer({ XDG_SESSION_TYPE: 'wayland' })
    this.#without = toolsOf(none, new Windows(none))
  }

  readonly frames: Operations['frames'] = async (access, keys, signal) =>
    (await this.#for(access, signal)).geometry.frames(access, keys, signal)
  readonly at: Operations['at'] = async (access, x, y, signal) => {
    const { geometry, windows } = this.#tools
    if (windows.isWayland && !windows.available) throw noX11('On Wayland no program is told where anything is.')
    return await geometry.at(access, x, y, signal)
  }
  readonly check: Operations['check'] = async (access, key, act, signal) =>
    check(access, await this.#for(access, signal), key, act, signal)
  readonly perform: Operations['perform'] = async (access, key, act, signal) =>
    perform(access, await this.#for(access, signal), key, act, signal)
  readonly capture: Operations['capture'] = (access, options, signal) =>
    capture(this.#server, access, this.#tools, options, signal)

  async #for({ owner }: AppAccess, signal: AbortSignal): Promise<Tools> {
    const { windows } = this.#tools
    if (!windows.isWayland) return this.#tools
    const own = await windows.windowsOf(owner, signal).catch(() => [])
    signal.throwIfAborted()
    return own.length === 0 ? this.#without : this.#tools
  }

  /** Why keys and pointer cannot be used, as far as is known. */
  get inputMissing(): string | undefined {
    return this.#tools.input.missing
  }

  /** Restores the keyboard; call before closing the server. */
  close(): void {
    this.#tools.input.close()
  }
}

function toolsOf(server: XServer, windows: Windows, selection?: Selection): Tools {
  const input = new Input(server, selection)
  return { geometry: new Geometry(windows), windows, manager: new WindowManager(server), input }
}
