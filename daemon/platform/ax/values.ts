/** Values of attributes as they come from the host: whatever an application answers, of whatever type. */

export type Facts = { readonly [attribute: string]: unknown }

/** Marks of direction and of width that are shown nowhere, around numbers mostly. */
const unseen =
  /^[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+|[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+$/g

/** A text that says something, as it is but for unseen marks at its ends; numbers are no texts. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const text = value.replace(unseen, '')
  return text.trim() === '' ? undefined : text
}

/** For names: without space at the ends. */
export function nameText(value: unknown): string | undefined {
  return textOf(value)?.trim()
}

/** Numbers come as CFNumber and as CFBoolean; applications mix them. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  return undefined
}

/** `undefined` where the element has no such attribute. */
export function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  return undefined
}

/** Up to six digits after the point: sliders answer with the whole length of a double. */
export function shownNumber(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const items = (value as { readonly items?: unknown } | undefined)?.items
  return Array.isArray(items) ? items : []
}

/** For `detail`, where every attribute is a text: `undefined` for elements, which are told as such elsewhere. */
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
