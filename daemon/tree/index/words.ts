/** Compares texts by their words. */
import { escaped } from '../../platform/basics/escaped.ts'
import { fold } from './fold.ts'

/** Do the words of `part` appear in `whole`, adjacent and in order? Case and accents don't count. */
export function holdsWords(whole: string, part: string): boolean {
  if (whole === part) return true
  const folded = fold(part).trim()
  if (folded === '') return true
  const around = fold(whole)
  for (let at = around.indexOf(folded); at !== -1; at = around.indexOf(folded, at + 1)) {
    if (isBoundary(around, at) && isBoundary(around, at + folded.length)) return true
  }
  return false
}

/** Whether `part` is the beginning of `whole`, up to the end of a word. Case and accents don't count. */
export function beginsWithWords(whole: string, part: string): boolean {
  const [around, folded] = [fold(whole).trim(), fold(part).trim()]
  return around.startsWith(folded) && isBoundary(around, folded.length)
}

/** Folded, without the spaces around signs, which are a matter of taste: `sum ( amount )`. */
export function joinedAtSigns(text: string): string {
  return fold(text)
    .trim()
    .replace(/ ?([^\p{L}\p{N}\s]) ?/gu, '$1')
}

/** Fewer letters, such as `AB`, may be two words after all. */
const fewestJoined = 4

/**
 * Do the words of `part` appear in `whole`, whatever spaces are between their letters? A page may mark half a word, such
 * as the letters typed into a search, which then comes as two: `Mir a Oak`.
 */
export function holdsSpaced(whole: string, part: string): boolean {
  const letters = [...fold(part).replace(/\s+/g, '')]
  if (letters.length < fewestJoined) return false
  const around = fold(whole)
  const spaced = new RegExp(letters.map(escaped).join('\\s*'), 'gu')
  return [...around.matchAll(spaced)].some(
    ({ index, 0: found }) => isBoundary(around, index) && isBoundary(around, index + found.length),
  )
}

const sign = /[^\p{L}\p{N}]+/gu
const letter = /\p{L}/u

/** The same except for signs, or a single word that ends with it, as a path does: `asyncio.Task` for `Task`. */
export function isLongerForm(whole: string, part: string): boolean {
  const [around, folded] = [fold(whole).trim(), fold(part).trim()]
  const letters = folded.replace(sign, '')
  if (!letter.test(letters)) return false
  if (around.replace(sign, '') === letters) return true
  if (/\s/.test(around)) return false
  const [path, last] = [around, folded].map((text) => text.replace(/\(\)$/, '')) as [string, string]
  return path.endsWith(last) && /[./:#\\]$/.test(path.slice(0, -last.length))
}

const wordCharacter = /[\p{L}\p{N}]/u

/** Scripts without spaces: any letter may begin a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true
  const sides = [text[at - 1]!, text[at]!]
  return sides.some((side) => !wordCharacter.test(side) || unspaced.test(side))
}
