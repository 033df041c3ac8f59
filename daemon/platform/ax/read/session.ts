/** An application in one host, until that exits or it is released: refs are valid only here. */
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { Problem } from '../../../problem.ts'
import { pause } from '../../acting/polling.ts'
import type { Key, Row } from '../../element/row.ts'
import { isGone } from '../wire/faults.ts'
import type { Instance, Opened } from '../wire/instance.ts'
import type { Call, Calls, ReadParams } from '../wire/messages.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import type { AppAccess, ReadUnder } from './access.ts'
import { concernsValues, note, type Pending, valueRefs } from './dirty.ts'
import { Mirror } from './mirror.ts'

/** Refs that left the tree and may return, as rows do after scrolling. */
const keptAtMost = 5000

/** Rows read along with lists that no longer show them: each costs its application work at every reading. */
const rowsKept = 20

/** Milliseconds. */
const hearing = { most: 300, patience: 40 } as const

export interface SessionOptions {
  readonly instance: Instance
  readonly opened: Opened
  readonly name: () => string
  /** Something was added to what is pending. */
  readonly marked: (add: (pending: Pending) => void) => void
}

export class Session {
  readonly mirror: Mirror
  readonly opened: Opened
  readonly #options: SessionOptions
  readonly #left = new Set<Ref>()
  /** The list of each row, oldest first. */
  readonly #kept = new Map<Ref, Ref>()
  readonly #values = new ValueTurns()
  /** Hearing from its host took too long, and still does. */
  #isHeldUp = false

  constructor(options: SessionOptions) {
    this.#options = options
    this.opened = options.opened
    this.mirror = new Mirror(options.opened.slot.generation, options.opened.root)
  }

  get name(): string {
    return this.#options.name()
  }

  get pid(): number {
    return this.#options.instance.pid
  }

  during(signal: AbortSignal): AppAccess {
    const { name, pid, mirror } = this
    return {
      ...{ name, pid, mirror, signal },
      call: (call, params, ms) => this.call(call, params, signal, ms),
      reread: (ref) => this.#reread(ref, signal),
      readUnder: (ref, options) => this.#readUnder(ref, options, signal),
      mark: (ref, part) => this.mark(ref, part),
      markAll: (reason) => this.#markAll(reason),
      during: (other) => this.during(other),
    }
  }

  async call<C extends Call>(call: C, params: Calls[C]['params'], signal: AbortSignal, ms = 1000) {
    try {
      return await this.#options.instance.call(this.opened, call, params, { signal, ms })
    } catch (error) {
      const { ref } = params as { readonly ref?: Ref }
      if (ref !== undefined && isGone(error)) this.#isDead(ref)
      throw error
    }
  }

