/** Key names as callers write them, in sequence and combined: `Enter`, `Control+A`. */
import { chordNames } from '../../../api-schema/key-names.ts'
import { nearNames } from '../../../api-schema/near-names.ts'
import { Problem } from '../../problem.ts'
import { type KeyStroke, keyNames, modifierBit, modifiers, strokeFor, strokeNamed } from './key-table.ts'

/** One key with the modifiers held for it. */
export interface Chord {
  readonly held: readonly KeyStroke[]
  readonly bits: number
  readonly stroke: KeyStroke
}

/** With one of these held, a key types nothing. */
export const controlAltMeta = modifiers.Control | modifiers.Alt | modifiers.Meta

/** Parses `Enter`, `Control+A`, `Escape ArrowDown`. Throws invalid_params with similar names. */
export function parseKeys(keys: string): Chord[] {
  const chords = keys.split(/\s+/).filter(Boolean).map(parseChord)
  if (chords.length === 0) {
    throw new Problem('invalid_params', {
      message: 'keys contains no key name.',
      hint: 'Pass a key such as Enter, Control+A or Space; separate several with spaces.',
      data: { path: 'keys' },
    })
  }
  return chords
}

function parseChord(text: string): Chord {
  const names = chordNames(text)
  const last = names.pop()!
  const heldKeys = names.map((name) => {
    const stroke = strokeNamed(name)
    if (stroke === undefined || modifierBit(stroke.key) === 0) {
      throw unknownKey(text, name, ['Control', 'Shift', 'Alt', 'Meta'], 'is not a modifier')
    }
    return stroke
  })
  const bits = heldKeys.reduce((sum, stroke) => sum | modifierBit(stroke.key), 0)
  const stroke = strokeNamed(last)
  if (stroke === undefined) throw unknownKey(text, last, nearNames(last, keyNames), 'is not a key')
  return { held: heldKeys, bits, stroke: fitCase(stroke, last, bits) }
}

/** With Control, Alt or Meta, a letter means its key regardless of case; Shift alone makes it upper case. */
function fitCase(stroke: KeyStroke, name: string, bits: number): KeyStroke {
  if ([...name].length !== 1) return stroke
  if ((bits & controlAltMeta) !== 0 && (bits & modifiers.Shift) === 0) {
    return strokeFor(name.toLowerCase()) ?? stroke
  }
  if ((bits & modifiers.Shift) !== 0) return strokeFor(name.toUpperCase()) ?? stroke
  return stroke
}

function unknownKey(text: string, name: string, names: readonly string[], what: string): Problem {
  return new Problem('invalid_params', {
    message: `"${name}" in keys "${text}" ${what}${names.length > 0 ? `; near: ${names.join(', ')}` : ''}.`,
    hint: 'Use names such as Enter, Tab, Escape, ArrowDown, PageUp, F5, or a character; to write text use the action type.',
    data: { path: 'keys', near: names },
  })
}
