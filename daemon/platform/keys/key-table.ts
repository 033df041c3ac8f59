/** The characters and names of the keys of a US keyboard. */

import { keyAliases } from '../../../api-schema/key-names.ts'

export interface KeyStroke {
  readonly key: string
  readonly code: string
  /** `windowsVirtualKeyCode`. */
  readonly virtual: number
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

const add = (key: string, virtual: number, more: Partial<KeyStroke> = {}) =>
  named.set(key, { key, code: key, virtual, ...more })

add('Enter', 13, { text: '\r' })
add('Tab', 9)
add('Escape', 27)
add('Backspace', 8)
add('Delete', 46)
add('Insert', 45)
add('ArrowLeft', 37)
add('ArrowUp', 38)
add('ArrowRight', 39)
add('ArrowDown', 40)
add('Home', 36)
add('End', 35)
add('PageUp', 33)
add('PageDown', 34)
add('CapsLock', 20)
add('NumLock', 144)
add('ScrollLock', 145)
add('Pause', 19)
add('PrintScreen', 44)
add('ContextMenu', 93)
add('Shift', 16, { code: 'ShiftLeft', location: 1 })
add('Control', 17, { code: 'ControlLeft', location: 1 })
add('Alt', 18, { code: 'AltLeft', location: 1 })
add('Meta', 91, { code: 'MetaLeft', location: 1 })
named.set('Space', { key: ' ', code: 'Space', virtual: 32, text: ' ' })
for (let n = 1; n <= 24; n++) add(`F${n}`, 111 + n)
for (const [key, virtual] of [
  ['AudioVolumeMute', 173],
  ['AudioVolumeDown', 174],
  ['AudioVolumeUp', 175],
  ['MediaTrackNext', 176],
  ['MediaTrackPrevious', 177],
  ['MediaStop', 178],
  ['MediaPlayPause', 179],
  ['BrowserBack', 166],
  ['BrowserForward', 167],
  ['BrowserRefresh', 168],
] as const) {
  add(key, virtual)
}
for (let n = 0; n <= 9; n++) {
  named.set(`Numpad${n}`, { key: String(n), code: `Numpad${n}`, virtual: 96 + n, text: String(n), location: 3 })
}
named.set('NumpadEnter', { key: 'Enter', code: 'NumpadEnter', virtual: 13, text: '\r', location: 3 })

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
