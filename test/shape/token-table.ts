/** Makes `daemon/shape/token-table.ts` from the real encoding. */
import o200k from 'js-tiktoken/ranks/o200k_base'

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

/** Pairs and triples of letters that are tokens. The first may be a space; a pair has 0 in the last place. */
function gramsOf(ranks: ReadonlyMap<string, number>, letterA: number): string {
  const letter = (at: number) => (at === 0 ? ' ' : String.fromCharCode(letterA + at - 1))
  return bitsOf(27 ** 3, (at) => {
    const b = Math.floor(at / 27) % 27
    const c = at % 27
    return b !== 0 && ranks.has(letter(Math.floor(at / 729)) + letter(b) + (c === 0 ? '' : letter(c)))
  })
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

export function makeTable(): string {
  const ranks = ranksOf(o200k.bpe_ranks)
  const texts = [...ranks.keys()].map((token) => Buffer.from(token, 'latin1').toString())
  const title = (word: string) => word[0]!.toUpperCase() + word.slice(1)
  const table = {
    words: wordsOf(ranks, {
      pattern: /^ ?[A-Za-z][a-z]{2,}$/,
      forms: (word) => [word, ` ${word}`, title(word), ` ${title(word)}`],
    }),
    capitals: wordsOf(ranks, {
      pattern: /^ ?[A-Z]{3,}$/,
      forms: (word) => [word.toUpperCase(), ` ${word.toUpperCase()}`],
    }),
    smallGrams: gramsOf(ranks, 97),
    capitalGrams: gramsOf(ranks, 65),
    characters: bitsOf(0xd7a4 - 0x80, (at) =>
      ranks.has(Buffer.from(String.fromCharCode(at + 0x80)).toString('latin1')),
    ),
    others: othersOf(texts.filter((token) => !token.includes('\ufffd'))),
    signs: texts.filter((token) => /^ ?[^\s\p{L}\p{N}\ufffd]{1,4}[\r\n/]*$/u.test(token) && token.length > 1),
  }
  const quoted = (text: string) =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
  const write = (value: string | readonly string[]) =>
    typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`
  const lines = Object.entries(table).map(([name, value]) => `export const ${name} =\n  ${write(value)}\n`)
  return [
    '/** The most common o200k tokens: generated, and checked to be current, by `test/shape/budget.test.ts`. */',
    '',
    '// biome-ignore-all format: generated',
    '',
    ...lines,
  ].join('\n')
}
