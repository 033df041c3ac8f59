/**
 * A running application as a source: listens to its signals, tracks what may be out of date, and delegates reading,
 * acting and geometry to files of their own through the `AppAccess` that this class implements.
 */
import { pause } from '../acting/polling.ts'
import { Flag } from '../element/flags.ts'
import type { Key, Row } from '../element/row.ts'
import type { Reading, ReadOptions, Source } from '../platform.ts'
import { perform } from './act/act.ts'
import { ActionCalls, isActionMethod } from './act/action-calls.ts'
import { Reached, type ReachedOptions } from './reached.ts'
import { detailOf } from './read/detail.ts'
import { Marks, Part } from './read/dirty.ts'
import { Mirror } from './read/mirror.ts'
import { Reader } from './read/reader.ts'
import { factsOf } from './read/row.ts'
import type { Toolkit } from './toolkits/toolkit.ts'
import type { AtspiEvent } from './watch/events.ts'
import { Listening } from './watch/listening.ts'
import { apply } from './watch/rules.ts'
import { WindowFacts } from './window-facts.ts'
import type { AppAccess, CallArguments, Interface } from './wire/access.ts'
import { type Bus, Typed } from './wire/bus.ts'
import type { Facts, Ref } from './wire/facts.ts'
import { callOn, getOf, problemOf } from './wire/peer.ts'

export interface ApplicationOptions extends ReachedOptions {
  readonly bus: Bus
  readonly root: Ref
  readonly toolkit: Toolkit
}

const againMs = 400
/** Toolkits handle moves once per screen refresh; after this they have said what a move has changed. */
const frameMs = 30

/** An application that has just opened its window may be busy for a moment. */
const attachMs = 3000

export class Application extends Reached implements Source, AppAccess {
  protected readonly access = this
  readonly #options: ApplicationOptions
  readonly #mirror: Mirror
  readonly #reader: Reader
  readonly #marks = new Marks()
  readonly #listening: Listening
  readonly #actionCalls: ActionCalls
  readonly #stop: () => void
  #again: NodeJS.Timeout | undefined
  #lastFocused: Ref | undefined
  /** Windows that announced their end, until a reading confirms it. */
  readonly #shut = new Set<Key>()
  readonly #windowFacts: WindowFacts

