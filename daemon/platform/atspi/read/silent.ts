/**
 * What toolkits change silently: checked along with what they do announce, and before anything is reported as settled.
 */
import type { Toolkit } from '../toolkits/toolkit.ts'
import { type Line, property, type Queried } from '../wire/access.ts'
import { textOf } from '../wire/cache-items.ts'
import { sameCut } from './cut.ts'
import { Part } from './dirty.ts'
import { Need, readExtras } from './extras.ts'
import type { Mirror } from './mirror.ts'
import { isMenu, mostChildren, type Place } from './place.ts'
import { all } from './read-item.ts'
import { isLeaf, isWebContent, Role } from './roles.ts'
import { isInList } from './room.ts'

/** Ids to bits of `Part`. */
export type Dirty = Map<string, number>

/** Up to this many elements, facts are checked as well as parts; in larger applications only parts. */
const mostSwept = 3000

export interface SilentOptions {
  /** The application's list with current facts; other elements are checked one by one. */
  readonly bulk: { has(id: string): boolean } | undefined
  /** The list does not say what closed menus contain. */
  readonly listsNoMenus: boolean
  /** May its state or content have changed? */
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
      // Which cells of a spreadsheet are in sight, and what they contain, is never announced.
      mark(dirty, id, Part.children)
      for (const cell of children) mark(dirty, cell, Part.extras)
    }
    // Firefox attaches a document to its HTML frame silently, and fills it silently if the tab is in the background.
    const sweeps = isSwept(id)
    if (sweeps && isWebContent(item.role)) mark(dirty, id, Part.children)
    if (sweeps && listsNoMenus && isMenu(item)) mark(dirty, id, Part.children)
    if (!sweeps) continue
    if (bulk?.has(id)) {
      // What the list lacks may have been replaced by as many others that it lacks.
      if (!children.every((child) => bulk.has(child))) mark(dirty, id, Part.children)
      continue
    }
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

/** What is reread where a toolkit lays out silently: the room, and where all layout is silent also the value. */
const roomNeeds = Need.page | Need.room | Need.window
const silentNeeds = Need.value | roomNeeds
/** How many elements to look at before an application is reported as settled. */
const mostWatched = 1000
/** How long after a change pages may still be sliding. */
const movingMs = 1000

/** Looks for silent changes to what was read last. */
export class SilentWatch {
  readonly #mirror: Mirror
  readonly #toolkit: Toolkit
  /** What each element needed when it was last read: bits of `Need`. */
  needs: ReadonlyMap<string, number> = new Map()
  /** Elements in sight that change silently. */
  #watched: readonly string[] | undefined
  /** As `performance.now()`. */
  #readAt = 0

  constructor({ mirror, toolkit }: { readonly mirror: Mirror; readonly toolkit: Toolkit }) {
    this.#mirror = mirror
    this.#toolkit = toolkit
  }

  /** Call after a reading. */
  begin(needs: ReadonlyMap<string, number>): void {
    this.needs = needs
    this.#watched = undefined
    this.#readAt = performance.now()
  }

