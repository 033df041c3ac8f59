/** Attribute values from the host, whatever type an application returns. */

import { seenText } from '../../element/unseen.ts'

export type Facts = { readonly [attribute: string]: unknown }

/** Invisible direction and width marks, mostly around numbers. */
const unseen =
  /^[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+|(?<![\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff])[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+$/g

/** A non-empty string, without invisible marks at its ends; undefined for numbers. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const text = value.replace(unseen, '')
  return text.trim() === '' ? undefined : text
}

/** For names: trimmed. */
export function nameText(value: unknown): string | undefined {
  return typeof value === 'string' ? seenText(value) : undefined
}

/** Applications use both CFNumber and CFBoolean for numbers. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  return undefined
}

/** `undefined` if the element lacks the attribute. */
export function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  return undefined
}

/** Up to six decimals: sliders return all digits of a double. */
export function shownNumber(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const items = (value as { readonly items?: unknown } | undefined)?.items
  return Array.isArray(items) ? items : []
}

/** For `detail`, where every attribute is text: `undefined` for elements, which are reported elsewhere. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'number') return Number.isFinite(value) ? shownNumber(value) : undefined
  if (typeof value === 'boolean') return String(value)
  const { kind, ...rest } = (value ?? {}) as { readonly kind?: string; readonly [name: string]: unknown }
  switch (kind) {
    case 'point':
      return `${rest.x},${rest.y}`
    case 'size':
      return `${rest.width}x${rest.height}`
    case 'rect':
      return `${rest.x},${rest.y} ${rest.width}x${rest.height}`
    case 'range':
      return `${rest.location}+${rest.length}`
    case 'date':
      return typeof rest.seconds === 'number' && Math.abs(rest.seconds) < 8.64e12
        ? new Date(rest.seconds * 1000).toISOString()
        : undefined
    case 'other':
      return textOf(rest.text)
    case 'list': {
      const texts = listOf(value).map(plainText)
      return texts.every((text) => text !== undefined) ? textOf(texts.join(', ')) : undefined
    }
    default:
      return undefined
  }
}
