/**
 * The accessibility nodes of one session, linked by id, and the rows they make. Ignored nodes are kept as links, for
 * replies and events speak of them, and left out of the rows. Pure bookkeeping: no protocol calls.
 */
import { Flag } from '../flags.ts'
import type { Key, Row } from '../platform.ts'
import {
  countBelow,
  type Entries,
  type Entry,
  includedOf,
  isTelling,
  numbers,
  reachedFrom,
  sameEntry,
  shownBelow,
  topOf,
  untell,
} from './ax-entries.ts'
import { type AxNode, pressable, pressed, rowOf } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'
import { changedParents, type Hidden, hiddenControls } from './hidden.ts'
import { droppedRoles } from './roles.ts'

const none: readonly never[] = Object.freeze([])
/** A clickable element with more below it than this is taken for a delegating container. */
const delegates = 50
/** Keys of a session start at its number times this; backend node ids are below it. */
export const keySpan = 2 ** 32

export class AxMirror {
  readonly #dom: DomMirror
  readonly #entries: Entries = new Map()
  /** Rows made or changed since they were last taken, by key. */
  #changed = new Map<Key, Row>()
  /** Nodes some of whose children are not known yet. */
  readonly missing = new Set<number>()
  #clickable: ReadonlySet<number> = new Set()
  /** A node lost a child since the last sweep. */
  #orphaned = false
  #hidden: Hidden = { rows: new Map(), below: new Map() }
  /** Number of the session's present document; part of every key. */
  readonly number: number
  /** Root ids by frame. */
  readonly roots = new Map<string, number>()
  /** Key of the root of a frame that another session shows. */
  readonly #outer: (frameId: string) => Key | undefined

  constructor(number: number, dom: DomMirror, outer: (frameId: string) => Key | undefined) {
    this.number = number
    this.#dom = dom
    this.#outer = outer
  }

  get size(): number {
    return this.#entries.size
  }

  key(id: number): Key {
    return this.number * keySpan + id
  }

  id(key: Key): number {
    return key - this.number * keySpan
  }

  has(id: number): boolean {
    return this.#entries.has(id) || this.#hidden.rows.has(id)
  }

  row(id: number): Row | undefined {
    return this.#entries.get(id)?.row ?? this.#hidden.rows.get(id)
  }

  /** Is it in the accessibility tree, and not ignored there? */
  rendered(id: number): boolean {
    return this.#entries.get(id)?.row !== undefined
  }

  clear(): void {
    this.#entries.clear()
    this.roots.clear()
    this.missing.clear()
    this.#changed.clear()
  }

