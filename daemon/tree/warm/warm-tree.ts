/** The copy of one target's elements: nodes by key, recent changes, and the index over their texts. */
import { setImmediate } from 'node:timers/promises'
import { Flag } from '../../platform/element/flags.ts'
import { type Key, type Row, sameTexts } from '../../platform/element/row.ts'
import type { Reading } from '../../platform/platform.ts'
import { FieldIndex, type Keys } from '../index/field-index.ts'
import { isPdf, type Node, unreadRows } from '../model/node.ts'
import { type Ground, graft, rebuild, renew } from './graft.ts'
import { type Difference, History, type HistoryLimits, type Patch } from './history.ts'
import { differsInStateAlone } from './same-row.ts'

export interface WarmTreeOptions {
  /** The first revision. Consecutive copies of one target must not share a revision. */
  readonly revision?: number
  readonly history?: HistoryLimits
  /** When all elements have been indexed for the first search. */
  readonly onIndexed?: () => void
}

/** Nodes indexed before yielding to other work. */
const chunk = 1000

export class WarmTree {
  readonly #ground: Ground = { root: 0, nodes: new Map(), missing: new Map() }
  readonly #history: History
  readonly #onIndexed: () => void
  #revision: number
  #contentRevision: number
  #complete = false
  #partialReason: string | undefined
  #index: FieldIndex | undefined
  /** Elements with unread rows. */
  readonly #unread = new Set<Key>()
  /** Keys still missing from the index while it is being built. */
  #unindexed: Set<Key> | undefined

  /** Cached results of searches, emptied whenever the tree may change them. */
  readonly found = new Map<string, unknown>()

  constructor({ revision = 0, history, onIndexed = () => {} }: WarmTreeOptions = {}) {
    this.#revision = revision
    this.#contentRevision = revision
    this.#onIndexed = onIndexed
    this.#history = new History(revision, history)
  }

  /** 0 if there is no copy. */
  get root(): Key {
    return this.#ground.root
  }

  get revision(): number {
    return this.#revision
  }

  /** The last revision that changed more than states; facts about contents are valid since then. */
  get contentRevision(): number {
    return this.#contentRevision
  }

  /** The earliest revision that `since` can answer for. */
  get oldest(): number {
    return this.#history.oldest
  }

  get size(): number {
    return this.#ground.nodes.size
  }

  /** False if the last reading left something out; `partialReason` says why. */
  get complete(): boolean {
    return this.#complete
  }

  get partialReason(): string | undefined {
    return this.#partialReason
  }

  /** By key. When the document is replaced, another map begins, and this one stays as it was. */
  get nodes(): ReadonlyMap<Key, Node> {
    return this.#ground.nodes
  }

  /** Children of a partial copy may be listed but missing. */
  node(key: Key): Node | undefined {
    return this.#ground.nodes.get(key)
  }

  /** Applies the rows. True if something changed; then the revision has risen by one. */
  apply(reading: Reading): boolean {
    this.found.clear()
    const ground = this.#ground
    const wasEmpty = ground.nodes.size === 0
    const rows = new Map<Key, Row>()
    for (const row of reading.rows) rows.set(row.key, row)
    const lacking = ground.missing.size
    const patch = reading.whole ? renew(ground, reading.root, rows) : this.#workIn(reading.root, rows)
    this.#noteCompleteness(reading, lacking > 0)
    if (patch.added.length + patch.changed.length + patch.removed.length === 0) return false
    this.#revision++
    if (!isOfStates(patch)) this.#contentRevision = this.#revision
    if (wasEmpty) this.#history.reset(this.#revision)
    else this.#history.add(patch)
    this.#noteUnread(patch)
    this.#patchIndex(patch)
    return true
  }

  /** What happened after a revision, up to another or until now; `undefined` if that is too long ago. */
  since(revision: number, until?: number): Difference | undefined {
    return this.#history.since(revision, until)
  }

  /** The last revision at which a removed element existed; `since` accepts it. */
  lastSeen(key: Key): number | undefined {
    return this.#history.lastSeen(key)
  }

  /** What happened since before an element, now gone or hidden, came into sight; `undefined` if too long ago. */
  sinceBefore(key: Key): Difference | undefined {
    const before = this.#history.beforeSeen(key)
    return before === undefined ? undefined : this.#history.since(before)
  }

