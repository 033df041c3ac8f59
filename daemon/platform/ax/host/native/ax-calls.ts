/** The AX functions, with errors as exceptions and values as data. */

import { AXError } from '../../wire/ax-error.ts'
import type { SettableValue } from '../../wire/messages.ts'
import type { RawValue, Ref } from '../../wire/raw-element.ts'
import { Arena } from './arena.ts'
import { AxFault, isFatal } from './ax-fault.ts'
import type { CFRef, Cf } from './cf.ts'
import { type Bound, bound, type Functions, type Library } from './engine.ts'
import { Progress } from './progress.ts'

const functions = {
  elementType: ['AXUIElementGetTypeID', 'i64'],
  valueTypeId: ['AXValueGetTypeID', 'i64'],
  createApplication: ['AXUIElementCreateApplication', 'ptr', 'i32'],
  createSystemWide: ['AXUIElementCreateSystemWide', 'ptr'],
  copyNames: ['AXUIElementCopyAttributeNames', 'i32', 'ptr', 'ptr'],
  copyValue: ['AXUIElementCopyAttributeValue', 'i32', 'ptr', 'ptr', 'ptr'],
  valueCount: ['AXUIElementGetAttributeValueCount', 'i32', 'ptr', 'ptr', 'ptr'],
  copyValues: ['AXUIElementCopyAttributeValues', 'i32', 'ptr', 'ptr', 'i64', 'i64', 'ptr'],
  copyMultiple: ['AXUIElementCopyMultipleAttributeValues', 'i32', 'ptr', 'ptr', 'u32', 'ptr'],
  isSettable: ['AXUIElementIsAttributeSettable', 'i32', 'ptr', 'ptr', 'ptr'],
  setValue: ['AXUIElementSetAttributeValue', 'i32', 'ptr', 'ptr', 'ptr'],
  copyActions: ['AXUIElementCopyActionNames', 'i32', 'ptr', 'ptr'],
  perform: ['AXUIElementPerformAction', 'i32', 'ptr', 'ptr'],
  at: ['AXUIElementCopyElementAtPosition', 'i32', 'ptr', 'f32', 'f32', 'ptr'],
  getPid: ['AXUIElementGetPid', 'i32', 'ptr', 'ptr'],
  setTimeout: ['AXUIElementSetMessagingTimeout', 'i32', 'ptr', 'f32'],
  valueType: ['AXValueGetType', 'u32', 'ptr'],
  createValue: ['AXValueCreate', 'ptr', 'u32', 'ptr'],
  getValue: ['AXValueGetValue', 'u8', 'ptr', 'u32', 'ptr'],
  copyParameterized: ['?AXUIElementCopyParameterizedAttributeValue', 'i32', 'ptr', 'ptr', 'ptr', 'ptr'],
  getWindow: ['?_AXUIElementGetWindow', 'i32', 'ptr', 'ptr'],
} as const satisfies Functions

const [point, size, rect, range, error] = [1, 2, 3, 4, 5] as const

/** Turns a borrowed element reference into its number, and retains it. */
export type Intern = (element: CFRef) => Ref

export class AxCalls {
  readonly cf: Cf
  readonly typeId: { readonly element: number; readonly value: number }
  /** Requests to applications so far, and the `performance.now()` of the latest. */
  requests = 0
  askedAt = 0
  readonly progress: Progress
  readonly #f: Bound<typeof functions>

