/**
 * A text's o200k tokens, without the encoding itself. The text is split as the encoding splits it. Letters and signs of
 * ASCII are then merged as it merges them; beyond ASCII a token may have the last bytes of one character and the first
 * ones of the next, and the count is an upper estimate: no two parts are one token together.
 */
import { ranks as packedRanks } from './token-ranks.ts'
import * as table from './token-table.ts'

/**
 * As the encoding splits: words with the one sign or space before them, up to three digits, signs with the line breaks
 * after them, blanks up to the one that belongs to what follows.
 */
const pieces =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu
/** Within a piece: letters with the space that joins them, spaces, single other characters. */
const parts = / ?[A-Za-z]+| {1,64}|./gsu

export function tokens(text: string): number {
  vocabulary ??= load()
  let count = 0
  for (const piece of text.match(pieces) ?? []) count += costOf(piece, vocabulary)
  return count
}

interface Vocabulary {
  /** Words and runs of signs that are a single token, with their ranks if they are of ASCII. */
  readonly known: Known
  /** Characters beyond ASCII that are. */
  readonly characters: Uint8Array
  /** Last bytes of a character and first ones of the next that tokens have beside each other. */
  readonly crossings: Uint8Array
}

let vocabulary: Vocabulary | undefined

function load(): Vocabulary {
  const known = new Known()
  const ranks = ranksIn(bytes(packedRanks))
  eachToken(
    table,
    (text) => known.add(text, isAscii.test(text) ? ranks() : unranked),
    (letters, length, form) => known.addWord(letters, length, form, ranks()),
  )
  return { known, characters: bytes(table.characters), crossings: bytes(table.crossings) }
}

/** How many letters of a word are capitals, and whether a space comes before it. */
export interface WordForm {
  readonly capitals: number
  readonly isSpaced: boolean
}
const smallForms: readonly WordForm[] = [
  { capitals: 0, isSpaced: false },
  { capitals: 0, isSpaced: true },
  { capitals: 1, isSpaced: false },
  { capitals: 1, isSpaced: true },
]
const capitalForms: readonly WordForm[] = [
  { capitals: Number.POSITIVE_INFINITY, isSpaced: false },
  { capitals: Number.POSITIVE_INFINITY, isSpaced: true },
]

/** Most of them packed, as `unpack` and `unpackOthers` read them. */
export interface TokenLists {
  readonly short: readonly string[]
  readonly others: string
  readonly words: string
  readonly capitals: string
}

/** The tokens of a table, in the order of its ranks; words as their small letters, without making strings of them. */
export function eachToken(
  { short, others, words, capitals }: TokenLists,
  add: (text: string) => void,
  addWord: (letters: Uint8Array, length: number, form: WordForm) => void,
): void {
  for (const text of short) add(text)
  unpackOthers(others, add)
  for (const [packed, forms] of [
    [words, smallForms],
    [capitals, capitalForms],
  ] as const)
    unpack(packed, (letters, length, flags) => {
      for (const [bit, form] of forms.entries()) if ((flags & (1 << bit)) !== 0) addWord(letters, length, form)
    })
}

export const isAscii = /^[\0-\x7f]*$/
export const rankBits = 18
/** Of tokens that are known, and never merged here; later than all others. */
const unranked = (1 << rankBits) - 1

function ranksIn(packed: Uint8Array): () => number {
  let bit = 0
  return () => {
    const at = bit >> 3
    const word = packed[at]! | (packed[at + 1]! << 8) | (packed[at + 2]! << 16) | ((packed[at + 3] ?? 0) << 24)
    const rank = (word >>> (bit & 7)) & unranked
    bit += rankBits
    return rank
  }
}

const places = 1 << 19

/** Texts by hashes of 46 bits alone, in 4 MiB for some 210,000: of others one in 300 million is taken for one of them. */
class Known {
  readonly #hashes = new Int32Array(places)
  /** Of each the rest of the hash, and the rank. */
  readonly #facts = new Uint32Array(places)

