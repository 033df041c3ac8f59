/** Which key of the server's keyboard makes which keysym, and spare keys that can be remapped for a while. */
import type { XConnection } from '../x11/connection.ts'

/** A key, and whether to hold Shift. */
export interface KeyCode {
  readonly code: number
  readonly shift: boolean
  /** Caps Lock inverts Shift for it. */
  readonly letter: boolean
}

export interface Keymap {
  /** Undefined if no key makes it in the current layout. */
  find(keysym: number): KeyCode | undefined
  /** What a key makes without modifiers; 0 for nothing. */
  plainOf(code: number): number
  /** Caps Lock is on. */
  readonly locked: boolean
  /** Key codes without keysyms, free to be remapped. */
  readonly spare: readonly number[]
}

const lockBit = 2
const groupShift = 13

export async function readKeymap(connection: XConnection): Promise<Keymap> {
  const { min_keycode: first, max_keycode: last } = connection.display
  const [rows, { keyMask }] = await Promise.all([
    connection.request<readonly (readonly number[])[]>('GetKeyboardMapping', [first, last - first + 1]),
    connection.request<{ keyMask: number }>('QueryPointer', [connection.root]),
  ])
  // The layout in use: the server keeps it in the state, and lists two columns for each of the first two.
  const group = (keyMask >> groupShift) & 3
  const column = group === 1 ? 2 : 0
  const found = new Map<number, KeyCode>()
  const spare: number[] = []
  for (const [index, row] of rows.entries()) {
    const code = first + index
    if (row.every((keysym) => keysym === 0)) {
      if (code > first) spare.push(code)
      continue
    }
    if (group > 1) continue
    const [plain = 0, shifted = 0] = row.slice(column, column + 2)
    const letter = shifted !== plain && isPair(plain, shifted)
    const add = (keysym: number, shift: boolean) => {
      if (keysym !== 0 && !found.has(keysym)) found.set(keysym, { code, shift, letter })
    }
    add(plain, false)
    add(shifted, true)
  }
  const plainOf = (code: number) => rows[code - first]?.[0] ?? 0
  return { find: (keysym) => found.get(keysym), plainOf, locked: (keyMask & lockBit) !== 0, spare }
}

function isPair(plain: number, shifted: number): boolean {
  const lower = characterOf(plain)
  return lower !== undefined && characterOf(shifted) === lower.toUpperCase() && lower !== lower.toUpperCase()
}

const unicode = 0x01000000

/** Latin-1 characters are their own keysym; others use Unicode keysyms. */
export function keysymOf(character: string): number {
  const point = character.codePointAt(0)!
  return (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point <= 0xff) ? point : unicode + point
}

function characterOf(keysym: number): string | undefined {
  if (keysym >= 0x20 && keysym <= 0xff) return String.fromCodePoint(keysym)
  return keysym > unicode && keysym <= unicode + 0x10ffff ? String.fromCodePoint(keysym - unicode) : undefined
}

/** Keys that type nothing, by the names of `key-table.ts`; keypad and modifier keys by their code. */
const named: { readonly [name: string]: number } = {
  Enter: 0xff0d,
  Tab: 0xff09,
  Escape: 0xff1b,
  Backspace: 0xff08,
  Delete: 0xffff,
  Insert: 0xff63,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  Home: 0xff50,
  End: 0xff57,
  PageUp: 0xff55,
  PageDown: 0xff56,
  CapsLock: 0xffe5,
  NumLock: 0xff7f,
  ScrollLock: 0xff14,
  Pause: 0xff13,
  PrintScreen: 0xff61,
  ContextMenu: 0xff67,
  Shift: 0xffe1,
  Control: 0xffe3,
  Alt: 0xffe9,
  Meta: 0xffeb,
  NumpadEnter: 0xff8d,
  AudioVolumeMute: 0x1008ff12,
  AudioVolumeDown: 0x1008ff11,
  AudioVolumeUp: 0x1008ff13,
  MediaTrackNext: 0x1008ff17,
  MediaTrackPrevious: 0x1008ff16,
  MediaStop: 0x1008ff15,
  MediaPlayPause: 0x1008ff14,
  BrowserBack: 0x1008ff26,
  BrowserForward: 0x1008ff27,
  BrowserRefresh: 0x1008ff29,
}

/** The keysym of a key by the key table's two names: what it is called, and where it is. */
export function keysymNamed(key: string, code: string): number {
  const pad = /^Numpad(\d)$/.exec(code)
  if (pad !== null) return 0xffb0 + Number(pad[1])
  const known = named[code] ?? named[key]
  if (known !== undefined) return known
  const f = /^F(\d+)$/.exec(key)
  return f === null ? keysymOf(key) : 0xffbd + Number(f[1])
}