  /** The frame whose tree a node is in. */
  frameOf(id: number): string | undefined {
    if (this.roots.size < 2) return undefined
    const at = topOf(this.#entries, id)
    for (const [frameId, root] of this.roots) if (root === at) return frameId
    return undefined
  }

  /** First step of a bulk read: takes a node in without making links that are not known yet. */
  put(node: AxNode): void {
    const id = Number(node.nodeId)
    if (id < 0) return
    const role = String(node.role?.value)
    if (!node.ignored && droppedRoles.has(role)) return
    const parent = node.parentId === undefined ? 0 : Number(node.parentId)
    if (node.frameId !== undefined && parent === 0) this.roots.set(node.frameId, id)
    if (node.ignored) {
      this.#entries.set(id, { parent, childIds: numbers(node.childIds), row: undefined, told: false })
      return
    }
    const before = this.#entries.get(id)
    const made = rowOf(node, {
      key: this.key(id),
      dom: this.#dom.facts(id),
      clickable: this.#clickable.has(id),
      children: before?.row?.children ?? none,
    })
    const closed = made.isClosed || role === 'StaticText'
    this.#entries.set(id, {
      parent,
      childIds: closed ? none : numbers(node.childIds),
      row: made.row,
      told: before?.told ?? false,
    })
  }

  /**
   * Last step of a bulk read: rows get their children, and what no root reaches is forgotten. `candidates` are the
   * nodes that a listener or a pointer cursor may make clickable.
   */
  finish(candidates: ReadonlySet<number>): void {
    this.#sweep()
    this.#clickable = this.#accepted(candidates)
    this.#hidden = hiddenControls(this.#dom, this)
    for (const [id, entry] of this.#entries) {
      if (entry.row !== undefined) {
        const row = this.#clickable.has(id) ? pressable(entry.row) : entry.row
        entry.row = this.#withChildren(id, entry, row)
        entry.told = true
      }
    }
    this.missing.clear()
    this.#changed.clear()
  }

  /** Takes in which nodes have listeners now; rows that this changes are made anew. */
  setClickable(candidates: ReadonlySet<number>): void {
    const before = this.#clickable
    this.#clickable = this.#accepted(candidates)
    const touched = new Set<number>()
    for (const id of this.#clickable) if (!before.has(id)) touched.add(id)
    for (const id of before) if (!this.#clickable.has(id)) touched.add(id)
    for (const id of touched) {
      const entry = this.#entries.get(id)
      if (entry?.row === undefined) touched.delete(id)
      else if (this.#clickable.has(id)) entry.row = pressable(entry.row)
      else if (!pressed.has(entry.row.role))
        entry.row = { ...entry.row, flags: entry.row.flags & ~Flag.clickable, actions: none }
    }
    this.#rebuild(touched)
  }

  /** A listener on a whole page or on a large part delegates: it does not make that part a control. */
  #accepted(candidates: ReadonlySet<number>): Set<number> {
    const accepted = new Set<number>()
    for (const id of candidates) {
      const row = this.#entries.get(id)?.row
      if (
        row !== undefined &&
        !this.#dom.isPageWide(id) &&
        row.role !== 'AXStaticText' &&
        countBelow(this.#entries, id, delegates) <= delegates
      )
        accepted.add(id)
    }
    return accepted
  }

  /** Forgets what no root reaches: nodes that moved or went by ways that were not told in full. */
  #sweep(): void {
    this.#orphaned = false
    const reached = reachedFrom(this.#entries, this.roots.values())
    if (reached.size < this.#entries.size)
      for (const id of this.#entries.keys()) if (!reached.has(id)) this.#entries.delete(id)
  }

  *rows(): Iterable<Row> {
    for (const entry of this.#entries.values()) if (entry.row !== undefined) yield entry.row
    yield* this.#hidden.rows.values()
  }

  /** Looks again at which controls are not rendered; rows that this changes are made anew. */
  #updateHidden(): void {
    const before = this.#hidden
    this.#hidden = hiddenControls(this.#dom, this)
    const touched = changedParents(before, this.#hidden)
    if (touched.size > 0) this.#rebuild(touched)
  }

  /**
   * Takes in nodes of a partial read or an event. The first `told` of them are said to have changed: a change below an
   * ignored child is told of its nearest included ancestor, whose own list of children stays the same.
   */
  update(nodes: readonly AxNode[], told = 0): void {
    for (const node of nodes.slice(0, told)) {
      const id = Number(node.nodeId)
      const entry = this.#entries.get(id)
      if (entry === undefined) continue
      if (entry.row === undefined || this.#hasIgnored(entry)) this.missing.add(id)
      // Of a choice that moves, Chromium tells the option that lost it, not the one that has it now.
      if (entry.row?.role === 'AXOption') this.missing.add(entry.parent)
      for (const child of entry.childIds) if (this.#entries.get(child)?.row?.role === 'AXMenu') this.missing.add(child)
    }
    const touched = new Set<number>()
    const orphans: number[] = []
    for (const node of nodes) {
      const id = Number(node.nodeId)
      const before = this.#entries.get(id)
      this.put(node)
      const now = this.#entries.get(id)
      if (now === undefined || now === before) continue
      if (before !== undefined && sameEntry(before, now)) {
        this.#entries.set(id, before)
        continue
      }
      touched.add(id)
      // What it is decides which of its children are ignored, which is not told of them.
      if (before?.row?.role !== now.row?.role && this.#hasIgnored(now)) this.missing.add(id)
      for (const child of before?.childIds ?? none) if (!now.childIds.includes(child)) orphans.push(child)
    }
    for (const id of touched) {
      const entry = this.#entries.get(id)!
      for (const child of entry.childIds) {
        if (child < 0) continue
        const known = this.#entries.get(child)
        if (known !== undefined) known.parent = id
        else this.missing.add(id)
      }
    }
    for (const orphan of orphans) {
      const entry = this.#entries.get(orphan)
      if (entry !== undefined && !this.#entries.get(entry.parent)?.childIds.includes(orphan)) this.#forget(orphan)
    }
    if (orphans.length > 0) this.#orphaned = true
    this.#rebuild(touched)
  }

  /** At once: what comes back has to be asked for again, for Chromium no longer watches it. */
  #forget(id: number): void {
    const stack = [id]
    while (stack.length > 0) {
      const at = stack.pop()!
      const entry = this.#entries.get(at)
      if (entry === undefined) continue
      this.#entries.delete(at)
      this.missing.delete(at)
      this.#changed.delete(this.key(at))
      for (const child of entry.childIds) if (this.#entries.get(child)?.parent === at) stack.push(child)
    }
  }

  #hasIgnored(entry: Entry): boolean {
    return entry.childIds.some((child) => this.#entries.get(child)?.row === undefined)
  }

  /** Makes the row of a node anew, after something outside the node itself changed (a frame, a listener). */
  refresh(ids: Iterable<number>): void {
    this.#rebuild(new Set(ids))
  }

  /** Nearest node at or above a DOM node that the tree knows. */
  nearest(nodeId: number): number | undefined {
    for (let at: number | undefined = nodeId; at !== undefined; at = this.#dom.parentOf(at)) {
      const backend = this.#dom.backendOf(at)
      if (backend !== undefined && this.#entries.has(backend)) return backend
    }
    return undefined
  }

  /** Nodes whose children have to be asked for once, so that every later change of them is told. */
  watchable(): number[] {
    const holders = this.#dom.holders()
    const parents = new Set<number>()
    for (const [id, entry] of this.#entries) {
      if (entry.parent !== 0 && isTelling(entry, holders.has(id))) parents.add(this.included(entry.parent))
    }
    return [...parents]
  }

  /** Rows made or changed since the last call, with all that they bring into the tree. */
  take(): Map<Key, Row> {
    if (this.#orphaned) this.#sweep()
    this.#updateHidden()
    const changed = this.#changed
    this.#changed = new Map()
    const stack = [...changed.values()]
    while (stack.length > 0) {
      const row = stack.pop()!
      const entry = this.#entries.get(this.id(row.key))
      if (entry !== undefined) entry.told = true
      for (const key of row.children) {
        const hidden = this.#hidden.rows.get(this.id(key))
        if (hidden !== undefined) changed.set(key, hidden)
        const child = this.#entries.get(this.id(key))
        if (child?.row === undefined || child.told) continue
        changed.set(key, child.row)
        stack.push(child.row)
      }
    }
    return changed
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0
  }

  /** The node itself, or the included one around it: the children of an ignored node are told with those of that one. */
  included(id: number): number {
    return includedOf(this.#entries, id)
  }

  #rebuild(touched: Set<number>): void {
    const done = new Set<number>()
    for (const id of touched) {
      for (let at = id; at !== 0; ) {
        const entry = this.#entries.get(at)
        if (entry === undefined) break
        if (entry.row !== undefined && !done.has(at)) {
          done.add(at)
          const before = entry.row.children
          entry.row = this.#withChildren(at, entry, entry.row)
          this.#changed.set(entry.row.key, entry.row)
          this.#untell(before, entry.row.children)
        }
        // The children of an ignored node show as those of its nearest included ancestor; so does a new or newly ignored node.
        if (entry.row !== undefined && at !== id) break
        at = entry.parent
      }
    }
  }

  /** What a row no longer shows is not in the tree any more, unless another row shows it; that one brings it again. */
  #untell(before: readonly Key[], after: readonly Key[]): void {
    if (before.length === 0 || before === after) return
    const kept = new Set(after)
    untell(
      this.#entries,
      before.filter((key) => !kept.has(key)).map((key) => this.id(key)),
    )
  }

  #withChildren(id: number, entry: Entry, row: Row): Row {
    const children = shownBelow(this.#entries, entry)
    for (const hidden of this.#hidden.below.get(id) ?? none) children.push(this.key(hidden))
    const frame = this.#dom.frameOf.get(id)
    if (frame !== undefined) {
      const root = this.roots.get(frame)
      const key = root !== undefined ? this.key(root) : this.#outer(frame)
      if (key !== undefined) children.push(key)
    }
    return { ...row, children }
  }
}
