/** What keys produce, as the numbers that X11 and Wayland share (keysyms), and the strokes of chords and texts. */
import { Problem } from '../../../problem.ts'
import type { Chord } from '../../keys/chords.ts'
import { type KeyStroke, strokeNamed } from '../../keys/key-table.ts'

const enter = 0xff0d
const tab = 0xff09
export const shift = 0xffe1

/** A keysym, with those of the modifiers held for it. */
export interface Stroke {
  readonly held: readonly number[]
  readonly keysym: number
}

export function keysOf({ held, stroke }: Chord): Stroke {
  return { held: held.map(keysymFor), keysym: keysymFor(stroke) }
}

export function strokesOf(text: string): Stroke[] {
  const characters = [...text.replace(/\r\n?/g, '\n')]
  const strange = characters.find((one) => /[\p{Cc}\p{Cs}]/u.test(one) && one !== '\n' && one !== '\t')
  if (strange !== undefined) {
    const point = strange.codePointAt(0)!.toString(16).padStart(4, '0')
    throw new Problem('invalid_params', {
      message: `value holds the control character U+${point}, which cannot be typed.`,
      hint: 'Leave it out, or use the action key for keys such as Escape.',
      data: { path: 'value' },
    })
  }
  return characters.map((one) => ({ held: [], keysym: one === '\n' ? enter : one === '\t' ? tab : keysymOf(one) }))
}

const unicode = 0x01000000

/** Latin-1 characters are their own keysym; others use Unicode keysyms. */
export function keysymOf(character: string): number {
  const point = character.codePointAt(0)!
  return (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point <= 0xff) ? point : unicode + point
}

export function characterOf(keysym: number): string | undefined {
  if (keysym >= 0x20 && keysym <= 0xff) return String.fromCodePoint(keysym)
  return keysym > unicode && keysym <= unicode + 0x10ffff ? String.fromCodePoint(keysym - unicode) : undefined
}

/**
 * For a Latin-1 letter with two cases, the keysyms of both, small first. Caps Lock does not capitalise other letters on
 * a key that has nothing else.
 */
export function casesOf(keysym: number): readonly [number, number] | undefined {
  const character = characterOf(keysym) ?? ''
  const [small, capital] = [character.toLowerCase(), character.toUpperCase()]
  if (small === capital || [...capital].length !== 1) return undefined
  const pair = [keysymOf(small), keysymOf(capital)] as const
  return pair.every((one) => one <= 0xff) ? pair : undefined
}

/** The keysym of a key, by its name. */
export function keysymNamed(name: string): number {
  return keysymFor(strokeNamed(name)!)
}

function keysymFor({ key, keysym }: KeyStroke): number {
  return keysym ?? keysymOf(key)
}
