/** Pictures of the screen, and of the window that has the keyboard. */
import type { Frame } from '../../../../api-schema/element.ts'
import type { Shot } from '../../pictures/encode.ts'
import type { Pictures } from '../desktop/desktop.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import { rgb } from '../desktop/rgb.ts'
import type { DesktopWindow } from '../desktop/windows.ts'
import type { Still } from '../wayland/still.ts'
import type { MutterSession } from './session.ts'
import type { MutterStills } from './stills.ts'
import type { MutterWindows } from './windows.ts'

const pixel = 4

export class MutterPictures implements Pictures {
  readonly #session: MutterSession
  readonly #stills: MutterStills
  readonly #windows: MutterWindows

  constructor(session: MutterSession, stills: MutterStills, windows: MutterWindows) {
    this.#session = session
    this.#stills = stills
    this.#windows = windows
  }

  get missing(): Missing | undefined {
    return this.#session.stopped ?? this.#stills.missing
  }

  async take(area: Frame, signal: AbortSignal, window?: DesktopWindow): Promise<Shot> {
    if (this.missing !== undefined) throw unsupportedBy(this.missing)
    if (window === undefined) {
      const still = await this.#stills.area(area, signal)
      return await shot(still, area, { x: 0, y: 0, width: still.width, height: still.height })
    }
    const { still, origin } = await this.#windows.stillOf(window.id, signal)
    const inPixels = (units: number) => Math.round(units * origin.scale)
    const [left, top] = [inPixels(origin.x + area.x), inPixels(origin.y + area.y)]
    return await shot(still, area, { x: left, y: top, width: inPixels(area.width), height: inPixels(area.height) })
  }
}

/** A part of a picture, in pixels. */
async function shot({ width: all, bytes }: Still, area: Frame, { x, y, width, height }: Frame): Promise<Shot> {
  const stride = all * pixel
  const layout = { width, height, stride, isSwapped: false, isTurned: false }
  return { area, data: await rgb(bytes.subarray(y * stride + x * pixel), layout), raw: { width, height } }
}
