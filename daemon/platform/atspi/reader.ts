/** Reads an application's tree into its mirror: all of it, or what is marked. */
import type { Key, Reading, Row } from '../platform.ts'
import type { Toolkit } from './access.ts'
import type { Bus } from './bus.ts'
import { getItems, type Item, refOf } from './cache-items.ts'
import { CallError } from './call-error.ts'
import { type Extras, Need, needsOf, noExtras, readExtras } from './extras.ts'
import { ExtrasReading, isPageContent } from './extras-reading.ts'
import type { Ref } from './facts.ts'
import { Listing } from './listing.ts'
import { type Marks, Part } from './marks.ts'
import type { Mirror, Taken } from './mirror.ts'
import { tryGet } from './peer.ts'
import { all, rereadItem } from './read-item.ts'
import { type Dirty, mark, markSilent } from './silent.ts'
import { idOf, walk } from './tree-walk.ts'

export interface ReaderOptions {
  readonly bus: Bus
  readonly peer: string
  readonly root: Ref
  readonly toolkit: Toolkit
  readonly mirror: Mirror
}

/** Undefined where the application does not list its elements. */
type Bulk = Listing | undefined

interface Read extends Taken {
  readonly complete: boolean
}

/** A list of so few elements is read again rather than reasoned about. */
const fewItems = 600
/** GTK 4 tells nothing of what is hidden. */
const fewInGtk4 = 2000
/** Of more elements than this that are shown at once, facts are read by the list of all. */
const manyShown = 30
/** These toolkits leave out so much that it is read again whatever its length. */
const untold: ReadonlySet<Toolkit> = new Set<Toolkit>(['libreoffice', 'gecko', 'chromium'])
const mostWatched = 300
/** Levels that are climbed from an element that is not known, to one that is. */
const mostLevels = 30
/** More elements that are not known are not climbed from one by one. */
const mostClimbs = 64
/** Time kept back of a deadline, to make the answer. */
const marginMs = 60

export class Reader {
  readonly #options: ReaderOptions
  /** The application's own socket, for single calls. */
  #socket: Bus | undefined
  /** What the application told of new elements while it was read. */
  readonly #told = new Map<string, Item>()
  #reading = false
  /** Elements in the list of all; 0 before it was asked for, infinite where there is none. */
  #listed = 0
  #needs: ReadonlyMap<string, number> = new Map()
  /** Elements in sight whose value changes without a word. */
  #watched: readonly string[] | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** True while it reads: the application then tells of elements that it makes only because they are read. */
  tell(item: Item): boolean {
    if (this.#reading) this.#told.set(idOf(item.ref, this.#options.peer), item)
    return this.#reading
  }

  /** From now on single calls go by this connection, for as long as it is open. */
  use(socket: Bus): void {
    this.#socket = socket
  }

  close(): void {
    this.#socket?.close()
  }

  /** Throws CallError, or what the signal says. Marks made meanwhile are the caller's. */
  async read(marks: Marks, signal: AbortSignal, deadline: number): Promise<Reading> {
    const socket = this.#socket
    try {
      return await this.#read(marks, signal, deadline)
    } catch (error) {
      const wasCut = error instanceof CallError && error.failure === 'closed' && socket?.closed !== undefined
      if (!wasCut || this.#options.bus.closed !== undefined) throw error
      return await this.#read(marks, signal, deadline)
    }
  }

  get #bus(): Bus {
    return this.#socket !== undefined && this.#socket.closed === undefined ? this.#socket : this.#options.bus
  }

  async #read(marks: Marks, signal: AbortSignal, deadline: number): Promise<Reading> {
    const { mirror, toolkit } = this.#options
    this.#reading = true
    try {
      const dirty = marks.whole || mirror.root === 0 ? undefined : new Map(marks.known)
      const isCheap = this.#listed <= (toolkit === 'gtk4' ? fewInGtk4 : fewItems) || untold.has(toolkit)
      let bulk: Bulk | Promise<Bulk> = dirty === undefined || isCheap ? this.#bulk(signal) : undefined
      if (dirty !== undefined) {
        bulk = await bulk
        markSilent(mirror, dirty, { bulk, sweeps: marks.sweep || untold.has(toolkit) })
        if (isSilent(toolkit)) {
          for (const [id, needs] of this.#needs) if (needs & (Need.value | Need.away)) mark(dirty, id, Part.extras)
        }
        if (bulk === undefined) await this.#climb(marks.unknown, dirty, signal)
      }
      const read = await this.#take(dirty, bulk, signal, deadline - marginMs)
      const isWhole = dirty === undefined || read.shown.length === 0
      const { rows, complete } = isWhole ? read : await this.#readShown(read, signal, deadline)
      const all = dirty === undefined ? [...mirror.rows()] : rows
      return readingOf(dirty === undefined, all, mirror.root, complete)
    } finally {
      this.#reading = false
    }
  }

  /** Of what is hidden little is told: when it is shown, all of it is read. */
  async #readShown({ rows, shown }: Read, signal: AbortSignal, deadline: number): Promise<Read> {
    const { mirror } = this.#options
    const dirty: Dirty = new Map()
    for (const id of shown) for (const inner of mirror.within(id)) mark(dirty, inner, Part.all)
    const bulk = dirty.size > manyShown ? await this.#bulk(signal) : undefined
    const again = await this.#take(dirty, bulk, signal, deadline - marginMs)
    const changed = new Map([...rows, ...again.rows].map((row) => [row.key, row]))
    return { rows: [...changed.values()], shown: [], complete: again.complete }
  }

