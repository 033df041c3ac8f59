/** Compares a requested text or number with the one on the screen. */
import { fold } from './fold.ts'

export function isSameText(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

export function isSameNumber(a: string | undefined, b: string | undefined): boolean {
  const [one, other] = [numberIn(a), numberIn(b)]
  return one !== undefined && one === other
}

/** Programs write a minus sign for a hyphen. */
function numberIn(text = ''): number | undefined {
  const number = Number(text.replace(/^\s*−/, '-'))
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

/**
 * Whether a field only put the signs of its mask between the requested letters and digits. Points and commas change a
 * number, and so do a dash at its ends and brackets around it.
 */
export function isSameInMask(held: string, asked: string): boolean {
  if (!/^[\p{L}\p{N}]+$/u.test(asked) || /^-|-$|^\(.*\)$/.test(held.trim())) return false
  return held.replace(/[\s()/:-]/g, '') === asked
}

/** Occurrences of `part` in `text`. */
export function count(text: string, part: string): number {
  return plain(text).split(plain(part)).length - 1
}

/** Removes what toolkits change when they take a text: kinds and runs of line breaks and spaces, but not tabs. */
export function plain(text: string): string {
  return text
    .normalize()
    .replace(/(?<!\s)\s*[\r\n\u2028\u2029]\s*/g, '\n')
    .replace(/[^\S\n\t]+/g, ' ')
    .trim()
}

/** Compares an option's name with the requested one, as a find does. */
export function isSameName(a: string, b: string): boolean {
  const name = (text: string) => saidOnce(text).replace(/ ?\.{3}$/, '')
  return name(a) === name(b)
}

/** Folded; words that both a picture and the text next to it say are kept once. */
export function saidOnce(text: string): string {
  const words = fold(text).trim().split(' ')
  const half = words.slice(0, words.length / 2).join(' ')
  return half !== '' && half === words.slice(words.length / 2).join(' ') ? half : words.join(' ')
}
