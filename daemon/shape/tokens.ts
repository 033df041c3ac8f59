/**
 * An upper estimate of a text's o200k tokens, without the encoding itself: the text is split as the encoding splits it,
 * common words are looked up, and other words are assumed to split in the worst way that their letter pairs and triples
 * allow.
 */
import * as table from './token-table.ts'

/**
 * In order: a word with the one sign or space before it, up to three digits, signs with the line breaks after them,
 * lines, blanks up to the one that belongs to what follows. Everything beyond ASCII counts as letters: whatever it
 * joins costs no more than its bytes.
 */
const pieces =
  /[^\r\n\dA-Za-z\x80-\uffff]?(?:[A-Za-z]*[\x80-\uffff][A-Za-z\d\x80-\uffff]*|[A-Z]*[a-z]+|[A-Z]+)(?:'(?:s|t|re|ve|m|ll|d)(?![\x80-\uffff]))?|\d{1,3}| ?[!-/:-@[-`{-~]+[\r\n/]*|[ \t\r\n\f\v]*[\r\n]+| +(?!\S)|./gs
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
  readonly known: ReadonlySet<string>
  readonly characters: Uint8Array
  readonly smallGrams: Uint8Array
  readonly capitalGrams: Uint8Array
}

let vocabulary: Vocabulary | undefined

function load(): Vocabulary {
  const known = new Set(table.signs)
  const title = (word: string) => word[0]!.toUpperCase() + word.slice(1)
  unpack(table.words, (word, flags) => {
    if ((flags & 1) !== 0) known.add(word)
    if ((flags & 2) !== 0) known.add(` ${word}`)
    if ((flags & 4) !== 0) known.add(title(word))
    if ((flags & 8) !== 0) known.add(` ${title(word)}`)
  })
  unpack(table.capitals, (word, flags) => {
    if ((flags & 1) !== 0) known.add(word.toUpperCase())
    if ((flags & 2) !== 0) known.add(` ${word.toUpperCase()}`)
  })
  const [characters, smallGrams, capitalGrams] = [table.characters, table.smallGrams, table.capitalGrams].map(bytes)
  return { known, characters: characters!, smallGrams: smallGrams!, capitalGrams: capitalGrams! }
}

function unpack(packed: string, add: (word: string, flags: number) => void): void {
  let word = ''
  for (const [, same, rest, flags] of packed.matchAll(/(\d)([a-z]*)([A-Z])/g)) {
    word = word.slice(0, Number(same)) + rest
    add(word, flags!.charCodeAt(0) - 65)
  }
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function costOf(piece: string, vocabulary: Vocabulary): number {
  const { known } = vocabulary
  if (known.has(piece)) return 1
  const first = piece.charCodeAt(0)
  if (isDigit(first) || (first < 128 && piece.length === 1)) return 1
  const isSign = first < 128 && first !== 32 && !isLetter(first)
  if (isSign && known.has(piece.slice(1))) return 2
  let sum = 0
  for (const part of piece.match(parts)!) {
    const last = part.charCodeAt(part.length - 1)
    if (isLetter(last)) sum += worst(part, vocabulary)
    else sum += last === 32 ? 1 : characterCost(part, vocabulary)
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
