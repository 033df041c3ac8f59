/** Finds the words to select in a text. */
import { quoted } from '../../../api-schema/quoted.ts'
import { Problem } from '../../problem.ts'
import { escaped } from '../basics/escaped.ts'
import { unsupported } from './problems.ts'

/**
 * Returns start and end in UTF-16 units; the whole text if `words` is undefined. Ignores case and kind of space if
 * nothing matches exactly. Throws not_found, element_ambiguous.
 */
export function placeOfWords(text: string, words: string | undefined): readonly [number, number] {
  if (words === undefined) return [0, text.length]
  const exact = placesOf(text, new RegExp(escaped(words), 'gu'))
  const found = exact.length > 0 ? exact : placesOf(text, new RegExp(loose(words), 'giu'))
  if (found.length > 1) {
    throw new Problem('element_ambiguous', {
      message: `The text has ${quoted(words)} ${found.length} times.`,
      hint: 'Give more of the words around it.',
    })
  }
  if (found[0] !== undefined) return found[0]
  throw new Problem('not_found', {
    message: `The text has no ${quoted(words)}.`,
    hint: 'Give words as they stand there; select without a value takes all of a field.',
  })
}

/** For a text that is never read, or is drawn where no selection can be set. */
export function cannotSelect(): Problem {
  return unsupported('Its text cannot be selected from outside.', 'Press keys on it, such as Control+A.')
}

function placesOf(text: string, pattern: RegExp): (readonly [number, number])[] {
  if (pattern.source === '(?:)') return []
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length] as const)
}

function loose(words: string): string {
  return words.trim().split(/\s+/).map(escaped).join('\\s+')
}
