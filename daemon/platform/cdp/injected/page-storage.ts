/**
 * Reads and writes what an origin stores in the browser. Sent to an empty page of that origin, where no script of the
 * site runs.
 */
import { sent } from './sent.ts'

/** As in `storage-state.ts`, with the contents of databases. */
interface PageStorage {
  readonly localStorage: readonly Entry[]
  readonly sessionStorage?: readonly Entry[]
  readonly indexedDB?: readonly Database[]
}

interface Entry {
  readonly name: string
  readonly value: string
}

interface Database {
  readonly name: string
  readonly version: number
  readonly stores: readonly {
    readonly name: string
    readonly autoIncrement: boolean
    readonly keyPath?: string
    readonly keyPathArray?: readonly string[]
    readonly records: readonly {
      readonly key?: unknown
      readonly keyEncoded?: unknown
      readonly value?: unknown
      readonly valueEncoded?: unknown
    }[]
    readonly indexes: readonly {
      readonly name: string
      readonly keyPath?: string
      readonly keyPathArray?: readonly string[]
      readonly multiEntry: boolean
      readonly unique: boolean
    }[]
  }[]
}

/** A value as JSON, in Playwright's encoding where JSON has no form for it. Throws if that has none either. */
function encoded(value: unknown): { readonly plain: boolean; readonly as: unknown } {
  const ids = new Map<object, number>()
  let plain = true
  const base64 = (bytes: Uint8Array) => {
    let binary = ''
    for (const byte of bytes) binary += String.fromCharCode(byte)
    return btoa(binary)
  }
  const kinds: { readonly [name: string]: string } = {
    Int8Array: 'i8',
    Uint8Array: 'ui8',
    Uint8ClampedArray: 'ui8c',
    Int16Array: 'i16',
    Uint16Array: 'ui16',
    Int32Array: 'i32',
    Uint32Array: 'ui32',
    Float32Array: 'f32',
    Float64Array: 'f64',
    BigInt64Array: 'bi64',
    BigUint64Array: 'bui64',
  }
  const ofObject = (one: object): unknown => {
    const seen = ids.get(one)
    if (seen !== undefined) {
      plain = false
      return { ref: seen }
    }
    const id = ids.size + 1
    if (Array.isArray(one)) {
      ids.set(one, id)
      return { a: one.map(of), id }
    }
    if (Object.prototype.toString.call(one) === '[object Object]') {
      ids.set(one, id)
      return { o: Object.entries(one).map(([k, v]) => ({ k, v: of(v) })), id }
    }
    plain = false
    if (one instanceof Date) return { d: one.toJSON() }
    if (one instanceof RegExp) return { r: { p: one.source, f: one.flags } }
    if (one instanceof ArrayBuffer) return { ab: { b: base64(new Uint8Array(one)) } }
    const kind = kinds[one.constructor.name]
    if (ArrayBuffer.isView(one) && kind !== undefined) {
      return { ta: { b: base64(new Uint8Array(one.buffer, one.byteOffset, one.byteLength)), k: kind } }
    }
    ids.set(one, id)
    if (one instanceof Map) return { m: [...one].map(([k, v]) => ({ k: of(k), v: of(v) })), id }
    if (one instanceof Set) return { s: [...one].map(of), id }
    throw new TypeError('no form')
  }
  const of = (one: unknown): unknown => {
    if (one === null) return { v: 'null' }
    if (typeof one === 'string' || typeof one === 'boolean') return one
    if (typeof one === 'number' && Number.isFinite(one) && !Object.is(one, -0)) return one
    if (typeof one === 'object') return ofObject(one)
    plain = false
    if (one === undefined) return { v: 'undefined' }
    if (typeof one === 'number') return { v: Object.is(one, -0) ? '-0' : String(one) }
    if (typeof one === 'bigint') return { bi: String(one) }
    throw new TypeError('no form')
  }
  const form = of(value)
  return plain ? { plain, as: value } : { plain, as: form }
}

function decoded(form: unknown): unknown {
  const made = new Map<number, unknown>()
  const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer
  const arrays: { readonly [kind: string]: new (buffer: ArrayBuffer) => unknown } = {
    i8: Int8Array,
    ui8: Uint8Array,
    ui8c: Uint8ClampedArray,
    i16: Int16Array,
    ui16: Uint16Array,
    i32: Int32Array,
    ui32: Uint32Array,
    f32: Float32Array,
    f64: Float64Array,
    bi64: BigInt64Array,
    bui64: BigUint64Array,
  }
  const words: { readonly [word: string]: unknown } = { null: null, NaN, Infinity, '-Infinity': -Infinity, '-0': -0 }
  // biome-ignore lint/suspicious/noExplicitAny: its form is what this function finds out
  const of = (one: any): unknown => {
    if (typeof one !== 'object' || one === null) return one
    const keep = <T>(value: T): T => {
      made.set(one.id, value)
      return value
    }
    if ('ref' in one) return made.get(one.ref)
    if ('v' in one) return words[one.v]
    if ('d' in one) return new Date(one.d)
    if ('u' in one) return new URL(one.u)
    if ('bi' in one) return BigInt(one.bi)
    if ('r' in one) return new RegExp(one.r.p, one.r.f)
    if ('ab' in one) return bytes(one.ab.b)
    if ('ta' in one) return new arrays[one.ta.k]!(bytes(one.ta.b))
    if ('m' in one) {
      const map = keep(new Map())
      for (const { k, v } of one.m) map.set(of(k), of(v))
      return map
    }
    if ('s' in one) {
      const set = keep(new Set())
      for (const item of one.s) set.add(of(item))
      return set
    }
    if ('a' in one) {
      const array = keep([] as unknown[])
      for (const item of one.a) array.push(of(item))
      return array
    }
    const object = keep({} as { [name: string]: unknown })
    for (const { k, v } of one.o)
      Object.defineProperty(object, k, { value: of(v), enumerable: true, writable: true, configurable: true })
    return object
  }
  return of(form)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    // Another tab has it open and does not close it.
    if (request instanceof IDBOpenDBRequest) request.onblocked = () => reject(new Error('a database is in use'))
  })
}

