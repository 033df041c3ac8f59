/**
 * An upper estimate of a text's o200k tokens, without the encoding itself: the text is split as the encoding splits it,
 * common words are looked up, and other words are assumed to split in the worst way that their parts allow: two tokens
 * beside each other are never one token together.
 */
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
  /** Words and runs of signs that are a single token. */
  readonly known: Known
  readonly characters: Uint8Array
  readonly smallGrams: Uint8Array
  readonly capitalGrams: Uint8Array
}

let vocabulary: Vocabulary | undefined

function load(): Vocabulary {
  const known = new Known()
  for (const sign of table.signs) known.add(sign)
  unpackOthers(table.others, (text) => known.add(text))
  for (const [packed, forms] of [
    [table.words, smallForms],
    [table.capitals, capitalForms],
  ] as const)
    unpack(packed, (letters, length, flags) => {
      for (const [bit, form] of forms.entries()) if ((flags & (1 << bit)) !== 0) known.addWord(letters, length, form)
    })
  const [characters, smallGrams, capitalGrams] = [table.characters, table.smallGrams, table.capitalGrams].map(bytes)
  return { known, characters: characters!, smallGrams: smallGrams!, capitalGrams: capitalGrams! }
}

/** How many letters of a word are capitals, and whether a space comes before it. */
interface WordForm {
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

const places = 1 << 19

/** Texts by hashes of 48 bits alone, in 3 MiB for some 210,000: of others one in a billion is taken for one of them. */
class Known {
  readonly #hashes = new Int32Array(places)
  readonly #checks = new Uint16Array(places)

  add(text: string): void {
    let hash = firstHash
    let check = 0
    for (let at = 0; at < text.length; at++) {
      hash = hashed(hash, text.charCodeAt(at))
      check = checked(check, text.charCodeAt(at))
    }
    this.#add(hash, check)
  }

  /** From small letters, without making a string of them. */
  addWord(letters: Uint8Array, length: number, { capitals, isSpaced }: WordForm): void {
    let hash = isSpaced ? hashed(firstHash, 32) : firstHash
    let check = isSpaced ? checked(0, 32) : 0
    for (let at = 0; at < length; at++) {
      const code = letters[at]! - (at < capitals ? 32 : 0)
      hash = hashed(hash, code)
      check = checked(check, code)
    }
    this.#add(hash, check)
  }

  has(text: string): boolean {
    let hash = firstHash
    for (let at = 0; at < text.length; at++) hash = hashed(hash, text.charCodeAt(at))
    hash = mixed(hash)
    const place = this.#placeOf(hash)
    if (this.#hashes[place] !== hash) return false
    let check = 0
    for (let at = 0; at < text.length; at++) check = checked(check, text.charCodeAt(at))
    return this.#checks[place] === (check & 0xffff)
  }

  /** Of two texts with one hash the later stays: the other is taken for an unknown one, which costs more. */
  #add(hash: number, check: number): void {
    const place = this.#placeOf(mixed(hash))
    this.#hashes[place] = mixed(hash)
    this.#checks[place] = check
  }