  /** Nodes that may have the folded text in a field. Valid until the next `apply`; call `prepare` first if possible. */
  candidates(folded: string): Keys {
    const index = this.#startIndex()
    this.#indexSome(index, Number.POSITIVE_INFINITY)
    return index.find(folded)
  }

  /** Builds the index without blocking other work. */
  async prepare(signal: AbortSignal): Promise<void> {
    const index = this.#startIndex()
    while (this.#unindexed !== undefined && index === this.#index) {
      this.#indexSome(index, chunk)
      await setImmediate()
      signal.throwIfAborted()
    }
  }

  /** In document order, from a node or the root. The tree must not be changed meanwhile. */
  *walk(from: Key = this.#ground.root): Iterable<Node> {
    const { nodes } = this.#ground
    const keys = [from]
    while (keys.length > 0) {
      const node = nodes.get(keys.pop()!)
      if (node === undefined) continue
      yield node
      for (let i = node.children.length - 1; i >= 0; i--) keys.push(node.children[i]!)
    }
  }

  /** Tables and lists with unread rows, in no order. */
  get unread(): readonly Node[] {
    return [...this.#unread].map((key) => this.#ground.nodes.get(key)!)
  }

  /** Innermost first. */
  ancestors(node: Node): Node[] {
    const found: Node[] = []
    for (let up = this.node(node.parent); up !== undefined; up = this.node(up.parent)) found.push(up)
    return found
  }

  /** The document was replaced: everything is gone, and no difference leads from before to after. */
  clear(): void {
    this.found.clear()
    this.#ground.root = 0
    this.#ground.nodes = new Map()
    this.#ground.missing = new Map()
    this.#unread.clear()
    this.#complete = false
    this.#partialReason = undefined
    this.#index = undefined
    this.#unindexed = undefined
    this.#revision++
    this.#contentRevision = this.#revision
    this.#history.reset(this.#revision)
  }

  #workIn(root: Key, rows: ReadonlyMap<Key, Row>): Patch {
    const ground = this.#ground
    const { nodes } = ground
    const patch = root === ground.root ? graft(ground, rows) : undefined
    return patch ?? rebuild(ground, root, (key) => rows.get(key) ?? nodes.get(key))
  }

  /** A patch completes a partial copy when it brings the last of the missing rows. */
  #noteCompleteness(reading: Reading, lacked: boolean): void {
    if (!reading.complete) {
      this.#complete = false
      this.#partialReason = reading.reason
    } else if (reading.whole || (lacked && this.#ground.missing.size === 0)) {
      this.#complete = true
      this.#partialReason = undefined
    }
  }

  #noteUnread({ added, changed, removed }: Patch): void {
    const note = (node: Node) => {
      if (unreadRows(node) > 0 || isPdf(node)) this.#unread.add(node.key)
      else this.#unread.delete(node.key)
    }
    for (const node of removed) this.#unread.delete(node.key)
    for (const { now } of changed) note(now)
    for (const node of added) note(node)
  }

  #startIndex(): FieldIndex {
    if (this.#index === undefined) {
      this.#index = new FieldIndex()
      this.#unindexed = new Set(this.#ground.nodes.keys())
    }
    return this.#index
  }

  #indexSome(index: FieldIndex, count: number): void {
    if (this.#unindexed === undefined) return
    let left = count
    for (const key of this.#unindexed) {
      if (left-- <= 0) return
      this.#unindexed.delete(key)
      index.add(this.#ground.nodes.get(key)!)
    }
    this.#unindexed = undefined
    this.#onIndexed()
  }

  #patchIndex({ added, changed, removed }: Patch): void {
    const index = this.#index
    if (index === undefined) return
    for (const node of removed) if (!this.#unindexed?.delete(node.key)) index.remove(node)
    for (const { was, now } of changed) {
      const asSecure = ((was.flags ^ now.flags) & Flag.secure) === 0
      if (this.#unindexed?.has(now.key) || (asSecure && sameTexts(was, now))) continue
      index.remove(was)
      index.add(now)
    }
    for (const node of added) index.add(node)
  }
}

function isOfStates({ added, changed, removed }: Patch): boolean {
  return added.length + removed.length === 0 && changed.every(({ was, now }) => differsInStateAlone(was, now))
}
