/** Actions on applications: through their own interfaces, and through the window system where there is one. */

import { perform } from './act/act.ts'
import { check } from './act/check.ts'
import type { Tools } from './act/subject.ts'
import { capture } from './capture/capture.ts'
import { Geometry } from './geometry/frames.ts'
import { Input } from './input/input.ts'
import type { Operations } from './wire/access.ts'
import type { XServer } from './x11/server.ts'
import { WindowManager } from './x11/window-manager.ts'
import type { Windows } from './x11/windows.ts'

export class DesktopOperations implements Operations {
  readonly #server: XServer
  readonly #tools: Tools

  constructor(server: XServer, windows: Windows) {
    this.#server = server
    const geometry = new Geometry(windows)
    this.#tools = { geometry, windows, manager: new WindowManager(server), input: new Input(server) }
  }

  readonly frames: Operations['frames'] = (access, keys, signal) => this.#tools.geometry.frames(access, keys, signal)
  readonly at: Operations['at'] = (access, x, y, signal) => this.#tools.geometry.at(access, x, y, signal)
  readonly check: Operations['check'] = (access, key, act, signal) => check(access, this.#tools, key, act, signal)
  readonly perform: Operations['perform'] = (access, key, act, signal) => perform(access, this.#tools, key, act, signal)
  readonly capture: Operations['capture'] = (access, options, signal) =>
    capture(this.#server, access, this.#tools, options, signal)

  /** Why keys and pointer cannot be used, as far as is known. */
  get inputMissing(): string | undefined {
    return this.#tools.input.missing
  }

  /** Restores the keyboard; call before closing the server. */
  close(): void {
    this.#tools.input.close()
  }
}
