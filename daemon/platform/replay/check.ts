/** Checks values from a file: each failure names its path, what was expected and what was found. */

/** Returns if the value is valid; else throws `Misfit`. */
export type Check = (value: unknown, path: string) => void

export class Misfit extends Error {
  readonly path: string

  constructor(path: string, found: string) {
    super(`${path || 'the whole file'}: ${found}`)
    this.path = path
  }
}

function misfit(path: string, expected: string, value: unknown): Misfit {
  return new Misfit(path, `expected ${expected}, found ${describe(value)}`)
}

export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value !== null && typeof value === 'object') return 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

export const text: Check = (value, path) => {
  if (typeof value !== 'string') throw misfit(path, 'text', value)
}

export const filled: Check = (value, path) => {
  if (typeof value !== 'string' || value === '') throw misfit(path, 'a text that is not empty', value)
}

export const number: Check = (value, path) => {
  if (typeof value !== 'number') throw misfit(path, 'a number', value)
}

export function whole(least: number): Check {
  return (value, path) => {
    if (!Number.isSafeInteger(value) || (value as number) < least) {
      throw misfit(path, `a whole number from ${least}`, value)
    }
  }
}

export function literal(expected: string | number): Check {
  return (value, path) => {
    if (value !== expected) throw misfit(path, JSON.stringify(expected), value)
  }
}

export function oneOf(words: readonly string[]): Check {
  const known = new Set<unknown>(words)
  return (value, path) => {
    if (!known.has(value)) throw misfit(path, `one of ${words.join(', ')}`, value)
  }
}

export function orNull(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path)
  }
}

export function list(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw misfit(path, 'a list', value)
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`)
  }
}

/** An object with arbitrary keys. */
export function map(check: Check): Check {
  return (value, path) => {
    for (const [name, item] of Object.entries(asObject(value, path))) check(item, join(path, name))
  }
}

/** An object with known keys; the first ones are required. */
export function object(
  required: { readonly [name: string]: Check },
  optional: { readonly [name: string]: Check } = {},
): Check {
  return (value, path) => {
    const fields = asObject(value, path)
    for (const [name, check] of Object.entries(required)) check(fields[name], join(path, name))
    for (const [name, item] of Object.entries(fields)) {
      if (Object.hasOwn(required, name)) continue
      if (!Object.hasOwn(optional, name)) {
        const known = [...Object.keys(required), ...Object.keys(optional)].join(', ')
        throw new Misfit(join(path, name), `unknown key; known are ${known}`)
      }
      optional[name]!(item, join(path, name))
    }
  }
}

function asObject(value: unknown, path: string): { readonly [name: string]: unknown } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw misfit(path, 'an object', value)
  return value as { readonly [name: string]: unknown }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
