/**
 * A running application as a source of elements: listens to its signals, keeps account of what may be out of date, and
 * hands reading, acting and places to files of their own, over the `AppAccess` that this class is.
 */
import { Problem } from '../../problem.ts'
import {
  type Change,
  Dirty,
  type Key,
  type Reading,
  type ReadOptions,
  type Row,
  type Source,
  type Target,
} from '../platform.ts'
import type { Acting, AppAccess, Interface, Toolkit } from './access.ts'
import { Acts, isActing } from './acts.ts'
import { type Bus, Typed } from './bus.ts'
import { detailOf } from './detail.ts'
import type { AtspiEvent } from './events.ts'
import type { Facts, Ref } from './facts.ts'
import { reasonOf } from './lanes.ts'
import { Listening } from './listening.ts'
import { Marks, Part } from './marks.ts'
import { Mirror } from './mirror.ts'
import { callOn, getOf, problemOf } from './peer.ts'
import { Quiet } from './quiet.ts'
import { Reader } from './reader.ts'
import { factsOf } from './row.ts'
import { apply } from './rules.ts'

export interface ApplicationOptions {
  readonly bus: Bus
  readonly root: Ref
  readonly toolkit: Toolkit
  readonly pid: number
  /** The target as it is now; undefined when it is gone. */
  readonly describe: () => Target
  readonly acting: Acting
  /** Called once, when it is closed or its application has gone. */
  readonly closed: () => void
}

const goesOn: ReadonlySet<Toolkit> = new Set<Toolkit>(['libreoffice', 'gecko', 'chromium'])
const againMs = 400

export class Application implements Source, AppAccess {
  readonly #options: ApplicationOptions
  readonly #mirror: Mirror
  readonly #reader: Reader
  readonly #marks = new Marks()
  readonly #quiet = new Quiet()
  readonly #listening: Listening
  readonly #acts: Acts
  readonly #stop: () => void
  #listener: (change: Change) => void = () => {}
  #told = false
  #again: NodeJS.Timeout | undefined
  #closed: string | undefined

