/** JSON exchanged with untrusted parties: strict UTF-8, bounded depth when parsing, any depth when writing. */
import { Problem } from './problem.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const deepest = 64

/**
 * Parses a body. Throws parse_error, and invalid_request for valid JSON that is nested deeper than 64 levels or
 * would set a prototype. If a key appears twice, the last one wins.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (isTooDeep(bytes, deepest)) {
    throw new Problem('invalid_request', {
      message: `The body is nested more than ${deepest} levels deep.`,
      hint: 'Send a flatter request.',
    })
  }
  let poisoned = false
  let value: unknown
  try {
    const text = utf8.decode(bytes)
    value = mayPoison(text)
      ? JSON.parse(text, (key, inner) => {
          poisoned ||= key === '__proto__' || (key === 'constructor' && hasPrototype(inner))
          return inner
        })
      : JSON.parse(text)
  } catch {
    throw new Problem('parse_error')
  }
  if (poisoned) {
    throw new Problem('invalid_request', { message: 'The body has a key that would set a prototype.' })
  }
  return value
}

/** An object of JSON, not a list. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A cheap first test: only bodies that mention these names need a check of every key. An escape may hide a name. */
function mayPoison(text: string): boolean {
  return text.includes('__proto__') || text.includes('constructor') || text.includes('\\u')
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

/** Counts brackets outside strings before any recursive code sees the text. */
function isTooDeep(bytes: Uint8Array, most: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]
    if (inString) {
      if (byte === 0x5c) i += 1
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      if (depth > most) return true
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
  }
  return false
}

/** Like JSON.stringify, which overflows the stack at a few thousand levels; a screen's tree may be deeper. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return toJsonWithoutStack(value)
  }
}

interface Level {
  readonly isList: boolean
  readonly entries: Iterator<readonly [string | undefined, unknown]>
  first: boolean
}

function toJsonWithoutStack(root: unknown): string {
  const parts: string[] = []
  const levels: Level[] = []
  const write = (value: unknown) => {
    if (typeof value !== 'object' || value === null) {
      parts.push(JSON.stringify(value) ?? 'null')
      return
    }
    const isList = Array.isArray(value)
    parts.push(isList ? '[' : '{')
    levels.push({ isList, entries: isList ? listEntries(value) : objectEntries(value), first: true })
  }
  write(root)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.entries.next()
    if (next.done) {
      parts.push(level.isList ? ']' : '}')
      levels.pop()
      continue
    }
    const [key, value] = next.value
    if (!level.first) parts.push(',')
    level.first = false
    if (key !== undefined) parts.push(JSON.stringify(key), ':')
    write(value)
  }
  return parts.join('')
}

function* listEntries(list: readonly unknown[]): Generator<readonly [undefined, unknown]> {
  for (const value of list) yield [undefined, value]
}

function* objectEntries(object: object): Generator<readonly [string, unknown]> {
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined && typeof value !== 'function') yield [key, value]
  }
}
