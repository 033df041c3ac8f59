/**
 * The accessibility nodes of one session, linked by id, and their rows. Ignored nodes are kept as links, since replies
 * and events refer to them, but have no rows. Pure bookkeeping: no protocol calls.
 */
import { type Key, type Row, withheldRow } from '../../element/row.ts'
import {
  childrenIn,
  type Entries,
  type Entry,
  forgetBelow,
  hasIgnored,
  includedOf,
  markDropped,
  namesBelow,
  numbers,
  parentIn,
  parentsOfChangeable,
  reachedFrom,
  sameEntry,
  shownBelow,
  topOf,
} from './ax-entries.ts'
import { type AxNode, bareRow, rowOf, unused, usable } from './ax-row.ts'
import { Secrets } from './computed-names.ts'
import type { DomMirror } from './dom-mirror.ts'
import { withFallback } from './fallback.ts'
import { saidOnce } from './names.ts'
import type { Pressables } from './pressables.ts'
import { noStanding, type OutOfReach, type Standing, standingChanged, standingIn, withStanding } from './reach.ts'
import { droppedRoles } from './roles.ts'
import { OmittedControls } from './unrendered-controls.ts'
import { differing, ignoredEntry, usesOf, withDialogs } from './uses.ts'

const none: readonly never[] = Object.freeze([])
/** A session's keys start at its number times this; backend node ids are smaller. */
export const keySpan = 2 ** 32

/** Key of the root of a frame that another session shows; null for a frame whose contents must not be shown. */
type RootOf = (frameId: string) => Key | null | undefined

export class AxMirror {
  readonly #dom: DomMirror
  readonly #entries: Entries = new Map()
  /** Rows made or changed since they were last taken, by key. */
  #changed = new Map<Key, Row>()
  /** Nodes with children that are not known yet. */
  readonly missing = new Set<number>()
  /** What secure fields contain or contained: the browser may include it in other names. Never revealed. */
  readonly secrets: Secrets
  #uses: ReadonlyMap<number, number> = new Map()
  #standing: Standing = noStanding
  readonly #silent = new Set<number>()
  /** A node lost a child since the last sweep. */
  #orphaned = false
  readonly omitted: OmittedControls
  /** Number of the session's current document; part of every key. */
  readonly number: number
  /** Root ids by frame. */
  readonly roots = new Map<string, number>()
  readonly #outer: RootOf

  constructor(number: number, dom: DomMirror, outer: RootOf, secrets = new Secrets()) {
    this.number = number
    this.#dom = dom
    this.#outer = outer
    this.secrets = secrets
    this.omitted = new OmittedControls(dom, this, secrets)
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
    return this.#entries.has(id) || this.omitted.rows.has(id)
  }

  row(id: number): Row | undefined {
    return this.#entries.get(id)?.row ?? this.omitted.rows.get(id)
  }

  /** Is it in the accessibility tree, and not ignored? */
  rendered(id: number): boolean {
    return this.#entries.get(id)?.row !== undefined
  }

