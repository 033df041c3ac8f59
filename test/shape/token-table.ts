/** Makes `daemon/shape/token-table.ts` and `token-ranks.ts` from the real encoding. */
import o200k from 'js-tiktoken/ranks/o200k_base'
import { eachToken, isAscii, rankBits, type TokenLists } from '../../daemon/shape/tokens.ts'

function ranksOf(packed: string): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const line of packed.split('\n').filter((one) => one !== '')) {
    const [, first, ...tokens] = line.split(' ')
    tokens.forEach((token, i) => {
      ranks.set(Buffer.from(token, 'base64').toString('latin1'), Number(first) + i)
    })
  }
  return ranks
}

function bitsOf(length: number, has: (at: number) => boolean): string {
  const bytes = Buffer.alloc(Math.ceil(length / 8))
  for (let at = 0; at < length; at++) if (has(at)) bytes[at >> 3] = bytes[at >> 3]! | (1 << (at & 7))
  return bytes.toString('base64')
}

/** How many letters a word shares with the one before, the others, and which of its forms are tokens, as a capital. */
function wordsOf(
  ranks: ReadonlyMap<string, number>,
  options: { readonly pattern: RegExp; readonly forms: (word: string) => readonly string[] },
): string {
  const words = new Set<string>()
  for (const token of ranks.keys()) {
    if (options.pattern.test(token)) words.add(token.trim().toLowerCase())
  }
  let packed = ''
  let before = ''
  for (const word of [...words].sort()) {
    let same = 0
    while (same < 9 && same < word.length && word[same] === before[same]) same++
    const flags = options.forms(word).reduce((sum, form, bit) => sum + (ranks.has(form) ? 1 << bit : 0), 0)
    packed += same + word.slice(same) + String.fromCharCode(65 + flags)
    before = word
  }
  return packed
}

/** Those that the other parts of the table have. */
const isPlainWord = /^ ?(?:[a-z]+|[A-Z]+|[A-Z][a-z]{2,})$/

/**
 * Words of other scripts, and words with the sign before them (`_to`, `’s`): how many characters a text shares with the one
 * before, the others, and whether it is a token without a space, with one, or both.
 */
function othersOf(tokens: readonly string[]): string {
  const forms = new Map<string, number>()
  for (const token of tokens) {
    if (token.length === 1 || !/^[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+$/u.test(token)) continue
    if (isPlainWord.test(token)) continue
    const text = token.trimStart()
    forms.set(text, (forms.get(text) ?? 0) | (token === text ? 1 : 2))
  }
  let packed = ''
  let before = ''
  for (const text of [...forms.keys()].sort()) {
    let same = 0
    while (same < 9 && same < text.length && text[same] === before[same]) same++
    packed += same + text.slice(same) + forms.get(text)
    before = text
  }
  return packed
}

/** Signs, and letters with too few of them to be packed. */
const isShort = /^(?: ?[^\s\p{L}\p{N}\ufffd]+[\r\n/]*|[\r\n/]+| ?[a-z]{1,2}| ?[A-Z]{1,2})$/u

/** Of the tokens of ASCII, in the order in which they are read from the table. */
function ranksOfTable(table: TokenLists, ranks: ReadonlyMap<string, number>): string {
  const found: number[] = []
  const add = (text: string) => {
    if (isAscii.test(text)) found.push(ranks.get(text)!)
  }
  eachToken(table, add, (letters, length, { capitals, isSpaced }) => {
    const word = Buffer.from(letters.subarray(0, length)).toString()
    const count = Math.min(capitals, length)
    add((isSpaced ? ' ' : '') + word.slice(0, count).toUpperCase() + word.slice(count))
  })
  return bitsOf(found.length * rankBits, (at) => {
    return (found[Math.floor(at / rankBits)]! & (1 << (at % rankBits))) !== 0
  })
}

/**
 * Which last byte of a character and first byte of the next one, 64 of each, are beside each other in a token that begins
 * or ends within a character.
 */
function crossingsOf(ranks: ReadonlyMap<string, number>): string {
  const found = new Set<number>()
  for (const token of ranks.keys()) {
    const isWhole = Buffer.from(Buffer.from(token, 'latin1').toString()).toString('latin1') === token
    if (isWhole) continue
    for (let at = 1; at < token.length; at++) {
      const [last, first] = [token.charCodeAt(at - 1), token.charCodeAt(at)]
      if (last >> 6 === 2 && first >> 6 === 3) found.add(((last & 63) << 6) | (first & 63))
    }
  }
  return bitsOf(64 * 64, (at) => found.has(at))
}

export function makeTables(): { readonly [file: string]: string } {
  const ranks = ranksOf(o200k.bpe_ranks)
  const texts = [...ranks.keys()].map((token) => Buffer.from(token, 'latin1').toString())
  const title = (word: string) => word[0]!.toUpperCase() + word.slice(1)
  const listed = {
    short: texts.filter((token) => isShort.test(token) && token.length > 1),
    others: othersOf(texts.filter((token) => !token.includes('\ufffd'))),
    words: wordsOf(ranks, {
      pattern: /^ ?[A-Za-z][a-z]{2,}$/,
      forms: (word) => [word, ` ${word}`, title(word), ` ${title(word)}`],
    }),
    capitals: wordsOf(ranks, {
      pattern: /^ ?[A-Z]{3,}$/,
      forms: (word) => [word.toUpperCase(), ` ${word.toUpperCase()}`],
    }),
  }
  const table = {
    ...listed,
    characters: bitsOf(0xd7a4 - 0x80, (at) =>
      ranks.has(Buffer.from(String.fromCharCode(at + 0x80)).toString('latin1')),
    ),
    crossings: crossingsOf(ranks),
  }
  const quoted = (text: string) =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
  const write = (value: string | readonly string[]) =>
    typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`
  const fileOf = (what: string, exported: object) =>
    [
      `/** ${what}: generated, and checked to be current, by \`test/shape/budget.test.ts\`. */`,
      '',
      '// biome-ignore-all format: generated',
      '',
      ...Object.entries(exported).map(([name, value]) => `export const ${name} =\n  ${write(value)}\n`),
    ].join('\n')
  return {
    'token-table.ts': fileOf('The o200k tokens', table),
    'token-ranks.ts': fileOf('The ranks of those of ASCII', { ranks: ranksOfTable(listed, ranks) }),
  }
}