  add(text: string, rank: number): void {
    let hash = firstHash
    let check = 0
    for (let at = 0; at < text.length; at++) {
      hash = hashed(hash, text.charCodeAt(at))
      check = checked(check, text.charCodeAt(at))
    }
    this.#add(hash, check, rank)
  }

  /** From small letters. */
  addWord(letters: Uint8Array, length: number, { capitals, isSpaced }: WordForm, rank: number): void {
    let hash = isSpaced ? hashed(firstHash, 32) : firstHash
    let check = isSpaced ? checked(0, 32) : 0
    for (let at = 0; at < length; at++) {
      const code = letters[at]! - (at < capitals ? 32 : 0)
      hash = hashed(hash, code)
      check = checked(check, code)
    }
    this.#add(hash, check, rank)
  }

  /** Lower ones are merged first; undefined of what is no token. */
  rank(text: string): number | undefined {
    let hash = firstHash
    for (let at = 0; at < text.length; at++) hash = hashed(hash, text.charCodeAt(at))
    hash = mixed(hash)
    const place = this.#placeOf(hash)
    if (this.#hashes[place] !== hash) return undefined
    let check = 0
    for (let at = 0; at < text.length; at++) check = checked(check, text.charCodeAt(at))
    const facts = this.#facts[place]!
    return facts >>> rankBits === (check & checkMask) ? facts & unranked : undefined
  }

  /** Of two texts with one hash the later stays: the other is taken for an unknown one, which costs more. */
  #add(hash: number, check: number, rank: number): void {
    const place = this.#placeOf(mixed(hash))
    this.#hashes[place] = mixed(hash)
    this.#facts[place] = ((check & checkMask) << rankBits) | rank
  }

  #placeOf(hash: number): number {
    let place = hash >>> 13
    while (this.#hashes[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & (places - 1)
    return place
  }
}

const checkMask = (1 << (32 - rankBits)) - 1
const hashed = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)
const checked = (check: number, code: number) => Math.imul((check ^ (check >>> 13)) + code, 0x5bd1e995)
const firstHash = 0x811c9dc5

/** Never 0, which is a free place. */
function mixed(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 0 || 1
}

/** Each word as the number of letters that it shares with the one before, its other letters, and a capital of flags. */
function unpack(packed: string, add: (letters: Uint8Array, length: number, flags: number) => void): void {
  const letters = new Uint8Array(64)
  let length = 0
  for (let at = 0; at < packed.length; at++) {
    const code = packed.charCodeAt(at)
    if (isDigit(code)) length = code - 48
    else if (isCapital(code)) add(letters, length, code - 65)
    else letters[length++] = code
  }
}

/** Each text as the number of characters that it shares with the one before, its other characters, and its forms: bare, spaced. */
function unpackOthers(packed: string, add: (text: string) => void): void {
  let before = ''
  for (let at = 0; at < packed.length; ) {
    let end = at + 1
    while (!isDigit(packed.charCodeAt(end))) end++
    before = before.slice(0, packed.charCodeAt(at) - 48) + packed.slice(at + 1, end)
    const forms = packed[end]
    if (forms !== '2') add(before)
    if (forms !== '1') add(` ${before}`)
    at = end + 1
  }
}

function bytes(base64: string): Uint8Array {
  const text = atob(base64)
  const found = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) found[at] = text.charCodeAt(at)
  return found
}