  #placeOf(hash: number): number {
    let place = hash >>> 13
    while (this.#hashes[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & (places - 1)
    return place
  }
}

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
  for (const [, same, rest, forms] of packed.matchAll(/(\d)(\D*)(\d)/g)) {
    before = before.slice(0, Number(same)) + rest
    if (forms !== '2') add(before)
    if (forms !== '1') add(` ${before}`)
  }
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function costOf(piece: string, vocabulary: Vocabulary): number {
  const { known } = vocabulary
  if (known.has(piece)) return 1
  const first = piece.charCodeAt(0)
  if (first < 128 && (piece.length === 1 || (isDigit(first) && /^[0-9]+$/.test(piece)))) return 1
  if (piece.length <= longestWord && wholeParts.test(piece)) return partsCost(piece, vocabulary)
  const isSign = first < 128 && first !== 32 && !isLetter(first)
  if (isSign && known.has(piece.slice(1))) return 2
  let sum = 0
  let isSpaced = false
  for (const part of piece.match(parts)!) {
    const last = part.charCodeAt(part.length - 1)
    if (isLetter(last)) sum += wordCost(part, vocabulary)
    else if (last === 32) sum++
    else sum += isSpaced ? spacedCost(part, vocabulary) : characterCost(part, vocabulary)
    isSpaced = last === 32
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

/** 1 if the character is a token of its own, otherwise its UTF-8 bytes. */
function characterCost(character: string, { characters }: Vocabulary): number {
  const code = character.codePointAt(0)!
  if (code < 128) return 1
  const bit = code - 0x80
  const isToken = code < 0xd7a4 && (characters[bit >> 3]! & (1 << (bit & 7))) !== 0
  if (isToken) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** After a space, which may take its first byte and leave the others alone. */
function spacedCost(character: string, vocabulary: Vocabulary): number {
  const cost = characterCost(character, vocabulary)
  return cost === 1 && character.charCodeAt(0) >= 0x800 ? 2 : cost
}

/** Rare words come again, in the next answer at the latest. */
const costs = new Map<string, number>()
const mostCosts = 4000
/** In a longer one there are too many parts to look up. */
const longestWord = 24

function wordCost(word: string, vocabulary: Vocabulary): number {
  const rough = worst(word, vocabulary)
  if (rough <= 2 || word.length > longestWord || !/^ ?(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(word)) return rough
  return Math.min(rough, partsCost(word, vocabulary))
}

/**
 * Pieces of which all tokens that they can have are known: signs, and letters with the sign or space before them. Beyond
 * ASCII a token may have the last bytes of one character and the first ones of the next.
 */
const wholeParts = /^(?:[ !-/:-@[-`{-~]?[A-Za-z]+| ?[!-/:-@[-`{-~]+[\r\n/]*)$/

function partsCost(piece: string, vocabulary: Vocabulary): number {
  const before = costs.get(piece)
  if (before !== undefined) return before
  const characters = [...piece]
  const cost = worstOfKnown(characters, vocabulary)
  if (costs.size >= mostCosts) costs.clear()
  // A copy: a part of a text keeps the whole text in memory.
  costs.set([...piece].join(''), cost)
  return cost
}

/** The same as `worst` with all that is known: which of its parts are tokens, so which are never beside each other. */
function worstOfKnown(characters: readonly string[], vocabulary: Vocabulary): number {
  const { length } = characters
  const parts = characters.map((_, from) => {
    let part = ''
    return characters.slice(from).map((character) => {
      part += character
      return part === character ? Gram.token : partOf(part, vocabulary)
    })
  })
  // Most tokens up to a place, by where the last one begins.
  const most: number[][] = []
  for (let end = 1; end <= length; end++) {
    const sums = new Array<number>(end).fill(never)
    most[end] = sums
    for (let from = 0; from < end; from++) {
      if (parts[from]![end - from - 1] === Gram.no) continue
      if (from === 0) sums[0] = 1
      for (let start = 0; start < from; start++) {
        if (parts[start]![end - start - 1] !== Gram.token) sums[from] = Math.max(sums[from]!, most[from]![start]! + 1)
      }
    }
  }
  return Math.max(...most[length]!)
}

const longestSigns = 4
const isGram = /^(?:[a-z]{2}|[A-Z]{2}| [a-z]{1,2}| [A-Z]{1,2})$/
const isSigns = /^ ?[^\s\p{L}\p{N}]+[\r\n/]*$/u

/** Of two or more characters. */
function partOf(part: string, vocabulary: Vocabulary): number {
  if (!isGram.test(part)) {
    if (vocabulary.known.has(part)) return Gram.token
    return part.length > longestSigns && isSigns.test(part) ? Gram.unknown : Gram.no
  }
  const [a = 0, b = 0, c = -1] = [...part].map((_, at) => letterAt(part, at))
  return gram(vocabulary, a, b, c)
}

/** What is known about two or three adjacent letters. */
const Gram = { no: 0, token: 1, unknown: 2 } as const

/** Letters by number, a space being 0; capitals are 32 higher. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code === 32 ? 0 : (code & 31) + (isCapital(code) ? 32 : 0)
}

/** Nothing is known about mixed case. `c` is -1 for a pair. */
function gram(vocabulary: Vocabulary, a: number, b: number, c: number): number {
  const isCapitals = b > 31
  if ((a > 31 !== isCapitals && a !== 0) || (c >= 0 && c > 31 !== isCapitals)) return Gram.unknown
  const grams = isCapitals ? vocabulary.capitalGrams : vocabulary.smallGrams
  const at = (a & 31) * 729 + (b & 31) * 27 + (c < 0 ? 0 : c & 31)
  return (grams[at >> 3]! & (1 << (at & 7))) === 0 ? Gram.no : Gram.token
}

const never = Number.NEGATIVE_INFINITY

/**
 * The most tokens that letters can be split into. Two consecutive tokens never form a single token together, so the
 * pairs and triples rule some splits out. Four or more letters may always be one token.
 */
function worst(text: string, vocabulary: Vocabulary): number {
  // Best sums up to one, two and three letters back, by the length of the last token.
  let [one1, two1, three1, more1] = [0, never, never, never]
  let [one2, two2, three2, more2] = [never, never, never, never]
  let [one3, two3, three3, more3] = [never, never, never, never]
  let any4 = never
  let a = -1
  let b = -1
  for (let at = 0; at < text.length; at++) {
    const c = letterAt(text, at)
    const pair = b < 0 ? Gram.no : gram(vocabulary, b, c, -1)
    const triple = a < 0 ? Gram.no : gram(vocabulary, a, b, c)
    const isTriple = triple === Gram.token
    const one = 1 + Math.max(pair === Gram.token ? never : one1, isTriple ? never : two1, three1, more1)
    const two = pair === Gram.no ? never : 1 + Math.max(isTriple ? never : one2, two2, three2, more2)
    const three = triple === Gram.no ? never : 1 + Math.max(one3, two3, three3, more3)
    const more = Math.max(1 + any4, more1)
    any4 = Math.max(one3, two3, three3, more3)
    ;[one3, two3, three3, more3] = [one2, two2, three2, more2]
    ;[one2, two2, three2, more2] = [one1, two1, three1, more1]
    ;[one1, two1, three1, more1] = [one, two, three, more]
    a = b
    b = c
  }
  return Math.max(one1, two1, three1, more1)
}
