/**
 * An upper estimate of a text's o200k tokens, without the encoding itself: the text is split as the encoding splits
 * it, common words are looked up, and of others the worst split into tokens is taken that its pairs and triples of
 * letters leave open.
 */
import * as table from './token-table.ts'

export function tokens(text: string): number {
  vocabulary ??= load()
  const { length } = text
  let count = 0
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? kinds[code]! : kindOf(code)
    if (kind === Is.letter) at = word(text, at, at)
    else if (kind === Is.digit) at = digits(text, at)
    else if (kind !== Is.line && isLetter(text, at + 1)) at = word(text, at, at + 1)
    else if (kind === Is.sign || (code === 32 && isSign(text, at + 1))) at = signs(text, at)
    else at = space(text, at)
    count += cost
  }
  return count
}

/** Cost of the piece that was just read: a second result, without making an object a piece. */
let cost = 0

const Is = { sign: 0, letter: 1, digit: 2, space: 3, line: 4 } as const
type Is = (typeof Is)[keyof typeof Is]

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-zA-Z]/.test(character)) return Is.letter
  if (/[0-9]/.test(character)) return Is.digit
  if (character === '\n' || character === '\r') return Is.line
  return /\s/.test(character) ? Is.space : Is.sign
})

const anyLetter = /[\p{L}\p{M}]/u
const anyNumber = /\p{N}/u
const anySpace = /\s/
const kindCache = new Uint8Array(0x10000)

/** Beyond ASCII. Halves of a pair are taken for signs: what they may join costs no more than their bytes. */
function kindOf(code: number): Is {
  const known = kindCache[code]!
  if (known !== 0) return (known - 1) as Is
  const character = String.fromCharCode(code)
  let kind: Is = Is.sign
  if (anyLetter.test(character)) kind = Is.letter
  else if (anyNumber.test(character)) kind = Is.digit
  else if (anySpace.test(character)) kind = Is.space
  kindCache[code] = kind + 1
  return kind
}

function kindAt(text: string, at: number): Is | undefined {
  if (at >= text.length) return undefined
  const code = text.charCodeAt(at)
  return code < 128 ? (kinds[code]! as Is) : kindOf(code)
}

function isLetter(text: string, at: number): boolean {
  return kindAt(text, at) === Is.letter
}

function isSign(text: string, at: number): boolean {
  return kindAt(text, at) === Is.sign
}

interface Vocabulary {
  /** Words that are one token, as they stand; and those that are with a space before. */
  readonly bare: ReadonlySet<string>
  readonly spaced: ReadonlySet<string>
  readonly signs: ReadonlySet<string>
  readonly characters: Uint8Array
  readonly smallGrams: Uint8Array
  readonly capitalGrams: Uint8Array
}

let vocabulary: Vocabulary | undefined

