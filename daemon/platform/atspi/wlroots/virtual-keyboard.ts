/**
 * Keys by a virtual keyboard with its own keymap: one key for each character to type, whatever the person's layout,
 * which stays as it is.
 */
import { writeSync } from 'node:fs'
import { keysymNamed, type Stroke, shift } from '../desktop/keysyms.ts'
import type { WlConnection, WlObject } from '../wayland/connection.ts'
import { evdevKeys } from '../wayland/evdev.ts'
import type { KeyDevice } from '../wayland/keyboard.ts'

const textKeymap = 1

export class VirtualKeyboard implements KeyDevice {
  readonly #connection: WlConnection
  readonly #device: WlObject
  readonly #keymap = new Keymap()

  constructor(connection: WlConnection, device: WlObject) {
    this.#connection = connection
    this.#device = device
  }

  /** Call before the first keys, so that the compositor announces a keyboard that can type. */
  async announce(): Promise<void> {
    await this.#tell()
  }

  async prepare(strokes: readonly Stroke[], from: number): Promise<number> {
    const needed = new Set<number>()
    let end = from
    for (; end < strokes.length; end++) {
      const { held, keysym } = strokes[end]!
      if (needed.size + held.length + 1 > this.#keymap.room) break
      for (const one of [...held, keysym]) needed.add(one)
    }
    if (this.#keymap.add([...needed])) await this.#tell()
    return end
  }

  send({ held, keysym }: Stroke): void {
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

  async sent(): Promise<void> {
    await this.#connection.sync()
  }

  async foreignCount(): Promise<number> {
    return 0
  }

  async #tell(): Promise<void> {
    const keymap = Buffer.from(`${this.#keymap.text}\0`)
    await this.#connection.withFile(keymap.length, async (fd) => {
      writeSync(fd, keymap)
      this.#device.send('keymap', textKeymap, fd, keymap.length)
      await this.#connection.sync()
    })
  }
}

/** Milliseconds, in the clock of a device's events. */
export function now(): number {
  return Math.floor(performance.now())
}

const last = 247
/** Keymaps count keys from here. */
const first = 8

/** Each modifier's effect on the keys after it, and its name. */
const modifiers = new Map([
  [shift, { mask: 1, name: 'Shift' }],
  [keysymNamed('Control'), { mask: 4, name: 'Control' }],
  [keysymNamed('Alt'), { mask: 8, name: 'Mod1' }],
  [keysymNamed('Meta'), { mask: 64, name: 'Mod4' }],
])

const taken = new Set(evdevKeys.values())
const spare = Array.from({ length: last }, (_, at) => at + 1).filter((code) => !taken.has(code))

/**
 * One key for each character to type. What a usual keyboard types without Shift is on its usual key: GTK 3 looks up the
 * keys of its bindings a little after the keymap has changed, and finds those that have not moved.
 */
class Keymap {
  #codes = new Map(evdevKeys)

  constructor() {
    this.add(Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at))
  }

  /** How many different characters it can type besides those of a usual keyboard. */
  get room(): number {
    return spare.length
  }

  codeOf(keysym: number): number {
    return this.#codes.get(keysym)!
  }

  /** False if it has them all. Keys keep their meaning when others are added, as long as there is room. */
  add(keysyms: readonly number[]): boolean {
    const missing = new Set(keysyms.filter((one) => !this.#codes.has(one)))
    if (missing.size === 0) return false
    if (this.#codes.size - evdevKeys.size + missing.size > spare.length) {
      this.#codes = new Map(evdevKeys)
      for (const one of keysyms) if (!evdevKeys.has(one)) missing.add(one)
    }
    const used = new Set(this.#codes.values())
    const free = spare.filter((code) => !used.has(code))
    for (const [at, keysym] of [...missing].entries()) this.#codes.set(keysym, free[at]!)
    return true
  }

  /** In the format that libxkbcommon reads. */
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
