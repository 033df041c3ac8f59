/** Parses a page's report at a script's end. Page code may have altered it, so everything is checked. */
import type { Described, Summary } from '../../tab/scripts.ts'
import type { Thrown } from '../injected/run.ts'

export type Ran = { readonly value: Described } | { readonly thrown: Thrown }

export type Fields = { readonly [name: string]: unknown }

const deepest = 4

/** Undefined if it is malformed. */
export function readReply(reply: unknown): Ran | undefined {
  const { thrown, value } = fieldsOf(reply)
  if (thrown !== undefined) {
    const { name, message, line } = fieldsOf(thrown)
    const known = Number.isSafeInteger(line) ? { line: Number(line) } : {}
    return { thrown: { name: textOf(name), message: textOf(message), ...known } }
  }
  const { type, plain, total, more, whole, summary } = fieldsOf(value)
  const length = typeof whole === 'string' ? whole.length : countOf(total)
  if (typeof type !== 'string' || length === undefined) return undefined
  return {
    value: {
      type: type.replace(/[^\w$ .-]/g, ''),
      plain: plain === true,
      total: length,
      ...(more === true && { more }),
      ...(typeof whole === 'string' && { whole }),
      ...(summary !== undefined && { summary: summaryOf(summary, 0) }),
    },
  }
}

function summaryOf(summary: unknown, depth: number): Summary {
  const { name, size, items, keys, lines } = fieldsOf(summary)
  const head = { name: textOf(name), size: countOf(size) ?? 0 }
  if (Array.isArray(keys)) return { ...head, keys: keys.map(textOf) }
  if (Array.isArray(items) && depth < deepest)
    return { ...head, items: items.map((item) => summaryOf(item, depth + 1)), lines: lines === true }
  return textOf(summary)
}

/** Of anything but an object, none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}
