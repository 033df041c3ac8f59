/** A value of a page in some 2,000 characters: whole where it is small, else as the summary that came with it. */
import { cutAt, onOneLine, quote } from './text.ts'

/** Made in the page, which is not to be trusted with lines. */
export interface Value {
  readonly type: string
  readonly plain: boolean
  readonly total: number
  readonly whole?: string
  readonly summary?: Summary
}

export type Summary =
  | string
  | { readonly name: string; readonly size: number; readonly items: readonly Summary[]; readonly lines: boolean }
  | { readonly name: string; readonly size: number; readonly keys: readonly string[] }

export interface Shown {
  /** JSON as it is. */
  readonly result?: unknown
  /** Of a string its beginning as it is, of all else lines that no text of the page can forge. */
  readonly preview?: string
  /** Nothing is left out. */
  readonly isWhole: boolean
}

export function shownOf(value: Value, most: number): Shown {
  const { type, plain, total, whole, summary = '' } = value
  if (whole === undefined || total > most) {
    const text = typeof summary === 'string' ? summary : linesOf(summary, most)
    return { preview: cutAt(text, most), isWhole: false }
  }
  if (plain) {
    const result = type === 'string' ? whole : parsed(whole)
    if (result !== undefined) return { result, isWhole: true }
  }
  const isLines = typeof summary !== 'string' && 'lines' in summary && summary.lines
  return { preview: isLines ? linesOf(summary, most) : onOneLine(whole), isWhole: true }
}

/** A page may have made something else of JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Array(120) [first, second, third, … 117 more]`, `Object(3) {a, b, c}`, a list of nodes one a line. */
function linesOf(summary: Summary, most: number): string {
  if (typeof summary === 'string') return onOneLine(summary)
  const { name, size } = summary
  const head = `${onOneLine(name)}(${size})`
  if ('keys' in summary) return `${head} {${fitting(summary.keys.map(keyOf), size, ', ', most - head.length - 3)}}`
  const items = summary.items.map((item) => linesOf(item, most / 4))
  if (summary.lines) return `${head}\n${fitting(items, size, '\n', most - head.length - 1)}`
  return `${head} [${fitting(items, size, ', ', most - head.length - 3)}]`
}

/** Of the first so many as there is room for, and how many more there are. */
function fitting(items: readonly string[], size: number, between: string, room: number): string {
  const more = (count: number) => `… ${count} more`
  let text = ''
  for (const [index, item] of items.entries()) {
    const next = index === 0 ? item : `${text}${between}${item}`
    const rest = size - index - 1
    if (next.length + (rest > 0 ? between.length + more(rest).length : 0) > room) {
      return index === 0 ? more(size) : `${text}${between}${more(size - index)}`
    }
    text = next
  }
  return size > items.length ? `${text}${items.length > 0 ? between : ''}${more(size - items.length)}` : text
}

function keyOf(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$-]*$/u.test(key) ? key : quote(key)
}

/** How to ask for less of it. */
export function lessOf({ type, summary }: Value): string {
  if (type === 'string') return 'return a part, such as .slice(0, 1000)'
  if (typeof summary === 'object' && 'keys' in summary) return 'return one of its keys'
  if (typeof summary === 'object' && summary.lines) return 'call explore, which lists elements with their ids'
  return 'return .slice(0, 20), .length, or one field of each'
}