function costOf(piece: string, vocabulary: Vocabulary): number {
  const { known } = vocabulary
  if (known.rank(piece) !== undefined) return 1
  const first = piece.charCodeAt(0)
  if (first < 128 && (piece.length === 1 || (isDigit(first) && /^[0-9]+$/.test(piece)))) return 1
  if (merging.test(piece)) return mergedCost(piece, known)
  const isSign = first < 128 && first !== 32 && !isLetter(first)
  if (isSign && known.rank(piece.slice(1)) !== undefined) return 2
  let sum = 0
  let before = ''
  let cost = 0
  for (const part of piece.match(parts)!) {
    const last = part.charCodeAt(part.length - 1)
    // A token that takes the end of one character and the beginning of the next leaves their other bytes alone.
    const isCrossed = last > 127 && before > '\x7f' && mayCross(before, part, vocabulary)
    if (isCrossed) sum += byteLength(before) - cost
    if (isLetter(last)) cost = mergedCost(part, known)
    else if (last === 32) cost = 1
    else if (isCrossed) cost = byteLength(part)
    else cost = before.endsWith(' ') ? spacedCost(part, vocabulary) : characterCost(part, vocabulary)
    sum += cost
    before = part
  }
  return sum
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isLetter(code: number): boolean {
  return isCapital(code) || (code >= 97 && code <= 122)
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}

/** Whether the last byte of one character and the first of the next are beside each other in a token. */
function mayCross(one: string, next: string, { crossings }: Vocabulary): boolean {
  const code = next.codePointAt(0)!
  const first = code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18)
  const at = ((one.codePointAt(0)! & 63) << 6) | (first & 63)
  return (crossings[at >> 3]! & (1 << (at & 7))) !== 0
}

function byteLength(character: string): number {
  const code = character.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** 1 if the character is a token of its own, otherwise its UTF-8 bytes. */
function characterCost(character: string, { characters }: Vocabulary): number {
  const code = character.codePointAt(0)!
  if (code < 128) return 1
  const bit = code - 0x80
  const isToken = code < 0xd7a4 && (characters[bit >> 3]! & (1 << (bit & 7))) !== 0
  return isToken ? 1 : byteLength(character)
}

/** After a space, which may take its first byte and leave the others alone. */
function spacedCost(character: string, vocabulary: Vocabulary): number {
  const cost = characterCost(character, vocabulary)
  return cost === 1 && character.charCodeAt(0) >= 0x800 ? 2 : cost
}

/** Pieces of which all tokens that they can have are known: signs, and letters with the sign or space before them. */
const merging = /^(?:[ !-/:-@[-`{-~]?[A-Za-z]+| ?[!-/:-@[-`{-~]+[\r\n/]*)$/

/** Rare words come again, in the next answer at the latest. */
const costs = new Map<string, number>()
const mostCosts = 4000
const longestKept = 64
/** Longer ones are counted in parts. */
const longestMerged = 1000

function mergedCost(piece: string, known: Known): number {
  if (piece.length > longestMerged)
    return mergedCost(piece.slice(0, longestMerged), known) + mergedCost(piece.slice(longestMerged), known)
  if (piece.length === 1 || known.rank(piece) !== undefined) return 1
  const before = costs.get(piece)
  if (before !== undefined) return before
  const cost = merged(piece, known)
  if (costs.size >= mostCosts) costs.clear()
  // A copy: a part of a text keeps the whole text in memory.
  if (piece.length <= longestKept) costs.set([...piece].join(''), cost)
  return cost
}

/** How many tokens are left of its characters when, again and again, the two beside each other of the lowest rank are one. */
function merged(piece: string, known: Known): number {
  const starts = Array.from({ length: piece.length + 1 }, (_, at) => at)
  const rankAt = (at: number) => {
    const end = starts[at + 2]
    const rank = end === undefined ? undefined : known.rank(piece.slice(starts[at], end))
    return rank ?? unranked
  }
  const ranks = starts.map((_, at) => rankAt(at))
  while (true) {
    let lowest = 0
    for (let at = 1; at < ranks.length; at++) if (ranks[at]! < ranks[lowest]!) lowest = at
    if (ranks[lowest] === undefined || ranks[lowest] === unranked) return starts.length - 1
    starts.splice(lowest + 1, 1)
    ranks.splice(lowest + 1, 1)
    ranks[lowest] = rankAt(lowest)
    if (lowest > 0) ranks[lowest - 1] = rankAt(lowest - 1)
  }
}
