/** Keys on Wayland, whatever presses them: for the window that has the keyboard, and no other. */
import { pause, until } from '../../acting/polling.ts'
import { parseKeys } from '../../keys/chords.ts'
import { type Keyboard, lostKeyboard, type Recipient } from '../desktop/input.ts'
import { keysOf, type Stroke, strokesOf } from '../desktop/keysyms.ts'
import type { DesktopWindows } from '../desktop/windows.ts'

/** Characters in flight at once: after this many the application is asked again whether it still has the focus. */
const mostAtOnce = 200
/** How long to wait instead, since nothing reports when an application has taken its keys. */
const unansweredMs = 30
/** A window that was just brought to the front gets the keyboard a little later. */
const keyboardMs = 300

/** A device that presses keys. */
export interface KeyDevice {
  /**
   * Prepares the strokes from `from` on for sending; returns the index up to which they are ready. Throws if one cannot
   * be.
   */
  prepare(strokes: readonly Stroke[], from: number): Promise<number>
  send(stroke: Stroke): Promise<void> | void
  /** Returns when what was sent has reached the compositor. */
  sent(): Promise<void>
  foreignCount(strokes: readonly Stroke[]): Promise<number>
}

export class WlKeyboard implements Keyboard {
  readonly #device: KeyDevice
  readonly #windows: DesktopWindows

  constructor(device: KeyDevice, windows: DesktopWindows) {
    this.#device = device
    this.#windows = windows
  }

  async keys(keys: string, to: Recipient, signal: AbortSignal): Promise<void> {
    await this.#press(parseKeys(keys).map(keysOf), to, signal)
  }

  async text(text: string, to: Recipient, signal: AbortSignal): Promise<void> {
    await this.#press(strokesOf(text), to, signal)
  }

  async foreignCount(text: string): Promise<number> {
    return await this.#device.foreignCount(strokesOf(text))
  }

  async isOn(window: number): Promise<boolean> {
    return (await this.#windows.read(window, new AbortController().signal))?.active === true
  }

  async #press(strokes: readonly Stroke[], to: Recipient, signal: AbortSignal): Promise<void> {
    for (let done = 0; done < strokes.length; ) {
      signal.throwIfAborted()
      await until(() => this.isOn(to.window), { ms: keyboardMs, signal })
      await to.verify(done)
      const end = await this.#device.prepare(strokes.slice(0, done + mostAtOnce), done)
      if (!(await this.isOn(to.window))) throw lostKeyboard('The window', done)
      for (const stroke of strokes.slice(done, end)) await this.#device.send(stroke)
      await this.#device.sent()
      await pause(unansweredMs, signal)
      done = end
    }
  }
}
