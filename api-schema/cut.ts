/** The one way to shorten a long text: its beginning, then `…`, and its length if it is very long. */

/** Longest screen text, in characters, that is kept for search and comparison. */
export const longestKept = 65_536
/** Longest text in an answer, unless it has a limit of its own (outline, preview, script). */
export const longestTold = 1000

/** Above this, the length is stated. */
const longestUnsaid = 10_000
const said = / \([\d,]+ characters\)$/

/** Only the beginning; never splits a surrogate pair. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  return text.slice(0, (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 ? most - 1 : most)
}

/** Adds a mark. Cutting a cut text still states the original length: `cut(cut(text, 9), 5)` is `cut(text, 5)`. */
export function cut(text: string, most: number): string {
  if (text.length <= most || (text.length < most + 40 && cutBefore(text)?.index === most)) return text
  return `${cutAt(text, most)}…${lengthOf(text)}`
}

function lengthOf(text: string): string {
  if (text.length <= longestUnsaid) return ''
  return cutBefore(text)?.length ?? ` (${text.length.toLocaleString('en-US')} characters)`
}

/** Where a very long text was cut, and the length that was stated. */
function cutBefore(text: string): { readonly index: number; readonly length: string } | undefined {
  const length = said.exec(text.slice(-40))?.[0]
  if (length === undefined || text.at(-1 - length.length) !== '…') return undefined
  return { index: text.length - length.length - 1, length }
}
