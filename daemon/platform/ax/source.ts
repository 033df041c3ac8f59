/** An application as a source of elements: tracks what may be out of date, and acts through the `Session`. */
import { Problem } from '../../problem.ts'
import type { Key, Row } from '../element/row.ts'
import type { Capture } from '../picture.ts'
import type { Act, Change, Reading, ReadOptions, Source, Target } from '../platform.ts'
import { Dirty } from '../platform.ts'
import { perform } from './act/act.ts'
import { check } from './act/check.ts'
import { capture, type PictureServices } from './capture/capture.ts'
import type { AppAccess } from './read/access.ts'
import { detailOf } from './read/detail.ts'
import { Pending, requestsFor, valuesAround } from './read/dirty.ts'
import { furtherRows } from './read/further-rows.ts'
import { elementAt, focusedIn, framesOf } from './read/places.ts'
import { refOf, Session } from './read/session.ts'
import { Stillness } from './watch/quiet.ts'
import { againWithoutHost, hasEnded, isGone, problemOf } from './wire/faults.ts'
import { type Instance, timeToRead } from './wire/instance.ts'
import type { AppEvent } from './wire/messages.ts'
import type { RawElement, Ref } from './wire/raw-element.ts'

export interface ApplicationOptions {
  readonly instance: Instance
  /** Its current state. */
  readonly describe: () => Target
  readonly pictures: PictureServices
  /** What it shows that is in none of its elements. */
  readonly withheld: (elements: readonly RawElement[]) => Promise<string | undefined>
  /** Called once, when it is closed or its application has exited. */
  readonly closed: (gone: boolean) => void
}

/** Milliseconds. Observers miss events: after this long, the next question rereads everything. */
const reconcile = { observed: 10_000, blind: 1000, timesReading: 20 } as const
const roundsAtMost = 3
/** After an action, trees this small are read whole: that is quick, and the answer is then settled. */
const smallTree = 150
const notPromised = 'macOS does not promise to report every change, or when'

type Asked<T> = (app: AppAccess, session: Session) => Promise<T>