  constructor(options: ApplicationOptions) {
    this.#options = options
    const { bus, root, toolkit } = options
    this.#mirror = new Mirror(root.bus, toolkit)
    this.#reader = new Reader({ bus, peer: root.bus, root, toolkit, mirror: this.#mirror })
    this.#acts = new Acts(bus, root, toolkit)
    this.#listening = new Listening({
      bus,
      peer: root.bus,
      toolkit,
      heard: (event) => this.#hear(event),
      overwhelmed: () => {
        this.#marks.markWhole()
        this.#listener({ kind: 'lost-track', reason: 'it changes faster than it can be followed' })
      },
    })
    this.#stop = bus.onClose(() => this.end('the accessibility bus is gone'))
  }

  /** Called first. Throws app_not_found, unresponsive, or what the signal says, and is closed then. */
  async attach(signal: AbortSignal): Promise<void> {
    const { bus, root } = this.#options
    try {
      await this.#listening.start(signal)
      await getOf(bus, root, 'Accessible', 'ChildCount', signal)
      const socket = await this.#acts.openSocket(signal)
      if (socket !== undefined) this.#reader.use(socket)
    } catch (error) {
      await this.close()
      throw this.#problem(error)
    }
  }

  get target(): Target {
    return this.#options.describe()
  }

  get name(): string {
    return this.target.name
  }

  get pid(): number {
    return this.#options.pid
  }

  get toolkit(): Toolkit {
    return this.#options.toolkit
  }

  get root(): Key {
    return this.#mirror.root
  }

  get windows(): readonly Key[] {
    return this.#mirror.windows
  }

  listen(listener: (change: Change) => void): void {
    this.#listener = listener
  }

  async read(marks: ReadonlyMap<Key, number> | 'all', { signal, deadline }: ReadOptions): Promise<Reading> {
    this.#begin(signal)
    const wasDeaf = this.#listening.deaf
    const taken = this.#marks.take()
    if (marks === 'all' || wasDeaf) taken.markWhole()
    this.#told = false
    this.#listening.calm()
    try {
      if (wasDeaf) await this.#listening.start(signal)
      const reading = await this.#reader.read(taken, signal, deadline)
      for (const id of this.#reader.leftOver()) this.#mark(id, Part.children)
      if (!reading.whole && reading.rows.length > 0) this.#lookAgain()
      return reading
    } catch (error) {
      this.#marks.merge(taken)
      if (!this.#marks.empty) this.#tell()
      throw this.#problem(error)
    }
  }

  async settle(signal: AbortSignal): Promise<{ readonly settled: boolean; readonly reason?: string }> {
    this.#begin(signal)
    if (this.#listening.deaf) return { settled: false, reason: `${this.name} changes faster than it can be followed` }
    const { bus, root, toolkit } = this.#options
    try {
      for (const id of await this.#reader.silentlyChanged(signal)) this.#mark(id, Part.extras)
      // What it sent before this answer has been heard: its signals come by the same way, in order.
      await getOf(bus, root, 'Accessible', 'ChildCount', signal)
    } catch (error) {
      throw this.#problem(error)
    }
    if (toolkit !== 'chromium') return { settled: true }
    return {
      settled: false,
      reason: 'Chromium holds changes back while its window is covered; tabs are followed by cdp',
    }
  }

  async quiet(signal: AbortSignal, lull?: () => void): Promise<void> {
    if (this.#closed === undefined) await this.#quiet.still(signal, lull)
  }

  async focused(signal: AbortSignal): Promise<Key | undefined> {
    this.#begin(signal)
    return this.#mirror.focused()
  }

  readonly frames: Source['frames'] = async (keys, signal) => {
    this.#begin(signal)
    return await this.#options.acting.frames(this, keys, signal)
  }

  readonly at: Source['at'] = async (x, y, _page, signal) => {
    this.#begin(signal)
    return await this.#options.acting.at(this, x, y, signal)
  }

  readonly check: Source['check'] = async (key, act, signal) => {
    this.#begin(signal)
    return await this.#options.acting.check(this, key, act, signal)
  }

  readonly perform: Source['perform'] = async (key, act, signal) => {
    this.#begin(signal)
    this.#quiet.arm()
    try {
      return await this.#options.acting.perform(this, key, act, signal)
    } finally {
      this.#acted(key)
    }
  }

  readonly capture: NonNullable<Source['capture']> = async (wish, signal) => {
    this.#begin(signal)
    return await this.#options.acting.capture(this, wish, signal)
  }

  async detail(key: Key, signal: AbortSignal) {
    this.#begin(signal)
    return await detailOf(this, key, signal)
  }

  ref(key: Key): Ref | undefined {
    return this.facts(key)?.ref
  }

  key(ref: Ref): Key | undefined {
    return this.#mirror.keyOf(ref)
  }

  parent(key: Key): Key | undefined {
    const id = this.#mirror.id(key)
    const parent = id === undefined ? undefined : this.#mirror.parent(id)
    return parent === undefined ? undefined : this.#mirror.key(parent)
  }

  facts(key: Key): Facts | undefined {
    const id = this.#mirror.id(key)
    const item = id === undefined ? undefined : this.#mirror.item(id)
    return item && factsOf(key, item)
  }

  row(key: Key): Row | undefined {
    const id = this.#mirror.id(key)
    return id === undefined ? undefined : this.#mirror.row(id)
  }

  async call(
    ref: Ref,
    of: Interface,
    member: string,
    signature: string,
    body: readonly unknown[],
    signal: AbortSignal,
    ms?: number,
  ): Promise<readonly unknown[]> {
    this.#begin(signal)
    if (member === 'DoAction') this.#quiet.pressed(this.toolkit)
    const work = isActing(member)
      ? this.#acts.run(ref, { interface: `org.a11y.atspi.${of}`, member, signature }, body, signal)
      : callOn(this.#options.bus, ref, of, member, signature, body, signal, ms)
    return await this.#asked(work)
  }

  async get(ref: Ref, of: Interface, property: string, signal: AbortSignal): Promise<unknown> {
    this.#begin(signal)
    return await this.#asked(getOf(this.#options.bus, ref, of, property, signal))
  }

  async set(ref: Ref, of: Interface, property: string, signature: string, value: unknown, signal: AbortSignal) {
    this.#begin(signal)
    const body = [`org.a11y.atspi.${of}`, property, new Typed(signature, value)]
    const call = { interface: 'org.freedesktop.DBus.Properties', member: 'Set', signature: 'ssv' }
    await this.#asked(this.#acts.run(ref, call, body, signal))
  }

  async reread(key: Key, signal: AbortSignal): Promise<Row | undefined> {
    this.#begin(signal)
    const id = this.#mirror.id(key)
    if (id === undefined) return undefined
    const found = await this.#asked(this.#reader.reread(id, signal))
    return found && this.#mirror.rowWith(id, found.item, found.extras)
  }

  mark(key: Key, what: number): void {
    const id = this.#mirror.id(key)
    if (id === undefined) return
    if (what & Dirty.subtree) this.#marks.markWhole()
    const parts = (what & Dirty.self ? Part.facts | Part.extras : 0) | (what & Dirty.children ? Part.children : 0)
    this.#mark(id, parts)
  }

  /** The application has gone. */
  end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#release(reason)
    this.#listener({ kind: 'closed', reason })
  }

  async close(): Promise<void> {
    if (this.#closed === undefined) this.#release('it was let go')
  }

  #hear(event: AtspiEvent): void {
    const { root, toolkit } = this.#options
    if (event.item !== undefined && this.#reader.tell(event.item)) return
    if (event.member !== 'BoundsChanged' && !(event.member === 'StateChanged' && event.detail === 'focused'))
      this.#quiet.happened()
    apply(event, { mirror: this.#mirror, marks: this.#marks, toolkit, peer: root.bus })
    if (!this.#marks.empty) this.#tell()
  }

  #mark(id: string, parts: number): void {
    this.#marks.mark(id, parts)
    this.#tell()
  }

  /** These toolkits go on changing, now and then without a word: what differed is looked at once more. */
  #lookAgain(): void {
    if (!goesOn.has(this.toolkit)) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#marks.sweep = true
      this.#tell()
    }, againMs)
    this.#again.unref()
  }

  /** What an action changes most is not told by every toolkit: it is read again. */
  #acted(key: Key): void {
    const id = this.#mirror.id(key)
    if (id === undefined) return
    this.#mark(id, Part.facts | Part.extras | Part.children)
    const parent = this.#mirror.parent(id)
    if (parent !== undefined) this.#mark(parent, Part.facts | Part.extras | Part.children)
    for (const other of this.#mirror.siblings(id).slice(0, 100)) this.#mark(other, Part.states)
    if (this.toolkit === 'qt') this.#marks.sweep = true
  }

  /** Once until the next reading: what is read then is decided here. */
  #tell(): void {
    if (this.#told || this.#closed !== undefined) return
    this.#told = true
    this.#listener({ kind: 'dirty', key: this.#mirror.root, what: Dirty.self })
  }

  #begin(signal: AbortSignal): void {
    if (signal.aborted) throw reasonOf(signal)
    if (this.#closed !== undefined) throw new Problem('app_not_found', { message: `${this.name}: ${this.#closed}.` })
  }

  async #asked<T>(work: Promise<T>): Promise<T> {
    return await work.catch((error) => {
      throw this.#problem(error)
    })
  }

  #problem(error: unknown): Error {
    return problemOf(error, this.name)
  }

  #release(reason: string): void {
    this.#closed = reason
    clearTimeout(this.#again)
    this.#stop()
    this.#listening.end()
    this.#acts.close()
    this.#reader.close()
    this.#quiet.end()
    this.#options.closed()
  }
}
