/** What toolkits change without a word: where something is told, these are looked at again with it. */
import { Part } from './marks.ts'
import type { Mirror } from './mirror.ts'
import { isFrameOrPage, isLeaf } from './roles.ts'
import { mostChildren } from './tree-walk.ts'

/** Ids to bits of `Part`. */
export type Dirty = Map<string, number>

/** Elements of which facts are looked at as well as parts; of larger applications parts alone. */
const mostSwept = 3000

export interface SilentOptions {
  /** All that the application lists, with its present facts; the rest is looked at one by one. */
  readonly bulk: { has(id: string): boolean } | undefined
  /** Anything may have come, gone or changed its state. */
  readonly sweeps: boolean
}

export function mark(dirty: Dirty, id: string, parts: number): void {
  dirty.set(id, (dirty.get(id) ?? 0) | parts)
}

export function markSilent(mirror: Mirror, dirty: Dirty, { bulk, sweeps }: SilentOptions): void {
  markWindows(mirror, dirty)
  const isSmall = mirror.size <= mostSwept
  for (const id of mirror.ids()) {
    const { item, children, childCount } = mirror.place(id)!
    if (childCount > mostChildren && childCount > children.length) {
      // Which cells of a sheet are in sight, and what is in them, is told by nobody.
      mark(dirty, id, Part.children)
      for (const cell of children) mark(dirty, cell, Part.extras)
    }
    // Firefox attaches a document to its frame without a word, and fills it where the tab is not in front.
    if (sweeps && isFrameOrPage(item.role)) mark(dirty, id, Part.children)
    if (!sweeps || bulk?.has(id)) continue
    const facts = isSmall ? Part.states | (item.description === '' ? 0 : Part.description) : 0
    const parts = facts | (children.length > 0 || !isLeaf(item.role) ? Part.children : 0)
    if (parts !== 0) mark(dirty, id, parts)
  }
}

/** Windows come and go, in some toolkits, unannounced: to look is one call. */
function markWindows(mirror: Mirror, dirty: Dirty): void {
  const root = mirror.rootId
  if (root === undefined) return
  mark(dirty, root, Part.children)
  for (const window of mirror.place(root)?.children ?? []) mark(dirty, window, Part.states)
}