export class Application implements Source {
  readonly #options: ApplicationOptions
  readonly #stillness = new Stillness()
  readonly #reader = {
    hear: (event: AppEvent) => this.#hear(event),
    replaced: () => this.#replaced(),
  }
  readonly furtherRows = furtherRows(
    (signal, work) => this.#ask(signal, (_, session) => work(session)),
    () => this.#session,
  )
  withheld?: string
  #listener: (change: Change) => void = () => {}
  #session: Session | undefined
  #pending = new Pending()
  #hasNotified = false
  #closed: string | undefined
  /** When everything was last read, and how long that took. */
  #wholeAt = Number.NEGATIVE_INFINITY
  #wholeTook = 0

  constructor(options: ApplicationOptions) {
    this.#options = options
    options.instance.add(this.#reader)
  }

  /** Call this first. Throws app_not_found, unresponsive, permission_denied or the signal's reason; is closed then. */
  async attach(signal: AbortSignal): Promise<void> {
    try {
      await this.#open(signal)
    } catch (error) {
      await this.close()
      throw isGone(error) ? this.#notRunning('it is not running') : problemOf(error, this.name)
    }
  }

  get target(): Target {
    return this.#options.describe()
  }

  get name(): string {
    return this.target.name
  }

  get pid(): number {
    return this.#options.instance.pid
  }

  listen(listener: (change: Change) => void): void {
    this.#listener = listener
  }

  async read(marks: ReadonlyMap<Key, number> | 'all', { signal, deadline }: ReadOptions): Promise<Reading> {
    this.#begin(signal)
    const taken = this.#pending
    this.#pending = new Pending()
    this.#hasNotified = false
    if (marks === 'all') taken.whole ??= 'asked for'
    else this.#merge(taken, marks)
    try {
      return await againWithoutHost(async () => {
        const session = await this.#open(signal)
        const ms = timeToRead(deadline)
        const isWhole = taken.whole !== undefined || session.mirror.size === 0
        return await (isWhole ? this.#readWhole(session, signal, ms) : this.#readPart(session, taken, signal, ms))
      })
    } catch (error) {
      this.#pending.merge(taken)
      this.#notify()
      throw this.#problem(error)
    }
  }

  async settle(signal: AbortSignal): Promise<{ readonly settled: boolean; readonly reason?: string }> {
    const { missing } = await this.#ask(signal, async (_, session) => {
      await session.hear(signal)
      return session.opened
    })
    if (this.#isTimeFor(missing === undefined ? reconcile.blind : reconcile.observed)) this.#markAll(notPromised)
    return { settled: false, reason: notPromised }
  }

  async quiet(signal: AbortSignal): Promise<void> {
    if (this.#closed === undefined) await this.#stillness.wait(signal)
  }

  async frames(keys: readonly Key[], signal: AbortSignal) {
    return await this.#ask(signal, (app) => framesOf(app, keys))
  }

  async focused(signal: AbortSignal): Promise<Key | undefined> {
    return await this.#ask(signal, focusedIn)
  }

  async at(x: number, y: number, _page: boolean, signal: AbortSignal): Promise<Key | undefined> {
    return await this.#ask(signal, (app) => elementAt(app, x, y))
  }

  async check(key: Key, act: Act, signal: AbortSignal) {
    return await this.#ask(signal, async (app) => {
      const ref = app.mirror.refOf(key)
      return ref === undefined ? ({ reason: 'gone' } as const) : await check(app, ref, act)
    })
  }

  async perform(key: Key, act: Act, signal: AbortSignal) {
    const work = async (app: AppAccess, session: Session) => {
      const ref = refOf(app, key)
      try {
        return await perform(app, ref, act)
      } finally {
        if (this.#session === session) this.#acted(session, ref)
      }
    }
    return await this.#ask(signal, work, (once) => once())
  }

  async detail(key: Key, signal: AbortSignal) {
    return await this.#ask(signal, (app) => detailOf(app, refOf(app, key)))
  }

  async capture(options: Capture, signal: AbortSignal) {
    return await this.#ask(signal, (app) => capture(this.#options.pictures, app, options))
  }

  /** The application has exited. */
  end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#release(reason, true)
    this.#listener({ kind: 'closed', reason })
  }

  async close(): Promise<void> {
    if (this.#closed === undefined) this.#release('it was let go', false)
  }

  async #open(signal: AbortSignal): Promise<Session> {
    const { instance } = this.#options
    const opened = await instance.open(signal)
    if (this.#closed !== undefined) throw this.#notRunning(this.#closed)
    if (this.#session?.opened === opened) return this.#session
    const session: Session = new Session({
      instance,
      opened,
      name: () => this.name,
      marked: (add) => {
        if (this.#session !== session) return
        add(this.#pending)
        this.#notify()
      },
    })
    this.#session = session
    return session
  }

  async #readWhole(session: Session, signal: AbortSignal, ms: number): Promise<Reading> {
    const { mirror } = session
    const began = performance.now()
    const { elements, result } = await session.fetchAll(signal, ms)
    if (!elements.some(({ ref, gone }) => ref === mirror.root && !gone)) throw this.#notRunning('it has ended')
    const { complete } = result
    const withheld = complete ? await this.#options.withheld(elements) : undefined
    if (withheld === undefined) delete this.withheld
    else this.withheld = withheld
    session.take(elements, began, complete || mirror.size === 0)
    if (complete) {
      this.#wholeAt = began
      this.#wholeTook = performance.now() - began
    }
    const cut = Object.keys(result.cuts).find((word) => word !== 'menu' && word !== 'rows') ?? 'deadline'
    return { rows: mirror.rows(), whole: true, root: mirror.rootKey, complete, ...(!complete && { reason: cut }) }
  }

  /** Dead elements are missing from their parent's list, so that is read next. */
  async #readPart(session: Session, first: Pending, signal: AbortSignal, ms: number): Promise<Reading> {
    const { mirror } = session
    const until = performance.now() + ms
    const left = () => Math.max(50, until - performance.now())
    const rows = new Map<Key, Row>()
    let pending = first
    let isLeft = false
    for (let round = 0; !pending.empty; round++) {
      if (pending.focus) await session.findFocus(pending, signal)
      if (pending.whole !== undefined || round === roundsAtMost) return await this.#readWhole(session, signal, left())
      if (pending.values) isLeft = session.addValues(pending)
      const next = new Pending()
      for (const params of requestsFor(pending, mirror)) {
        const asked = performance.now()
        const { elements, result } = await session.fetch(params, signal, left())
        if (!result.complete) next.whole = 'cut'
        const dead = elements.filter(({ gone }) => gone).map(({ ref }) => ref)
        if (dead.includes(mirror.root)) throw this.#notRunning('it has ended')
        for (const ref of dead) {
          const parent = mirror.parent(ref)
          if (parent !== undefined) next.children.add(parent)
        }
        for (const row of session.take(elements, asked, false)) rows.set(row.key, row)
      }
      if (pending.values && !pending.acted && session.isInVain) next.values = true
      pending = next
    }
    if (isLeft) session.markValues()
    const present = [...rows.values()].filter(({ key }) => mirror.refOf(key) !== undefined)
    return { rows: present, whole: false, root: mirror.rootKey, complete: true }
  }

  /** What an action is most likely to change is reread whether or not the application reports it. */
  #acted({ mirror }: Session, ref: Ref): void {
    const pending = this.#pending
    pending.focus = true
    pending.children.add(mirror.root)
    if (mirror.size <= smallTree) pending.whole ??= 'acted'
    else if (mirror.raw(ref) !== undefined) {
      const parent = mirror.parent(ref)
      const window = [ref, ...mirror.ancestors(ref)].find((one) => mirror.roleOf(one) === 'AXWindow')
      for (const one of [ref, parent, window]) if (one !== undefined) pending.children.add(one)
      for (const one of valuesAround(mirror, ref)) pending.self.add(one)
      pending.acted = true
    }
    this.#notify()
  }

  /** However large the application, reading all of it may only take a small share of the time. */
  #isTimeFor(ms: number): boolean {
    return performance.now() - this.#wholeAt > Math.max(ms, this.#wholeTook * reconcile.timesReading)
  }

  #markAll(reason: string): void {
    this.#pending.whole ??= reason
    this.#notify()
  }

  #merge(pending: Pending, marks: ReadonlyMap<Key, number>): void {
    const mirror = this.#session?.mirror
    for (const [key, what] of marks) {
      const ref = mirror?.refOf(key)
      // Marking just the root only said that there is something to read.
      if (ref === undefined || (ref === mirror?.root && what === Dirty.self)) continue
      pending[what & Dirty.subtree ? 'subtree' : what & Dirty.children ? 'children' : 'self'].add(ref)
    }
  }

  async #ask<T>(signal: AbortSignal, work: Asked<T>, tried = againWithoutHost): Promise<T> {
    this.#begin(signal)
    try {
      return await tried(async () => {
        const session = await this.#open(signal)
        return await work(session.during(signal), session)
      })
    } catch (error) {
      throw this.#problem(error)
    }
  }

  #hear(event: AppEvent): void {
    if (this.#closed !== undefined) return
    if (event.event === 'gone') {
      this.end(`${this.name} has ended`)
      return
    }
    this.#stillness.happened()
    if (event.event === 'lost') this.#pending.whole ??= event.reason
    else this.#session?.note(this.#pending, event.notification)
    this.#notify()
  }

  #replaced(): void {
    this.#session = undefined
    this.#pending = new Pending()
    this.#hasNotified = false
    if (this.#closed === undefined) this.#listener({ kind: 'replaced' })
  }

  /** Once until the next read, which decides what to read; again if that has to cover everything. */
  #notify(): void {
    if (this.#closed !== undefined || this.#session === undefined || this.#pending.empty) return
    const { whole } = this.#pending
    if (this.#hasNotified && whole === undefined) return
    const key = this.#session.mirror.rootKey
    this.#hasNotified = true
    this.#listener(
      whole === undefined ? { kind: 'dirty', key, what: Dirty.self } : { kind: 'lost-track', reason: whole },
    )
  }

  #begin(signal: AbortSignal): void {
    signal.throwIfAborted()
    if (this.#closed !== undefined) throw this.#notRunning(this.#closed)
  }

  #notRunning(why: string): Problem {
    return new Problem('app_not_found', { message: `${this.name} cannot be read: ${why}.` })
  }

  #problem(error: unknown): Error {
    if (hasEnded(error)) this.end('it has ended')
    return problemOf(error, this.name)
  }

  #release(reason: string, gone: boolean): void {
    this.#closed = reason
    this.#options.instance.remove(this.#reader)
    this.#session = undefined
    this.#options.closed(gone)
  }
}
