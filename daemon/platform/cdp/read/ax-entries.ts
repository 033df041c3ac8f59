/** Accessibility nodes linked by id, including ignored ones, and the ways from one to another. */
import { type Key, type Row, sameTexts } from '../../element/row.ts'

export interface Entry {
  parent: number
  readonly childIds: readonly number[]
  /** Undefined if the node is ignored. */
  row: Row | undefined
  /** Ignored only as uninteresting: it is rendered, and gets a row if it can be used. */
  readonly bare?: true
  /** Has the tree been given the row? When a parent loses a row, the tree drops it with everything below. */
  delivered: boolean
}

export type Entries = Map<number, Entry>

/** Ids reachable from the roots. */
export function reachedFrom(entries: Entries, roots: Iterable<number>): Set<number> {
  const reached = new Set<number>()
  const stack = [...roots]
  while (stack.length > 0) {
    const id = stack.pop()!
    const entry = entries.get(id)
    if (entry === undefined || reached.has(id)) continue
    reached.add(id)
    for (const child of entry.childIds) stack.push(child)
  }
  return reached
}

/** The node itself, or its nearest included ancestor: an ignored node's children are reported as that one's. */
export function includedOf(entries: Entries, id: number): number {
  let at = id
  for (
    let entry = entries.get(at);
    entry !== undefined && entry.row === undefined && entry.parent !== 0;
    entry = entries.get(at)
  ) {
    at = entry.parent
  }
  return at
}

export function hasIgnored(entries: Entries, entry: Entry): boolean {
  return entry.childIds.some((child) => entries.get(child)?.row === undefined)
}

/** The outermost ancestor. */
export function topOf(entries: Entries, id: number): number {
  let at = id
  for (let entry = entries.get(at); entry !== undefined && entry.parent !== 0; entry = entries.get(at))
    at = entry.parent
  return at
}

/** Number of descendants, counted up to a limit. */
export function countBelow(entries: Entries, id: number, bound: number): number {
  let count = 0
  const stack = [id]
  while (stack.length > 0 && count <= bound) {
    for (const child of entries.get(stack.pop()!)?.childIds ?? []) {
      count++
      stack.push(child)
    }
  }
  return count
}

/** Keys of the included nodes shown as an entry's children: ignored nodes are replaced by their own children. */
export function shownBelow(entries: Entries, entry: Entry): Key[] {
  const shown: Key[] = []
  const stack = [...entry.childIds].reverse()
  while (stack.length > 0) {
    const child = entries.get(stack.pop()!)
    if (child === undefined) continue
    if (child.row !== undefined) shown.push(child.row.key)
    else for (let i = child.childIds.length - 1; i >= 0; i--) stack.push(child.childIds[i]!)
  }
  return shown
}

/** Names made of more nodes are not examined. */
const mostInName = 20

/** The names of the nodes with that role inside. */
export function namesBelow(entries: Entries, entry: Entry, role: string): string[] {
  const found: string[] = []
  const stack = [...entry.childIds]
  for (let left = mostInName; left > 0 && stack.length > 0; left--) {
    const inner = entries.get(stack.pop()!)
    if (inner?.row?.role === role && inner.row.title !== undefined) found.push(inner.row.title)
    stack.push(...(inner?.childIds ?? []))
  }
  return found
}

/** The parent of a node; ignored nodes count, since Chromium leaves plain containers out of its tree. */
export function parentIn(entries: Entries, id: number, keyOf: (id: number) => Key): Key | undefined {
  const parent = entries.get(id)?.parent
  return parent === undefined || parent === 0 ? parent : keyOf(parent)
}

/** Its children; ignored nodes count here too. */
export function childrenIn(entries: Entries, id: number, keyOf: (id: number) => Key): Key[] | undefined {
  const { childIds } = entries.get(id) ?? {}
  return childIds?.filter((child) => entries.has(child)).map(keyOf)
}

/** Used because replies mostly repeat what is known. A row's children are compared by the ids that produce them. */
export function sameEntry(a: Entry, b: Entry): boolean {
  if (a.parent !== b.parent || a.childIds.length !== b.childIds.length) return false
  for (let i = 0; i < a.childIds.length; i++) if (a.childIds[i] !== b.childIds[i]) return false
  if (a.row === undefined || b.row === undefined) return a.row === b.row
  return a.row.flags === b.row.flags && sameTexts(a.row, b.row)
}

/** Anything with element children, or that can be used, may change without a DOM event; plain text cannot. */
function isChangeable({ row }: Entry, isHolder: boolean): boolean {
  if (row === undefined || isHolder) return true
  return row.role !== 'AXStaticText' && (row.flags !== 0 || row.role === 'AXOption')
}

/** Nodes that show such a changeable child. */
export function parentsOfChangeable(entries: Entries, holders: ReadonlySet<number>): Set<number> {
  const parents = new Set<number>()
  for (const [id, entry] of entries)
    if (entry.parent !== 0 && isChangeable(entry, holders.has(id))) parents.add(includedOf(entries, entry.parent))
  return parents
}

/** The tree has dropped these and everything below. */
export function markDropped(entries: Entries, ids: readonly number[]): void {
  const stack = [...ids]
  while (stack.length > 0) {
    const entry = entries.get(stack.pop()!)
    if (entry === undefined || (!entry.delivered && entry.row !== undefined)) continue
    entry.delivered = false
    stack.push(...entry.childIds)
  }
}

const none: readonly never[] = Object.freeze([])

/** Ids as numbers; one shared list if there are none. */
export function numbers(ids: readonly string[] | undefined): readonly number[] {
  if (ids === undefined || ids.length === 0) return none
  return ids.map(Number)
}

/** Removes a node and everything reachable only through it. Returns their ids. */
export function forgetBelow(entries: Entries, id: number): number[] {
  const gone: number[] = []
  for (const stack = [id]; stack.length > 0; ) {
    const at = stack.pop()!
    const entry = entries.get(at)
    if (entry === undefined) continue
    entries.delete(at)
    gone.push(at)
    stack.push(...entry.childIds.filter((child) => entries.get(child)?.parent === at))
  }
  return gone
}