  /** Marks what may have changed silently, for a reading of what was announced. */
  mark(dirty: Dirty): void {
    if (!this.#toolkit.silence?.layout) return
    for (const [id, needs] of this.needs) if (needs & silentNeeds) mark(dirty, id, Part.extras)
  }

  /**
   * Which elements in sight have changed without an announcement, as bits of `Part`. `complete` is false if there are
   * too many to look at.
   */
  async changed(access: Line, signal: AbortSignal): Promise<{ readonly changed: Dirty; readonly complete: boolean }> {
    const mirror = this.#mirror
    const { silence } = this.#toolkit
    const changed: Dirty = new Map()
    if (silence === undefined) return { changed, complete: true }
    this.#watched ??= [...this.#watchable()].filter((id) => this.#isWatched(id))
    const isMoving = silence.layout === true && performance.now() - this.#readAt < movingMs
    // While pages slide: what a leaving page takes along.
    const moving = (id: string) => isMoving && this.#isRoomy(id) && !this.#isWatched(id)
    const watched = [...this.#watched, ...[...mirror.inSight()].filter(moving)]
    const complete = watched.length <= mostWatched
    await all(
      watched.slice(0, mostWatched).map(async (id) => {
        const parts = await this.#changedParts(access, id, signal)
        if (parts === undefined) {
          const parent = mirror.parent(id)
          if (parent !== undefined) mark(changed, parent, Part.children)
        } else if (parts !== 0) for (const one of this.#siblingsOf(id) ?? [id]) mark(changed, one, parts)
      }),
    )
    return { changed, complete }
  }

  /**
   * What is or would be in sight, and the options of closed combo boxes, since those are chosen without opening them.
   */
  #watchable(): Set<string> {
    const mirror = this.#mirror
    const found = new Set(mirror.inSight())
    for (const id of found) {
      const { item, children } = mirror.place(id)!
      if (item.role === Role.comboBox) for (const one of mirror.within(id)) found.add(one)
      for (const child of children) if (this.#lacksRoom(child) && !this.#isFarEntry(child)) found.add(child)
    }
    // Nothing on a hidden page is in sight, and its appearance is not announced.
    for (const [id, needs] of this.needs) if ((needs & Need.page) !== 0) found.add(id)
    return found
  }

  /**
   * Is it away from the shown entries? A list that scrolls gives room to entries next to those that have it, or takes
   * it from the first of those.
   */
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

  /**
   * The entries of its list, itself included, if the list gives room only to some; undefined if it is in no such list.
   * If one has changed, any may have.
   */
  #siblingsOf(id: string): readonly string[] | undefined {
    const mirror = this.#mirror
    const parent = mirror.parent(id)
    if (!this.#toolkit.roomlessEntries || parent === undefined) return undefined
    return isInList(mirror.item(id)!, mirror.item(parent)) ? mirror.place(parent)!.children : undefined
  }

  #isWatched(id: string): boolean {
    if (this.#lacksRoom(id) || this.#isFirstEntry(id)) return true
    const { role } = this.#mirror.item(id)!
    const { names, counts, layout } = this.#toolkit.silence!
    if (layout && this.#needs(id) & (Need.value | Need.page)) return true
    return names?.has(role) || counts?.has(role) || this.#mayGoSilently(id, role)
  }

  #needs(id: string): number {
    return this.needs.get(id) ?? 0
  }

  /** May it lose its room silently at any time? Under a silent layout that happens only while pages slide. */
  #mayGoSilently(id: string, role: number): boolean {
    const { roomless, silence } = this.#toolkit
    if (silence!.layout) return false
    return (this.#needs(id) & Need.window) !== 0 || (this.#isRoomy(id) && roomless?.has(role) === true)
  }

  /** Is its room among what is read? */
  #isRoomy(id: string): boolean {
    return (this.#needs(id) & (Need.room | Need.window)) !== 0
  }

  /** It has no room, and will not announce when it gets some. */
  #lacksRoom(id: string): boolean {
    return this.#mirror.extras(id)?.away === true && this.#isRoomy(id)
  }

  /** Rereads what it changes silently: bits of `Part`. Undefined if it is gone: Qt replaces elements silently. */
  async #changedParts(access: Line, id: string, signal: AbortSignal): Promise<number | undefined> {
    const mirror = this.#mirror
    const place = mirror.place(id)
    if (place === undefined) return 0
    const { item, childCount } = place
    const { role } = item
    const holder = mirror.item(mirror.parent(id) ?? '')
    const { names, counts, layout } = this.#toolkit.silence!
    // The options of a closed combo box can be chosen without having room.
    const isOut = this.#lacksRoom(id) && holder?.role !== Role.comboBox
    const mayMove = layout || this.#lacksRoom(id) || this.#mayGoSilently(id, role)
    const at: Queried = { access, ref: item.ref, signal }
    const [name, count, extras] = await all([
      !isOut && names?.has(role) ? property(at, 'Accessible', 'Name') : item.name,
      !isOut && counts?.has(role) ? property(at, 'Accessible', 'ChildCount') : childCount,
      mayMove ? readExtras(at, place, this.#needs(id) & (layout ? silentNeeds : roomNeeds), holder?.ref) : undefined,
    ] as const)
    if (name === undefined) return undefined
    const known = mirror.extras(id)
    const isMoved = extras !== undefined && (extras.away !== known?.away || !sameCut(extras.cut, known?.cut))
    const isLaidOut = isMoved || (layout && extras !== undefined && extras.value !== known?.value)
    const isRenamed = typeof name === 'string' && textOf(name) !== item.name
    const isRecounted = typeof count === 'number' && count !== childCount
    return (
      (isLaidOut ? Part.extras : 0) |
      (isRenamed ? Part.name | Part.extras : 0) |
      (isRecounted ? Part.children | Part.facts : 0)
    )
  }
}
