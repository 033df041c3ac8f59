/** Text typed at the focus: rejects words that could mean a field followed by a text. */
import { UsageError } from './usage-error.ts'
import { isIdOf, textOf, type Word } from './words.ts'

/** Kinds of fields, which nobody would type as text. */
const fields: ReadonlySet<string> = new Set(['textfield', 'textarea', 'textbox', 'searchfield', 'combobox'])

export function requireText(words: readonly Word[], line: string): void {
  const [first, ...rest] = words
  if (first === undefined || rest.length === 0) return
  const isField = isIdOf(first) || (!first.quoted && fields.has(first.text))
  if (!isField && !words.some(({ quoted }) => quoted)) return
  const [field, text, all] = [first.raw.trim(), textOf(rest), JSON.stringify(textOf(words))]
  throw new UsageError(`${line}: say type ${field} = ${text}, or type ${all} to type all of it where the focus is.`)
}
