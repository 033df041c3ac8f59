/** What is done to the applications of a desktop: by their own actions, and by the window system where there is one. */
import type { Acting } from './access.ts'
import { perform } from './act.ts'
import { capture } from './capture.ts'
import { check } from './check.ts'
import { Geometry } from './geometry.ts'
import { Input } from './input.ts'
import type { Tools } from './subject.ts'
import { WindowManager } from './window-manager.ts'
import type { Windows } from './windows.ts'
import type { XServer } from './x11-server.ts'

export class DesktopActing implements Acting {
  readonly #server: XServer
  readonly #tools: Tools

  constructor(server: XServer, windows: Windows) {
    this.#server = server
    const geometry = new Geometry(windows)
    this.#tools = { geometry, windows, manager: new WindowManager(server), input: new Input(server) }
  }

  readonly frames: Acting['frames'] = (access, keys, signal) => this.#tools.geometry.frames(access, keys, signal)
  readonly at: Acting['at'] = (access, x, y, signal) => this.#tools.geometry.at(access, x, y, signal)
  readonly check: Acting['check'] = (access, key, act, signal) => check(access, this.#tools, key, act, signal)
  readonly perform: Acting['perform'] = (access, key, act, signal) => perform(access, this.#tools, key, act, signal)
  readonly capture: Acting['capture'] = (access, wish, signal) =>
    capture(this.#server, access, this.#tools, wish, signal)

  /** Why keys and pointer cannot be used, as far as it is known. */
  get inputMissing(): string | undefined {
    return this.#tools.input.missing
  }

  /** Gives back what it has borrowed of the keyboard; before the server is let go. */
  close(): void {
    this.#tools.input.close()
  }
}
