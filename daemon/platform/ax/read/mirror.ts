/** An application's elements as last read, their native refs, and facts of a row that were read elsewhere. */
import type { Key, Row } from '../../element/row.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { nameText, textOf } from '../wire/values.ts'
import { rowOf } from './row.ts'

interface Entry {
  readonly raw: RawElement
  readonly row: Row
  readonly label: string | undefined
  readonly parentRole: string | undefined
}

/** Keeps keys of successive hosts apart. */
const span = 2 ** 32
const none: readonly Ref[] = []

export class Mirror {
  readonly #base: number
  readonly root: Ref
  #raws = new Map<Ref, RawElement>()
  #entries = new Map<Ref, Entry>()
  #parents = new Map<Ref, Ref>()

  constructor(generation: number, root: Ref) {
    this.#base = generation * span
    this.root = root
  }

  get size(): number {
    return this.#entries.size
  }

  get rootKey(): Key {
    return this.#base + this.root
  }

  keyOf(ref: Ref): Key {
    return this.#base + ref
  }

  /** For any element of this host, in the tree or not. */
  anyRefOf(key: Key): Ref {
    return key - this.#base
  }

  /** Undefined for another host's keys, and for elements not in the tree. */
  refOf(key: Key): Ref | undefined {
    const ref = key - this.#base
    return this.#entries.has(ref) ? ref : undefined
  }

  raw(ref: Ref): RawElement | undefined {
    return this.#entries.get(ref)?.raw
  }

  row(ref: Ref): Row | undefined {
    return this.#entries.get(ref)?.row
  }

  parent(ref: Ref): Ref | undefined {
    return this.#parents.get(ref)
  }

  roleOf(ref: Ref): string | undefined {
    return this.#entries.get(ref)?.row.role
  }

  children(ref: Ref): readonly Ref[] {
    return this.#entries.get(ref)?.row.children.map((key) => key - this.#base) ?? none
  }

  rows(): Row[] {
    return Array.from(this.#entries.values(), ({ row }) => row)
  }

  refs(): Iterable<Ref> {
    return this.#entries.keys()
  }

  /** Nearest first, excluding the element. */
  *ancestors(ref: Ref): Generator<Ref> {
    for (let up = this.#parents.get(ref); up !== undefined; up = this.#parents.get(up)) yield up
  }

  /** The first of these that is in the tree. */
  nearest(refs: Iterable<Ref | undefined>): Ref | undefined {
    for (const ref of refs) if (ref !== undefined && this.#entries.has(ref)) return ref
    return undefined
  }

  /** Takes in what was read, everything if `whole`. Returns new or changed rows, and refs that left the tree. */
  take(elements: Iterable<RawElement>, whole: boolean): { readonly rows: Row[]; readonly left: Ref[] } {
    const raws = whole ? new Map<Ref, RawElement>() : this.#raws
    const fresh = new Set<Ref>()
    for (const element of elements) {
      if (element.gone) continue
      fresh.add(element.ref)
      raws.set(element.ref, element.children === undefined ? withList(element, this.#raws.get(element.ref)) : element)
    }
    const parents = new Map<Ref, Ref>()
    const lists = link(raws, this.root, parents)
    const before = this.#entries
    const entries = new Map<Ref, Entry>()
    const rows: Row[] = []
    for (const [ref, list] of lists) {
      const raw = raws.get(ref)!
      const parent = parents.get(ref)
      const parentRole = parent === undefined ? undefined : roleText(raws.get(parent)!)
      const label = raw.titleRef === undefined ? undefined : labelOf(raws.get(raw.titleRef))
      const was = before.get(ref)
      const isSame =
        was !== undefined &&
        !fresh.has(ref) &&
        was.parentRole === parentRole &&
        was.label === label &&
        this.#hasChildren(was.row, list)
      if (isSame) {
        entries.set(ref, was)
        continue
      }
      const row = this.#row(raw, list, parentRole, label)
      entries.set(ref, { raw, row, label, parentRole })
      rows.push(row)
    }
    const left: Ref[] = []
    for (const ref of before.keys()) if (!entries.has(ref)) left.push(ref)
    for (const ref of raws.keys()) if (!entries.has(ref)) raws.delete(ref)
    this.#raws = raws
    this.#entries = entries
    this.#parents = parents
    return { rows: whole ? this.rows() : rows, left }
  }

  /** The row of a re-read element that is not taken in. */
  rowFor(raw: RawElement): Row {
    const entry = this.#entries.get(raw.ref)
    return this.#row(raw, this.children(raw.ref), entry?.parentRole, entry?.label)
  }

  #row(raw: RawElement, list: readonly Ref[], parentRole: string | undefined, label: string | undefined): Row {
    const { facts, actions, frame, characters, rows, editable, cut } = raw
    return rowOf({
      key: this.#base + raw.ref,
      facts,
      actions,
      children: list.map((ref) => this.#base + ref),
      frame,
      editable,
      parentRole,
      label,
      characters,
      rowCount: rows,
      closed: cut === 'menu' && facts.AXRole === 'AXMenu',
    })
  }

  #hasChildren({ children }: Row, list: readonly Ref[]): boolean {
    if (children.length !== list.length) return false
    for (let i = 0; i < list.length; i++) if (children[i] !== this.#base + list[i]!) return false
    return true
  }
}

function withList(element: RawElement, before: RawElement | undefined): RawElement {
  if (before?.children === undefined) return element
  const { children, rows } = before
  return { ...element, children, ...(rows !== undefined && { rows }) }
}

/** Breadth first: an element two parents list belongs to the first, and unread ones are left out. */
function link(raws: ReadonlyMap<Ref, RawElement>, root: Ref, parents: Map<Ref, Ref>): Map<Ref, readonly Ref[]> {
  const lists = new Map<Ref, readonly Ref[]>()
  if (!raws.has(root)) return lists
  const queue: Ref[] = [root]
  for (let at = 0; at < queue.length; at++) {
    const ref = queue[at]!
    const own: Ref[] = []
    for (const child of raws.get(ref)!.children ?? none) {
      if (child === root || parents.has(child) || !raws.has(child)) continue
      parents.set(child, ref)
      own.push(child)
      queue.push(child)
    }
    lists.set(ref, own)
  }
  return lists
}

function roleText({ facts }: RawElement): string | undefined {
  return typeof facts.AXRole === 'string' ? facts.AXRole : undefined
}

/** A label shows its text as value or title. */
function labelOf(raw: RawElement | undefined): string | undefined {
  if (raw === undefined) return undefined
  const { facts } = raw
  return nameText(facts.AXTitle) ?? textOf(facts.AXValue)?.trim() ?? nameText(facts.AXDescription)
}
