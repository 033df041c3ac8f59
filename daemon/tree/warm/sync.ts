/** Keeps the copy of one target true: collects what may be outdated, and rereads it on demand. */

import type { Key } from '../../platform/element/row.ts'
import type { Change, Reading, Source, Target } from '../../platform/platform.ts'
import { Problem, problemIn } from '../../problem.ts'
import { letOthersRun } from '../../time-limit.ts'
import { tableOf } from '../model/table.ts'
import { bounded } from './bounded.ts'
import { Reports } from './reports.ts'
import { Restless } from './restless.ts'
import { WarmTree } from './warm-tree.ts'

export type FreshnessChoice = 'auto' | 'cached' | 'fresh'

export interface FreshenOptions {
  readonly freshness: FreshnessChoice
  readonly signal: AbortSignal
  /** When the caller must have its answer, as `performance.now()`. */
  readonly deadline: number
}

/** `settled`: the copy holds everything that happened before the call. Otherwise its age, and the reason. */
export interface Freshness {
  readonly settled: boolean
  readonly ageMs?: number
  readonly reason?: string
  /** What was in the way of an answer. */
  readonly problem?: Problem
  /** Changes reported up to this look, including those that could not be read. Pass it to `nextChange`. */
  readonly seen: number
}

export interface WarmOptions {
  /** First revision of the tree. */
  readonly revision?: number
  /** Called after each reading that changed the tree. */
  readonly onChanged?: () => void
  /** Called when all elements have been indexed for the first search. */
  readonly onIndexed?: () => void
  /** Called for each change that the target reports, before it is read. */
  readonly onNews?: (change: Change) => void
  /** Called when the target went away by itself. The owner closes the copy. */
  readonly onClosed?: () => void
}

type Barrier = Awaited<ReturnType<Source['settle']>>
type Marks = Map<Key, number> | 'all'

export const timeLimits = {
  /** Limit for the barrier. A target that takes longer is busy, and its copy is served. */
  settle: 1000,
  /**
   * Limit for one reading, even when nobody waits for it. An abandoned reading continues in the target and delays the
   * next: a huge page may need minutes, and targets that are gone or hang are noticed by other means.
   */
  read: 240_000,
  /** Share of a caller's time reserved for answering from the copy, in ms. */
  margin: 250,
} as const

/** The reason when the owner closed it. */
const letGo = 'let go'

/** Above this many dirty elements, a full reading costs no more. */
const marksKept = 10_000

/** One target, kept warm. Owns the source; whoever opened the source for it closes only the copy. */
export class Warm {
  readonly source: Source
  readonly tree: WarmTree
  readonly restless = new Restless((key) => tableOf(key, (at) => this.tree.node(at)))
  readonly #options: WarmOptions
  #epoch = 0
  readonly #reports = new Reports()
  /** The reason why it can no longer be read. */
  #closed: string | undefined
  #closing: Promise<void> | undefined
  #marks: Marks = 'all'
  #loaded = false
  #barrier: Promise<Barrier> | undefined
  #nextBarrier: Promise<Barrier> | undefined
  /** The reading in progress; never rejects unhandled. */
  #reading: Promise<void> | undefined
  #cancel: AbortController | undefined
  /** A full reading was cut short, so some part of the copy is older. */
  #mixed = false
  #trueAt = 0
  /** When the last applied full reading began. */
  #wholeSince = Number.NEGATIVE_INFINITY

