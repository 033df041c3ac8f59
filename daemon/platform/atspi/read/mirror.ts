/** The application's elements as last read, with their keys and rows. */
import { Flag } from '../../element/flags.ts'
import { type Key, type Row, sameTexts } from '../../element/row.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Item } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { type Extras, noExtras } from './extras.ts'
import { type Called, calledOf, type Labels, sameCalled } from './naming/labels.ts'
import { idOf, type Place } from './place.ts'
import { Role, roles } from './roles.ts'
import { rowOf, type WindowTold } from './row.ts'
import { isHidden } from './states.ts'

const inViews = roles('listItem tableCell tableRow treeItem')

interface Entry {
  readonly key: Key
  readonly place: Place
  readonly extras: Extras
  readonly called: Called | undefined
  readonly parent: string | undefined
  readonly showsList: boolean | undefined
  readonly isOutside: boolean
  /** Ids of its children, if they are read in another order than they are listed in. */
  readonly order: readonly string[] | undefined
  readonly row: Row
}

/** What a reading has found. */
export interface Found {
  readonly places: ReadonlyMap<string, Place>
  readonly extras: ReadonlyMap<string, Extras>
  readonly labels: Labels
  /** Ids of elements beyond their window's edge. */
  readonly outside: ReadonlySet<string>
  /** See `ReadingOrders.of`. */
  readonly orders: ReadonlyMap<string, readonly string[]>
}

export interface Taken {
  /** Rows that are new or changed. */
  readonly rows: readonly Row[]
  /** Ids of elements that were hidden and no longer are. */
  readonly shown: readonly string[]
}

export class Mirror {
  readonly #peer: string
  readonly #toolkit: Toolkit
  #entries = new Map<string, Entry>()
  #ids = new Map<Key, string>()
  #lastKey = 0
  readonly #told = new Map<Key, WindowTold>()
  #root: string | undefined

  constructor(peer: string, toolkit: Toolkit) {
    this.#peer = peer
    this.#toolkit = toolkit
  }

  /** 0 before the first reading. */
  get root(): Key {
    return this.#root === undefined ? 0 : (this.#entries.get(this.#root)?.key ?? 0)
  }

  get rootId(): string | undefined {
    return this.#root
  }

  get windows(): readonly Key[] {
    return this.#root === undefined ? [] : (this.row(this.#root)?.children ?? [])
  }

  get size(): number {
    return this.#entries.size
  }

  id(key: Key): string | undefined {
    return this.#ids.get(key)
  }

  keyOf(ref: Ref): Key | undefined {
    return this.#entries.get(idOf(ref, this.#peer))?.key
  }

  key(id: string): Key | undefined {
    return this.#entries.get(id)?.key
  }

  place(id: string): Place | undefined {
    return this.#entries.get(id)?.place
  }

  item(id: string): Item | undefined {
    return this.#entries.get(id)?.place.item
  }

  extras(id: string): Extras | undefined {
    return this.#entries.get(id)?.extras
  }

  parent(id: string): string | undefined {
    return this.#entries.get(id)?.parent
  }

  /** Including the element itself. */
  siblings(id: string): readonly string[] {
    const parent = this.parent(id)
    return parent === undefined ? [] : (this.place(parent)?.children ?? [])
  }

  row(id: string): Row | undefined {
    return this.#entries.get(id)?.row
  }

