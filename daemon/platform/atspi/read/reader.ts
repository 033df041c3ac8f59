/** Reads an application's tree into its mirror: all of it, or what is marked. */

import type { Key, Row } from '../../element/row.ts'
import type { Reading } from '../../platform.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import { ask, type Line, property, type Queried } from '../wire/access.ts'
import type { Bus } from '../wire/bus.ts'
import { getItems, type Item, refOf } from '../wire/cache-items.ts'
import { CallError } from '../wire/call-error.ts'
import type { Ref } from '../wire/facts.ts'
import { lineOn } from '../wire/peer.ts'
import { Cuts } from './cut.ts'
import { type Marks, Part } from './dirty.ts'
import { type Extras, needsOf, noExtras, readExtras } from './extras.ts'
import { ExtrasReading, surroundingsOf } from './extras-reading.ts'
import { Listing } from './listing.ts'
import type { Mirror, Taken } from './mirror.ts'
import { readLabels } from './naming/labels.ts'
import { idOf } from './place.ts'
import { all, rereadItem } from './read-item.ts'
import { ReadingOrders } from './reading-order.ts'
import { Role, roleIn, roles } from './roles.ts'
import { drawnBoxes } from './room.ts'
import { placeholderOf } from './row.ts'
import { type Dirty, mark, markSilent, mayHaveChildren, SilentWatch } from './silent.ts'
import { type Unlisted, walk } from './tree-walk.ts'

export interface ReaderOptions {
  readonly bus: Bus
  readonly peer: string
  readonly root: Ref
  readonly toolkit: Toolkit
  readonly mirror: Mirror
}

/** Undefined if the application does not list its elements. */
type Bulk = Listing | undefined

interface Read extends Taken {
  readonly complete: boolean
}

/**
 * Up to this many elements the list is read every time: GTK 3 does not announce elements that are enabled or shown
 * along with their container, and GTK 4 announces nothing about hidden ones.
 */
const fewItems = 2000
/** When more elements than this are shown at once, their facts come from the bulk list. */
const manyShown = 30
/** Levels to climb from an unknown element to a known one. */
const mostLevels = 30
/** Beyond this, unknown elements are not climbed from one by one. */
const mostClimbs = 64
/** Ms kept before a deadline to make the answer. */
const marginMs = 60

