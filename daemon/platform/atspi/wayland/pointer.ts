/** The pointer on Wayland, whatever moves it. */
import type { Frame } from '../../../../api-schema/element.ts'
import { handOf, type PointerDevice } from '../desktop/hand.ts'
import type { Aim, Hand, Point, Pointer } from '../desktop/input.ts'
import type { DesktopWindows } from '../desktop/windows.ts'

export class WlPointer implements Pointer {
  /** Makes the device for the screen as it is now. */
  readonly #on: (screen: Frame) => PointerDevice
  readonly #windows: DesktopWindows

  constructor(on: (screen: Frame) => PointerDevice, windows: DesktopWindows) {
    this.#on = on
    this.#windows = windows
  }

  async settled(): Promise<void> {}

  async move({ point }: Aim, signal: AbortSignal): Promise<void> {
    const device = this.#on(await this.#windows.screen(signal))
    device.move(point)
    await device.sync()
  }

  /** Nobody reports where the pointer is, so it is put there again before it is used. */
  async hold(aim: Aim, work: (hand: Hand) => Promise<void>): Promise<{ readonly done: Promise<void> } | undefined> {
    const { signal } = new AbortController()
    const { x, y } = aim.point
    if ((await this.#windows.at(x, y, signal)).top !== aim.top) return undefined
    const device = this.#on(await this.#windows.screen(signal))
    return { done: work(handOf(device, aim.point)) }
  }
}

/** The unit of the screen that a point is in, or the nearest. */
export function within({ x, y }: Point, screen: Frame): Point {
  const fit = (at: number, from: number, size: number) => Math.min(from + size - 1, Math.max(from, Math.round(at)))
  return { x: fit(x, screen.x, screen.width), y: fit(y, screen.y, screen.height) }
}
