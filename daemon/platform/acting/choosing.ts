/** Picks the item that a name means, the way people write names: an option of a list, an entry of a menu. */
import { firstOf } from '../../../api-schema/first-of.ts'
import { nearNames } from '../../../api-schema/near-names.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import { Problem } from '../../problem.ts'
import { changed } from './problems.ts'

export interface Choices<T> {
  /** The owner of the items, as the start of a sentence: `The menu`. */
  readonly where: string
  readonly each: 'option' | 'entry'
  /** An item's names; the first is the one displayed. */
  readonly names: (one: T) => readonly string[]
  /** The group of an item; written before its name, it tells twins apart. */
  readonly groupOf?: (one: T) => string | undefined
  readonly isDisabled?: (one: T) => boolean
  /** Matches only by its whole name. */
  readonly needsWholeName?: (one: T) => boolean
}

const shown = 12

/**
 * An exact match wins over the same words, and those over a name that contains the words; part of a word never matches.
 * Throws not_found with what exists, element_ambiguous with the matches, element_changed if the match is disabled.
 */
export function pick<T>(list: readonly T[], asked: string, choices: Choices<T>): T {
  const { where, each, names, isDisabled = () => false } = choices
  const fits = fitting(list, asked, choices)
  const open = fits.filter((one) => !isDisabled(one))
  if (open.length === 1) return open[0]!
  const firstNames = (some: readonly T[]) => [
    ...new Set(some.flatMap((one) => names(one).find((name) => name !== '') ?? [])),
  ]
  if (fits.length === 0) {
    const known = firstNames(list)
    const near = nearNames(asked, new Set(list.flatMap(names)))
    throw new Problem('not_found', {
      message: `${where} has no ${each} ${quoted(asked)}.`,
      hint: `${near.length === 0 ? '' : `Did you mean ${listed(near)}? `}${inventory(known, each)}`,
      data: { near: near.length > 0 ? near : known.slice(0, shown) },
    })
  }
  if (open.length === 0) throw changed('disabled', `The ${each} ${quoted(firstNames(fits)[0] ?? asked)} is disabled.`)
  const plural = each === 'entry' ? 'entries' : 'options'
  const candidates = open.slice(0, shown).map((one) => nameAmong(open, one, choices))
  const isTold = new Set(candidates).size === candidates.length
  throw new Problem('element_ambiguous', {
    message: `${where} has ${open.length} ${plural} that match ${quoted(asked)}.`,
    hint: `${isTold ? `Say ${listed(candidates)}, or act` : 'Act'} on one of them by its elementId.`,
    data: { candidates },
  })
}

/** Tells twins apart by their group, or by their other names. */
function nameAmong<T>(twins: readonly T[], one: T, choices: Choices<T>): string {
  const { names } = choices
  const isOwn = (name: string | undefined) =>
    twins.every((other) => other === one || !allNames(other, choices).includes(name!))
  const all = allNames(one, choices)
  const [first = ''] = names(one).filter((name) => name !== '')
  return isOwn(first) ? first : (all.slice().reverse().find(isOwn) ?? first)
}

function allNames<T>(one: T, { names, groupOf }: Choices<T>): readonly string[] {
  const group = groupOf?.(one)
  return group ? [...names(one), `${group} / ${names(one)[0]}`, `${group}: ${names(one)[0]}`] : names(one)
}

function fitting<T>(list: readonly T[], asked: string, choices: Choices<T>): readonly T[] {
  const { names, needsWholeName, groupOf, isDisabled } = choices
  const [letters, plain, words] = [spaced(asked), plainWords(asked), wordsOf(asked)]
  const isSame = (name: string) => spaced(name) === letters
  const isAlike = (name: string) => plain !== '' && plainWords(name) === plain
  const first = (fits: (name: string) => boolean) => (one: T) => names(one).slice(0, 1).some(fits)
  const any = (fits: (name: string) => boolean) => (one: T) => allNames(one, choices).some(fits)
  // An item in no group is identified by its name alone.
  const isBare = (one: T) => !groupOf?.(one) && isDisabled?.(one) !== true && first(isSame)(one)
  const levels = [isBare, first(isSame), any(isSame), first(isAlike), any(isAlike)]
  // The group's words alone mean none of its options.
  const hasWords = (one: T) => names(one).some((name) => wordsOf(name).includes(words))
  if (words !== ' ') levels.push((one) => needsWholeName?.(one) !== true && hasWords(one))
  for (const fits of levels) {
    const found = list.filter(fits)
    if (found.length > 0) return found
  }
  return []
}

function inventory(known: readonly string[], each: 'option' | 'entry'): string {
  if (known.length === 0)
    return each === 'entry' ? 'There are none.' : 'There are none; a field takes a text with set_value.'
  return `${known.length === 1 ? 'There is' : 'There are'}: ${firstOf(
    known.map((name) => quoted(name)),
    shown,
  )}.`
}

function listed(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(' or ')
}

export function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const unseen = /[\p{M}\p{Cf}\ufffc]+/gu

/** For comparing names as people do: ignores case, width, accents, shortcut markers and trailing dots. */
export function plainWords(text: string): string {
  const folded = text.normalize('NFKD').replace(unseen, '').toLowerCase()
  return spaced(folded)
    .replace(/(?<!\s)\s*(…|\.\.\.)$/, '')
    .replace(/[_&](?=\S)/g, '')
}

/** Padded with a space on each side. */
function wordsOf(text: string): string {
  const words = plainWords(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${words.map((word) => `${word} `).join('')}`
}

const arrow = /[>›→]/
const loneArrow = /(?<=^|\s)[>›→](?=\s|$)/

/**
 * The entries along a path; empty if it names none. If arrows stand alone, other arrows are parts of names: `Mode > A
 * -> B`.
 */
export function menuSteps(path: string): readonly string[] {
  return path
    .split(loneArrow.test(path) ? loneArrow : arrow)
    .map((step) => step.trim())
    .filter(Boolean)
}
