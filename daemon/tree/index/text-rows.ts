/** Distinct folded texts, and the letters, pairs and triples of letters that each may contain, as rows of bits. */

/**
 * A segment has a row for every hash of a letter, pair or triple, and each row has a bit for every text. The texts that
 * may contain a search term are the AND of the term's rows; `includes` decides, so that hash collisions cost time but
 * never cause errors. A removed text clears its own bits: nothing needs tidying up later, and no answer waits for that.
 */
const ascii = 128
const letters = ascii + 64
const pairs = 256
const triples = 512
const rows = letters + pairs + triples
const wordsInRow = 8
const textsInSegment = 32 * wordsInRow
const bytesOfSegment = rows * wordsInRow * 4
/** A longer text contains nearly every pair and triple anyway, so it is put into all rows. */
const longText = 4096
/** Further triples of a long search term exclude next to nothing. */
const mostTriples = 6

export class TextRows {
  readonly #texts: (string | undefined)[] = []
  readonly #free: number[] = []
  readonly #segments: Int32Array[] = []
  #characters = 0

  get bytes(): number {
    return this.#segments.length * bytesOfSegment + this.#texts.length * 32 + this.#characters
  }

  /** The caller ensures that a text is added once. Ids are small, and reused after `remove`. */
  add(text: string): number {
    const id = this.#free.pop() ?? this.#texts.length
    if (id >>> 8 === this.#segments.length) this.#segments.push(new Int32Array(rows * wordsInRow))
    this.#texts[id] = text
    this.#characters += text.length
    this.#mark(id, text, true)
    return id
  }

  /** Returns the removed text. */
  remove(id: number): string {
    const text = this.#texts[id]!
    this.#mark(id, text, false)
    this.#characters -= text.length
    this.#texts[id] = undefined
    this.#free.push(id)
    return text
  }

  /** Visits the id of every text that contains the search term. */
  find(needle: string, visit: (id: number) => void): void {
    const texts = this.#texts
    const exact = needle.length === 1 && needle.charCodeAt(0) < ascii
    const offsets = rowsOf(needle).map((row) => row * wordsInRow)
    for (let segment = 0; segment < this.#segments.length; segment++) {
      const bitsOf = this.#segments[segment]!
      for (let word = 0; word < wordsInRow; word++) {
        let bits = -1
        for (let row = 0; row < offsets.length && bits !== 0; row++) bits &= bitsOf[offsets[row]! + word]!
        for (; bits !== 0; bits &= bits - 1) {
          const id = segment * textsInSegment + (word << 5) + 31 - Math.clz32(bits & -bits)
          if (exact || texts[id]?.includes(needle)) visit(id)
        }
      }
    }
  }

  #mark(id: number, text: string, present: boolean): void {
    const segment = this.#segments[id >>> 8]!
    const word = (id >>> 5) & 7
    const bit = 1 << (id & 31)
    const put = (row: number) => {
      const at = row * wordsInRow + word
      segment[at] = present ? segment[at]! | bit : segment[at]! & ~bit
    }
    const isLong = text.length > longText
    if (isLong) for (let row = letters; row < rows; row++) put(row)
    let before = 0
    let last = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      put(letterRow(code))
      if (isLong) continue
      if (at > 0) put(pairRow(last, code))
      if (at > 1) put(tripleRow(before, last, code))
      before = last
      last = code
    }
  }
}

/** An ASCII letter has a row to itself: that row is the answer. */
function letterRow(code: number): number {
  return code < ascii ? code : ascii + (code & 63)
}

function pairRow(first: number, second: number): number {
  return letters + (Math.imul(Math.imul(first, 0x01000193) ^ second, 0x9e3779b1) >>> 24)
}

function tripleRow(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(first, 0x01000193) ^ second, 0x01000193) ^ third, 0x9e3779b1)
  return letters + pairs + ((mixed ^ (mixed >>> 15)) >>> 23)
}

/** Rows that every text with the term has; none for the empty term. Checking pairs as well as triples rules out most texts that only share a triple's hash. */
function rowsOf(needle: string): number[] {
  const code = (at: number) => needle.charCodeAt(at)
  if (needle.length === 1) return [letterRow(code(0))]
  if (needle.length === 2) return [pairRow(code(0), code(1))]
  const found = new Set<number>()
  const step = Math.max(1, (needle.length - 2) / mostTriples)
  for (let next = 0; next < needle.length - 2; next += step) {
    const at = Math.floor(next)
    found.add(tripleRow(code(at), code(at + 1), code(at + 2)))
    if (step === 1) found.add(pairRow(code(at), code(at + 1))).add(pairRow(code(at + 1), code(at + 2)))
  }
  return [...found]
}
