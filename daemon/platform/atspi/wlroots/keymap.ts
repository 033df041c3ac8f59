/**
 * A keymap with one key for each thing that is to be typed. What a usual keyboard has without Shift is where it has it: GTK
 * 3 looks up the keys of its bindings a little after the keymap has changed, and finds those that stay where they were.
 */
import { keysymNamed, keysymOf, shift } from '../desktop/keysyms.ts'

/** As Linux numbers keys: the first of a row, and what they type. */
const rows = [
  [2, '1234567890-='],
  [16, 'qwertyuiop[]'],
  [30, "asdfghjkl;'`"],
  [43, '\\zxcvbnm,./'],
  [57, ' '],
] as const
const named = {
  ...{ Escape: 1, Backspace: 14, Tab: 15, Enter: 28, Control: 29, Shift: 42, Alt: 56, CapsLock: 58, NumLock: 69 },
  ...{ ScrollLock: 70, F11: 87, F12: 88, Home: 102, ArrowUp: 103, PageUp: 104, ArrowLeft: 105, ArrowRight: 106 },
  ...{ End: 107, ArrowDown: 108, PageDown: 109, Insert: 110, Delete: 111, Pause: 119, Meta: 125, ContextMenu: 127 },
}
const f1 = 59
const last = 247
/** In a keymap they are counted from here. */
const first = 8

/** What each modifier does to the keys that come after it, and its name. */
export const modifiers = new Map([
  [shift, { mask: 1, name: 'Shift' }],
  [keysymNamed('Control', ''), { mask: 4, name: 'Control' }],
  [keysymNamed('Alt', ''), { mask: 8, name: 'Mod1' }],
  [keysymNamed('Meta', ''), { mask: 64, name: 'Mod4' }],
])

const usual = new Map<number, number>([
  ...rows.flatMap(([from, characters]) => [...characters].map((one, at) => [keysymOf(one), from + at] as const)),
  ...Object.entries(named).map(([name, code]) => [keysymNamed(name, ''), code] as const),
  ...Array.from({ length: 10 }, (_, at) => [keysymNamed(`F${at + 1}`, ''), f1 + at] as const),
])
const taken = new Set(usual.values())
const spare = Array.from({ length: last }, (_, at) => at + 1).filter((code) => !taken.has(code))

export class Keymap {
  #codes = new Map(usual)

  constructor() {
    this.add(Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at))
  }

  /** Different things that can be typed with it, beside what a usual keyboard has. */
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
