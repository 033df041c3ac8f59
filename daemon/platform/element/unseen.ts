/** Characters in a name that nobody sees. */

/**
 * Soft hyphens, zero-width and direction marks, places of embedded objects, and the private characters that icon fonts
 * draw pictures with. Joiners are kept between what they join, where they decide how it looks.
 */
const unseen =
  /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffc\ue000-\uf8ff\u{f0000}-\u{10fffd}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu
/** Most texts have none of them; the high surrogates are of the private planes. */
const mayBeUnseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc\ue000-\uf8ff\udb80-\udbff]/

/** The text as a person sees it, without blanks around it; undefined if nothing is left. */
export function seenText(text: string): string | undefined {
  const seen = (mayBeUnseen.test(text) ? text.replace(unseen, '') : text).trim()
  return seen === '' ? undefined : seen
}
