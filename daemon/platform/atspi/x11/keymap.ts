/** Which key of the server's keyboard makes which keysym, and spare keys that can be remapped for a while. */
import { characterOf } from '../desktop/keysyms.ts'
import type { XConnection } from './connection.ts'

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
