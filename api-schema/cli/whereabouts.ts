/** The words of a step that say where, and which of several; what precedes them says what. */
import type { Word } from './words.ts'

const parts = new Set(['row', 'group', 'list', 'section', 'form', 'dialog', 'item', 'region'])

/** Where it is: `near WORDS`, or in natural words `in row WORDS`, or `in "WORDS"` if quoted. */
export function rowIn(words: readonly Word[]): { readonly near: number; readonly after: number } {
  const isWord = (at: number, text: string) => words[at]?.text === text && !words[at]!.quoted
  const isKind = (at: number) => words[at]?.quoted === false && parts.has(words[at]!.text)
  const isQuoted = (at: number) => words[at - 1]?.quoted === true || words[at + 1]?.quoted === true
  const isOfKind = (at: number) => isWord(at + 1, 'row') || (isKind(at + 1) && words[at + 2]?.quoted === true)
  const isIn = (at: number) => isWord(at, 'in') && !isWord(at + 1, 'column') && (isOfKind(at) || isQuoted(at))
  // `near “Port”` is how views describe an element without a name of its own.
  const isNear = (at: number) => isWord(at, 'near') && words[at + 1]?.text.startsWith('“') !== true
  const near = words.findIndex((_, at) => isNear(at) || isIn(at))
  const after = near + (isWord(near, 'in') && isKind(near + 1) && near + 2 < words.length ? 2 : 1)
  return near >= 0 && after < words.length ? { near, after } : { near: -1, after: 0 }
}

/** Which of several it is: `nth 2` at the end. */
export function counted(words: readonly Word[]): { readonly words: readonly Word[]; readonly nth?: number } {
  const [word, number] = words.slice(-2)
  const isCount = words.length > 2 && word?.text === 'nth' && !word.quoted && /^[1-9]\d*$/.test(number!.text)
  return isCount ? { words: words.slice(0, -2), nth: Number(number!.text) } : { words }
}
