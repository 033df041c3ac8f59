/** Keeps the copy of one target true: collects what may be out of date, and rereads it on demand. */
import type { Change, Reading, Source, Target } from '../../platform/platform.ts'
import type { Key } from '../../platform/row.ts'
import { Problem, problemIn } from '../../problem.ts'
import { letOthersRun } from '../../time-limit.ts'
import { bounded } from './bounded.ts'
import { Reports } from './reports.ts'
import { Restless } from './restless.ts'
import { WarmTree } from './warm-tree.ts'

export type FreshnessChoice = 'auto' | 'cached' | 'fresh'

export interface FreshenOptions {
  readonly freshness: FreshnessChoice
  readonly signal: AbortSignal
  /** `performance.now()` by which the caller must have its answer. */
  readonly deadline: number
}

/** `settled`: the copy holds everything that happened before the call. Otherwise its age, and why. */
export interface Freshness {
  readonly settled: boolean
  readonly ageMs?: number
  readonly reason?: string
  /** What was in the way of an answer. */
  readonly problem?: Problem
  /** How many changes had been reported when it was looked at: for `nextChange`. Those that could not be read count too. */
  readonly seen: number
}

export interface WarmOptions {
  /** First revision of the tree. */
  readonly revision?: number
  /** After each reading that changed the tree. */
  readonly onChanged?: () => void
  /** When all elements have been indexed for the first search. */
  readonly onIndexed?: () => void
  /** For each change that the target reports, before it is read. */
  readonly onNews?: (change: Change) => void
  /** When the target went away by itself. The owner closes the copy. */
  readonly onClosed?: () => void
}

type Barrier = Awaited<ReturnType<Source['settle']>>
type Marks = Map<Key, number> | 'all'

export const timeLimits = {
  /** For the barrier. A target that takes longer is busy, and its copy is served. */
  settle: 1000,
  /**
   * For one reading, even when nobody waits for it any more. Given up, it goes on in the target, and the next one stands
   * in line behind it: a huge page may need minutes, and what is gone or hangs is noticed by other means.
   */
  read: 240_000,
  /** At most this much of a caller's time is reserved to answer from the copy. */
  margin: 250,
} as const

/** Why its owner closed it. */
const letGo = 'let go'

/** With more dirty elements than this, a full reading is as good. */
const marksKept = 10_000

/** One target, kept warm. Owns the source; whoever opened the source for it closes only the copy. */
export class Warm {
  readonly source: Source
  readonly tree: WarmTree
  readonly restless = new Restless()
  readonly #options: WarmOptions
  #epoch = 0
  readonly #reports = new Reports()
  /** Why it can no longer be read. */
  #closed: string | undefined
  #closing: Promise<void> | undefined
  #marks: Marks = 'all'
  #loaded = false
  #barrier: Promise<Barrier> | undefined
  #nextBarrier: Promise<Barrier> | undefined
  /** The reading in progress, if any; never rejects for those who do not wait. */
  #reading: Promise<void> | undefined
  #cancel: AbortController | undefined
  /** A full reading was cut short: an unknown part of the copy is older. */
  #mixed = false
  #trueAt = 0
  /** When the last full reading that was applied began. */
  #wholeSince = Number.NEGATIVE_INFINITY

  constructor(source: Source, options: WarmOptions = {}) {
    this.source = source
    this.#options = options
    const { revision, onIndexed } = options
    this.tree = new WarmTree({ ...(revision !== undefined && { revision }), ...(onIndexed && { onIndexed }) })
    source.listen((change) => this.#note(change))
  }

  get target(): Target {
    return this.source.target
  }

  /** Rises each time the target has a new document or was restarted. */
  get epoch(): number {
    return this.#epoch
  }

  /** How many changes the target has reported. */
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
      // What was reported while it was read is still to be looked at.
      return { ...freshness, seen: this.#isDirty() ? this.reported - 1 : this.reported }
    } catch (error) {
      signal.throwIfAborted()
      this.#assertOpen()
      const problem = problemIn(error)
      if (freshness === 'fresh' || !this.#loaded || problem === undefined) throw error
      return { settled: false, ageMs: this.#age(), reason: problem.message, problem, seen: this.reported }
    }
  }

  /** Closes the source. Never throws; whoever waits for a reading gets an error. */
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
    // Whatever is replaced, or loses an element, while it is read must be read again.
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

  /**
   * One barrier at a time, shared by all who came before it began: later callers need one that begins later, and share
   * that.
   */
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
      // The failed document is gone, or an element is, and only a full reading shows what is there instead.
      if (epoch !== this.#epoch) return
      this.#remark(marks)
      if (!(error instanceof Problem) || error.name !== 'element_gone') throw error
      // Nobody asked for the element that went: what was asked for may be there.
      if (marks === 'all') throw this.#late('changes too fast to be read')
      this.#marks = 'all'
    }
  }

  #take(reading: Reading, marks: Marks, began: number, isSecond: boolean): void {
    // What a truncated reading did not reach is not gone.
    const keepsRest = reading.whole && !reading.complete && this.#loaded
    const before = this.tree.revision
    const changed = this.tree.apply(keepsRest ? { ...reading, whole: false } : reading)
    this.restless.note(this.tree.since(before))
    this.#loaded = true
    if (keepsRest) this.#mixed = true
    else if (reading.whole) this.#mixed = false
    if (reading.whole) this.#wholeSince = began
    if (!this.#mixed) this.#trueAt = began
    if (changed) this.#options.onChanged?.()
    if (marks === 'all' && !reading.complete && !isSecond) this.#readOn()
  }

  /** The first answer was cut short by its caller's deadline; the rest follows without one. */
  #readOn(): void {
    setImmediate(() => {
      if (this.closed || this.#reading !== undefined) return
      this.#marks = 'all'
      this.#startReading(performance.now() + timeLimits.read, true)
    })
  }

  /** What was to be read still is. */
  #remark(marks: Marks): void {
    if (marks === 'all') this.#marks = 'all'
    else for (const [key, what] of marks) this.#mark(key, what)
  }

  /** Returns once the target has reported more than was `seen`, or is closed. Throws the signal's reason. */
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

  /** How long a caller may wait: if there is a copy to serve, some time is reserved for that. */
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
