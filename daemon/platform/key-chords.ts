/** Names of keys, pressed one after the other and together, as callers write them: `Enter`, `Control+A`. */
import { Problem } from '../problem.ts'
import { type KeyStroke, keyNames, modifierBit, modifiers, strokeFor, strokeNamed } from './key-table.ts'

/** One key with the modifiers that are held for it. */
export interface Chord {
  readonly held: readonly KeyStroke[]
  readonly bits: number
  readonly stroke: KeyStroke
}

/** With one of these held a key types nothing. */
export const controlAltMeta = modifiers.Control | modifiers.Alt | modifiers.Meta

/** Reads `Enter`, `Control+A`, `Escape ArrowDown`. Throws invalid_params, with names that are near. */
export function parseKeys(keys: string): Chord[] {
  const chords = keys.split(/\s+/).filter(Boolean).map(parseChord)
  if (chords.length === 0) {
    throw new Problem('invalid_params', {
      message: 'keys names no key.',
      hint: 'Pass a key such as Enter, Control+A or Space; several with spaces between.',
      data: { path: 'keys' },
    })
  }
  return chords
}

function parseChord(text: string): Chord {
  // `+` parts the names; `Control++` and `+` mean the plus key.
  const names = text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+')
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
  if (stroke === undefined) throw unknownKey(text, last, near(last), 'is not a key')
  return { held: heldKeys, bits, stroke: fitCase(stroke, last, bits) }
}

/** With Control, Alt or Meta a letter means its key, whatever its case; Shift alone makes it upper case. */
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

function near(name: string): string[] {
  const lower = name.toLowerCase()
  const scored = keyNames.map((candidate) => ({ candidate, score: distance(lower, candidate.toLowerCase()) }))
  return scored
    .filter(({ candidate, score }) => score <= 2 || (lower.length > 2 && candidate.toLowerCase().includes(lower)))
    .sort((a, b) => a.score - b.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** Edits between two short words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}