export class Reader {
  readonly #options: ReaderOptions
  /** The application's own socket, for single calls. */
  #socket: Bus | undefined
  /** New elements that the application announced during the reading. */
  readonly #announced = new Map<string, Item>()
  #reading = false
  /** How many elements the bulk list has; 0 before it was requested, infinite if there is none. */
  #listed = 0
  readonly #watch: SilentWatch
  readonly #cuts = new Cuts()
  readonly #orders = new ReadingOrders()
  /**
   * What its parent does not list: open menus of the application, and what holds the widgets in a view, such as the
   * editor of a cell.
   */
  readonly #unlisted = new Map<string, Unlisted>()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#watch = new SilentWatch(options)
  }

  /** True during a reading: applications then announce elements that they create only because they are read. */
  takeAnnounced(item: Item): boolean {
    if (this.#reading) this.#announced.set(idOf(item.ref, this.#options.peer), item)
    return this.#reading
  }

  /** Uses this connection for single calls from now on, as long as it is open. */
  use(socket: Bus): void {
    this.#socket = socket
  }

  close(): void {
    this.#socket?.close()
  }

  /** Throws CallError or the signal's reason. Marks made meanwhile are the caller's. */
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

  get #line(): Line {
    const { bus, toolkit } = this.#options
    return lineOn(this.#socket !== undefined && this.#socket.closed === undefined ? this.#socket : bus, toolkit)
  }

  async #read(marks: Marks, signal: AbortSignal, deadline: number): Promise<Reading> {
    const { mirror, toolkit } = this.#options
    this.#reading = true
    try {
      const dirty = marks.whole || mirror.root === 0 ? undefined : new Map(marks.known)
      const isCheap = this.#listed <= fewItems || toolkit.reticent
      let bulk: Bulk | Promise<Bulk> = dirty === undefined || isCheap ? this.#bulk(signal) : undefined
      if (dirty !== undefined) {
        bulk = await bulk
        markSilent(mirror, dirty, {
          bulk,
          listsNoMenus: toolkit.emptyMenusFill === true,
          isSwept: this.#swept(marks, bulk),
        })
        this.#watch.mark(dirty)
        await this.#climb(marks.unknown, bulk, dirty, signal)
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

  /**
   * Tells which elements may have changed silently. Without a list, checking takes a call per element, so hidden
   * elements wait until they are shown, which is visible from outside, and menus announce that they open.
   */
  #swept(marks: Marks, bulk: Bulk): (id: string) => boolean {
    const { mirror, toolkit } = this.#options
    if (!toolkit.reticent) return () => marks.sweep
    if (bulk !== undefined) return () => true
    const swept = new Set<string>()
    for (const id of mirror.inSight()) {
      swept.add(id)
      const { item, children } = mirror.place(id)!
      if (item.role !== Role.menu) for (const child of children) swept.add(child)
    }
    return (id) => swept.has(id)
  }

  /** Little is announced about hidden elements, so those that are shown now are read completely. */
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
    const common = { access: this.#line, peer, root, toolkit, signal, deadline }
    const kept = (id: string) => (dirty === undefined ? undefined : mirror.place(id))
    const reading = new ExtrasReading({ ...common, dirty, kept, needs: this.#watch.needs })
    const walked = await walk({
      ...common,
      bulk,
      announced: (id) => this.#announced.get(id),
      kept,
      dirty: (id) => dirty?.get(id) ?? 0,
      found: (id, place) => reading.found(id, place),
      unlisted: [...this.#unlisted.values()],
    })
    const rootId = idOf(root, peer)
    if (!walked.places.has(rootId)) throw new CallError('no-owner', 'the application is gone')
    for (const id of this.#unlisted.keys()) if (!walked.places.has(id)) this.#unlisted.delete(id)
    const { extras, needs, complete } = await reading.of(walked.places)
    const extrasOf = (id: string) => extras.get(id) ?? mirror.extras(id)
    const windows = walked.places.get(rootId)!.children
    const cuts = { ...common, places: walked.places, cutOf: (id: string) => extrasOf(id)?.cut, kept }
    const outside = await this.#cuts.outside(windows, cuts)
    const boxOf = drawnBoxes(common.access, signal)
    const readingOrders = this.#orders.of(rootId, walked.places, { ...common, boxOf })
    const readingLabels = readLabels({
      ...common,
      boxOf,
      root: rootId,
      places: walked.places,
      hasPlaceholder: (id) => placeholderOf(extrasOf(id)?.attributes) !== undefined,
      isAway: (id) => outside.has(id) || extrasOf(id)?.away === true,
      textOf: (id) => extrasOf(id)?.text,
      pickedIn: (id) => {
        const { picked } = extrasOf(id) ?? {}
        return picked && walked.places.get(idOf(picked, peer))?.item.name
      },
    })
    const [orders, labels] = await all([readingOrders, readingLabels] as const)
    const taken = mirror.take(rootId, { places: walked.places, extras, labels, outside, orders })
    this.#watch.begin(needs)
    return { ...taken, complete: walked.complete && complete }
  }

  /** Ids of elements whose new contents were missed during the reading. */
  leftOver(): string[] {
    const { mirror, peer } = this.#options
    const missed: string[] = []
    for (const [id, { parent }] of this.#announced) {
      const holder = parent === undefined ? undefined : idOf(parent, peer)
      if (mirror.place(id) === undefined && holder !== undefined && mirror.place(holder) !== undefined)
        missed.push(holder)
    }
    this.#announced.clear()
    return missed
  }

  /** Rereads one element without its children. Nothing is stored: the next reading must find the change. */
  async reread(id: string, signal: AbortSignal): Promise<{ item: Item; extras: Extras } | undefined> {
    const { mirror, toolkit } = this.#options
    const place = mirror.place(id)
    if (place === undefined) return undefined
    const access = this.#line
    const read = await rereadItem({ ...this.#options, access, signal }, place.item, Part.facts)
    if (read === undefined) return undefined
    const holder = mirror.parent(id)
    const item = { ...read, role: roleIn(mirror.item(holder ?? '')?.role, read.role, toolkit) }
    const now = { ...place, item }
    const itemOf = (other: string) => mirror.item(other)
    const parentOf = (other: string) => mirror.parent(other)
    const needs = needsOf(now, toolkit, surroundingsOf(id, item, { ...this.#options, itemOf, parentOf }))
    const around = mirror.item(holder ?? '')?.ref
    return {
      item,
      extras: needs === 0 ? noExtras : await readExtras({ access, ref: item.ref, signal }, now, needs, around),
    }
  }

  /** See `SilentWatch.changed`. */
  silentlyChanged(signal: AbortSignal): Promise<{ readonly changed: Dirty; readonly complete: boolean }> {
    return this.#watch.changed(this.#line, signal)
  }

  async #bulk(signal: AbortSignal): Promise<Bulk> {
    const { bus, peer, root, toolkit } = this.#options
    if (this.#listed === Number.POSITIVE_INFINITY || !toolkit.bulkRead) return undefined
    try {
      const items = await getItems(bus, peer, signal, bulkMs)
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

  /** For unknown elements that sent events, and that no list has, finds the nearest known ancestor: its children have changed. */
  async #climb(sent: ReadonlyMap<string, Ref>, bulk: Bulk, dirty: Dirty, signal: AbortSignal): Promise<void> {
    const { mirror, peer, root, toolkit } = this.#options
    const access = this.#line
    const unknown = [...sent].flatMap(([id, ref]) => (bulk?.has(id) ? [] : [ref]))
    if (unknown.length > mostClimbs && bulk === undefined) {
      for (const id of mirror.ids()) if (mayHaveChildren(mirror.place(id)!)) mark(dirty, id, Part.children)
      return
    }
    await all(
      unknown.slice(0, mostClimbs).map(async (ref) => {
        let at: Ref | undefined = ref
        let below: Ref | undefined
        for (let level = 0; level < mostLevels && at !== undefined; level++) {
          const id = idOf(at, peer)
          if (mirror.place(id) !== undefined) {
            const isAtTop = toolkit.leavesOutMenus === true && id === idOf(root, peer)
            const isInView = views.has(mirror.item(id)!.role)
            const role = below && (isAtTop || isInView) ? await roleOf({ access, ref: below, signal }) : undefined
            if (isAtTop && role === Role.popupMenu) this.#unlisted.set(idOf(below!, peer), { ref: below! })
            else if (isInView && role !== undefined && !inViews.has(role))
              this.#unlisted.set(idOf(below!, peer), { ref: below!, holder: id })
            return mark(dirty, id, Part.children)
          }
          below = at
          at = refOf(await property({ access, ref: at, signal }, 'Accessible', 'Parent'), peer)
        }
      }),
    )
  }
}

async function roleOf(at: Queried): Promise<number | undefined> {
  const [role] = await ask(at, 'Accessible', 'GetRole')
  return typeof role === 'number' ? role : undefined
}

const views = roles('list table tree treeTable')
/** What views list. */
const inViews = roles(
  'listItem tableCell tableRow treeItem columnHeader tableColumnHeader rowHeader tableRowHeader scrollBar icon',
)

/** For the call that lists all elements, which may take longer than others. */
const bulkMs = 1000

function readingOf(whole: boolean, rows: readonly Row[], root: Key, complete: boolean): Reading {
  const reading = { rows, whole, root, complete }
  return complete ? reading : { ...reading, reason: 'only part of it could be read in the time allowed' }
}
