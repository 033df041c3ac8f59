/** Accessibility nodes linked by id, ignored ones among them: how to go from one to another. */
import { type Key, type Row, sameTexts } from '../platform.ts'

export interface Entry {
  parent: number
  readonly childIds: readonly number[]
  /** Undefined where the node is ignored. */
  row: Row | undefined
  /** The tree has the row, as far as it was told. What a parent loses, the tree drops with all below it. */
  told: boolean
}

export type Entries = Map<number, Entry>

/** Ids that the roots reach. */
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

/** The node itself, or the included one around it: the children of an ignored node are told with those of that one. */
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

/** The outermost node above one. */
export function topOf(entries: Entries, id: number): number {
  let at = id
  for (let entry = entries.get(at); entry !== undefined && entry.parent !== 0; entry = entries.get(at))
    at = entry.parent
  return at
}

/** Number of nodes below one, counted up to a bound. */
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

/** Keys of the included nodes that show as the children of one: ignored nodes give their place to theirs. */
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

/** Replies repeat what is known more often than not. Children of rows are compared as the ids that make them. */
export function sameEntry(a: Entry, b: Entry): boolean {
  if (a.parent !== b.parent || a.childIds.length !== b.childIds.length) return false
  for (let i = 0; i < a.childIds.length; i++) if (a.childIds[i] !== b.childIds[i]) return false
  if (a.row === undefined || b.row === undefined) return a.row === b.row
  return a.row.flags === b.row.flags && sameTexts(a.row, b.row)
}

/** What has element children, or can be used, may change without a DOM event; a text alone does not. */
export function isTelling({ row }: Entry, isHolder: boolean): boolean {
  if (row === undefined || isHolder) return true
  return row.role !== 'AXStaticText' && (row.flags !== 0 || row.role === 'AXOption')
}

/** The tree has dropped these and all below them. */
export function untell(entries: Entries, ids: readonly number[]): void {
  const stack = [...ids]
  while (stack.length > 0) {
    const entry = entries.get(stack.pop()!)
    if (entry === undefined || (!entry.told && entry.row !== undefined)) continue
    entry.told = false
    stack.push(...entry.childIds)
  }
}

const none: readonly never[] = Object.freeze([])

/** Ids as numbers; one shared list for no ids. */
export function numbers(ids: readonly string[] | undefined): readonly number[] {
  if (ids === undefined || ids.length === 0) return none
  return ids.map(Number)
}
