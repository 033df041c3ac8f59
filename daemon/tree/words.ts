/** Compares texts by their words. */
import { fold } from './fold.ts'

/** Are the words of a part among those of the whole, side by side and in order? Case and accents don't count. */
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

const wordCharacter = /[\p{L}\p{N}]/u

function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true
  return !wordCharacter.test(text[at - 1]!) || !wordCharacter.test(text[at]!)
}
