/**
 * An application in one host, from opening until the host exits or the application is released: refs, and the copy that
 * uses them, are valid only here.
 */
import { setTimeout } from 'node:timers/promises'
import { Problem } from '../../../problem.ts'
import { pause } from '../../acting/polling.ts'
import type { Key, Row } from '../../row.ts'
import { isGone } from '../wire/faults.ts'
import type { Instance, Opened } from '../wire/instance.ts'
import type { Call, Calls, ReadParams } from '../wire/messages.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import type { AppAccess } from './access.ts'
import { concernsValues, note, type Pending } from './dirty.ts'
import { Mirror } from './mirror.ts'
import { ValueTurns } from './value-turns.ts'
import { isAsleep, waking } from './waking.ts'

/** Refs that left the tree and may return, as rows do after scrolling. */
const keptAtMost = 5000

/** Rows read with their lists though those do not show them: each costs its application work at every reading. */
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

export class Session implements AppAccess {
  readonly mirror: Mirror
  readonly opened: Opened
  readonly #options: SessionOptions
  readonly #left = new Set<Ref>()
  /** Rows to their lists, the oldest first. */
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

  async call<C extends Call>(call: C, params: Calls[C]['params'], signal: AbortSignal, ms = 1000) {
    try {
      return await this.#options.instance.call(this.opened, call, params, { signal, ms })
    } catch (error) {
      const { ref } = params as { readonly ref?: Ref }
      if (ref !== undefined && isGone(error)) this.#isDead(ref)
      throw error
    }
  }

  /** The application did not say so: what holds it has others now, and is read next. */
  #isDead(ref: Ref): void {
    this.mark(this.mirror.parent(ref) ?? this.mirror.root, 'children')
  }

  /** Waits for everything the application has sent; only once and briefly if its host is busy with another. */
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

  async reread(ref: Ref, signal: AbortSignal): Promise<RawElement | undefined> {
    const found = await this.fetch({ refs: [ref], part: 'self' }, signal, 1000)
    const raw = found.elements.find((element) => element.ref === ref && !element.gone)
    if (raw === undefined) this.#isDead(ref)
    return raw
  }

  async readUnder(ref: Ref, options: { readonly depth?: number; readonly menus?: boolean }, signal: AbortSignal) {
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

  note(pending: Pending, notification: string, ref: Ref): void {
    if (concernsValues(notification)) this.#values.changed()
    note(pending, notification, ref, this.mirror)
  }

  /** Some values changed: adds elements to read for it. True if more are left for later. */
  addValues(pending: Pending): boolean {
    const { refs, more } = this.#values.next(this.mirror)
    // An action's surroundings are read anyway: its answer does not wait for the others.
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

  markAll(reason: string): void {
    this.#options.marked((pending) => {
      pending.whole ??= reason
    })
  }

  /** These left the tree, or were read without being in it: if many have, the first are released, except for kept rows. */
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

export function refOf({ mirror }: Session, key: Key): Ref {
  const ref = mirror.refOf(key)
  if (ref === undefined) throw new Problem('element_gone')
  return ref
}
