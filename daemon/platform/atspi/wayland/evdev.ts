/** Linux's key numbers by what each key types without Shift on a usual keyboard. */
import { keyNames, strokeNamed } from '../../keys/key-table.ts'
import { keysymOf } from '../desktop/keysyms.ts'

/** The first number of each row of keys, and what the row types. */
const rows = [
  [2, '1234567890-='],
  [16, 'qwertyuiop[]'],
  [30, "asdfghjkl;'`"],
  [43, '\\zxcvbnm,./'],
  [57, ' '],
] as const

export const evdevKeys = new Map<number, number>([
  ...rows.flatMap(([from, characters]) => [...characters].map((one, at) => [keysymOf(one), from + at] as const)),
  ...keyNames.map(strokeNamed).flatMap((key) => (key?.linux && key.keysym ? [[key.keysym, key.linux] as const] : [])),
])

export const buttonCodes = { left: 0x110, right: 0x111, middle: 0x112 } as const