  async #take(
    dirty: Dirty | undefined,
    bulk: Bulk | Promise<Bulk>,
    signal: AbortSignal,
    deadline: number,
  ): Promise<Read> {
    const { mirror, root, peer, toolkit } = this.#options
    const common = { bus: this.#bus, peer, root, toolkit, signal, deadline }
    const kept = (id: string) => (dirty === undefined ? undefined : mirror.place(id))
    const reading = new ExtrasReading({ ...common, dirty, kept, needs: this.#needs })
    const walked = await walk({
      ...common,
      bulk,
      told: (id) => this.#told.get(id),
      kept,
      dirty: (id) => dirty?.get(id) ?? 0,
      found: (id, place) => reading.found(id, place),
    })
    const rootId = idOf(root, peer)
    if (!walked.places.has(rootId)) throw new CallError('no-owner', 'the application is gone')
    const { extras, needs, complete } = await reading.of(walked.places)
    this.#needs = needs
    const taken = mirror.take(rootId, walked.places, extras)
    this.#watched = undefined
    return { ...taken, complete: walked.complete && complete }
  }

  /** Ids of elements in which something came while they were read, and was missed. */
  leftOver(): string[] {
    const { mirror, peer } = this.#options
    const missed: string[] = []
    for (const [id, { parent }] of this.#told) {
      const holder = parent === undefined ? undefined : idOf(parent, peer)
      if (mirror.place(id) === undefined && holder !== undefined && mirror.place(holder) !== undefined)
        missed.push(holder)
    }
    this.#told.clear()
    return missed
  }

  /** One element again, its children not included. Nothing is taken over: the next reading is to find it changed. */
  async reread(id: string, signal: AbortSignal): Promise<{ item: Item; extras: Extras } | undefined> {
    const { mirror, toolkit } = this.#options
    const place = mirror.place(id)
    if (place === undefined) return undefined
    const bus = this.#bus
    const item = await rereadItem(bus, place.item, Part.facts, this.#options.peer, signal)
    if (item === undefined) return undefined
    const now = { ...place, item }
    const needs = needsOf(now, toolkit, this.#isPage(id, item))
    return { item, extras: needs === 0 ? noExtras : await readExtras(bus, now, needs, signal) }
  }

  /** Elements in sight whose value is not what it was, where the toolkit does not tell. */
  async silentlyChanged(signal: AbortSignal): Promise<string[]> {
    const { bus, mirror, toolkit } = this.#options
    if (!isSilent(toolkit)) return []
    this.#watched ??= [...mirror.inSight()].filter((id) => ((this.#needs.get(id) ?? 0) & Need.value) !== 0)
    const found = await all(
      this.#watched.slice(0, mostWatched).map(async (id) => {
        const place = mirror.place(id)
        if (place === undefined) return undefined
        const { value } = await readExtras(bus, place, Need.value, signal)
        return value === mirror.extras(id)?.value ? undefined : id
      }),
    )
    return found.filter((id) => id !== undefined)
  }

  async #bulk(signal: AbortSignal): Promise<Bulk> {
    const { bus, peer, root, toolkit } = this.#options
    if (this.#listed === Number.POSITIVE_INFINITY) return undefined
    try {
      const items = await getItems(bus, peer, signal, bulkMs)
      // Qt has the list, and nothing in it.
      if (items.length === 0) {
        this.#listed = Number.POSITIVE_INFINITY
        return undefined
      }
      this.#listed = items.length
      return new Listing(items, { peer, root, toolkit })
    } catch (error) {
      if (!(error instanceof CallError) || error.failure === 'silent' || error.failure === 'closed') throw error
      if (error.failure === 'no-owner') throw error
      this.#listed = Number.POSITIVE_INFINITY
      return undefined
    }
  }

  /** Finds, for elements that told of themselves and are not known, the nearest one that is: its children differ. */
  async #climb(unknown: ReadonlyMap<string, Ref>, dirty: Dirty, signal: AbortSignal): Promise<void> {
    const { mirror, peer } = this.#options
    const bus = this.#bus
    if (unknown.size > mostClimbs) {
      for (const id of mirror.ids()) mark(dirty, id, Part.children)
      return
    }
    await all(
      [...unknown.values()].map(async (ref) => {
        let at: Ref | undefined = ref
        for (let level = 0; level < mostLevels && at !== undefined; level++) {
          if (mirror.place(idOf(at, peer)) !== undefined) return mark(dirty, idOf(at, peer), Part.children)
          at = refOf(await tryGet(bus, at, 'Accessible', 'Parent', signal), peer)
        }
      }),
    )
  }

  #isPage(id: string, item: Item): boolean {
    const { toolkit, peer, mirror, root } = this.#options
    if (toolkit !== 'gtk4' || id === idOf(root, peer)) return false
    return isPageContent(item, peer, (parent) => mirror.place(parent) !== undefined)
  }
}

/** GTK 4 tells neither values nor which page of a stack is shown. */
function isSilent(toolkit: Toolkit): boolean {
  return toolkit === 'gtk4'
}

/** Of the call that lists all elements: it may take longer than others. */
const bulkMs = 1000

function readingOf(whole: boolean, rows: readonly Row[], root: Key, complete: boolean): Reading {
  const reading = { rows, whole, root, complete }
  return complete ? reading : { ...reading, reason: 'only a part could be read in the time given' }
}
