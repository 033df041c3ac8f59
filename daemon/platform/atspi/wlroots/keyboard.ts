/**
 * Keys by a virtual keyboard with a keymap of its own: one key for each thing that is to be typed, whatever the person's
 * layout is, which stays as it is.
 */
import { writeSync } from 'node:fs'
import { pause, until } from '../../acting/polling.ts'
import { parseKeys } from '../../keys/chords.ts'
import { type Keyboard, lostKeyboard, type Recipient } from '../desktop/input.ts'
import { keysOf, type Stroke, strokesOf } from '../desktop/keysyms.ts'
import type { DesktopWindows } from '../desktop/windows.ts'
import type { WlConnection, WlObject } from './connection.ts'
import { Keymap, modifiers } from './keymap.ts'

/** Characters in flight at once: after so many the application is asked again whether it still has the focus. */
const mostAtOnce = 200
/** Nobody tells when an application has taken its keys. */
const unansweredMs = 30
/** A window that was just brought to the front gets the keyboard a little later. */
const keyboardMs = 300
const textKeymap = 1
export class WlKeyboard implements Keyboard {
  readonly #connection: WlConnection
  readonly #device: WlObject
  readonly #windows: DesktopWindows
  readonly #keymap = new Keymap()

  constructor(connection: WlConnection, device: WlObject, windows: DesktopWindows) {
    this.#connection = connection
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
    strokesOf(text)
    return 0
  }

  async isOn(window: number): Promise<boolean> {
    return (await this.#windows.read(window, new AbortController().signal))?.active === true
  }

  /** Before the first keys, for the compositor to announce a keyboard that can type. */
  async prepare(): Promise<void> {
    await this.#tell()
  }

  async #press(strokes: readonly Stroke[], to: Recipient, signal: AbortSignal): Promise<void> {
    for (let done = 0; done < strokes.length; ) {
      signal.throwIfAborted()
      await until(() => this.isOn(to.window), { ms: keyboardMs, signal })
      await to.verify(done)
      const needed = new Set<number>()
      let end = done
      for (; end < strokes.length && end - done < mostAtOnce; end++) {
        const { held, keysym } = strokes[end]!
        if (needed.size + held.length + 1 > this.#keymap.room) break
        for (const one of [...held, keysym]) needed.add(one)
      }
      if (this.#keymap.add([...needed])) await this.#tell()
      if (!(await this.isOn(to.window))) throw lostKeyboard('The window', done)
      for (const stroke of strokes.slice(done, end)) this.#send(stroke)
      await this.#connection.sync()
      await pause(unansweredMs, signal)
      done = end
    }
  }

  async #tell(): Promise<void> {
    const keymap = Buffer.from(`${this.#keymap.text}\0`)
    await this.#connection.withFile(keymap.length, async (fd) => {
      writeSync(fd, keymap)
      this.#device.send('keymap', textKeymap, fd, keymap.length)
      await this.#connection.sync()
    })
  }

  #send({ held, keysym }: Stroke): void {
    let mask = 0
    const key = (of: number, state: 0 | 1) => this.#device.send('key', now(), this.#keymap.codeOf(of), state)
    const set = (to: number) => this.#device.send('modifiers', to, 0, 0, 0)
    for (const one of held) {
      key(one, 1)
      mask |= modifiers.get(one)?.mask ?? 0
      set(mask)
    }
    key(keysym, 1)
    key(keysym, 0)
    for (const one of held.toReversed()) key(one, 0)
    if (mask !== 0) set(0)
  }
}

/** Milliseconds, as the events of a device count them. */
export function now(): number {
  return Math.floor(performance.now())
}
