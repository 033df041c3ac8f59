/** A line as a shell takes it apart: at blanks, but not in quotes. */
import { UsageError } from './usage-error.ts'

export interface Word {
  readonly text: string
  /** Any part of it stood in quotes, or was escaped: it is a text, and no word of the grammar. */
  readonly quoted: boolean
}

export function wordsIn(line: string): readonly Word[] {
  const words: Word[] = []
  let text: string | undefined
  let quoted = false
  let quote = ''
  const end = () => {
    if (text !== undefined) words.push({ text, quoted })
    text = undefined
    quoted = false
  }
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!
    const next = line[at + 1]
    if (quote === '' && /\s/.test(sign)) end()
    else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign
      quoted = true
      text ??= ''
    } else if (sign === quote) quote = ''
    else if (sign === '\\' && next !== undefined && (quote === '' || (quote === '"' && /["\\$`]/.test(next)))) {
      text = (text ?? '') + next
      quoted = true
      at += 1
    } else text = (text ?? '') + sign
  }
  if (quote !== '') throw new UsageError(`${line}: the quote ${quote} is not closed.`)
  end()
  return words
}
