/** The AX functions, with errors as exceptions and values as data. */

import { AXError } from '../../wire/ax-error.ts'
import type { SettableValue } from '../../wire/messages.ts'
import type { RawValue, Ref } from '../../wire/raw-element.ts'
import { Arena } from './arena.ts'
import { AxFault, isFatal } from './ax-fault.ts'
import type { CFRef, Cf } from './cf.ts'
import type { Library, Native, Param, Result } from './engine.ts'
import { copyOneByOne } from './one-by-one.ts'
import { Progress } from './progress.ts'

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
  readonly #createApplication: Native<CFRef>
  readonly #createSystemWide: Native<CFRef>
  readonly #copyNames: Native
  readonly #copyValue: Native
  readonly #valueCount: Native
  readonly #copyValues: Native
  readonly #copyMultiple: Native
  readonly #isSettable: Native
  readonly #setValue: Native
  readonly #copyParameterizedNames: Native | undefined
  readonly #copyParameterized: Native | undefined
  readonly #copyActions: Native
  readonly #copyDescription: Native | undefined
  readonly #perform: Native
  readonly #at: Native
  readonly #getPid: Native
  readonly #setTimeout: Native
  readonly #valueType: Native
  readonly #createValue: Native<CFRef>
  readonly #getValue: Native
  readonly #getWindow: Native | undefined

  constructor(cf: Cf, library: Library, progress = new Progress(() => {})) {
    this.cf = cf
    this.progress = progress
    const def = <R = number>(name: string, result: Result, ...params: Param[]) => library.def<R>(name, result, params)
    const maybe = <R = number>(name: string, result: Result, ...params: Param[]) =>
      library.has(name) ? library.def<R>(name, result, params) : undefined
    this.typeId = { element: def('AXUIElementGetTypeID', 'i64')(), value: def('AXValueGetTypeID', 'i64')() }
    this.#createApplication = def('AXUIElementCreateApplication', 'ptr', 'i32')
    this.#createSystemWide = def('AXUIElementCreateSystemWide', 'ptr')
    this.#copyNames = def('AXUIElementCopyAttributeNames', 'i32', 'ptr', 'ptr')
    this.#copyValue = def('AXUIElementCopyAttributeValue', 'i32', 'ptr', 'ptr', 'ptr')
    this.#valueCount = def('AXUIElementGetAttributeValueCount', 'i32', 'ptr', 'ptr', 'ptr')
    this.#copyValues = def('AXUIElementCopyAttributeValues', 'i32', 'ptr', 'ptr', 'i64', 'i64', 'ptr')
    this.#copyMultiple = def('AXUIElementCopyMultipleAttributeValues', 'i32', 'ptr', 'ptr', 'u32', 'ptr')
    this.#isSettable = def('AXUIElementIsAttributeSettable', 'i32', 'ptr', 'ptr', 'ptr')
    this.#setValue = def('AXUIElementSetAttributeValue', 'i32', 'ptr', 'ptr', 'ptr')
    this.#copyParameterizedNames = maybe('AXUIElementCopyParameterizedAttributeNames', 'i32', 'ptr', 'ptr')
    this.#copyParameterized = maybe('AXUIElementCopyParameterizedAttributeValue', 'i32', 'ptr', 'ptr', 'ptr', 'ptr')
    this.#copyActions = def('AXUIElementCopyActionNames', 'i32', 'ptr', 'ptr')
    this.#copyDescription = maybe('AXUIElementCopyActionDescription', 'i32', 'ptr', 'ptr', 'ptr')
    this.#perform = def('AXUIElementPerformAction', 'i32', 'ptr', 'ptr')
    this.#at = def('AXUIElementCopyElementAtPosition', 'i32', 'ptr', 'f32', 'f32', 'ptr')
    this.#getPid = def('AXUIElementGetPid', 'i32', 'ptr', 'ptr')
    this.#setTimeout = def('AXUIElementSetMessagingTimeout', 'i32', 'ptr', 'f32')
    this.#valueType = def('AXValueGetType', 'u32', 'ptr')
    this.#createValue = def('AXValueCreate', 'ptr', 'u32', 'ptr')
    this.#getValue = def('AXValueGetValue', 'u8', 'ptr', 'u32', 'ptr')
    this.#getWindow = maybe('_AXUIElementGetWindow', 'i32', 'ptr', 'ptr')
  }

  /** Owned by the caller. Succeeds for any pid, even of no process. */
  application(pid: number): CFRef {
    return this.#createApplication(pid)
  }

  systemWide(): CFRef {
    return this.#createSystemWide()
  }

  pid(element: CFRef): number | undefined {
    const code = this.#getPid(element, this.cf.outAddress)
    return code === 0 ? this.cf.view.getInt32(0, true) : undefined
  }

  /** Seconds; 0 restores the default. On the system-wide element it applies to all. */
  setTimeout(element: CFRef, seconds: number): void {
    this.#setTimeout(element, seconds)
  }

  /** Called before each call that waits for an application. */
  asking(): void {
    this.requests++
    this.askedAt = performance.now()
    this.progress.asking(this.askedAt)
  }

  #check(code: number, of: string, more: { attribute?: string; action?: string } = {}): void {
    if (code !== 0) throw new AxFault(code, of, more)
  }

  /** Owned by the caller; undefined if the attribute is missing or null. */
  copy(element: CFRef, attribute: string): CFRef | undefined {
    this.cf.clearOut()
    this.asking()
    const code = this.#copyValue(element, this.cf.name(attribute), this.cf.outAddress)
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
    this.cf.clearOut()
    this.asking()
    const code = this.#copyMultiple(element, names, 0, this.cf.outAddress)
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
      this.cf.release(owned)
    }
  }

  /** An element that an attribute refers to, if any. */
  elementIn(element: CFRef, attribute: string, intern: Intern): Ref | undefined {
    const value = this.value(element, attribute, intern)
    return typeof value === 'object' && value.kind === 'element' ? value.ref : undefined
  }

  count(element: CFRef, attribute: string): number | undefined {
    this.cf.clearOut()
    this.asking()
    const code = this.#valueCount(element, this.cf.name(attribute), this.cf.outAddress)
    if (isFatal(code)) this.#check(code, 'AXUIElementGetAttributeValueCount', { attribute })
    return code === 0 ? Number(this.cf.out) : undefined
  }

  /** Elements of a list, from an index on. */
  items(element: CFRef, attribute: string, from: number, most: number, intern: Intern): Ref[] {
    this.cf.clearOut()
    this.asking()
    const code = this.#copyValues(element, this.cf.name(attribute), from, most, this.cf.outAddress)
    if (isFatal(code)) this.#check(code, 'AXUIElementCopyAttributeValues', { attribute })
    if (code !== 0) return []
    return this.#taken(this.cf.out, (list) => this.elements(list, intern))
  }

  /** Elements of a borrowed list; other values are left out. */
  elements(list: CFRef, intern: Intern, most = Number.POSITIVE_INFINITY): Ref[] {
    return list === 0n || this.cf.typeOf(list) !== this.cf.typeId.array ? [] : this.elementsOf(list, intern, most)
  }

  /** Like `elements`, for a value known to be a list. */
  elementsOf(list: CFRef, intern: Intern, most = Number.POSITIVE_INFINITY): Ref[] {
    const found: Ref[] = []
    for (const item of this.cf.values(list, most)) if (this.isElement(item)) found.push(intern(item))
    return found
  }

  isElement(ref: CFRef): boolean {
    return ref !== 0n && this.cf.typeOf(ref) === this.typeId.element
  }

  #taken<T>(owned: CFRef, use: (ref: CFRef) => T): T {
    try {
      return use(owned)
    } finally {
      if (owned !== 0n) this.cf.release(owned)
    }
  }

  #strings(code: number, of: string): string[] {
    if (code === AXError.noValue || code === AXError.attributeUnsupported || code === AXError.notImplemented) return []
    this.#check(code, of)
    return this.#taken(this.cf.out, (list) => {
      if (list === 0n || this.cf.typeOf(list) !== this.cf.typeId.array) return []
      const names = this.cf.values(list, 500)
      return names.filter((name) => this.cf.isString(name)).map((name) => this.cf.text(name, 200))
    })
  }

  attributeNames(element: CFRef): string[] {
    this.cf.clearOut()
    this.asking()
    return this.#strings(this.#copyNames(element, this.cf.outAddress), 'AXUIElementCopyAttributeNames')
  }

  actionNames(element: CFRef): string[] {
    this.cf.clearOut()
    this.asking()
    const code = this.#copyActions(element, this.cf.outAddress)
    return code === AXError.actionUnsupported ? [] : this.#strings(code, 'AXUIElementCopyActionNames')
  }

  parameterizedNames(element: CFRef): string[] {
    if (!this.#copyParameterizedNames) return []
    this.cf.clearOut()
    this.asking()
    const code = this.#copyParameterizedNames(element, this.cf.outAddress)
    return code === AXError.parameterizedUnsupported
      ? []
      : this.#strings(code, 'AXUIElementCopyParameterizedAttributeNames')
  }

  actionDescription(element: CFRef, action: string): string | undefined {
    if (!this.#copyDescription) return undefined
    this.cf.clearOut()
    this.asking()
    if (this.#copyDescription(element, this.cf.name(action), this.cf.outAddress) !== 0) return undefined
    return this.#taken(this.cf.out, (ref) =>
      ref !== 0n && this.cf.isString(ref) ? this.cf.text(ref, 500) || undefined : undefined,
    )
  }

  perform(element: CFRef, action: string): void {
    this.asking()
    this.#check(this.#perform(element, this.cf.name(action)), 'AXUIElementPerformAction', { action })
  }

  isSettable(element: CFRef, attribute: string): boolean {
    this.cf.clearOut()
    this.asking()
    const code = this.#isSettable(element, this.cf.name(attribute), this.cf.outAddress)
    if (isFatal(code)) this.#check(code, 'AXUIElementIsAttributeSettable', { attribute })
    return code === 0 && this.cf.view.getUint8(0) !== 0
  }

  set(element: CFRef, attribute: string, value: SettableValue, find: (ref: Ref) => CFRef): void {
    const arena = new Arena(this.cf)
    try {
      const made = this.encode(value, arena, find)
      this.asking()
      this.#check(this.#setValue(element, this.cf.name(attribute), made), 'AXUIElementSetAttributeValue', { attribute })
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
        return arena.own(this.#createValue(range, cf.outAddress))
      default: {
        const isPoint = value.kind === 'point'
        cf.view.setFloat64(0, isPoint ? value.x : value.width, true)
        cf.view.setFloat64(8, isPoint ? value.y : value.height, true)
        return arena.own(this.#createValue(isPoint ? point : size, cf.outAddress))
      }
    }
  }

  /** A rectangle, or an error in place of a value, for the self-test. Owned by the caller, 0n on failure. */
  createSample(kind: 'rect' | 'point' | 'size' | 'error', numbers: readonly number[]): CFRef {
    const { view, outAddress } = this.cf
    if (kind === 'error') view.setInt32(0, numbers[0]!, true)
    else for (let i = 0; i < numbers.length; i++) view.setFloat64(8 * i, numbers[i]!, true)
    return this.#createValue({ rect, point, size, error }[kind], outAddress)
  }

  parameterized(element: CFRef, attribute: string, parameter: CFRef): CFRef | undefined {
    if (!this.#copyParameterized) return undefined
    this.cf.clearOut()
    this.asking()
    const code = this.#copyParameterized(element, this.cf.name(attribute), parameter, this.cf.outAddress)
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
    this.cf.clearOut()
    this.asking()
    const code = this.#at(within, x, y, this.cf.outAddress)
    if (code === AXError.noValue || code === AXError.notImplemented) return undefined
    this.#check(code, 'AXUIElementCopyElementAtPosition')
    return this.cf.out === 0n ? undefined : this.cf.out
  }

  windowId(element: CFRef): number | undefined {
    if (!this.#getWindow) return undefined
    this.cf.clearOut()
    return this.#getWindow(element, this.cf.outAddress) === 0 ? this.cf.view.getUint32(0, true) : undefined
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
    const type = this.#valueType(ref)
    if (type < point || type > range || this.#getValue(ref, type, outAddress) === 0) return undefined
    if (type === range)
      return { kind: 'range', location: Number(view.getBigInt64(0, true)), length: Number(view.getBigInt64(8, true)) }
    const [a, b] = [view.getFloat64(0, true), view.getFloat64(8, true)]
    if (type === point) return { kind: 'point', x: a, y: b }
    if (type === size) return { kind: 'size', width: a, height: b }
    return { kind: 'rect', x: a, y: b, width: view.getFloat64(16, true), height: view.getFloat64(24, true) }
  }
}
