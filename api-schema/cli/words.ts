/**
 * Splits a line as a shell does: at blanks outside quotes. Unlike a shell, it takes quotes inside a word, and
 * backslashes before characters that need none, literally: `cells["Price"]`, `don't`, `\d+` are typed as they are.
 */
import { focusedWord } from '../params.ts'
import { UsageError } from './usage-error.ts'

export interface Word {
  readonly text: string
  /** Part of it was quoted or escaped, so it is text and not a word of the grammar. */
  readonly quoted: boolean
  /** Its source in the line, with the blanks before it. */
  readonly raw: string
}

export function wordsIn(line: string): readonly Word[] {
  const words: Word[] = []
  let text: string | undefined
  let quoted = false
  let quote = ''
  let isClosed = false
  let from = 0
  const end = (at: number) => {
    if (text === undefined) return
    words.push({ text, quoted, raw: line.slice(from, at) })
    from = at
    text = undefined
    quoted = false
  }
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!
    const next = line[at + 1]
    if (quote === '' && /\s/.test(sign)) end(at)
    else if (quote === '' && (sign === '"' || sign === "'") && (isClosed || opens(text, words))) {
      quote = sign
      quoted = true
      text ??= ''
    } else if (sign === quote) {
      quote = ''
      isClosed = true
      continue
    } else if (
      sign === '\\' &&
      next !== undefined &&
      (quote === '' ? /["'\\\s]/ : /["\\$`]/).test(next) &&
      quote !== "'"
    ) {
      text = (text ?? '') + next
      quoted = true
      at += 1
    } else text = (text ?? '') + sign
    isClosed = false
  }
  if (quote !== '') throw new UsageError(`${line}: the quote ${quote} is not closed.`)
  end(line.length)
  return words
}

/**
 * May a quote open here? At the start of a word, of a flag's value, and of each value in a list of `name="two words"`.
 */
function opens(text: string | undefined, before: readonly Word[]): boolean {
  if (text === undefined || /^--[a-z-]+=$/.test(text)) return true
  return /^[\w.-]+=$/.test(text) && before.every((word) => /^[\w.-]+=/.test(word.text))
}

/** `1500`, `2s`, `2 seconds`: a time by itself is time for the page to settle. */
export function isPause(words: readonly Pick<Word, 'text' | 'quoted'>[]): boolean {
  const text = words.map((word) => word.text).join(' ')
  return !words.some(({ quoted }) => quoted) && /^\d+(\.\d+)? ?(ms|milliseconds|s|sec|seconds?)?$/.test(text)
}

/** Splits at the first of these words that occurs unquoted, in the order given. */
export function split(words: readonly Word[], at: readonly string[]): [readonly Word[], readonly Word[] | undefined] {
  const joint = at.find((one) => words.some(({ text, quoted }) => !quoted && text === one))
  const place = words.findIndex(({ text, quoted }) => !quoted && text === joint)
  return place < 0 ? [words, undefined] : [words.slice(0, place), words.slice(place + 1)]
}

/** `33`, or `[33]` as views show it. */
export function isIdOf({ text, quoted }: Word): boolean {
  return !quoted && /^(?:\d+|\[\d+\])$/.test(text)
}

export function textOf(words: readonly Word[] = []): string {
  return words.map(({ text }) => text).join(' ')
}

/** The focused element, in place of an id. */
export function isFocus({ text, quoted }: Word): boolean {
  return !quoted && text === focusedWord
}

export function isPath({ text }: Word): boolean {
  return text.includes('/')
}

/** Such as `120,80`. */
export function isPoint(words: readonly Pick<Word, 'text' | 'quoted'>[]): boolean {
  return words.length === 1 && !words[0]!.quoted && /^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(words[0]!.text)
}
