/** The characters and names of the keys of a US keyboard. */

import { keyAliases } from '../../../api-schema/key-names.ts'

export interface KeyStroke {
  readonly key: string
  readonly code: string
  /** `windowsVirtualKeyCode`. */
  readonly virtual: number
  /** For keys that are not characters: their number on X11 and Wayland. */
  readonly keysym?: number | undefined
  /** Where the key is on a usual keyboard, by Linux's numbering, and on a Mac keyboard. */
  readonly linux?: number | undefined
  readonly mac?: number | undefined
  /** What it types; absent for keys that type nothing. */
  readonly text?: string
  /** Typed with Shift held. */
  readonly shift?: boolean
  readonly location?: number
}

export const modifiers = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const

/** The bit of a modifier key; 0 for other keys. */
export function modifierBit(key: string): number {
  return key in modifiers ? modifiers[key as keyof typeof modifiers] : 0
}

const named = new Map<string, KeyStroke>()
const typed = new Map<string, KeyStroke>()

/** Their numbers: on web pages (`windowsVirtualKeyCode`), on X11 and Wayland (keysym), on Linux, on a Mac. */
const numbers: readonly (readonly [name: string, virtual: number, keysym: number, linux?: number, mac?: number])[] = [
  ['Enter', 13, 0xff0d, 28, 0x24],
  ['Tab', 9, 0xff09, 15, 0x30],
  ['Escape', 27, 0xff1b, 1, 0x35],
  ['Backspace', 8, 0xff08, 14, 0x33],
  ['Delete', 46, 0xffff, 111, 0x75],
  ['Insert', 45, 0xff63, 110],
  ['ArrowLeft', 37, 0xff51, 105, 0x7b],
  ['ArrowUp', 38, 0xff52, 103, 0x7e],
  ['ArrowRight', 39, 0xff53, 106, 0x7c],
  ['ArrowDown', 40, 0xff54, 108, 0x7d],
  ['Home', 36, 0xff50, 102, 0x73],
  ['End', 35, 0xff57, 107, 0x77],
  ['PageUp', 33, 0xff55, 104, 0x74],
  ['PageDown', 34, 0xff56, 109, 0x79],
  ['CapsLock', 20, 0xffe5, 58, 0x39],
  ['NumLock', 144, 0xff7f, 69],
  ['ScrollLock', 145, 0xff14, 70],
  ['Pause', 19, 0xff13, 119],
  ['PrintScreen', 44, 0xff61],
  ['ContextMenu', 93, 0xff67, 127],
  ['Shift', 16, 0xffe1, 42, 0x38],
  ['Control', 17, 0xffe3, 29, 0x3b],
  ['Alt', 18, 0xffe9, 56, 0x3a],
  ['Meta', 91, 0xffeb, 125, 0x37],
  ['AudioVolumeMute', 173, 0x1008ff12],
  ['AudioVolumeDown', 174, 0x1008ff11],
  ['AudioVolumeUp', 175, 0x1008ff13],
  ['MediaTrackNext', 176, 0x1008ff17],
  ['MediaTrackPrevious', 177, 0x1008ff16],
  ['MediaStop', 178, 0x1008ff15],
  ['MediaPlayPause', 179, 0x1008ff14],
  ['BrowserBack', 166, 0x1008ff26],
  ['BrowserForward', 167, 0x1008ff27],
  ['BrowserRefresh', 168, 0x1008ff29],
]
const more: { readonly [name: string]: Partial<KeyStroke> } = {
  Enter: { text: '\r' },
  Shift: { code: 'ShiftLeft', location: 1 },
  Control: { code: 'ControlLeft', location: 1 },
  Alt: { code: 'AltLeft', location: 1 },
  Meta: { code: 'MetaLeft', location: 1 },
}
for (const [key, virtual, keysym, linux, mac] of numbers)
  named.set(key, { key, code: key, virtual, keysym, linux, mac, ...more[key] })
named.set('Space', { key: ' ', code: 'Space', virtual: 32, text: ' ', mac: 0x31 })
/** For F1 to F12. */
const functionKeys = {
  linux: [59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 87, 88],
  mac: [0x7a, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6d, 0x67, 0x6f],
}
for (let n = 1; n <= 24; n++) {
  const { linux, mac } = functionKeys
  const [key, numbers] = [`F${n}`, { virtual: 111 + n, keysym: 0xffbd + n, linux: linux[n - 1], mac: mac[n - 1] }]
  named.set(key, { key, code: key, ...numbers })
}
const keypad = { location: 3 }
for (let n = 0; n <= 9; n++) {
  const [key, code] = [String(n), `Numpad${n}`]
  named.set(code, { key, code, virtual: 96 + n, keysym: 0xffb0 + n, text: key, ...keypad })
}
named.set('NumpadEnter', { ...named.get('Enter')!, code: 'NumpadEnter', keysym: 0xff8d, linux: undefined, ...keypad })

const pair = (code: string, virtual: number, plain: string, shifted: string) => {
  typed.set(plain, { key: plain, code, virtual, text: plain })
  typed.set(shifted, { key: shifted, code, virtual, text: shifted, shift: true })
}
for (let n = 0; n < 26; n++) {
  const upper = String.fromCharCode(65 + n)
  pair(`Key${upper}`, 65 + n, upper.toLowerCase(), upper)
}
for (const [n, shifted] of [...')!@#$%^&*('].entries()) pair(`Digit${n}`, 48 + n, String(n), shifted)
pair('Minus', 189, '-', '_')
pair('Equal', 187, '=', '+')
pair('BracketLeft', 219, '[', '{')
pair('BracketRight', 221, ']', '}')
pair('Backslash', 220, '\\', '|')
pair('Semicolon', 186, ';', ':')
pair('Quote', 222, "'", '"')
pair('Backquote', 192, '`', '~')
pair('Comma', 188, ',', '<')
pair('Period', 190, '.', '>')
pair('Slash', 191, '/', '?')
typed.set(' ', named.get('Space')!)
typed.set('\n', named.get('Enter')!)
typed.set('\t', named.get('Tab')!)

const lowerNames = new Map([...named.keys()].map((name) => [name.toLowerCase(), name]))

export const keyNames: readonly string[] = [...named.keys()]

/** The stroke that types a character; undefined if the keyboard lacks it. */
export function strokeFor(character: string): KeyStroke | undefined {
  return typed.get(character)
}

/** The stroke for a key name in any case, a common alias, or a single character. */
export function strokeNamed(name: string): KeyStroke | undefined {
  const character = typed.get(name)
  if (character !== undefined) return character
  const lower = name.toLowerCase()
  const other = keyAliases[lower]
  const known = other !== undefined ? (typed.get(other) ?? named.get(other)) : named.get(lowerNames.get(lower) ?? '')
  if (known !== undefined) return known
  // A character of any script has no key here, but can be pressed as text.
  return [...name].length === 1 && !/\p{Cc}/u.test(name) ? { key: name, code: '', virtual: 0, text: name } : undefined
}