  constructor(source: Source, options: WarmOptions = {}) {
    this.source = source
    this.#options = options
    const { revision, onIndexed } = options
    this.tree = new WarmTree({ ...(revision !== undefined && { revision }), ...(onIndexed && { onIndexed }) })
    source.listen((change) => this.#note(change), this.restless)
  }

  get target(): Target {
    return this.source.target
  }

  /** Rises whenever the target gets a new document or restarts. */
  get epoch(): number {
    return this.#epoch
  }

  /** Number of changes the target has reported. */
  get reported(): number {
    return this.#reports.count
  }

  /** `performance.now()` at which the copy was last known to be true. */
  get trueAt(): number {
    return this.#trueAt
  }

  get closed(): boolean {
    return this.#closed !== undefined
  }

  /**
   * Brings the copy up to date. If the target cannot answer in time, `auto` serves the existing copy with its age; without
   * a copy, or with `fresh`, this throws what the source threw.
   */
  async freshen({ freshness, signal, deadline }: FreshenOptions): Promise<Freshness> {
    signal.throwIfAborted()
    this.#assertOpen()
    if (freshness === 'cached' && this.#loaded) return { settled: false, ageMs: this.#age(), seen: this.reported }
    if (freshness === 'fresh') this.#marks = 'all'
    try {
      const freshness = await this.#bringUpToDate(signal, deadline)
      // Changes reported during the reading are still unread.
      return { ...freshness, seen: this.#isDirty() ? this.reported - 1 : this.reported }
    } catch (error) {
      signal.throwIfAborted()
      this.#assertOpen()
      const problem = problemIn(error)
      if (freshness === 'fresh' || !this.#loaded || problem === undefined) throw error
      return { settled: false, ageMs: this.#age(), reason: problem.message, problem, seen: this.reported }
    }
  }

  /** Closes the source. Never throws; pending readings fail. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#closed ??= letGo
    this.#cancel?.abort(this.#gone())
    this.tree.clear()
    await this.source.close()
  }

  async #bringUpToDate(signal: AbortSignal, deadline: number): Promise<Omit<Freshness, 'seen'>> {
    const began = performance.now()
    if (!this.#loaded && this.#reading !== undefined) await this.#join(signal, deadline)
    const barrier: Barrier = this.#marks === 'all' ? { settled: true } : await this.#settle(signal, deadline)
    if (this.#reading !== undefined) await this.#join(signal, deadline)
    // Elements replaced or removed during a reading must be read again.
    for (let tries = 0; tries < 3 && (tries === 0 ? this.#isDirty() : this.#marks === 'all'); tries++) {
      this.#startReading(deadline)
      await this.#join(signal, deadline)
    }
    this.#assertOpen()
    if (!this.#loaded) throw this.#late('changes too fast to be read')
    if (!this.#mixed && (barrier.settled || this.#wholeSince >= began)) {
      this.#trueAt = Math.max(this.#trueAt, began)
      return { settled: true }
    }
    const reason = this.#mixed ? this.tree.partialReason : barrier.reason
    return { settled: false, ageMs: this.#age(), ...(reason !== undefined && { reason }) }
  }

  #settle(signal: AbortSignal, deadline: number): Promise<Barrier> {
    const ms = Math.min(timeLimits.settle, this.#patience(deadline))
    this.#nextBarrier ??= this.#barrierAfter(this.#barrier)
    const next = this.#nextBarrier
    return bounded(() => next, { signal, ms, late: () => this.#late('is busy') })
  }

  /** One barrier at a time, shared by all callers that arrived before it began; later callers share the next one. */
  #barrierAfter(running: Promise<unknown> | undefined): Promise<Barrier> {
    const next = (async () => {
      await running?.catch(() => {})
      this.#nextBarrier = undefined
      const { signal } = new AbortController()
      const options = { signal, ms: timeLimits.settle, late: () => this.#late('is busy') }
      this.#barrier = bounded((own) => this.source.settle(own), options).finally(() => {
        this.#barrier = undefined
      })
      return await this.#barrier
    })()
    next.catch(() => {})
    return next
  }

  /** Waits for the reading in progress, and throws its error. */
  #join(signal: AbortSignal, deadline: number): Promise<void> {
    const reading = this.#reading
    if (reading === undefined) return Promise.resolve()
    const late = () => this.#late('is still being read')
    return bounded(() => reading, { signal, ms: this.#patience(deadline), late })
  }

  /** One reading at a time: callers that arrive during it wait for it. */
  #startReading(deadline: number, isSecond = false): void {
    if (this.#reading !== undefined) return
    const reading = this.#read(deadline, isSecond).finally(() => {
      this.#reading = undefined
    })
    reading.catch(() => {})
    this.#reading = reading
  }

  async #read(deadline: number, isSecond: boolean): Promise<void> {
    const marks = this.#marks
    const epoch = this.#epoch
    const began = performance.now()
    this.#marks = new Map()
    this.#cancel = new AbortController()
    const { signal } = this.#cancel
    try {
      const reading = await bounded(
        (own) => this.source.read(marks, { signal: own, deadline: began + this.#patience(deadline) }),
        { signal, ms: timeLimits.read, late: () => this.#late('cannot be read') },
      )
      if (epoch === this.#epoch && !this.closed) this.#take(reading, marks, began, isSecond)
    } catch (error) {
      // The failed document, or an element, is gone: only a full reading shows what replaced it.
      if (epoch !== this.#epoch) return
      this.#remark(marks)
      if (!(error instanceof Problem) || error.name !== 'element_gone') throw error
      // Only a dirty element is gone; the requested one may still exist.
      if (marks === 'all') throw this.#late('changes too fast to be read')
      this.#marks = 'all'
    }
  }

  #take(reading: Reading, marks: Marks, began: number, isSecond: boolean): void {
    // A truncated reading proves nothing about elements it did not reach.
    const keepsRest = reading.whole && !reading.complete && this.#loaded
    const before = this.tree.revision
    const changed = this.tree.apply(keepsRest ? { ...reading, whole: false } : reading)
    this.restless.note(this.tree.since(before), began)
    this.#loaded = true
    if (keepsRest) this.#mixed = true
    else if (reading.whole) this.#mixed = false
    if (reading.whole) this.#wholeSince = began
    if (!this.#mixed) this.#trueAt = began
    if (changed) this.#options.onChanged?.()
    if (marks === 'all' && !reading.complete && !isSecond) this.#readOn()
  }

  /** The first answer was cut short by its caller's deadline; reads the rest without one. */
  #readOn(): void {
    setImmediate(() => {
      if (this.closed || this.#reading !== undefined) return
      this.#marks = 'all'
      this.#startReading(performance.now() + timeLimits.read, true)
    })
  }

  /** Marks everything that was to be read as dirty again. */
  #remark(marks: Marks): void {
    if (marks === 'all') this.#marks = 'all'
    else for (const [key, what] of marks) this.#mark(key, what)
  }

  /** Returns once the target has reported more than `seen` changes, or is closed. Throws the signal's reason. */
  async nextChange(seen: number, signal: AbortSignal): Promise<void> {
    if (this.closed) return await letOthersRun(signal)
    await this.#reports.others(seen, signal)
  }

  #note(change: Change): void {
    // A dialog is not a change: waiting continues.
    if (change.kind !== 'dialog') this.#takeNote(change)
    this.#options.onNews?.(change)
  }

  #takeNote(change: Exclude<Change, { readonly kind: 'dialog' }>): void {
    this.#reports.add()
    switch (change.kind) {
      case 'dirty':
        this.#mark(change.key, change.what)
        break
      case 'lost-track':
        this.#marks = 'all'
        break
      case 'replaced':
        this.#epoch++
        this.#marks = 'all'
        this.#loaded = false
        this.restless.clear()
        this.tree.clear()
        this.#cancel?.abort(this.#late('was reloaded'))
        this.#options.onChanged?.()
        break
      case 'closed':
        if (this.closed) return
        this.#closed = change.reason
        this.#cancel?.abort(this.#gone())
        this.#options.onClosed?.()
        break
    }
  }

  #mark(key: Key, what: number): void {
    if (this.#marks === 'all') return
    this.#marks.set(key, (this.#marks.get(key) ?? 0) | what)
    if (this.#marks.size > marksKept) this.#marks = 'all'
  }

  #isDirty(): boolean {
    return this.#marks === 'all' || this.#marks.size > 0
  }

  #age(): number {
    return Math.max(0, Math.round(performance.now() - this.#trueAt))
  }

  /** How long a caller may wait, leaving time to answer from the copy if there is one. */
  #patience(deadline: number): number {
    const left = deadline - performance.now()
    return this.#loaded ? left - Math.min(timeLimits.margin, left / 10) : left
  }

  #assertOpen(): void {
    if (this.closed) throw this.#gone()
  }

  #gone(): Problem {
    const { kind } = this.target
    if (this.#closed === letGo) {
      const message = `The copy of ${this.#words()} was dropped to make room for others.`
      return new Problem('limit_exceeded', { message, hint: 'Ask again.' })
    }
    const message = sentence(`${this.#words()} can no longer be read: ${this.#closed}.`)
    return new Problem(kind === 'tab' ? 'tab_not_found' : 'app_not_found', { message })
  }

  #late(what: string): Problem {
    return new Problem('unresponsive', { message: sentence(`${this.#words()} ${what}.`) })
  }

  #words(): string {
    const { kind, id, name } = this.target
    return kind === 'tab' ? `the tab ${id}` : name
  }
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
