/** The kind of an element in a step, which stands before its text or after it in quotes. */
import { elementTypes } from '../element.ts'
import { UsageError } from './usage-error.ts'
import type { Word } from './words.ts'

/** Kinds of parts that are read, besides those of controls. */
const parts = ['main', 'navigation', 'search', 'form', 'dialog', 'table', 'list', 'row', 'cell', 'heading', 'image']
export const kinds: ReadonlySet<string> = new Set([...elementTypes.filter((type) => type !== 'any'), ...parts])

/** `"Save" button` is `button "Save"`. Other words after a quoted text would be looked for as if they were part of it. */
export function kindFirst(words: readonly Word[]): readonly Word[] {
  const [text, ...rest] = words
  if (text?.quoted !== true || rest.length === 0 || rest.some(({ quoted }) => quoted)) return words
  if (rest.length === 1 && kinds.has(rest[0]!.text)) return [rest[0]!, text]
  const said = rest.map(({ text }) => text).join(' ')
  throw new UsageError(
    `"${said}" cannot follow "${text.text}": what can is near "Words" or in row "Words". A kind stands before it, such as button "${text.text}".`,
  )
}
