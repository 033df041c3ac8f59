/** CoreFoundation values: creating, reading and releasing them. */

import type { RawValue } from '../../wire/raw-element.ts'
import {
  type Bound,
  bound,
  type Engine,
  type Functions,
  type Library,
  type Native,
  type Param,
  type Ptr,
  type Result,
} from './engine.ts'

/** A reference to a CF object: owned if it came from Create or Copy, borrowed if from Get. */
export type CFRef = Ptr

const utf8 = 0x08000100
/** Layout of the scratch memory. Copy results out before calling another function that uses it. */
const place = { out: 0, arguments: 256, number: 512, values: 4096, text: 256 * 1024, input: 768 * 1024 } as const
const scratchSize = 1024 * 1024
const mostValues = (place.text - place.values) / 8
const textRoom = place.input - place.text
/** Tried first: some libraries clear the whole buffer they are given. */
const shortRoom = 32 * 1024
const inputRoom = scratchSize - place.input
/** Values one call may turn to text: with more than 128 arguments CoreFoundation overruns its own memory. */
export const mostJoined = 112
/** UTF-16 units read of one text. */
const maxText = 100_000
const maxItems = 500
/** Seconds from 1970 to 2001, the epoch of CFDate. */
const epoch = 978_307_200
const int64 = 4
const float64 = 6
/** Never part of UTF-8: if it is still there after the text, the text contained no NUL. */
const untouched = 0xff

const functions = {
  retain: ['CFRetain', 'ptr', 'ptr'],
  release: ['CFRelease', 'void', 'ptr'],
  equal: ['CFEqual', 'u8', 'ptr', 'ptr'],
  hash: ['CFHash', 'ptr', 'ptr'],
  typeOf: ['CFGetTypeID', 'i64', 'ptr'],
  getCString: ['CFStringGetCString', 'u8', 'ptr', 'ptr', 'i64', 'u32'],
  getLength: ['CFStringGetLength', 'i64', 'ptr'],
  // A range passed by value is its two numbers.
  getBytes: ['CFStringGetBytes', 'i64', 'ptr', 'i64', 'i64', 'u32', 'u8', 'u8', 'ptr', 'i64', 'ptr'],
  createString: ['CFStringCreateWithBytes', 'ptr', 'ptr', 'ptr', 'i64', 'u32', 'u8'],
  arrayCount: ['CFArrayGetCount', 'i64', 'ptr'],
  arrayValues: ['CFArrayGetValues', 'void', 'ptr', 'i64', 'i64', 'ptr'],
  createArray: ['CFArrayCreate', 'ptr', 'ptr', 'ptr', 'i64', 'ptr'],
  numberValue: ['CFNumberGetValue', 'u8', 'ptr', 'i64', 'ptr'],
  createNumber: ['CFNumberCreate', 'ptr', 'ptr', 'i64', 'ptr'],
  booleanValue: ['CFBooleanGetValue', 'u8', 'ptr'],
  describe: ['?CFCopyDescription', 'ptr', 'ptr'],
  urlString: ['?CFURLGetString', 'ptr', 'ptr'],
  attributedString: ['?CFAttributedStringGetString', 'ptr', 'ptr'],
  dateTime: ['?CFDateGetAbsoluteTime', 'f64', 'ptr'],
  dictionaryCount: ['?CFDictionaryGetCount', 'i64', 'ptr'],
  dictionaryItems: ['?CFDictionaryGetKeysAndValues', 'void', 'ptr', 'ptr', 'ptr'],
} as const satisfies Functions