async function databaseOf(
  name: string,
  version: number,
): Promise<{ readonly database: Database; readonly left: number }> {
  const db = await settled(indexedDB.open(name))
  let left = 0
  try {
    const names = [...db.objectStoreNames]
    if (names.length === 0) return { database: { name, version, stores: [] }, left }
    const transaction = db.transaction(names, 'readonly')
    const pathOf = ({ keyPath }: { readonly keyPath: string | string[] | null }) => ({
      ...(typeof keyPath === 'string' && { keyPath }),
      ...(Array.isArray(keyPath) && { keyPathArray: keyPath }),
    })
    const stores = await Promise.all(
      names.map(async (storeName) => {
        const store = transaction.objectStore(storeName)
        const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
        const records = keys.flatMap((key, at) => {
          try {
            const [ofKey, ofValue] = [encoded(key), encoded(values[at])]
            return {
              ...(store.keyPath === null && (ofKey.plain ? { key: ofKey.as } : { keyEncoded: ofKey.as })),
              ...(ofValue.plain ? { value: ofValue.as } : { valueEncoded: ofValue.as }),
            }
          } catch {
            left++
            return []
          }
        })
        const indexes = [...store.indexNames].map((indexName) => {
          const index = store.index(indexName)
          return { name: indexName, ...pathOf(index), multiEntry: index.multiEntry, unique: index.unique }
        })
        return { name: storeName, autoIncrement: store.autoIncrement, ...pathOf(store), records, indexes }
      }),
    )
    return { database: { name, version, stores }, left }
  } finally {
    db.close()
  }
}

async function collect(): Promise<{ readonly origin: string; readonly kept: PageStorage; readonly left: number }> {
  const local = Object.entries({ ...localStorage }).map(([name, value]): Entry => ({ name, value }))
  const known = (await indexedDB.databases()).filter(({ name }) => name !== undefined)
  const found = await Promise.all(known.map(({ name, version }) => databaseOf(name!, version!)))
  const left = found.reduce((sum, one) => sum + one.left, 0)
  const databases = found.map(({ database }) => database)
  return { origin, kept: { localStorage: local, ...(databases.length > 0 && { indexedDB: databases }) }, left }
}

async function restoreDatabase({ name, version, stores }: Database): Promise<void> {
  await settled(indexedDB.deleteDatabase(name))
  const opening = indexedDB.open(name, version)
  const pathOf = (one: { readonly keyPath?: string; readonly keyPathArray?: readonly string[] }) =>
    one.keyPathArray === undefined ? one.keyPath : [...one.keyPathArray]
  opening.onupgradeneeded = () => {
    for (const store of stores) {
      const { autoIncrement } = store
      const made = opening.result.createObjectStore(store.name, { autoIncrement, keyPath: pathOf(store) ?? null })
      for (const index of store.indexes) made.createIndex(index.name, pathOf(index) ?? '', index)
    }
  }
  const db = await settled(opening)
  try {
    if (stores.length === 0) return
    const transaction = db.transaction([...db.objectStoreNames], 'readwrite')
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
    for (const { name: storeName, records } of stores) {
      const store = transaction.objectStore(storeName)
      for (const one of records) {
        const value = 'valueEncoded' in one ? decoded(one.valueEncoded) : one.value
        if ('keyEncoded' in one) store.add(value, decoded(one.keyEncoded) as IDBValidKey)
        else if ('key' in one) store.add(value, one.key as IDBValidKey)
        else store.add(value)
      }
    }
    await done
  } finally {
    db.close()
  }
}

/** Replaces what the origin keeps; kinds that are not given stay as they are. */
async function restore(kept: PageStorage): Promise<string> {
  const fill = (storage: Storage, items: readonly Entry[]) => {
    storage.clear()
    for (const { name, value } of items) storage.setItem(name, value)
  }
  fill(localStorage, kept.localStorage)
  if (kept.sessionStorage !== undefined) fill(sessionStorage, kept.sessionStorage)
  for (const database of kept.indexedDB ?? []) await restoreDatabase(database)
  return origin
}

function collectSession(): { readonly origin: string; readonly items: readonly Entry[] } {
  return { origin, items: Object.entries({ ...sessionStorage }).map(([name, value]) => ({ name, value })) }
}

export const collectScript = sent(collect, encoded, settled, databaseOf)
export const restoreScript = sent(restore, decoded, settled, restoreDatabase)
export const collectSessionScript = sent(collectSession)