  /**
   * The innermost focused element, in the active window if there is one; where none says that it is, a modal one takes
   * the keys from others. `last`: the one last announced as focused.
   */
  focused(last?: Key): Key | undefined {
    const { windows } = this
    const having = (flag: number) =>
      windows.filter((key) => ((this.row(this.#ids.get(key) ?? '')?.flags ?? 0) & flag) !== 0)
    for (const window of [...having(Flag.focused), ...having(Flag.modal), ...windows]) {
      const found = this.#focusedIn(window, last)
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * Qt reports the current item of every list and table as focused; anything else that does has the keyboard. So does
   * the drawing area of a text area with the focus (QTextEdit, 5.15 and 6.4), though what is typed goes to the field
   * around it.
   */
  #focusedIn(window: Key, last: Key | undefined): Key | undefined {
    let found: Key | undefined
    const isItem = (key: Key) => inViews.has(this.item(this.#ids.get(key)!)!.role)
    const isEditable = (key: Key) => (this.row(this.#ids.get(key)!)!.flags & Flag.editable) !== 0
    const isInside = (key: Key, than: Key) => [...this.within(this.#ids.get(than)!)].includes(this.#ids.get(key)!)
    const isBetter = (key: Key, than: Key) => {
      if (isEditable(than) && !isEditable(key) && isInside(key, than)) return false
      return isItem(than) ? !isItem(key) || than !== last : !isItem(key) || isInside(key, than)
    }
    const stack = [window]
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      const row = this.row(this.#ids.get(key) ?? '')
      if (row === undefined) continue
      const isFocused = (row.flags & Flag.focused) !== 0 && (row.flags & Flag.hidden) === 0
      if (key !== window && isFocused && (found === undefined || isBetter(key, found))) found = key
      for (const child of row.children) stack.push(child)
    }
    return found
  }

  /** Elements that are neither hidden nor inside one that is. */
  *inSight(): Iterable<string> {
    const stack = this.#root === undefined ? [] : [this.#root]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const entry = this.#entries.get(id)
      if (entry === undefined || (entry.row.flags & Flag.hidden) !== 0) continue
      yield id
      stack.push(...entry.place.children)
    }
  }

  /** The element and everything in it. */
  *within(top: string): Iterable<string> {
    const stack = [top]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const entry = this.#entries.get(id)
      if (entry === undefined) continue
      yield id
      stack.push(...entry.place.children)
    }
  }

  ids(): IterableIterator<string> {
    return this.#entries.keys()
  }

  *rows(): Iterable<Row> {
    for (const { row } of this.#entries.values()) yield row
  }

  /** The element's row as other facts would make it; undefined if the element is unknown. */
  rowWith(id: string, item: Item, extras: Extras): Row | undefined {
    const known = this.#entries.get(id)
    if (known === undefined) return undefined
    const { key, place, called, parent, showsList, isOutside, row } = known
    return rowOf({
      key,
      place: { ...place, item },
      extras,
      called,
      children: row.children,
      childItems: place.children.map((child) => this.#entries.get(child)!.place.item),
      parent: parent === undefined ? undefined : this.item(parent),
      isWindow: parent !== undefined && parent === this.#root,
      told: this.#told.get(key),
      showsList,
      isOutside,
      opener: extras.opener && this.keyOf(extras.opener),
      toolkit: this.#toolkit,
    })
  }

  /** Adds what the window system says about a window; returns its row, if that has changed. */
  tell(key: Key, told: WindowTold): Row | undefined {
    this.#told.set(key, { ...this.#told.get(key), ...told })
    const id = this.#ids.get(key)
    const known = id === undefined ? undefined : this.#entries.get(id)
    if (known === undefined) return undefined
    const row = this.rowWith(id!, known.place.item, known.extras)!
    if (sameRow(known.row, row)) return undefined
    this.#entries.set(id!, { ...known, row })
    return row
  }

  /**
   * Takes over a reading: everything in the tree, in document order, and the extras that were read. Returns what is new
   * or changed. Keys of removed elements are never reused.
   */
  take(root: string, { places, extras: read, labels, outside, orders }: Found): Taken {
    const before = this.#entries
    const entries = new Map<string, Entry>()
    const ids = new Map<Key, string>()
    const parents = new Map<string, string>()
    const keys = new Map<string, Key>()
    const known = new Map<string, Entry>()
    for (const [id, { item, children }] of places) {
      const was = before.get(id) ?? known.get(id)
      const key = was?.key ?? ++this.#lastKey
      if (was !== undefined) known.set(id, was)
      keys.set(id, key)
      ids.set(key, id)
      for (const child of children) parents.set(child, id)
      if (was !== undefined && this.#toolkit.remakes?.has(item.role)) findAgain(was, children, before, places, known)
    }
    const changed: Row[] = []
    const shown: string[] = []
    for (const [id, place] of places) {
      const was = known.get(id)
      const extras = read.get(id) ?? was?.extras ?? noExtras
      const order = orders.get(id)
      const called = calledOf(id, labels, places, this.#toolkit)
      const parent = parents.get(id)
      const extrasOf = (one: string) => read.get(one) ?? known.get(one)?.extras
      const showsList = this.#showsList(place, places, extrasOf)
      const isOutside = outside.has(id)
      const isSame =
        was !== undefined &&
        was.place === place &&
        was.extras === extras &&
        was.showsList === showsList &&
        was.isOutside === isOutside &&
        was.order === order &&
        sameCalled(was.called, called) &&
        was.parent === parent &&
        sameItem(before, places, parent) &&
        place.children.every((child) => sameItem(before, places, child))
      if (isSame) {
        entries.set(id, was)
        continue
      }
      const made = rowOf({
        key: keys.get(id)!,
        place,
        extras,
        called,
        children: (order ?? place.children).map((child) => keys.get(child)!),
        childItems: place.children.map((child) => places.get(child)!.item),
        parent: parent === undefined ? undefined : places.get(parent)?.item,
        isWindow: parent === root,
        told: this.#told.get(keys.get(id)!),
        showsList,
        isOutside,
        opener: extras.opener && keys.get(idOf(extras.opener, this.#peer)),
        toolkit: this.#toolkit,
      })
      const row = was !== undefined && sameRow(was.row, made) ? was.row : made
      if (row !== was?.row) changed.push(row)
      if (was !== undefined && (was.row.flags & ~row.flags & Flag.hidden) !== 0) shown.push(id)
      entries.set(id, { key: row.key, place, extras, called, parent, showsList, isOutside, order, row })
    }
    this.#entries = entries
    this.#ids = ids
    this.#root = root
    return { rows: changed, shown }
  }

  /** Is the list of a combo box shown? Undefined if its room does not tell. */
  #showsList(
    { item, children }: Place,
    places: ReadonlyMap<string, Place>,
    extrasOf: (id: string) => Extras | undefined,
  ): boolean | undefined {
    if (item.role !== Role.comboBox || !this.#toolkit.roomless?.has(Role.list)) return undefined
    const list = children.find((child) => places.get(child)!.item.role === Role.list)
    if (list === undefined) return undefined
    return extrasOf(list)?.away !== true && !isHidden(places.get(list)!.item, this.#toolkit)
  }
}

/**
 * Matches new children to removed ones with the same parent, role and name. Several that are alike are matched, in
 * order, only if as many came back as went in all; otherwise they stay unmatched.
 */
function findAgain(
  parent: Entry,
  children: readonly string[],
  before: ReadonlyMap<string, Entry>,
  places: ReadonlyMap<string, Place>,
  known: Map<string, Entry>,
): void {
  const came = children.filter((id) => !before.has(id))
  if (came.length === 0) return
  const went = parent.place.children.filter((id) => !places.has(id) && before.has(id))
  const alike = grouped(went, (id) => before.get(id)!.place.item)
  for (const [what, ids] of grouped(came, (id) => places.get(id)!.item)) {
    const were = alike.get(what)
    if (were?.length !== ids.length || (ids.length > 1 && came.length !== went.length)) continue
    for (const [at, id] of ids.entries()) known.set(id, before.get(were[at]!)!)
  }
}

/** By role and name, in order. */
function grouped(ids: readonly string[], itemOf: (id: string) => Item): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const id of ids) {
    const { role, name } = itemOf(id)
    const what = `${role} ${name}`
    const group = groups.get(what)
    if (group === undefined) groups.set(what, [id])
    else group.push(id)
  }
  return groups
}

function sameItem(
  before: ReadonlyMap<string, Entry>,
  places: ReadonlyMap<string, Place>,
  id: string | undefined,
): boolean {
  return id === undefined || before.get(id)?.place.item === places.get(id)?.item
}

function sameRow(a: Row, b: Row): boolean {
  return a.flags === b.flags && sameTexts(a, b) && sameList(a.children, b.children) && sameList(a.actions, b.actions)
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((one, at) => one === b[at]))
}
