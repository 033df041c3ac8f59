/** What toolkits change silently: it is checked along with what they do announce, and before anything is called settled. */
import type { Toolkit } from '../toolkits/toolkit.ts'
import { type Line, property, type Queried } from '../wire/access.ts'
import { textOf } from '../wire/cache-items.ts'
import { Part } from './dirty.ts'
import { Need, readExtras, roomOf } from './extras.ts'
import type { Mirror } from './mirror.ts'
import { isMenu, mostChildren, type Place } from './place.ts'
import { all } from './read-item.ts'
import { isLeaf, isWebContent, Role } from './roles.ts'
import { isInList, takesNoRoom } from './room.ts'

/** Ids to bits of `Part`. */
export type Dirty = Map<string, number>

/** Up to this many elements, facts are checked as well as parts; in larger applications only parts. */
const mostSwept = 3000

export interface SilentOptions {
  /** The application's list with current facts; other elements are checked one by one. */
  readonly bulk: { has(id: string): boolean } | undefined
  /** Its list does not say what closed menus hold. */
  readonly listsNoMenus: boolean
  /** Its state or content may have changed. */
  readonly isSwept: (id: string) => boolean
}

export function mark(dirty: Dirty, id: string, parts: number): void {
  dirty.set(id, (dirty.get(id) ?? 0) | parts)
}

export function markSilent(mirror: Mirror, dirty: Dirty, { bulk, listsNoMenus, isSwept }: SilentOptions): void {
  markWindows(mirror, dirty)
  const isSmall = mirror.size <= mostSwept
  for (const id of mirror.ids()) {
    const place = mirror.place(id)!
    const { item, children, childCount } = place
    if (childCount > mostChildren && childCount > children.length) {
      // Which cells of a spreadsheet are in sight, and their content, is never announced.
      mark(dirty, id, Part.children)
      for (const cell of children) mark(dirty, cell, Part.extras)
    }
    // Firefox attaches a document to its HTML frame silently, and fills it if the tab is not in front.
    const sweeps = isSwept(id)
    if (sweeps && isWebContent(item.role)) mark(dirty, id, Part.children)
    if (sweeps && listsNoMenus && isMenu(item)) mark(dirty, id, Part.children)
    if (!sweeps || bulk?.has(id)) continue
    const facts = isSmall ? Part.states | (item.description === '' ? 0 : Part.description) : 0
    const parts = facts | (mayHaveChildren(place) ? Part.children : 0)
    if (parts !== 0) mark(dirty, id, parts)
  }
}

export function mayHaveChildren({ item, children }: Place): boolean {
  return children.length > 0 || !isLeaf(item.role)
}

/** Some toolkits do not announce windows that come and go; checking takes one call. */
function markWindows(mirror: Mirror, dirty: Dirty): void {
  const root = mirror.rootId
  if (root === undefined) return
  mark(dirty, root, Part.children)
  for (const window of mirror.place(root)?.children ?? []) mark(dirty, window, Part.states)
}

/** What of a silent layout is read again. */
const silentNeeds = Need.value | Need.page | Need.room | Need.window
/** Most elements that are looked at before an application is called settled. */
const mostWatched = 1000
/** So long after a change pages may still be sliding. */
const movingMs = 1000

/** Looks at what changes silently in what was read last. */
export class SilentWatch {
  readonly #mirror: Mirror
  readonly #toolkit: Toolkit
  #needs: ReadonlyMap<string, number> = new Map()
  /** Elements in sight that change silently. */
  #watched: readonly string[] | undefined
  /** By `performance.now()`. */
  #readAt = 0

  constructor({ mirror, toolkit }: { readonly mirror: Mirror; readonly toolkit: Toolkit }) {
    this.#mirror = mirror
    this.#toolkit = toolkit
  }

  /** What each element needed when it was read last: bits of `Need`. */
  get needs(): ReadonlyMap<string, number> {
    return this.#needs
  }

  /** Something has been read. */
  begin(needs: ReadonlyMap<string, number>): void {
    this.#needs = needs
    this.#watched = undefined
    this.#readAt = performance.now()
  }