/** Never ends in half a character. */
function cutText(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

/** Decodes a type of another library; undefined if it is not one. */
export type Foreign = (ref: CFRef, typeId: number) => RawValue | undefined | 'no'

export class Cf {
  readonly trueRef: CFRef
  readonly falseRef: CFRef
  readonly nullRef: CFRef
  readonly typeId: {
    readonly string: number
    readonly number: number
    readonly boolean: number
    readonly array: number
  }
  readonly outAddress: Ptr
  readonly argumentsAddress: Ptr
  readonly valuesAddress: Ptr
  /** Starts with the out cell; the values are at `valuesAt`. */
  readonly view: DataView
  readonly pointers: BigInt64Array
  readonly #bytes: Buffer
  readonly #address: Ptr
  readonly #library: Library
  readonly #names = new Map<string, CFRef>()
  readonly #nameLists = new Map<readonly string[], CFRef>()
  readonly #optional: { readonly [name in OptionalType]: number }

  readonly call: Bound<typeof functions>
  readonly #arrayCallbacks: Ptr

  constructor(engine: Engine, library: Library) {
    this.#library = library
    this.call = bound(library, functions)
    this.#arrayCallbacks = library.address('kCFTypeArrayCallBacks')
    this.trueRef = library.data('kCFBooleanTrue')
    this.falseRef = library.data('kCFBooleanFalse')
    this.nullRef = library.has('kCFNull') ? library.data('kCFNull') : 0n
    const idOf = (type: string) => library.def(`CF${type}GetTypeID`, 'i64', [])()
    const maybeIdOf = (type: string) => (library.has(`CF${type}GetTypeID`) ? idOf(type) : -1)
    this.typeId = { string: idOf('String'), number: idOf('Number'), boolean: idOf('Boolean'), array: idOf('Array') }
    this.#optional = {
      null: maybeIdOf('Null'),
      url: maybeIdOf('URL'),
      attributed: maybeIdOf('AttributedString'),
      date: maybeIdOf('Date'),
      dictionary: maybeIdOf('Dictionary'),
    }
    const { bytes, address } = engine.memory(scratchSize)
    this.#bytes = bytes
    this.#address = address
    this.outAddress = address + BigInt(place.out)
    this.argumentsAddress = address + BigInt(place.arguments)
    this.valuesAddress = address + BigInt(place.values)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.pointers = new BigInt64Array(bytes.buffer, bytes.byteOffset + place.values, mostValues)
    this.#bytes.fill(untouched, place.text, place.input)
  }

  /** What a function wrote through its out parameter. */
  get out(): CFRef {
    return this.view.getBigInt64(place.out, true)
  }

  /** Many functions leave their out parameter untouched when they fail. */
  clearOut(): void {
    this.view.setBigInt64(place.out, 0n, true)
  }

  /** A CFString kept forever: names of attributes, actions and notifications. */
  name(text: string): CFRef {
    let ref = this.#names.get(text)
    if (ref === undefined) {
      ref = this.createString(text)
      this.#names.set(text, ref)
    }
    return ref
  }

  /** Owned by the caller. Lone surrogates become U+FFFD. */
  createString(text: string): CFRef {
    const bytes = Buffer.from(text, 'utf8')
    // Large text lives in garbage-collected memory, which does not move during the call.
    if (bytes.length > inputRoom) throw new RangeError(`A text of ${bytes.length} bytes is too long to pass on.`)
    bytes.copy(this.#bytes, place.input)
    const ref = this.call.createString(0n, this.#address + BigInt(place.input), bytes.length, utf8, 0)
    if (ref === 0n) throw new Error('Cannot create a string.')
    return ref
  }

  /** A CFArray of names, kept forever; there are few distinct lists. */
  nameList(names: readonly string[]): CFRef {
    let ref = this.#nameLists.get(names)
    if (ref === undefined) {
      ref = this.createArray(names.map((name) => this.name(name)))
      this.#nameLists.set(names, ref)
    }
    return ref
  }

  /** Releases what was kept forever. */
  close(): void {
    for (const kept of [this.#nameLists, this.#names]) {
      for (const ref of kept.values()) this.call.release(ref)
      kept.clear()
    }
  }

  createNumber(value: number): CFRef {
    const isWhole = Number.isSafeInteger(value)
    if (isWhole) this.view.setBigInt64(place.number, BigInt(value), true)
    else this.view.setFloat64(place.number, value, true)
    return this.call.createNumber(0n, isWhole ? int64 : float64, this.#address + BigInt(place.number))
  }

  /** The array retains its values. */
  createArray(values: readonly CFRef[]): CFRef {
    if (values.length > mostValues) throw new RangeError(`${values.length} values are too many for an array.`)
    for (let i = 0; i < values.length; i++) this.pointers[i] = values[i]!
    return this.call.createArray(0n, this.valuesAddress, values.length, this.#arrayCallbacks)
  }

  count(array: CFRef): number {
    return this.call.arrayCount(array)
  }

  /** Writes borrowed values, starting with the `from`th, into `pointers`, starting at `to`. */
  copyValues(array: CFRef, from: number, count: number, to = 0): void {
    if (to + count > mostValues) throw new RangeError(`${count} values are too many at once.`)
    this.call.arrayValues(array, from, count, this.valuesAddress + BigInt(to * 8))
  }

  /** Borrowed: valid as long as the array. */
  values(array: CFRef, most = Number.POSITIVE_INFINITY): CFRef[] {
    return this.first(array, Math.min(this.call.arrayCount(array), most))
  }

  /** Like `values`, for an array known to have this many. */
  first(array: CFRef, count: number): CFRef[] {
    const all: CFRef[] = []
    for (let from = 0; from < count; from += mostValues) {
      const size = Math.min(mostValues, count - from)
      this.copyValues(array, from, size)
      for (let i = 0; i < size; i++) all.push(this.pointers[i]!)
    }
    return all
  }

  isString(ref: CFRef): boolean {
    return this.call.typeOf(ref) === this.typeId.string
  }

  /** The caller must have checked that it is a string. */
  text(ref: CFRef, most = maxText): string {
    const address = this.#address + BigInt(place.text)
    for (const room of [shortRoom, textRoom]) {
      if (this.call.getCString(ref, address, room, utf8) === 0) continue
      const end = this.#bytes.indexOf(0, place.text)
      if (this.#bytes[end + 1] !== untouched) break
      const text = this.#bytes.toString('utf8', place.text, end)
      this.#bytes.fill(untouched, place.text, end + 1)
      return text.length > most ? cutText(text, most) : text
    }
    return this.#longText(ref, most)
  }

  /** For text with NULs or lone surrogates, or too long for the buffer. */
  #longText(ref: CFRef, most: number): string {
    const address = this.#address + BigInt(place.text)
    const used = this.#address + BigInt(place.out)
    const end = Math.min(this.call.getLength(ref), most)
    const parts: string[] = []
    for (let at = 0; at < end; ) {
      const done = this.call.getBytes(ref, at, end - at, utf8, 0, 0, address, textRoom, used)
      const size = Number(this.view.getBigInt64(place.out, true))
      if (done > 0) parts.push(this.#bytes.toString('utf8', place.text, place.text + size))
      at += done
      if (at < end && size < textRoom - 4) {
        parts.push('\ufffd')
        at++
      }
    }
    this.#bytes.fill(untouched, place.text, place.input)
    return parts.join('')
  }

  number(ref: CFRef): number {
    this.call.numberValue(ref, float64, this.#address + BigInt(place.number))
    return this.view.getFloat64(place.number, true)
  }

  boolean(ref: CFRef): boolean {
    return this.call.booleanValue(ref) !== 0
  }

  /** Undefined if there is no value: NULL, null, or whatever `foreign` treats as none. */
  decode(ref: CFRef, foreign: Foreign, depth = 3): RawValue | undefined {
    if (ref === 0n || ref === this.nullRef) return undefined
    const type = this.call.typeOf(ref)
    const own = this.typeId
    if (type === own.string) return this.text(ref)
    if (type === own.boolean) return this.boolean(ref)
    if (type === own.number) return this.number(ref)
    const other = foreign(ref, type)
    if (other !== 'no') return other
    if (type === own.array) {
      if (depth === 0) return { kind: 'list', items: [] }
      const items = this.values(ref, maxItems).map((item) => this.decode(item, foreign, depth - 1))
      return { kind: 'list', items: items.filter((item) => item !== undefined) }
    }
    const optional = this.#optional
    if (type === optional.null) return undefined
    if (type === optional.url && this.call.urlString) return this.text(this.call.urlString(ref))
    if (type === optional.attributed && this.call.attributedString) return this.text(this.call.attributedString(ref))
    if (type === optional.date && this.call.dateTime) return { kind: 'date', seconds: this.call.dateTime(ref) + epoch }
    if (type === optional.dictionary) return { kind: 'map', entries: depth === 0 ? {} : this.#map(ref, foreign, depth) }
    return { kind: 'other', text: this.description(ref) }
  }

  #map(ref: CFRef, foreign: Foreign, depth: number): { [key: string]: RawValue } {
    const entries: { [key: string]: RawValue } = {}
    for (const [key, value] of this.entries(ref)) {
      if (!this.isString(key)) continue
      const item = this.decode(value, foreign, depth - 1)
      if (item !== undefined) entries[this.text(key)] = item
    }
    return entries
  }

  /** Borrowed. */
  entries(dictionary: CFRef): (readonly [CFRef, CFRef])[] {
    if (!this.call.dictionaryCount || !this.call.dictionaryItems) return []
    const count = this.call.dictionaryCount(dictionary)
    if (count * 2 > mostValues) return []
    this.call.dictionaryItems(dictionary, this.valuesAddress, this.valuesAddress + BigInt(count * 8))
    return Array.from({ length: count }, (_, i) => [this.pointers[i]!, this.pointers[count + i]!] as const)
  }

  /** Human-readable, truncated. */
  description(ref: CFRef): string {
    const made = this.call.describe?.(ref) ?? 0n
    if (made === 0n) return ''
    const text = this.text(made, 200)
    this.call.release(made)
    return text
  }

  /** Optional functions of the same library. */
  maybe<R = number>(name: string, result: Result, params: readonly Param[]): Native<R> | undefined {
    return this.#library.has(name) ? this.#library.def<R>(name, result, params) : undefined
  }

  data(symbol: string): CFRef | undefined {
    return this.#library.has(symbol) ? this.#library.data(symbol) : undefined
  }

  address(symbol: string): Ptr | undefined {
    return this.#library.has(symbol) ? this.#library.address(symbol) : undefined
  }
}

type OptionalType = 'null' | 'url' | 'attributed' | 'date' | 'dictionary'
