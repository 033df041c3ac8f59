/** Brings text to the form in which it is compared: case, width, accents, invisible marks and white space do not count. */

/** Anything but printable ASCII with single spaces between. */
const special = /[^ -~]| {2}/
const unseen = /[\p{M}\p{Cf}]+/gu
/** White space that is not a single space already. */
const space = /[^\S ]\s*| \s+/g
const finalSigma = /ς/g

/**
 * Folding twice gives the same as folding once, and a part of a text folds to a part of the folded text. For that,
 * case goes down, up and down again, since only so `ẞ`, `ß` and `ss` meet; and the final sigma is undone, since it
 * depends on what follows and a needle may end inside a word.
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
