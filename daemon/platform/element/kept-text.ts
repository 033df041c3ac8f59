/** How much of a text is kept: every text of a row passes through here, on every platform. */
import { cut, longestKept } from '../../../api-schema/cut.ts'

/** The text; if very long, its beginning and how long it was. */
export function keptText<T extends string | undefined>(text: T): T | string {
  // Through bytes: a slice would keep the whole text in memory.
  return text === undefined || text.length <= longestKept ? text : Buffer.from(cut(text, longestKept)).toString()
}

type Texts = { readonly [name: string]: string }

/** Returns the same object if nothing in it is too long. */
export function keptTexts(texts: Texts | undefined): Texts | undefined {
  for (const name in texts) {
    if (texts[name]!.length > longestKept || name.length > longestKept)
      return Object.fromEntries(Object.entries(texts).map(([key, text]) => [keptText(key), keptText(text)]))
  }
  return texts
}
