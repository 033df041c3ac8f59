/**
 * Keys by a virtual keyboard with a keymap of its own: one key for each thing that is to be typed, whatever the person's
 * layout is, which stays as it is.
 */
import { writeSync } from 'node:fs'
import { pause, until } from '../../acting/polling.ts'
import { parseKeys } from '../../keys/chords.ts'
import { keyNames, strokeNamed } from '../../keys/key-table.ts'
import { type Keyboard, lostKeyboard, type Recipient } from '../desktop/input.ts'
import { keysOf, keysymNamed, keysymOf, type Stroke, shift, strokesOf } from '../desktop/keysyms.ts'
import type { DesktopWindows } from '../desktop/windows.ts'
import type { WlConnection, WlObject } from './connection.ts'

/** Characters in flight at once: after this many the application is asked again whether it still has the focus. */
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

/** As Linux numbers keys: the first of a row, and what they type. */
const rows = [
  [2, '1234567890-='],
  [16, 'qwertyuiop[]'],
  [30, "asdfghjkl;'`"],
  [43, '\\zxcvbnm,./'],
  [57, ' '],
] as const
const last = 247
/** In a keymap they are counted from here. */
const first = 8

/** What each modifier does to the keys that come after it, and its name. */
const modifiers = new Map([
  [shift, { mask: 1, name: 'Shift' }],
  [keysymNamed('Control'), { mask: 4, name: 'Control' }],
  [keysymNamed('Alt'), { mask: 8, name: 'Mod1' }],
  [keysymNamed('Meta'), { mask: 64, name: 'Mod4' }],
])

const usual = new Map<number, number>([
  ...rows.flatMap(([from, characters]) => [...characters].map((one, at) => [keysymOf(one), from + at] as const)),
  ...keyNames.map(strokeNamed).flatMap((key) => (key?.linux && key.keysym ? [[key.keysym, key.linux] as const] : [])),
])
const taken = new Set(usual.values())
const spare = Array.from({ length: last }, (_, at) => at + 1).filter((code) => !taken.has(code))

/**
 * One key for each thing that is to be typed. What a usual keyboard has without Shift is where it has it: GTK 3 looks up the
 * keys of its bindings a little after the keymap has changed, and finds those that stay where they were.
 */
class Keymap {
  #codes = new Map(usual)

  constructor() {
    this.add(Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at))
  }

  /** Different things that can be typed with it, besides what a usual keyboard has. */
  get room(): number {
    return spare.length
  }

  codeOf(keysym: number): number {
    return this.#codes.get(keysym)!
  }

  /** False where it has them all. Keys keep their meaning as others are added, as long as there is room. */
  add(keysyms: readonly number[]): boolean {
    const missing = new Set(keysyms.filter((one) => !this.#codes.has(one)))
    if (missing.size === 0) return false
    if (this.#codes.size - usual.size + missing.size > spare.length) {
      this.#codes = new Map(usual)
      for (const one of keysyms) if (!usual.has(one)) missing.add(one)
    }
    const used = new Set(this.#codes.values())
    const free = spare.filter((code) => !used.has(code))
    for (const [at, keysym] of [...missing].entries()) this.#codes.set(keysym, free[at]!)
    return true
  }

  /** As libxkbcommon reads it. */
  get text(): string {
    const all = [...this.#codes]
    const codes = all.map(([, code]) => `<K${code}> = ${code + first};`)
    const keys = all.map(([keysym, code]) => `key <K${code}> { [ 0x${keysym.toString(16)} ] };`)
    const maps = [...modifiers].map(([keysym, { name }]) => `modifier_map ${name} { <K${this.codeOf(keysym)}> };`)
    return `xkb_keymap {
xkb_keycodes { minimum = ${first}; maximum = 255; ${codes.join(' ')} };
xkb_types { include "complete" };
xkb_compatibility { include "complete" };
xkb_symbols { ${[...keys, ...maps].join('\n')} };
};`
  }
}