  readonly isOut = (id: number) => this.#standing.out.has(id)
  readonly parentOf = (id: number) => parentIn(this.#entries, id, (one) => this.key(one))
  readonly childrenOf = (id: number) => childrenIn(this.#entries, id, (one) => this.key(one))

  /** Nodes whose changes are not all reported: see `Made`. */
  get silent(): number[] {
    return [...this.#silent].filter((id) => this.rendered(id))
  }

  /** The frame whose tree a node is in. */
  frameOf(id: number): string | undefined {
    if (this.roots.size < 2) return undefined
    const at = topOf(this.#entries, id)
    return [...this.roots].find(([, root]) => root === at)?.[0]
  }

  /** First step of a bulk read: takes in a node without inventing links to unknown ones. */
  put(node: AxNode): void {
    const id = Number(node.nodeId)
    if (id < 0) return
    const role = String(node.role?.value)
    if (!node.ignored && droppedRoles.has(role)) return
    const parent = node.parentId === undefined ? 0 : Number(node.parentId)
    if (node.frameId !== undefined && parent === 0) this.roots.set(node.frameId, id)
    if (node.ignored) {
      const make = (use: number) => this.#bareRow(id, use)
      this.#entries.set(id, ignoredEntry(node, this.#entries.get(id), this.#uses.get(id), make))
      return
    }
    const dom = this.#dom.facts(id)
    if (dom?.secure) this.secrets.learn([node], this.#dom)
    const before = this.#entries.get(id)
    const [use, children] = [this.#uses.get(id) ?? 0, before?.row?.children ?? none]
    const made = rowOf(withFallback(node, this.#dom), { key: this.key(id), dom, use, children })
    this.#silent[made.isSilent ? 'add' : 'delete'](id)
    const closed = made.isClosed || role === 'StaticText'
    this.#entries.set(id, {
      parent,
      childIds: closed ? none : numbers(node.childIds),
      row: withStanding(this.secrets.outOf(made.row), id, this.#standing),
      delivered: before?.delivered ?? false,
    })
  }

  /**
   * Last step of a bulk read: rows get their children, and unreachable nodes are forgotten. `found` are the nodes that
   * a listener or pointer cursor may make clickable.
   */
  finish(found: Pressables): void {
    this.#sweep()
    this.#uses = withDialogs(usesOf(found, this.#entries, this.#dom), found.out.dialogs, this.#entries)
    for (const [id, use] of this.#uses) {
      const entry = this.#entries.get(id)!
      if (entry.bare) entry.row ??= this.#bareRow(id, use)
    }
    this.#standing = standingIn(this.#dom, this.#entries, found.out)
    this.omitted.update(found.concealed)
    for (const [id, entry] of this.#entries) {
      if (entry.row !== undefined) {
        const own = usable(this.secrets.outOf(entry.row), this.#uses.get(id) ?? 0)
        entry.row = withStanding(this.#withChildren(id, entry, own), id, this.#standing)
        entry.delivered = true
      }
    }
    this.missing.clear()
    this.#changed.clear()
  }

  /** Records which nodes have listeners now; the rows this affects are remade. */
  setUses(found: Pressables): OutOfReach {
    return this.#set(usesOf(found, this.#entries, this.#dom), found.out, this.omitted.update(found.concealed))
  }

  /** Records what is now out of reach, marked, or in front. */
  setReach(out: OutOfReach): OutOfReach {
    return this.#set(this.#uses, out)
  }

  #set(uses: ReadonlyMap<number, number>, out: OutOfReach, around: Iterable<number> = none): OutOfReach {
    const [before, stood] = [this.#uses, this.#standing]
    this.#uses = withDialogs(uses, out.dialogs, this.#entries, stood.dialogs)
    this.#standing = standingIn(this.#dom, this.#entries, out)
    const touched = differing(before, this.#uses)
    for (const id of touched) {
      const entry = this.#entries.get(id)
      const use = this.#uses.get(id)
      if (entry === undefined || (entry.row === undefined && use === undefined)) touched.delete(id)
      else if (entry.bare) entry.row = use === undefined ? undefined : this.#bareRow(id, use)
      else entry.row = use === undefined ? unused(entry.row!) : usable(entry.row!, use)
    }
    this.#rebuild(new Set([...touched, ...around, ...standingChanged(this.#entries, stood, this.#standing)]))
    return out
  }

  #bareRow(id: number, use: number): Row {
    return withStanding(bareRow(this.key(id), this.#dom.facts(id), use), id, this.#standing)
  }

  /** Forgets nodes that have become unreachable in ways that were not fully reported. */
  #sweep(): void {
    this.#orphaned = false
    const reached = reachedFrom(this.#entries, this.roots.values())
    if (reached.size < this.#entries.size)
      for (const id of this.#entries.keys()) if (!reached.has(id)) this.#entries.delete(id)
  }

  *rows(): Iterable<Row> {
    for (const entry of this.#entries.values()) if (entry.row !== undefined) yield entry.row
    yield* this.omitted.rows.values()
  }

  /**
   * Takes in nodes of a partial read or an event. The first `changed` of them are known to have changed: a change below
   * an ignored child is reported for its nearest included ancestor, whose own list of children stays the same.
   */
  update(nodes: readonly AxNode[], changed = 0): void {
    for (const node of nodes.slice(0, changed)) {
      const id = Number(node.nodeId)
      const entry = this.#entries.get(id)
      if (entry === undefined) continue
      if (entry.row === undefined || hasIgnored(this.#entries, entry)) this.missing.add(id)
      // When a selection moves, Chromium reports the option that lost it, not the one that gained it.
      if (entry.row?.role === 'AXOption') this.missing.add(entry.parent)
      for (const child of entry.childIds) if (this.#entries.get(child)?.row?.role === 'AXMenu') this.missing.add(child)
    }
    const touched = this.secrets.learn(nodes, this.#dom, this.#entries)
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
      // A node's role, and whether it is drawn, decide what it contains, which is not reported.
      if (before !== undefined && (before.row?.role !== now.row?.role || before.bare !== now.bare)) this.missing.add(id)
      for (const child of before?.childIds ?? none) if (!now.childIds.includes(child)) orphans.push(child)
    }
    for (const id of touched) {
      const entry = this.#entries.get(id)!
      for (const child of entry.childIds) {
        if (child < 0) continue
        const known = this.#entries.get(child)
        // A node that was between them has gone, perhaps with what it said about them.
        if (known?.parent !== id) this.missing.add(id)
        if (known !== undefined) known.parent = id
      }
    }
    for (const orphan of orphans) {
      const entry = this.#entries.get(orphan)
      if (entry !== undefined && !this.#entries.get(entry.parent)?.childIds.includes(orphan)) this.#forget(orphan)
    }
    if (orphans.length > 0) this.#orphaned = true
    this.#rebuild(touched)
  }

  /** At once: if it comes back it must be requested again, since Chromium no longer watches it. */
  #forget(id: number): void {
    for (const gone of forgetBelow(this.#entries, id)) {
      this.missing.delete(gone)
      this.#changed.delete(this.key(gone))
    }
  }

  /** Remakes the rows of nodes after something outside them changed (a frame, a listener). */
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

  /** Nodes whose children must be requested once, so that every later change to them is reported. */
  watchable(): number[] {
    return [...parentsOfChangeable(this.#entries, this.#dom.holders())]
  }

  /** Rows made or changed since the last call, with everything they bring into the tree. */
  take(): Map<Key, Row> {
    if (this.#orphaned) this.#sweep()
    const around = this.omitted.update()
    if (around.size > 0) this.#rebuild(around)
    const changed = this.#changed
    this.#changed = new Map()
    const stack = [...changed.values()]
    while (stack.length > 0) {
      const row = stack.pop()!
      const entry = this.#entries.get(this.id(row.key))
      if (entry !== undefined) entry.delivered = true
      for (const key of row.children) {
        const hidden = this.omitted.rows.get(this.id(key))
        if (hidden !== undefined) changed.set(key, hidden)
        const child = this.#entries.get(this.id(key))
        if (child?.row === undefined || child.delivered) continue
        changed.set(key, child.row)
        stack.push(child.row)
      }
    }
    return changed
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0
  }

  /** The node itself, or its nearest included ancestor. */
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
          this.#markDropped(before, entry.row.children)
        }
        // An ignored node's children show as its nearest included ancestor's; so does a new or newly ignored node.
        if (entry.row !== undefined && at !== id) break
        at = entry.parent
      }
    }
  }

  /** What a row no longer shows has left the tree, unless another row shows it and so brings it back. */
  #markDropped(before: readonly Key[], after: readonly Key[]): void {
    if (before.length === 0 || before === after) return
    const kept = new Set(after)
    const left = before.filter((key) => !kept.has(key)).map((key) => this.id(key))
    markDropped(this.#entries, left)
  }

  #withChildren(id: number, entry: Entry, row: Row): Row {
    const shown = shownBelow(this.#entries, entry).map((key) => this.id(key))
    const children = this.omitted.among(id, shown).map((one) => this.key(one))
    const frame = this.#dom.frameOf.get(id)
    if (frame !== undefined) {
      const [root, outer] = [this.roots.get(frame), this.#outer(frame)]
      if (outer === null) return withheldRow(row)
      const key = root !== undefined ? this.key(root) : outer
      if (key !== undefined) children.push(key)
    }
    const title = row.title && saidOnce(row.title, (role) => namesBelow(this.#entries, entry, role))
    return { ...row, children, title }
  }
}
