/** Normalizes text for comparison: case, width, accents, invisible characters and white space do not count. */

/** Anything but printable ASCII with single spaces in between. */
const special = /[^ -~]| {2}/
const unseen = /[\p{M}\p{Cf}]+/gu
/** White space other than a single space. */
const space = /[^\S ]\s*| \s+/g
const finalSigma = /ς/g

/**
 * Folding is idempotent, and a part of a text folds to a part of the folded text. That is why case goes down, up and
 * down again (only then do `ẞ`, `ß` and `ss` meet), and why the final sigma is undone (it depends on what follows, and a
 * search term may end inside a word).
 */
export function fold(text: string): string {
  if (!special.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(unseen, '')
    .replace(space, ' ')
    .replace(finalSigma, 'σ')
}