  /** For a reading that looks at what changed silently along with what was announced. */
  mark(dirty: Dirty): void {
    if (!this.#toolkit.silence?.layout) return
    for (const [id, needs] of this.#needs) if (needs & silentNeeds) mark(dirty, id, Part.extras)
  }

  /**
   * What has changed of the elements in sight without being announced: bits of `Part`. `complete` is false if there are
   * too many to look at.
   */
  async changed(access: Line, signal: AbortSignal): Promise<{ readonly changed: Dirty; readonly complete: boolean }> {
    const mirror = this.#mirror
    const { silence } = this.#toolkit
    const changed: Dirty = new Map()
    if (silence === undefined) return { changed, complete: true }
    this.#watched ??= [...this.#watchable()].filter((id) => this.#isWatched(id))
    const moving = silence.layout && performance.now() - this.#readAt < movingMs ? this.#inItsRoom() : []
    const watched = [...this.#watched, ...moving]
    const complete = watched.length <= mostWatched
    await all(
      watched.slice(0, mostWatched).map(async (id) => {
        const parts = await this.#changedParts(access, id, signal)
        if (parts === undefined) {
          const parent = mirror.parent(id)
          if (parent !== undefined) mark(changed, parent, Part.children)
        } else if (parts !== 0) for (const one of this.#goingWith(id)) mark(changed, one, parts)
      }),
    )
    return { changed, complete }
  }

  /** What is or would be in sight, and the options of closed combo boxes: they are chosen from without being opened. */
  #watchable(): Set<string> {
    const mirror = this.#mirror
    const found = new Set(mirror.inSight())
    for (const id of found) {
      const { item, children } = mirror.place(id)!
      if (item.role === Role.comboBox) for (const one of mirror.within(id)) found.add(one)
      for (const child of children) if (this.#lacksRoom(child) && !this.#isFarEntry(child)) found.add(child)
    }
    // Of a page that is not shown nothing is in sight, and its coming is not announced.
    for (const [id, needs] of this.#needs) if ((needs & Need.page) !== 0) found.add(id)
    return found
  }

  /** A list that scrolls gives room to the entries next to those that had some, or takes it from the first of those. */
  #isFarEntry(id: string): boolean {
    const siblings = this.#siblingsOf(id)
    if (siblings === undefined) return false
    const at = siblings.indexOf(id)
    return [siblings[at - 1], siblings[at + 1]].every((one) => one === undefined || this.#lacksRoom(one))
  }

  #isFirstEntry(id: string): boolean {
    const siblings = this.#siblingsOf(id)
    return siblings?.find((one) => !this.#lacksRoom(one)) === id
  }

  /** With what it is in a list that gives room to some of its entries; undefined if it is in none. */
  #siblingsOf(id: string): readonly string[] | undefined {
    const mirror = this.#mirror
    const parent = mirror.parent(id)
    if (!this.#toolkit.roomlessEntries || parent === undefined) return undefined
    return isInList(mirror.item(id)!, mirror.item(parent)) ? mirror.place(parent)!.children : undefined
  }

  /** Where one entry of a list has changed, any of them may have. */
  #goingWith(id: string): readonly string[] {
    return this.#siblingsOf(id) ?? [id]
  }

  #isWatched(id: string): boolean {
    if (this.#lacksRoom(id) || this.#isFirstEntry(id)) return true
    const silence = this.#toolkit.silence!
    if (silence.layout) return ((this.#needs.get(id) ?? 0) & (Need.value | Need.page)) !== 0
    const { role } = this.#mirror.item(id)!
    return silence.names?.has(role) || silence.counts?.has(role) || this.#mayGoSilently(id, role)
  }

  /** What a page that is going takes along, when it has slid away. */
  #inItsRoom(): string[] {
    return [...this.#mirror.inSight()].filter((id) => this.#isRoomy(id) && !this.#isWatched(id))
  }

  /** It is asked for the room that it takes up. */
  #isRoomy(id: string): boolean {
    return ((this.#needs.get(id) ?? 0) & (Need.room | Need.window)) !== 0
  }

  /** It may lose its room without a word. */
  #mayGoSilently(id: string, role: number): boolean {
    if (((this.#needs.get(id) ?? 0) & Need.window) !== 0) return true
    return this.#isRoomy(id) && this.#toolkit.roomless?.has(role) === true
  }

  /** When it takes up room, it does not announce that. */
  #lacksRoom(id: string): boolean {
    const mirror = this.#mirror
    return mirror.extras(id)?.away === true && this.#isRoomy(id)
  }

  /** Undefined if it is gone: Qt replaces elements silently. */
  async #changedParts(access: Line, id: string, signal: AbortSignal): Promise<number | undefined> {
    const [mirror, toolkit] = [this.#mirror, this.#toolkit]
    const place = mirror.place(id)
    if (place === undefined) return 0
    const { item, childCount } = place
    const needs = this.#needs.get(id) ?? 0
    const holder = mirror.item(mirror.parent(id) ?? '')?.ref
    const at: Queried = { access, ref: item.ref, signal }
    const isNowAway = () => takesNoRoom(at, roomOf(needs, holder))
    if (this.#lacksRoom(id)) {
      if (!(await isNowAway())) return Part.extras
      // What a closed combo box lists can be chosen all the same.
      if (mirror.item(mirror.parent(id) ?? '')?.role !== Role.comboBox) return 0
    }
    const silence = toolkit.silence!
    if (silence.layout) {
      const known = mirror.extras(id)
      const { value, away } = await readExtras(at, place, needs & silentNeeds, holder)
      return value === known?.value && away === known?.away ? 0 : Part.extras
    }
    const [name, count, hasGone] = await all([
      silence.names?.has(item.role) ? property(at, 'Accessible', 'Name') : undefined,
      silence.counts?.has(item.role) ? property(at, 'Accessible', 'ChildCount') : undefined,
      this.#mayGoSilently(id, item.role) && isNowAway(),
    ] as const)
    if (hasGone && mirror.extras(id)?.away !== true) return Part.extras
    if (name === undefined && silence.names?.has(item.role)) return undefined
    const isRenamed = typeof name === 'string' && textOf(name) !== item.name
    const isRecounted = typeof count === 'number' && count !== childCount
    return (isRenamed ? Part.name | Part.extras : 0) | (isRecounted ? Part.children | Part.facts : 0)
  }
}