  constructor(options: ApplicationOptions) {
    super(options)
    this.#options = options
    const { bus, root, toolkit } = options
    this.#mirror = new Mirror(root.bus, toolkit)
    this.#windowFacts = new WindowFacts(this, this.#mirror)
    this.#reader = new Reader({ bus, peer: root.bus, root, toolkit, mirror: this.#mirror })
    this.#actionCalls = new ActionCalls(bus, root, toolkit)
    this.#listening = new Listening({
      bus,
      peer: root.bus,
      toolkit,
      onEvent: (event) => this.#receive(event),
      onStorm: () => {
        this.#marks.markWhole()
        this.notifier.lostTrack('it changes faster than it can be followed')
      },
    })
    this.#stop = bus.onClose(() => this.end('the accessibility bus is gone'))
  }

  /** Call this first. Throws app_not_found, unresponsive or the signal's reason, and is closed then. */
  async attach(signal: AbortSignal): Promise<void> {
    const { bus, root } = this.#options
    try {
      await this.#listening.start(signal)
      await getOf(bus, root, 'Accessible', 'ChildCount', signal, attachMs)
      const socket = await this.#actionCalls.openSocket(signal)
      if (socket !== undefined) this.#reader.use(socket)
    } catch (error) {
      await this.close()
      throw this.#problem(error)
    }
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

  /** Has the application quit? If it was cut off, its windows were not announced as gone. */
  get hasQuit(): boolean {
    const isShown = (key: Key) => ((this.row(key)?.flags ?? 0) & Flag.hidden) === 0
    return this.notifier.isClosed && !this.windows.some((key) => isShown(key) && !this.#shut.has(key))
  }

  async read(marks: ReadonlyMap<Key, number> | 'all', { signal, deadline }: ReadOptions): Promise<Reading> {
    this.begin(signal)
    const wasOverwhelmed = this.#listening.isOverwhelmed
    const taken = this.#marks.take()
    if (marks === 'all' || wasOverwhelmed) taken.markWhole()
    this.notifier.reading()
    this.#listening.resetCount()
    try {
      if (wasOverwhelmed) await this.#listening.start(signal)
      const reading = await this.#reader.read(taken, signal, deadline)
      for (const id of this.#reader.leftOver()) this.#mark(id, Part.children)
      if (!reading.whole && reading.rows.length > 0) this.#lookAgain()
      return await this.#withTold(reading, signal)
    } catch (error) {
      this.#marks.merge(taken)
      if (!this.#marks.empty) this.notify()
      throw this.#problem(error)
    }
  }

  /** Adds what only the window system knows of its windows; it may not answer. */
  async #withTold(reading: Reading, signal: AbortSignal): Promise<Reading> {
    try {
      if (!this.#windowFacts.isAsked()) return reading
      const told = await this.#windowFacts.told(await this.tools(signal), signal)
      if (told.length === 0) return reading
      return { ...reading, rows: [...new Map([...reading.rows, ...told].map((row) => [row.key, row])).values()] }
    } catch {
      signal.throwIfAborted()
      return reading
    }
  }

  async settle(signal: AbortSignal): Promise<{ readonly settled: boolean; readonly reason?: string }> {
    this.begin(signal)
    if (this.#listening.isOverwhelmed)
      return { settled: false, reason: `${this.name} changes faster than it can be followed` }
    const { bus, root, toolkit } = this.#options
    if (this.#windowFacts.isUnsure()) this.notify()
    try {
      const { changed, complete } = await this.#reader.silentlyChanged(signal)
      for (const [id, parts] of changed) this.#mark(id, parts)
      if (!complete)
        return { settled: false, reason: `${this.name} shows more than can be checked, and announces little` }
      // Everything it sent before this reply has been heard: its signals arrive the same way, in order.
      await getOf(bus, root, 'Accessible', 'ChildCount', signal)
    } catch (error) {
      throw this.#problem(error)
    }
    if (!toolkit.withholdsChanges) return { settled: true }
    return {
      settled: false,
      reason: 'Chromium withholds changes while its window is covered; cdp follows its tabs',
    }
  }

  async focused(signal: AbortSignal): Promise<Key | undefined> {
    this.begin(signal)
    return this.#mirror.focused(this.#lastFocused && this.#mirror.keyOf(this.#lastFocused))
  }

  readonly perform: Source['perform'] = async (key, act, signal, arrived) => {
    this.begin(signal)
    this.settling.arm()
    const onArrival = async () => {
      await pause(frameMs, signal)
      await arrived?.()
      this.settling.arm()
    }
    try {
      return await perform(this, await this.tools(signal), key, act, signal, onArrival)
    } finally {
      this.#acted(key)
    }
  }

  async detail(key: Key, signal: AbortSignal) {
    this.begin(signal)
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

  async call(...args: CallArguments): Promise<readonly unknown[]> {
    const [ref, of, member, signature, body, signal] = args
    this.begin(signal)
    if (member === 'DoAction') this.settling.pressed(this.toolkit)
    const work = isActionMethod(member)
      ? this.#actionCalls.run(ref, { interface: `org.a11y.atspi.${of}`, member, signature }, body, signal)
      : callOn(this.#options.bus, ...args)
    return await this.#asked(work)
  }

  async get(ref: Ref, of: Interface, property: string, signal: AbortSignal): Promise<unknown> {
    this.begin(signal)
    return await this.#asked(getOf(this.#options.bus, ref, of, property, signal))
  }

  async set(ref: Ref, of: Interface, property: string, signature: string, value: unknown, signal: AbortSignal) {
    this.begin(signal)
    const body = [`org.a11y.atspi.${of}`, property, new Typed(signature, value)]
    const call = { interface: 'org.freedesktop.DBus.Properties', member: 'Set', signature: 'ssv' }
    await this.#asked(this.#actionCalls.run(ref, call, body, signal))
  }

  async reread(key: Key, signal: AbortSignal): Promise<Row | undefined> {
    this.begin(signal)
    const id = this.#mirror.id(key)
    if (id === undefined) return undefined
    const found = await this.#asked(this.#reader.reread(id, signal))
    return found && this.#mirror.rowWith(id, found.item, found.extras)
  }

  get lastFocused(): Ref | undefined {
    return this.#lastFocused
  }

  #receive(event: AtspiEvent): void {
    const { root, toolkit } = this.#options
    if (event.item !== undefined && this.#reader.takeAnnounced(event.item)) return
    const isFocus = event.member === 'StateChanged' && event.detail === 'focused'
    if (isFocus && event.detail1 !== 0) this.#lastFocused = event.source
    if (event.member !== 'BoundsChanged' && !isFocus) this.settling.happened()
    this.#windowGoes(event)
    // Only elements that an event has marked are reported: other marks are for looking at silent changes.
    const marks = new Marks()
    apply(event, { mirror: this.#mirror, marks, toolkit, peer: root.bus })
    for (const id of marks.known.keys()) {
      const key = this.#mirror.key(id)
      if (key !== undefined) this.notifier.told(key)
    }
    this.#marks.merge(marks)
    if (!this.#marks.empty) this.notify()
    this.notifier.event()
  }

  #windowGoes({ member, source, detail, detail1 }: AtspiEvent): void {
    const key = member === 'StateChanged' ? this.#mirror.keyOf(source) : undefined
    if (key === undefined || !this.windows.includes(key)) return
    if (detail !== 'defunct' && detail !== 'showing') return
    if ((detail1 !== 0) === (detail === 'defunct')) this.#shut.add(key)
    else this.#shut.delete(key)
  }

  #mark(id: string, parts: number): void {
    this.#marks.mark(id, parts)
    this.notify()
  }

  #lookAgain(): void {
    if (!this.toolkit.goesOn) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#marks.sweep = true
      this.notify()
    }, againMs)
    this.#again.unref()
  }

  /** Not every toolkit announces what an action changes most, so that is read again. */
  #acted(key: Key): void {
    const id = this.#mirror.id(key)
    if (id === undefined) return
    this.#mark(id, Part.facts | Part.extras | Part.children)
    const parent = this.#mirror.parent(id)
    if (parent !== undefined) this.#mark(parent, Part.facts | Part.extras | Part.children)
    for (const other of this.#mirror.siblings(id).slice(0, 100)) this.#mark(other, Part.states)
    if (this.toolkit.silentAfterActs) this.#marks.sweep = true
  }

  /** Not every toolkit announces that either. */
  protected override stirred(): void {
    this.#marks.sweep = true
    this.notify()
  }

  async #asked<T>(work: Promise<T>): Promise<T> {
    return await work.catch((error) => {
      throw this.#problem(error)
    })
  }

  #problem(error: unknown): Error {
    return problemOf(error, this.name)
  }

  protected release(): void {
    clearTimeout(this.#again)
    this.#stop()
    this.#listening.end()
    this.#actionCalls.close()
    this.#reader.close()
  }
}
