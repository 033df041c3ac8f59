/** Key codes on a Mac: positions on the keyboard, not letters. */
import type { Chord } from '../../keys/chords.ts'
import { keyNames, modifierBit, modifiers, strokeNamed } from '../../keys/key-table.ts'
import type { KeyStep, Modifier } from '../wire/messages.ts'

/** Keys that type characters, in order of code. */
const rows = [
  [0x00, 'asdfhgzxcv'],
  [0x0b, 'bqweryt123465=97-80]ou[ip'],
  [0x25, "lj'k;\\,/nm."],
  [0x32, '`'],
] as const
const codes = new Map(
  rows.flatMap(([first, characters]) => [...characters].map((one, at) => [one, first + at] as const)),
)
for (const { key, mac } of keyNames.flatMap((name) => strokeNamed(name) ?? []))
  if (mac !== undefined && !codes.has(key)) codes.set(key, mac)

const words: readonly (readonly [number, Modifier])[] = [
  [modifiers.Shift, 'shift'],
  [modifiers.Control, 'control'],
  [modifiers.Alt, 'option'],
  [modifiers.Meta, 'command'],
]

/** Undefined for keys that Mac keyboards lack. */
function codeOf(key: string): number | undefined {
  return codes.get(key) ?? codes.get(key.toLowerCase())
}

/** Modifiers go down first and up last, as by hand. Undefined if a key has no code. */
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
