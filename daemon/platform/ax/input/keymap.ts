/** Key codes on a Mac: positions on the keyboard, not letters. */
import type { Chord } from '../../keys/chords.ts'
import { modifierBit, modifiers } from '../../keys/key-table.ts'
import type { KeyStep, Modifier } from '../wire/messages.ts'

/** The first ten, in order of code. */
const codes = new Map<string, number>([...'asdfhgzxcv'].map((letter, code) => [letter, code]))
for (const [key, code] of [
  ['b', 0x0b],
  ['q', 0x0c],
  ['w', 0x0d],
  ['e', 0x0e],
  ['r', 0x0f],
  ['y', 0x10],
  ['t', 0x11],
  ['1', 0x12],
  ['2', 0x13],
  ['3', 0x14],
  ['4', 0x15],
  ['6', 0x16],
  ['5', 0x17],
  ['=', 0x18],
  ['9', 0x19],
  ['7', 0x1a],
  ['-', 0x1b],
  ['8', 0x1c],
  ['0', 0x1d],
  [']', 0x1e],
  ['o', 0x1f],
  ['u', 0x20],
  ['[', 0x21],
  ['i', 0x22],
  ['p', 0x23],
  ['l', 0x25],
  ['j', 0x26],
  ["'", 0x27],
  ['k', 0x28],
  [';', 0x29],
  ['\\', 0x2a],
  [',', 0x2b],
  ['/', 0x2c],
  ['n', 0x2d],
  ['m', 0x2e],
  ['.', 0x2f],
  ['`', 0x32],
  ['Enter', 0x24],
  ['Tab', 0x30],
  [' ', 0x31],
  ['Backspace', 0x33],
  ['Escape', 0x35],
  ['Meta', 0x37],
  ['Shift', 0x38],
  ['CapsLock', 0x39],
  ['Alt', 0x3a],
  ['Control', 0x3b],
  ['Home', 0x73],
  ['PageUp', 0x74],
  ['Delete', 0x75],
  ['End', 0x77],
  ['PageDown', 0x79],
  ['ArrowLeft', 0x7b],
  ['ArrowRight', 0x7c],
  ['ArrowDown', 0x7d],
  ['ArrowUp', 0x7e],
  ['F1', 0x7a],
  ['F2', 0x78],
  ['F3', 0x63],
  ['F4', 0x76],
  ['F5', 0x60],
  ['F6', 0x61],
  ['F7', 0x62],
  ['F8', 0x64],
  ['F9', 0x65],
  ['F10', 0x6d],
  ['F11', 0x67],
  ['F12', 0x6f],
] as const)
  codes.set(key, code)

const words: readonly (readonly [number, Modifier])[] = [
  [modifiers.Shift, 'shift'],
  [modifiers.Control, 'control'],
  [modifiers.Alt, 'option'],
  [modifiers.Meta, 'command'],
]

/** Undefined for keys that Mac keyboards lack. */
export function codeOf(key: string): number | undefined {
  return codes.get(key) ?? codes.get(key.toLowerCase())
}

/** Modifiers go down first and up last, as from a hand. Undefined if a key has no code. */
export function stepsOf(chord: Chord): readonly KeyStep[] | undefined {
  const { stroke, held, bits } = chord
  const plain = (bits & ~modifiers.Shift) === 0
  // A character without shortcut modifiers is typed as text, whatever the layout.
  if (plain && stroke.text !== undefined && stroke.key.length === 1 && stroke.key !== ' ')
    return [{ text: stroke.text }]
  const code = codeOf(stroke.key)
  if (code === undefined) return undefined
  const steps: KeyStep[] = []
  let now: Modifier[] = []
  for (const { key } of held) {
    const word = words.find(([bit]) => bit === modifierBit(key))?.[1]
    const own = codeOf(key)
    if (word === undefined || own === undefined) continue
    now = [...now, word]
    steps.push({ code: own, down: true, modifiers: now })
  }
  const which = stroke.key.length === 1 && stroke.key !== ' ' ? { code, character: stroke.key.toLowerCase() } : { code }
  steps.push({ ...which, down: true, modifiers: now }, { ...which, down: false, modifiers: now })
  for (const { key } of [...held].reverse()) {
    const word = words.find(([bit]) => bit === modifierBit(key))?.[1]
    const own = codeOf(key)
    if (word === undefined || own === undefined) continue
    now = now.filter((one) => one !== word)
    steps.push({ code: own, down: false, modifiers: now })
  }
  return steps
}