function load(): Vocabulary {
  const bare = new Set<string>()
  const spaced = new Set<string>()
  const title = (word: string) => word[0]!.toUpperCase() + word.slice(1)
  unpack(table.words, (word, flags) => {
    if ((flags & 1) !== 0) bare.add(word)
    if ((flags & 2) !== 0) spaced.add(word)
    if ((flags & 4) !== 0) bare.add(title(word))
    if ((flags & 8) !== 0) spaced.add(title(word))
  })
  unpack(table.capitals, (word, flags) => {
    if ((flags & 1) !== 0) bare.add(word.toUpperCase())
    if ((flags & 2) !== 0) spaced.add(word.toUpperCase())
  })
  return {
    bare,
    spaced,
    signs: new Set(table.signs),
    characters: bytes(table.characters),
    smallGrams: bytes(table.smallGrams),
    capitalGrams: bytes(table.capitalGrams),
  }
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

/** Capital letters, then small ones, after at most one sign or space; or in other scripts, letters as they come. */
function word(text: string, from: number, first: number): number {
  let end = first
  while (isCapital(text.charCodeAt(end))) end++
  while (isSmall(text.charCodeAt(end))) end++
  if (end < text.length && text.charCodeAt(end) > 127 && isLetter(text, end)) return foreignWord(text, from, first)
  const rest = end - first
  const isSpaced = first > from && text.charCodeAt(from) === 32
  const known = isSpaced ? vocabulary!.spaced : vocabulary!.bare
  if (rest > 2 && rest < 20 && known.has(text.slice(first, end))) cost = 1
  else {
    // A space joins the letter after it, so it counts as one here.
    cost = worst(text, isSpaced ? first - 1 : first, end)
  }
  if (first > from && !isSpaced) cost += signBytes(text, from)
  return contraction(text, end)
}

/** `'s`, `'ll` and the like belong to the word. */
function contraction(text: string, end: number): number {
  if (text.charCodeAt(end) !== 39) return end
  const found = /^'(?:s|t|re|ve|m|ll|d)/i.exec(text.slice(end, end + 3))
  if (found === null) return end
  cost += found[0].length
  return end + found[0].length
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}

/** A word that has letters beyond ASCII: those by themselves, the others as runs. */
function foreignWord(text: string, from: number, first: number): number {
  let sum = first > from ? signBytes(text, from) : 0
  let at = first
  while (at < text.length) {
    const code = text.charCodeAt(at)
    let end = at
    while (isSmall(text.charCodeAt(end))) end++
    if (end > at) {
      sum += worst(text, at, end)
      at = end
    } else if (isCapital(code)) {
      sum++
      at++
    } else if (code > 127 && isLetter(text, at)) {
      sum += characterCost(code)
      at++
    } else break
  }
  cost = sum
  return contraction(text, at)
}

/** One, when the character is a token of its own, else its UTF-8 bytes (half of them for each half of a pair). */
function characterCost(code: number): number {
  if (code < 128) return 1
  const bit = code - 0x80
  const isToken = code < 0xd7a4 && (vocabulary!.characters[bit >> 3]! & (1 << (bit & 7))) !== 0
  if (isToken) return 1
  if (code < 0x800) return 2
  // A lone half is written as a replacement character, which is one token of three bytes.
  return (code & 0xf800) === 0xd800 ? 2 : 3
}

function signBytes(text: string, at: number): number {
  return characterCost(text.charCodeAt(at))
}

/** What is known of two or three letters side by side. */
const Gram = { no: 0, token: 1, unknown: 2 } as const

/** Letters by number, a space 0; capitals are 32 further on. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code === 32 ? 0 : (code & 31) + (isCapital(code) ? 32 : 0)
}

/** Of letters of both cases nothing is known. `c` is -1 for a pair. */
function gram(a: number, b: number, c: number): number {
  const isCapitals = b > 31
  if ((a > 31 !== isCapitals && a !== 0) || (c >= 0 && c > 31 !== isCapitals)) return Gram.unknown
  const grams = isCapitals ? vocabulary!.capitalGrams : vocabulary!.smallGrams
  const at = (a & 31) * 729 + (b & 31) * 27 + (c < 0 ? 0 : c & 31)
  return (grams[at >> 3]! & (1 << (at & 7))) === 0 ? Gram.no : Gram.token
}

const never = Number.NEGATIVE_INFINITY

/**
 * The most tokens that letters can be split into. Two tokens that follow each other are never a token together, so
 * a split is ruled out where the pairs and triples say so. Four letters and more may always be a token.
 */
function worst(text: string, from: number, end: number): number {
  // Best sums up to one, two and three letters ago, by the length of the last token.
  let [one1, two1, three1, more1] = [0, never, never, never]
  let [one2, two2, three2, more2] = [never, never, never, never]
  let [one3, two3, three3, more3] = [never, never, never, never]
  let any4 = never
  let a = -1
  let b = -1
  for (let at = from; at < end; at++) {
    const c = letterAt(text, at)
    const pair = b < 0 ? Gram.no : gram(b, c, -1)
    const triple = a < 0 ? Gram.no : gram(a, b, c)
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
  return Math.max(one1, two1, three1, more1, end > from ? 1 : 0)
}

/** Up to three digits are a token. */
function digits(text: string, from: number): number {
  let end = from
  let sum = 0
  let inAscii = 0
  while (kindAt(text, end) === Is.digit) {
    const code = text.charCodeAt(end)
    if (code < 128) inAscii++
    else sum += characterCost(code)
    end++
  }
  cost = sum > 0 ? sum + inAscii : Math.ceil(inAscii / 3)
  return end
}

/** Signs, after at most one space, with the line breaks and slashes after them. */
function signs(text: string, from: number): number {
  let end = text.charCodeAt(from) === 32 ? from + 1 : from
  let sum = 0
  for (; isSign(text, end); end++) sum += characterCost(text.charCodeAt(end))
  while (text.charCodeAt(end) === 10 || text.charCodeAt(end) === 13 || text.charCodeAt(end) === 47) {
    end++
    sum++
  }
  const length = end - from
  if (length <= 6 && length > 1 && vocabulary!.signs.has(text.slice(from, end))) cost = 1
  else cost = sum + (text.charCodeAt(from) === 32 && text.charCodeAt(from + 1) > 127 ? 1 : 0)
  return end
}

/** White space up to the last line break, or up to the last space before something else. */
function space(text: string, from: number): number {
  let end = from
  let afterLine = from
  let isSame = true
  while (true) {
    const kind = kindAt(text, end)
    if (kind !== Is.space && kind !== Is.line) break
    if (text.charCodeAt(end) !== text.charCodeAt(from)) isSame = false
    end++
    if (kind === Is.line) afterLine = end
  }
  if (afterLine > from) end = afterLine
  else if (end < text.length && end - from > 1) end--
  const length = end - from
  const code = text.charCodeAt(from)
  if (isSame && code < 128) cost = code === 32 ? Math.ceil(length / 64) : code === 10 ? Math.ceil(length / 2) : length
  else {
    cost = 0
    for (let at = from; at < end; at++) cost += characterCost(text.charCodeAt(at))
  }
  return end
}