  constructor(cf: Cf, library: Library, progress = new Progress(() => {})) {
    this.cf = cf
    this.progress = progress
    this.#f = bound(library, functions)
    this.typeId = { element: this.#f.elementType(), value: this.#f.valueTypeId() }
  }

  /** Owned by the caller. Succeeds for any pid, even of no process. */
  application(pid: number): CFRef {
    return this.#f.createApplication(pid)
  }

  systemWide(): CFRef {
    return this.#f.createSystemWide()
  }

  pid(element: CFRef): number | undefined {
    const code = this.#f.getPid(element, this.cf.outAddress)
    return code === 0 ? this.cf.view.getInt32(0, true) : undefined
  }

  /** Seconds; 0 restores the default. On the system-wide element it applies to all. */
  setTimeout(element: CFRef, seconds: number): void {
    this.#f.setTimeout(element, seconds)
  }

  /** Called before each call that waits for an application. */
  asking(): void {
    this.requests++
    this.askedAt = performance.now()
    this.progress.asking(this.askedAt)
  }

  #begin(): void {
    this.cf.clearOut()
    this.asking()
  }

  #check(code: number, of: string, more: { attribute?: string; action?: string } = {}): void {
    if (code !== 0) throw new AxFault(code, of, more)
  }

  /** Owned by the caller; undefined if the attribute is missing or null. */
  copy(element: CFRef, attribute: string): CFRef | undefined {
    this.#begin()
    const code = this.#f.copyValue(element, this.cf.name(attribute), this.cf.outAddress)
    if (code === AXError.noValue || code === AXError.attributeUnsupported) return undefined
    this.#check(code, 'AXUIElementCopyAttributeValue', { attribute })
    return this.cf.out === 0n ? undefined : this.cf.out
  }

  /**
   * The values of many attributes in one request, as a CFArray owned by the caller. In place of a missing value stands
   * an AXValue holding the error, or a null.
   */
  copyMany(element: CFRef, names: CFRef, count: number): CFRef {
    const of = 'AXUIElementCopyMultipleAttributeValues'
    this.#begin()
    const code = this.#f.copyMultiple(element, names, 0, this.cf.outAddress)
    if (isFatal(code)) throw new AxFault(code, of)
    const values = code === 0 ? this.cf.out : 0n
    if (values !== 0n && this.cf.count(values) === count) return values
    return this.#taken(values, () => copyOneByOne(this, element, names, new AxFault(code || AXError.failure, of)))
  }

  /** One attribute's value, decoded. */
  value(element: CFRef, attribute: string, intern: Intern): RawValue | undefined {
    const owned = this.copy(element, attribute)
    if (owned === undefined) return undefined
    try {
      return this.decode(owned, intern)
    } finally {
      this.cf.call.release(owned)
    }
  }

  /** An element that an attribute refers to, if any. */
  elementIn(element: CFRef, attribute: string, intern: Intern): Ref | undefined {
    const value = this.value(element, attribute, intern)
    return typeof value === 'object' && value.kind === 'element' ? value.ref : undefined
  }

  count(element: CFRef, attribute: string): number | undefined {
    this.#begin()
    const code = this.#f.valueCount(element, this.cf.name(attribute), this.cf.outAddress)
    if (isFatal(code)) this.#check(code, 'AXUIElementGetAttributeValueCount', { attribute })
    return code === 0 ? Number(this.cf.out) : undefined
  }

  /** Elements of a list, from an index on. */
  items(element: CFRef, attribute: string, from: number, most: number, intern: Intern): Ref[] {
    this.#begin()
    const code = this.#f.copyValues(element, this.cf.name(attribute), from, most, this.cf.outAddress)
    if (isFatal(code)) this.#check(code, 'AXUIElementCopyAttributeValues', { attribute })
    if (code !== 0) return []
    return this.#taken(this.cf.out, (list) => this.elements(list, intern))
  }

  /** Elements of a borrowed list; other values are left out. */
  elements(list: CFRef, intern: Intern): Ref[] {
    return list === 0n || this.cf.call.typeOf(list) !== this.cf.typeId.array ? [] : this.elementsOf(list, intern)
  }

  /** Like `elements`, for a value known to be a list. */
  elementsOf(list: CFRef, intern: Intern, most = Number.POSITIVE_INFINITY): Ref[] {
    const found: Ref[] = []
    for (const item of this.cf.values(list, most)) if (this.isElement(item)) found.push(intern(item))
    return found
  }

  isElement(ref: CFRef): boolean {
    return ref !== 0n && this.cf.call.typeOf(ref) === this.typeId.element
  }

  #taken<T>(owned: CFRef, use: (ref: CFRef) => T): T {
    try {
      return use(owned)
    } finally {
      if (owned !== 0n) this.cf.call.release(owned)
    }
  }

  #strings(code: number, of: string): string[] {
    if (code === AXError.noValue || code === AXError.attributeUnsupported || code === AXError.notImplemented) return []
    this.#check(code, of)
    return this.#taken(this.cf.out, (list) => {
      if (list === 0n || this.cf.call.typeOf(list) !== this.cf.typeId.array) return []
      const names = this.cf.values(list, 500)
      return names.filter((name) => this.cf.isString(name)).map((name) => this.cf.text(name, 200))
    })
  }

  attributeNames(element: CFRef): string[] {
    this.#begin()
    return this.#strings(this.#f.copyNames(element, this.cf.outAddress), 'AXUIElementCopyAttributeNames')
  }

  actionNames(element: CFRef): string[] {
    this.#begin()
    const code = this.#f.copyActions(element, this.cf.outAddress)
    return code === AXError.actionUnsupported ? [] : this.#strings(code, 'AXUIElementCopyActionNames')
  }

  perform(element: CFRef, action: string): void {
    this.asking()
    this.#check(this.#f.perform(element, this.cf.name(action)), 'AXUIElementPerformAction', { action })
  }

  isSettable(element: CFRef, attribute: string): boolean {
    this.#begin()
    const code = this.#f.isSettable(element, this.cf.name(attribute), this.cf.outAddress)
    if (isFatal(code)) this.#check(code, 'AXUIElementIsAttributeSettable', { attribute })
    return code === 0 && this.cf.view.getUint8(0) !== 0
  }

  set(element: CFRef, attribute: string, value: SettableValue, find: (ref: Ref) => CFRef): void {
    const arena = new Arena(this.cf)
    try {
      const made = this.encode(value, arena, find)
      this.asking()
      this.#check(this.#f.setValue(element, this.cf.name(attribute), made), 'AXUIElementSetAttributeValue', {
        attribute,
      })
    } finally {
      arena.releaseAll()
    }
  }

  encode(value: SettableValue, arena: Arena, find: (ref: Ref) => CFRef): CFRef {
    const { cf } = this
    if (typeof value === 'string') return arena.own(cf.createString(value))
    if (typeof value === 'number') return arena.own(cf.createNumber(value))
    if (typeof value === 'boolean') return value ? cf.trueRef : cf.falseRef
    switch (value.kind) {
      case 'element':
        return find(value.ref)
      case 'elements':
        return arena.own(cf.createArray(value.refs.map(find)))
      case 'range':
        cf.view.setBigInt64(0, BigInt(value.location), true)
        cf.view.setBigInt64(8, BigInt(value.length), true)
        return arena.own(this.#f.createValue(range, cf.outAddress))
      default: {
        const isPoint = value.kind === 'point'
        cf.view.setFloat64(0, isPoint ? value.x : value.width, true)
        cf.view.setFloat64(8, isPoint ? value.y : value.height, true)
        return arena.own(this.#f.createValue(isPoint ? point : size, cf.outAddress))
      }
    }
  }

  /** A rectangle, or an error in place of a value, for the self-test. Owned by the caller, 0n on failure. */
  createSample(kind: 'rect' | 'point' | 'size' | 'error', numbers: readonly number[]): CFRef {
    const { view, outAddress } = this.cf
    if (kind === 'error') view.setInt32(0, numbers[0]!, true)
    else for (let i = 0; i < numbers.length; i++) view.setFloat64(8 * i, numbers[i]!, true)
    return this.#f.createValue({ rect, point, size, error }[kind], outAddress)
  }

  parameterized(element: CFRef, attribute: string, parameter: CFRef): CFRef | undefined {
    if (!this.#f.copyParameterized) return undefined
    this.#begin()
    const code = this.#f.copyParameterized(element, this.cf.name(attribute), parameter, this.cf.outAddress)
    if (isFatal(code)) this.#check(code, 'AXUIElementCopyParameterizedAttributeValue', { attribute })
    if (code !== 0) return undefined
    return this.cf.out === 0n ? undefined : this.cf.out
  }

  /** Part of a possibly long text. Undefined if the element cannot return parts. */
  textPart(element: CFRef, location: number, length: number): string | undefined {
    const arena = new Arena(this.cf)
    try {
      const part = this.encode({ kind: 'range', location, length }, arena, () => 0n)
      const owned = this.parameterized(element, 'AXStringForRange', part)
      if (owned === undefined) return undefined
      arena.own(owned)
      return this.cf.isString(owned) ? this.cf.text(owned) : undefined
    } finally {
      arena.releaseAll()
    }
  }

  /** Owned by the caller. Undefined if nothing is there. */
  at(within: CFRef, x: number, y: number): CFRef | undefined {
    this.#begin()
    const code = this.#f.at(within, x, y, this.cf.outAddress)
    if (code === AXError.noValue || code === AXError.notImplemented) return undefined
    this.#check(code, 'AXUIElementCopyElementAtPosition')
    return this.cf.out === 0n ? undefined : this.cf.out
  }

  windowId(element: CFRef): number | undefined {
    if (!this.#f.getWindow) return undefined
    this.cf.clearOut()
    return this.#f.getWindow(element, this.cf.outAddress) === 0 ? this.cf.view.getUint32(0, true) : undefined
  }

  /** Undefined for an error standing in for a value. */
  decode(ref: CFRef, intern: Intern): RawValue | undefined {
    return this.cf.decode(ref, (value, type) => {
      if (type === this.typeId.element) return { kind: 'element', ref: intern(value) }
      if (type !== this.typeId.value) return 'no'
      return this.#decodeValue(value)
    })
  }

  #decodeValue(ref: CFRef): RawValue | undefined {
    const { view, outAddress } = this.cf
    const type = this.#f.valueType(ref)
    if (type < point || type > range || this.#f.getValue(ref, type, outAddress) === 0) return undefined
    if (type === range)
      return { kind: 'range', location: Number(view.getBigInt64(0, true)), length: Number(view.getBigInt64(8, true)) }
    const [a, b] = [view.getFloat64(0, true), view.getFloat64(8, true)]
    if (type === point) return { kind: 'point', x: a, y: b }
    if (type === size) return { kind: 'size', width: a, height: b }
    return { kind: 'rect', x: a, y: b, width: view.getFloat64(16, true), height: view.getFloat64(24, true) }
  }
}

interface Copying {
  readonly cf: Cf
  /** Owned by the caller; undefined if there is no value. */
  copy(element: CFRef, attribute: string): CFRef | undefined
  createSample(kind: 'error', values: readonly number[]): CFRef
}

/** The same result as one request for all. Throws that request's fault if nothing can be read. */
function copyOneByOne(ax: Copying, element: CFRef, names: CFRef, fault: AxFault): CFRef {
  const { cf } = ax
  const arena = new Arena(cf)
  const copy = (name: CFRef): CFRef | undefined => {
    try {
      return ax.copy(element, cf.text(name))
    } catch (error) {
      if (error instanceof AxFault && !isFatal(error.axError)) return undefined
      throw error
    }
  }
  try {
    const missing = arena.own(ax.createSample('error', [AXError.noValue]))
    const values: CFRef[] = []
    for (const name of cf.values(names)) values.push(arena.own(copy(name) ?? 0n) || missing)
    // An element that will not even say what it is has nothing to give.
    if (values.every((value) => value === missing) && arena.own(copy(cf.name('AXRole')) ?? 0n) === 0n) throw fault
    return cf.createArray(values)
  } finally {
    arena.releaseAll()
  }
}
