/** A page's value in about 2,000 characters: whole if small, otherwise the summary that came with it. */
import { cutAt } from '../../../api-schema/cut.ts'
import type { Described, Summary } from '../../platform/tab/scripts.ts'
import { onOneLine, quote } from './text.ts'

export interface Shown {
  /** JSON verbatim. */
  readonly result?: unknown
  /** The beginning of a string verbatim; for anything else, lines that page text cannot forge. */
  readonly preview?: string
  /** Nothing is left out. */
  readonly isWhole: boolean
}

export function shownOf(value: Described, most: number): Shown {
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

/** The page may have replaced JSON's functions, so its text may be invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Array(120) [first, second, third, … 117 more]`, `Object(3) {a, b, c}`, a list of nodes one per line. */
function linesOf(summary: Summary, most: number): string {
  if (typeof summary === 'string') return onOneLine(summary)
  const { name, size } = summary
  const head = `${onOneLine(name)}(${size})`
  if ('keys' in summary) return `${head} {${fitting(summary.keys.map(keyOf), size, ', ', most - head.length - 3)}}`
  const items = summary.items.map((item) => linesOf(item, most / 4))
  if (summary.lines) return `${head}\n${fitting(items, size, '\n', most - head.length - 1)}`
  return `${head} [${fitting(items, size, ', ', most - head.length - 3)}]`
}

/** As many items as fit, and the number of the others. */
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

/** How to get a smaller result. */
export function lessOf({ type, summary }: Described): string {
  if (type === 'string') return 'return a part, such as .slice(0, 1000)'
  if (typeof summary === 'object' && 'keys' in summary) return 'return one of its keys'
  if (typeof summary === 'object' && summary.lines) return 'call {explore}, which lists elements with their ids'
  return 'return .slice(0, 20), .length, or one field of each'
}
