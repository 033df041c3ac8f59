/**
 * Sign-in state in the format of Playwright's `storageState`, plus `sessionStorage`, which Playwright ignores. Whoever
 * has its texts is signed in: they must not appear in answers, errors or logs.
 */
export interface StorageState {
  readonly cookies: readonly Cookie[]
  readonly origins: readonly OriginState[]
}

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  /** Seconds since 1970; -1 for a cookie that ends with the browser. */
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Strict' | 'Lax' | 'None'
  /** The only site in whose pages it is sent. */
  readonly partitionKey?: string
  readonly _crHasCrossSiteAncestor?: boolean
}

export interface OriginState extends PageStorage {
  readonly origin: string
}

/** What a page of an origin can read. */
export interface PageStorage {
  readonly localStorage: readonly Entry[]
  readonly sessionStorage?: readonly Entry[]
  readonly indexedDB?: readonly Database[]
}

export interface Entry {
  readonly name: string
  readonly value: string
}

/** Opaque except to the page that reads or writes it. */
export interface Database {
  readonly name: string
  readonly version: number
  readonly stores: readonly object[]
}

/** What a load or save covered. */
export interface Stored {
  readonly cookies: number
  readonly origins: readonly string[]
  /** Database records that the format cannot hold, such as files and keys. */
  readonly left: number
}

type Check = (value: unknown, path: string) => string | undefined

const is =
  (what: string, holds: (value: unknown) => boolean): Check =>
  (value, path) =>
    holds(value) ? undefined : `${path}: expected ${what}`
const text = is('a text', (value) => typeof value === 'string')
const number = is('a number', (value) => typeof value === 'number')
const flag = is('true or false', (value) => typeof value === 'boolean')
const anything: Check = () => undefined
const maybe =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? undefined : check(value, path)
const list =
  (item: Check): Check =>
  (value, path) =>
    Array.isArray(value) ? firstOf(value.map((one, at) => item(one, `${path}[${at}]`))) : `${path}: expected a list`
const object =
  (properties: { readonly [name: string]: Check }): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path}: expected an object`
    const fields = value as { readonly [name: string]: unknown }
    return firstOf(
      Object.entries(properties).map(([name, check]) =>
        check(Object.hasOwn(fields, name) ? fields[name] : undefined, path === '' ? name : `${path}.${name}`),
      ),
    )
  }

function firstOf(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined)
}

const entries = list(object({ name: text, value: text }))
const keyPath = { keyPath: maybe(text), keyPathArray: maybe(list(text)) }
const record = object({ key: anything, keyEncoded: anything, value: anything, valueEncoded: anything })
const index = object({ name: text, ...keyPath, multiEntry: flag, unique: flag })
const store = object({ name: text, autoIncrement: flag, ...keyPath, records: list(record), indexes: list(index) })
const cookie = object({
  name: text,
  value: text,
  domain: text,
  path: text,
  expires: number,
  httpOnly: flag,
  secure: flag,
  sameSite: is('Strict, Lax or None', (value) => ['Strict', 'Lax', 'None'].includes(value as string)),
  partitionKey: maybe(text),
  _crHasCrossSiteAncestor: maybe(flag),
})
const origin = object({
  origin: is(
    'an origin such as https://example.com',
    (value) =>
      typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
  ),
  localStorage: entries,
  sessionStorage: maybe(entries),
  indexedDB: maybe(list(object({ name: text, version: number, stores: list(store) }))),
})
const whole = object({ cookies: list(cookie), origins: list(origin) })

/** Where a value departs from the form, without quoting anything from it. */
export function faultIn(value: unknown): string | undefined {
  return whole(value, '')
}