  /** The application did not report it: its parent has other children now, and is read next. */
  #isDead(ref: Ref): void {
    this.mark(this.mirror.parent(ref) ?? this.mirror.root, 'children')
  }

  /** Waits for everything that the application has sent; only once and briefly if its host is busy with another. */
  async hear(signal: AbortSignal): Promise<void> {
    if (this.#isHeldUp) return
    const settled = this.call('settle', { pid: this.pid }, signal, hearing.most)
    const tired = new AbortController()
    const waited = setTimeout(hearing.patience, undefined, { signal: tired.signal }).then(
      () => {
        this.#isHeldUp = true
      },
      () => {},
    )
    try {
      await Promise.race([settled, waited])
    } finally {
      tired.abort()
      const isOver = () => {
        this.#isHeldUp = false
      }
      settled.then(isOver, isOver)
    }
  }

  async fetch(params: ReadParams, signal: AbortSignal, ms: number) {
    const elements: RawElement[] = []
    const onBatch = (batch: readonly RawElement[]) => {
      for (const element of batch) elements.push(element)
    }
    const kept = [...this.#kept].map(([row, list]) => [list, row] as const)
    const all = kept.length === 0 ? params : { ...params, kept }
    const result = await this.#options.instance.call(this.opened, 'read', all, { signal, ms, onBatch })
    return { elements, result }
  }

  /** Everything; if the application was just asked to build its tree, once it has. */
  async fetchAll(signal: AbortSignal, ms: number) {
    const until = performance.now() + ms
    const { took, at } = await this.#options.instance.wake(this.opened, signal)
    for (;;) {
      const left = Math.max(50, until - performance.now())
      const found = await this.fetch({ refs: [this.mirror.root], part: 'whole' }, signal, left)
      const patience = Math.min(at + waking.most, until - waking.every) - performance.now()
      if (patience < 0 || !found.result.complete || !isAsleep(found.elements, took)) return found
      await pause(waking.every, signal)
    }
  }

  async #reread(ref: Ref, signal: AbortSignal): Promise<RawElement | undefined> {
    const found = await this.fetch({ refs: [ref], part: 'self' }, signal, 1000)
    const raw = found.elements.find((element) => element.ref === ref && !element.gone)
    if (raw === undefined) this.#isDead(ref)
    return raw
  }

  async #readUnder(ref: Ref, options: ReadUnder, signal: AbortSignal) {
    const { elements } = await this.fetch({ refs: [ref], part: 'whole', ...options }, signal, 3000)
    return new Map(elements.filter(({ gone }) => !gone).map((element) => [element.ref, element]))
  }

  /** The elements that lost and gained the focus must be read. */
  async findFocus(pending: Pending, signal: AbortSignal): Promise<void> {
    const { mirror } = this
    for (const ref of mirror.refs()) if (mirror.raw(ref)?.facts.AXFocused === true) pending.self.add(ref)
    const { ref, window, chain } = await this.call('focused', { pid: this.pid }, signal)
    const nearest = mirror.nearest([ref, ...chain])
    if (nearest !== undefined && nearest === ref) pending.self.add(ref)
    else if (ref !== undefined) pending.subtree.add(nearest ?? mirror.root)
    if (window !== undefined && mirror.raw(window) === undefined) pending.children.add(mirror.root)
  }

  /** Takes in what was read since then, replacing everything if `whole`. Returns the new or changed rows. */
  take(elements: readonly RawElement[], since: number, whole: boolean): Row[] {
    this.#values.take(elements, since, this.mirror)
    const { rows, left } = this.mirror.take(elements, whole)
    this.leave(left)
    return rows
  }

  keep(list: Ref, rows: readonly Key[]): void {
    for (const key of rows) {
      const row = this.mirror.anyRefOf(key)
      this.#kept.delete(row)
      this.#kept.set(row, list)
    }
    for (const row of this.#kept.keys()) {
      if (this.#kept.size <= rowsKept) break
      this.#kept.delete(row)
    }
    this.mark(list, 'subtree')
  }

  note(pending: Pending, notification: string): void {
    if (concernsValues(notification)) this.#values.changed()
    note(pending, notification, this.mirror)
  }

  /** Some values changed: adds elements to read for that. True if more are left for later. */
  addValues(pending: Pending): boolean {
    const { refs, more } = this.#values.next(this.mirror)
    // An action's surroundings are read anyway, so its answer does not wait for the others.
    if (!more || !pending.acted) for (const ref of refs) pending.self.add(ref)
    return more
  }

  /** The added elements did not include the change. */
  get isInVain(): boolean {
    return this.#values.isInVain
  }

  markValues(): void {
    this.#options.marked((pending) => {
      pending.values = true
    })
  }

  mark(ref: Ref, part: 'self' | 'children' | 'subtree'): void {
    this.#options.marked((pending) => pending[part].add(ref))
  }

  #markAll(reason: string): void {
    this.#options.marked((pending) => {
      pending.whole ??= reason
    })
  }

  /** Notes elements outside the tree; when there are too many, releases the oldest, except kept rows. */
  leave(refs: readonly Ref[]): void {
    for (const ref of refs) this.#left.add(ref)
    if (this.#left.size <= keptAtMost || this.#options.instance.readers > 1) return
    const gone = [...this.#left].filter((ref) => this.mirror.raw(ref) === undefined && !this.#kept.has(ref))
    const forgotten = gone.slice(0, keptAtMost / 2)
    this.#left.clear()
    for (const ref of gone.slice(forgotten.length)) this.#left.add(ref)
    this.call('forget', { refs: forgotten }, new AbortController().signal).catch(() => {})
  }
}

export function refOf({ mirror }: Pick<AppAccess, 'mirror'>, key: Key): Ref {
  const ref = mirror.refOf(key)
  if (ref === undefined) throw new Problem('element_gone')
  return ref
}

/** Electron makes accessible content only once asked: milliseconds since asking, and between two checks. */
const waking = { most: 2000, every: 100 } as const

const titleBar = /^AX(?:Close|Minimize|Zoom|FullScreen)Button$/

/** Is there nothing to see yet? Unless it `took` the request, windows with only empty groups also count. */
function isAsleep(elements: readonly RawElement[], took: boolean): boolean {
  const byRef = new Map<Ref, RawElement>()
  let windows = 0
  let pages = 0
  for (const element of elements) {
    byRef.set(element.ref, element)
    const { AXRole: role } = element.facts
    if (role === 'AXWindow') windows++
    if (role !== 'AXWebArea') continue
    if (element.children === undefined || element.children.length > 0) return false
    pages++
  }
  if (took) return windows > 0 || pages > 0
  return elements.some((element) => element.facts.AXRole === 'AXWindow' && isHollow(element, byRef))
}

function isHollow(window: RawElement, byRef: ReadonlyMap<Ref, RawElement>): boolean {
  let groups = 0
  const queue = [...(window.children ?? [])]
  for (let at = 0; at < queue.length; at++) {
    const element = byRef.get(queue[at]!)
    if (element === undefined) continue
    if (element.facts.AXRole === 'AXGroup' || element.facts.AXRole === 'AXWebArea') groups++
    else if (!titleBar.test(String(element.facts.AXSubrole))) return false
    queue.push(...(element.children ?? []))
  }
  return groups > 0
}

/** How many to read per question. */
const atMost = 400
const activeAtMost = 50

/**
 * Decides whose value to read next when some value changed and it is unknown whose: all if there are few elements;
 * otherwise a part at each question, first those that changed before, since they tend to change again, then those
 * unread for longest.
 */
class ValueTurns {
  /** `performance.now()` when each was read, oldest first. */
  readonly #readAt = new Map<Ref, number>()
  readonly #active = new LRUCache<Ref, true>({ max: activeAtMost })
  #changedAt = 0
  /** The last batch held only active ones, and none of them has changed so far. */
  #isInVain = false

  /** Some value changed just now. */
  changed(): void {
    this.#changedAt = performance.now()
  }

  /** The elements whose turn it is, and whether others are left. */
  next(mirror: Mirror): { readonly refs: readonly Ref[]; readonly more: boolean } {
    const all = valueRefs(mirror, mirror.root, Number.POSITIVE_INFINITY) ?? []
    const unsure = new Set(all.filter((ref) => (this.#readAt.get(ref) ?? 0) <= this.#changedAt))
    const active = [...this.#active.rkeys()].filter((ref) => unsure.has(ref))
    this.#isInVain = unsure.size > atMost && active.length > 0
    if (this.#isInVain) return { refs: active, more: true }
    const byAge = [...unsure].sort((a, b) => (this.#readAt.get(a) ?? 0) - (this.#readAt.get(b) ?? 0))
    return { refs: byAge.slice(0, atMost), more: byAge.length > atMost }
  }

  /** The last batch did not include the change: read more for the same question. */
  get isInVain(): boolean {
    return this.#isInVain
  }

  /** Elements read since then have arrived; the mirror still has their old state. */
  take(elements: readonly RawElement[], since: number, mirror: Mirror): void {
    for (const { ref, gone, facts } of elements) {
      if (gone) {
        this.#readAt.delete(ref)
        this.#active.delete(ref)
        continue
      }
      this.#readAt.set(ref, since)
      const was = mirror.raw(ref)
      if (was !== undefined && was.facts.AXValue !== facts.AXValue) this.#markActive(ref)
    }
  }

  #markActive(ref: Ref): void {
    this.#isInVain = false
    this.#active.set(ref, true)
  }
}
