/** What keys make, as the numbers that X11 and Wayland share (keysyms), and the strokes of chords and texts. */
import { Problem } from '../../../problem.ts'
import type { Chord } from '../../keys/chords.ts'

const enter = 0xff0d
const tab = 0xff09
export const shift = 0xffe1

/** A keysym and those of the modifiers held for it. */
export interface Stroke {
  readonly held: readonly number[]
  readonly keysym: number
}

export function keysOf({ held, stroke }: Chord): Stroke {
  return { held: held.map(({ key, code }) => keysymNamed(key, code)), keysym: keysymNamed(stroke.key, stroke.code) }
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
