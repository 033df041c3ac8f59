/** Actions on applications: through their own interfaces, and through the window system where there is one. */

import { perform } from './act/act.ts'
import { check } from './act/check.ts'
import type { Tools } from './act/subject.ts'
import { capture } from './capture/capture.ts'
import type { Desktop } from './desktop/desktop.ts'
import { unsupportedBy } from './desktop/missing.ts'
import type { Desktops } from './desktops.ts'
import { Geometry } from './geometry/frames.ts'
import type { AppAccess, Operations } from './wire/access.ts'

export class DesktopOperations implements Operations {
  readonly #desktops: Desktops
  readonly #tools = new WeakMap<Desktop, Tools>()

  constructor(desktops: Desktops) {
    this.#desktops = desktops
  }

  readonly frames: Operations['frames'] = async (access, keys, signal) =>
    (await this.#for(access, signal)).geometry.frames(access, keys, signal)
  readonly at: Operations['at'] = async (access, x, y, signal) => {
    const { windows } = await this.#desktops.session(signal)
    if (windows.missing !== undefined) throw unsupportedBy(windows.missing)
    return await (await this.#for(access, signal)).geometry.at(access, x, y, signal)
  }
  readonly check: Operations['check'] = async (access, key, act, signal) =>
    check(access, await this.#for(access, signal), key, act, signal)
  readonly perform: Operations['perform'] = async (access, key, act, signal) =>
    perform(access, await this.#for(access, signal), key, act, signal)
  readonly capture: Operations['capture'] = async (access, options, signal) =>
    capture(access, await this.#for(access, signal), options, signal)

  async #for({ owner }: AppAccess, signal: AbortSignal): Promise<Tools> {
    const desktop = await this.#desktops.of(owner, signal)
    const { windows, manager, input, pictures } = desktop
    const tools = this.#tools.get(desktop) ?? { geometry: new Geometry(windows), windows, manager, input, pictures }
    this.#tools.set(desktop, tools)
    return tools
  }
}
