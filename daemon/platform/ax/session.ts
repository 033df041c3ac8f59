/**
 * An application in one host, from its opening until the host ends or the application is let go: refs, and the copy that they
 * lead into, mean something only here.
 */
import { setTimeout } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import type { Key, Row } from '../platform.ts'
import type { AppAccess } from './access.ts'
import type { Instance, Opened } from './instance.ts'
import type { Call, Calls, ReadParams } from './messages.ts'
import { Mirror } from './mirror.ts'
import { note, type Pending, tellsOfValues } from './pending.ts'
import type { RawElement, Ref } from './raw-element.ts'
import { ValueTurns } from './value-turns.ts'
import { isAsleep, waking } from './waking.ts'

/** Refs that left the tree and may come back, as rows do that are scrolled away. */
const keptAtMost = 5000

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
  readonly #values = new ValueTurns()
  /** It took too long to hear from its host, and still does. */
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
    return await this.#options.instance.call(this.opened, call, params, { signal, ms })
  }

  /** What the application told by now has come, unless its host is held up by another one: nobody waits long for that, and once. */
  async hear(signal: AbortSignal): Promise<void> {
    if (this.#isHeldUp) return
    const told = this.call('settle', { pid: this.pid }, signal, hearing.most)
    const tired = new AbortController()
    const waited = setTimeout(hearing.patience, undefined, { signal: tired.signal }).then(
      () => {
        this.#isHeldUp = true
      },
      () => {},
    )
    try {
      await Promise.race([told, waited])
    } finally {
      tired.abort()
      const isOver = () => {
        this.#isHeldUp = false
      }
      told.then(isOver, isOver)
    }
  }

  async fetch(params: ReadParams, signal: AbortSignal, ms: number) {
    const elements: RawElement[] = []
    const onBatch = (batch: readonly RawElement[]) => {
      for (const element of batch) elements.push(element)
    }
    const result = await this.#options.instance.call(this.opened, 'read', params, { signal, ms, onBatch })
    return { elements, result }
  }

  /** Everything; of an application that was just asked to build its tree, when it has. */
  async fetchAll(signal: AbortSignal, ms: number) {
    const until = performance.now() + ms
    for (;;) {
      const left = Math.max(50, until - performance.now())
      const found = await this.fetch({ refs: [this.mirror.root], part: 'whole' }, signal, left)
      const { woken, at } = this.opened
      const patience = Math.min(at + waking.most, until - waking.every) - performance.now()
      if (patience < 0 || !found.result.complete || !isAsleep(found.elements, woken)) return found
      await setTimeout(waking.every, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  async reread(ref: Ref, signal: AbortSignal): Promise<RawElement | undefined> {
    const found = await this.fetch({ refs: [ref], part: 'self' }, signal, 1000)
    return found.elements.find((element) => element.ref === ref && !element.gone)
  }

  async readUnder(ref: Ref, options: { readonly depth?: number; readonly menus?: boolean }, signal: AbortSignal) {
    const { elements } = await this.fetch({ refs: [ref], part: 'whole', ...options }, signal, 3000)
    return new Map(elements.filter(({ gone }) => !gone).map((element) => [element.ref, element]))
  }

  /** Who had the focus and who has it now are to be read. */
  async findFocus(pending: Pending, signal: AbortSignal): Promise<void> {
    const { mirror } = this
    for (const ref of mirror.refs()) if (mirror.raw(ref)?.facts.AXFocused === true) pending.self.add(ref)
    const { ref, window, chain } = await this.call('focused', { pid: this.pid }, signal)
    const nearest = mirror.nearest([ref, ...chain])
    if (nearest !== undefined && nearest === ref) pending.self.add(ref)
    else if (ref !== undefined) pending.subtree.add(nearest ?? mirror.root)
    if (window !== undefined && mirror.raw(window) === undefined) pending.children.add(mirror.root)
  }

  /** What was read since then, in place of all that there was when `whole`. Returns the rows that are new or others than before. */
  take(elements: readonly RawElement[], since: number, whole: boolean): Row[] {
    this.#values.take(elements, since, this.mirror)
    const { rows, left } = this.mirror.take(elements, whole)
    this.#leave(left)
    return rows
  }

  note(pending: Pending, notification: string, ref: Ref): void {
    if (tellsOfValues(notification)) this.#values.told()
    note(pending, notification, ref, this.mirror)
  }

  /** Some values are others: adds elements that are to be read for it. True when more are left for later. */
  addValues(pending: Pending): boolean {
    const { refs, more } = this.#values.next(this.mirror)
    // What lies around an action is read anyway: its answer does not wait for the others.
    if (!more || !pending.acted) for (const ref of refs) pending.self.add(ref)
    return more
  }

  /** What was added did not have the change. */
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

  /** They are in the tree no more: the oldest of them are given back when there are many. */
  #leave(refs: readonly Ref[]): void {
    for (const ref of refs) this.#left.add(ref)
    if (this.#left.size <= keptAtMost || this.#options.instance.readers > 1) return
    const gone = [...this.#left].filter((ref) => this.mirror.raw(ref) === undefined)
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
