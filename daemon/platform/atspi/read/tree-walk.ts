/**
 * Finds what is in the tree: from the bulk list where it can be trusted, from the last reading, and by single calls for
 * the rest.
 */
import { ask, property } from '../wire/access.ts'
import { type Item, refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { Part } from './dirty.ts'
import type { Listing } from './listing.ts'
import { idOf, isMenu, mostChildren, type Place } from './place.ts'
import { all, isReal, type ReadContext, readEntry, readItem, readLike, rereadItem } from './read-item.ts'
import { Role, roleIn } from './roles.ts'
import { hasState, isHidden, State } from './states.ts'
import { visiblePart } from './visible-part.ts'

export interface WalkOptions extends ReadContext {
  readonly root: Ref
  /** `performance.now()` after which a partial result is better than none. */
  readonly deadline: number
  /** The application's list; undefined if there is none. Awaited alongside the walk's first call. */
  readonly bulk: Listing | undefined | Promise<Listing | undefined>
  /** An item that the application announced meanwhile. */
  readonly announced: (id: string) => Item | undefined
  /** From the last reading. */
  readonly kept: (id: string) => Place | undefined
  /** Bits of `Part` that may be out of date in `kept`. */
  readonly dirty: (id: string) => number
  /** Called for each element found, after its ancestors. */
  readonly found: (id: string, place: Place) => void
  /**
   * Elements that the application may contain without listing them: counted only if nothing else in the tree contains
   * them.
   */
  readonly unlisted: readonly Unlisted[]
}

export interface Unlisted {
  readonly ref: Ref
  /** Id of the element that it says it is in; the application itself if that is undefined. */
  readonly holder?: string
}

export interface Walked {
  readonly places: ReadonlyMap<string, Place>
  readonly complete: boolean
}

/** In total; anything more is left out. */
const mostElements = 100_000

export async function walk(options: WalkOptions): Promise<Walked> {
  return await new Walk(options).run()
}

class Walk {
  readonly #options: WalkOptions
  readonly #places = new Map<string, Place>()
  readonly #seen = new Set<string>()
  readonly #likes = new Map<string, Item>()
  /** `GetChildren` replies requested ahead of their turn. */
  readonly #ahead = new Map<string, ReturnType<typeof ask>>()
  /** The parent's role, for elements that are being read. */
  readonly #holders = new Map<string, number>()
  #listing: Listing | undefined
  #complete = true
  #running = 0
  #finish: () => void = () => {}
  #fail: (error: unknown) => void = () => {}

  constructor(options: WalkOptions) {
    this.#options = options
  }

  async run(): Promise<Walked> {
    const { bulk, root, peer, kept, dirty } = this.#options
    const id = idOf(root, peer)
    const isCold = kept(id) === undefined
    if (isCold || (dirty(id) & Part.children) !== 0) this.#askAhead(id, root)
    this.#listing = await bulk
    if (isCold) this.#askAll()
    await new Promise<void>((resolve, reject) => {
      this.#finish = resolve
      this.#fail = reject
      this.#visit(this.#options.root)
      for (const { ref } of this.#options.unlisted) this.#visit(ref)
      if (this.#running === 0) resolve()
    })
    return { places: this.#inTree(), complete: this.#complete }
  }

  /** Asks at once for all children that the list lacks: one after the other they would take a round trip per level. */
  #askAll(): void {
    for (const [id, { ref }] of this.#listing?.withoutChildren() ?? [])
      if (!this.#ahead.has(id)) this.#askAhead(id, ref)
  }

  #askAhead(id: string, ref: Ref): void {
    const answer = this.#listOf(ref)
    // A failure surfaces when the walk gets there; otherwise it does not matter.
    answer.catch(() => {})
    this.#ahead.set(id, answer)
  }

  #listOf(ref: Ref): ReturnType<typeof ask> {
    return ask({ ...this.#options, ref }, 'Accessible', 'GetChildren')
  }

  /** Visits everything that needs no call. */
  #visit(from: Ref): void {
    const { peer } = this.#options
    const stack = [from]
    for (let ref = stack.pop(); ref !== undefined; ref = stack.pop()) {
      const id = idOf(ref, peer)
      if (this.#seen.has(id)) continue
      if (this.#seen.size >= mostElements) {
        this.#complete = false
        return
      }
      this.#seen.add(id)
      const item = this.#knownItem(id)
      const place = item && this.#knownPlace(id, item)
      if (place === undefined) this.#slowly(id, ref, item)
      else {
        this.#keep(id, place)
        for (const child of place.children) {
          this.#holders.set(child, place.item.role)
          stack.push(this.#refOf(child, ref))
        }
      }
    }
  }

  #keep(id: string, place: Place): void {
    this.#places.set(id, place)
    this.#options.found(id, place)
  }

  #knownItem(id: string): Item | undefined {
    const { kept, dirty, announced } = this.#options
    const known = kept(id)
    const item = this.#listing?.item(id)
    if (item !== undefined && isReal(item)) return known !== undefined && sameItem(known.item, item) ? known.item : item
    if (known !== undefined) return (dirty(id) & Part.facts) === 0 ? known.item : undefined
    const fresh = this.#likes.get(id) ?? announced(id)
    return fresh !== undefined && isReal(fresh) ? fresh : undefined
  }

  #knownPlace(id: string, item: Item): Place | undefined {
    if (isClosed(item)) return { item, children: [], childCount: 0 }
    const { kept, dirty } = this.#options
    const known = kept(id)
    if (known !== undefined && (dirty(id) & Part.children) === 0) {
      const same = this.#listing === undefined || this.#listing.agrees(id, item, known)
      if (same) return known.item === item ? known : { ...known, item }
    }
    const children = this.#listing?.children(id, item)
    return children && { item, children, childCount: children.length }
  }

  #slowly(id: string, ref: Ref, item: Item | undefined): void {
    this.#running++
    this.#read(id, ref, item).then(
      (place) => {
        if (place !== undefined) {
          this.#keep(id, place)
          for (const child of place.children) {
            this.#holders.set(child, place.item.role)
            this.#visit(this.#refOf(child, ref))
          }
        }
        if (--this.#running === 0) this.#finish()
      },
      (error) => this.#fail(error),
    )
  }

  async #read(id: string, ref: Ref, known: Item | undefined): Promise<Place | undefined> {
    const { peer, root, kept, dirty, deadline } = this.#options
    // Without the root there is no answer at all, so it is read however late.
    if (performance.now() > deadline && id !== idOf(root, peer)) {
      this.#complete = false
      return known && { item: known, children: [], childCount: known.childCount }
    }
    const before = kept(id)
    const read =
      known ??
      (before === undefined
        ? await readItem(this.#options, ref)
        : await rereadItem(this.#options, before.item, dirty(id)))
    if (read === undefined) return undefined
    const role = roleIn(this.#holders.get(id), read.role, this.#options.access.toolkit)
    const item = role === read.role ? read : { ...read, role }
    if (before !== undefined && (dirty(id) & Part.children) === 0 && known === undefined) return { ...before, item }
    return await this.#withChildren(id, item, item === before?.item)
  }

  async #withChildren(id: string, item: Item, isOld: boolean): Promise<Place> {
    const { root, peer, access } = this.#options
    const { toolkit } = access
    const { ref } = item
    if (isClosed(item)) return { item, children: [], childCount: 0 }
    const isRoot = id === idOf(root, peer)
    let count = item.childCount
    if ((count < 0 && !isMenu(item)) || (isOld && !isRoot && count >= 0 && (count === 0 || count > mostChildren / 2)))
      count = numberOf(await property({ ...this.#options, ref }, 'Accessible', 'ChildCount')) ?? 0
    const manages = hasState(item, State.managesDescendants)
    if (count > mostChildren || (manages && (count < 0 || (count === 0 && toolkit.countsWrap)))) {
      const refs = await visiblePart({ ...this.#options, ref }, item, count)
      await this.#readLikes(refs)
      return { item, children: [...new Set(refs.map((one) => idOf(one, peer)))], childCount: count }
    }
    if (count === 0 && !isRoot && !isMenu(item)) return { item, children: [], childCount: 0 }
    const [list] = await (this.#ahead.get(id) ?? this.#listOf(ref))
    const children = new Map<string, Ref>()
    for (const one of Array.isArray(list) ? list.slice(0, 4 * mostChildren) : []) {
      const child = refOf(one, peer)
      if (child !== undefined) children.set(idOf(child, peer), child)
    }
    if (item.role === Role.menu && toolkit.likeEntries) await this.#readEntries(children)
    return { item, children: [...children.keys()], childCount: children.size }
  }

  /** Most elements of a large application are menu entries, so only one of each role is read in full. */
  async #readEntries(refs: ReadonlyMap<string, Ref>): Promise<void> {
    const { kept } = this.#options
    const likes = new Map<number, Promise<Item | undefined>>()
    const news = [...refs].filter(([id]) => kept(id) === undefined && !this.#seen.has(id))
    await all(
      news.map(async ([id, ref]) => {
        const item = await readEntry(this.#options, ref, likes)
        if (item !== undefined) this.#likes.set(id, item)
      }),
    )
  }

  /** Spreadsheet cells are many and alike: one is read in full, the others only as far as they differ. */
  async #readLikes(refs: readonly Ref[]): Promise<void> {
    const { peer, kept } = this.#options
    const news = refs.filter((ref) => kept(idOf(ref, peer)) === undefined)
    const [first, ...others] = news
    const like = first && (await readItem(this.#options, first))
    if (like === undefined || like.role !== Role.tableCell || like.childCount !== 0) return
    this.#likes.set(idOf(first!, peer), like)
    await all(
      others.map(async (ref) => {
        const item = await readLike({ ...this.#options, ref }, like)
        if (item !== undefined) this.#likes.set(idOf(ref, peer), item)
      }),
    )
  }

  #refOf(id: string, like: Ref): Ref {
    const { peer } = this.#options
    const space = id.indexOf(' ')
    if (space < 0) return { bus: like.bus === peer ? like.bus : peer, path: id }
    return { bus: id.slice(0, space), path: id.slice(space + 1) }
  }

  /**
   * What is reachable from the root, in document order. An element listed twice stays at its first place, unless an
   * open menu lists it; children that turned out not to exist are left out.
   */
  #inTree(): Map<string, Place> {
    const { root, peer } = this.#options
    const top = idOf(root, peer)
    const ids = ({ ref }: Unlisted) => idOf(ref, peer)
    const unlisted = this.#options.unlisted.filter(({ holder }) => holder === undefined).map(ids)
    for (const one of this.#options.unlisted) this.#putIn(one.holder, ids(one))
    const places = new Map<string, Place>()
    const taken = new Set<string>([top])
    const opened = this.#entriesOfOpen(unlisted)
    const place = (first: string) => {
      const stack = [first]
      for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
        const place = this.#places.get(id)
        if (place === undefined) continue
        const isLeft = (child: string) =>
          this.#places.has(child) && !taken.has(child) && (opened.get(child) ?? id) === id
        const isSound = place.children.every(isLeft)
        const children = isSound ? place.children : place.children.filter(isLeft)
        for (const child of children) taken.add(child)
        places.set(id, isSound ? place : { ...place, children })
        for (let at = children.length - 1; at >= 0; at--) stack.push(children[at]!)
      }
    }
    const whole = this.#places.get(top)
    if (whole === undefined || unlisted.length === 0) {
      place(top)
      return places
    }
    this.#places.set(top, { ...whole, children: whole.children.filter((child) => !unlisted.includes(child)) })
    place(top)
    const last = unlisted.filter((id) => this.#places.has(id) && !taken.has(id))
    for (const id of last) {
      taken.add(id)
      place(id)
    }
    const { children, ...listed } = places.get(top)!
    return places.set(top, { ...listed, children: [...children, ...last] })
  }

  #putIn(holder: string | undefined, id: string): void {
    const place = holder === undefined ? undefined : this.#places.get(holder)
    if (place === undefined || !this.#places.has(id) || place.children.includes(id)) return
    this.#places.set(holder!, { ...place, children: [...place.children, id] })
  }

  /** Which open menu lists each entry, by the entry's id: a closed menu may list it too. */
  #entriesOfOpen(menus: readonly string[]): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const menu of menus) {
      const place = this.#places.get(menu)
      if (place === undefined || isHidden(place.item, this.#options.access.toolkit)) continue
      for (const entry of place.children) found.set(entry, menu)
    }
    return found
  }
}

/** A secure field's contents are never examined. */
function isClosed(item: Item): boolean {
  return item.role === Role.passwordText
}

function sameItem(a: Item, b: Item): boolean {
  return (
    a.states === b.states &&
    a.moreStates === b.moreStates &&
    a.name === b.name &&
    a.childCount === b.childCount &&
    a.role === b.role &&
    a.interfaces === b.interfaces &&
    a.description === b.description &&
    a.parent?.path === b.parent?.path
  )
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
