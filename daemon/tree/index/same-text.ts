/** Whether a text or number that was asked for is the one that is there. */
import { fold } from './fold.ts'

export function isSameText(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

export function isSameNumber(a: string | undefined, b: string | undefined): boolean {
  return isNumber(a) && isNumber(b) && Number(a) === Number(b)
}

export function isNumber(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '' && Number.isFinite(Number(text))
}

/** How often it stands in a text. */
export function count(text: string, part: string): number {
  return plain(text).split(plain(part)).length - 1
}

/** What toolkits change of a text that they take: kinds and runs of line breaks and of spaces, but not tabs. */
export function plain(text: string): string {
  return text
    .normalize()
    .replace(/(?<!\s)\s*[\r\n\u2028\u2029]\s*/g, '\n')
    .replace(/[^\S\n\t]+/g, ' ')
    .trim()
}

/** Options are asked for by name, as elements are found. */
export function isSameName(a: string, b: string): boolean {
  const name = (text: string) =>
    fold(text)
      .trim()
      .replace(/\.{3}$/, '')
      .trim()
  return name(a) === name(b)
}
