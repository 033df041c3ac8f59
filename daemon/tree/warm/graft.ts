/**
 * Merges a reading into the nodes of a tree and reports what changed.
 *
 * Afterwards every node is reachable from the root, through one parent and once; `parent` names it. A child without a
 * row stays in its parent's list, and `missing` records the parent, so that the row may arrive later. If a reading
 * contradicts itself (two parents, cycles), the first parent in document order gets the child.
 */
import { sameFrame } from '../../platform/element/rectangle.ts'
import { type Key, type Row, row } from '../../platform/element/row.ts'
import type { Node } from '../model/node.ts'
import { compose, type Patch } from './history.ts'
import { sameRow } from './same-row.ts'

export interface Ground {
  root: Key
  nodes: Map<Key, Node>
  /** Children that are listed but have no row, with the parent that lists them. */
  missing: Map<Key, Key>
}

/** Replaces everything: the tree becomes what `rowOf` yields from the root on. */
export function rebuild(ground: Ground, root: Key, rowOf: (key: Key) => Row | undefined): Patch {
  const before = ground.nodes
  const nodes = new Map<Key, Node>()
  const missing = new Map<Key, Key>()
  const disputed = new Set<Key>()
  const keys = [root]
  const parents: Key[] = [0]
  while (keys.length > 0) {
    const key = keys.pop()!
    const parent = parents.pop()!
    if (nodes.has(key)) {
      disputed.add(parent)
      continue
    }
    const read = rowOf(key)
    if (read === undefined) {
      if (missing.has(key)) disputed.add(parent)
      else if (parent !== 0) missing.set(key, parent)
      continue
    }
    const node = kept(before.get(key), read)
    node.parent = parent
    nodes.set(key, node)
    for (let i = node.children.length - 1; i >= 0; i--) {
      keys.push(node.children[i]!)
      parents.push(key)
    }
  }
  for (const key of disputed) settle(nodes, missing, before, key)
  ground.root = root
  ground.nodes = nodes
  ground.missing = missing
  return compare(before, nodes)
}

/** Same result as a rebuild, but cheaper if little changed: an unchanged row costs one comparison. */
export function renew(ground: Ground, root: Key, rows: ReadonlyMap<Key, Row>): Patch {
  const { nodes } = ground
  const rowOf = (key: Key) => rows.get(key)
  if (root !== ground.root) return rebuild(ground, root, rowOf)
  const other = new Map<Key, Row>()
  let known = 0
  for (const [key, row] of rows) {
    const old = nodes.get(key)
    if (old !== undefined) known++
    if (old === undefined || kept(old, row) !== old) other.set(key, row)
    if (other.size > rows.size / 4) return rebuild(ground, root, rowOf)
  }
  const gone = nodes.size - known
  const patch = graft(ground, other)
  if (patch === undefined) return rebuild(ground, root, rowOf)
  const went = patch.removed.reduce((sum, node) => (rows.has(node.key) ? sum : sum + 1), 0)
  // Some of those are still listed, but no longer have a row.
  return went === gone ? patch : compose([patch, rebuild(ground, root, rowOf)])
}

/** The old object if it is equal, so that unchanged rows cost no memory and compare by identity. */
function kept(old: Node | undefined, read: Row): Node {
  return old !== undefined && sameRow(old, read) && sameFrame(old.frame, read.frame ?? old.frame) ? old : read
}

/** Leaves a parent only its own children, each once. */
function settle(nodes: Map<Key, Node>, missing: Map<Key, Key>, before: ReadonlyMap<Key, Node>, key: Key): void {
  const node = nodes.get(key)!
  const own = new Set<Key>()
  for (const child of node.children) if ((nodes.get(child)?.parent ?? missing.get(child)) === key) own.add(child)
  const parent = node.parent
  const clean = kept(before.get(key), row({ ...node, children: [...own] }))
  clean.parent = parent
  nodes.set(key, clean)
}

function compare(before: ReadonlyMap<Key, Node>, after: ReadonlyMap<Key, Node>): Patch {
  const patch: Patch = { added: [], changed: [], removed: [] }
  for (const [key, now] of after) {
    const was = before.get(key)
    if (was === now) continue
    if (was === undefined) patch.added.push(now)
    else if (!sameRow(was, now)) patch.changed.push({ was, now })
  }
  if (before.size + patch.added.length === after.size) return patch
  for (const [key, was] of before) if (!after.has(key)) patch.removed.push(was)
  return patch
}

/**
 * Merges some rows, in time that depends only on them. Returns `undefined` without a change if they contradict each
 * other or nodes not among them: then only a rebuild helps.
 */
export function graft(ground: Ground, rows: ReadonlyMap<Key, Row>): Patch | undefined {
  const plan = planOf(ground, rows)
  return plan === undefined ? undefined : carryOut(ground, plan)
}

interface Plan {
  /** Changed and new rows, parents first. */
  readonly rows: Row[]
  /** Parents that the rows assign to children. */
  readonly claims: Map<Key, Key>
}

function planOf(ground: Ground, rows: ReadonlyMap<Key, Row>): Plan | undefined {
  const { nodes, missing } = ground
  const plan: Plan = { rows: [], claims: new Map() }
  const replaced = new Set<Key>()
  const moved: Key[] = []
  const queue: Row[] = []
  for (const row of rows.values()) if (nodes.has(row.key)) queue.push(row)
  if (!claimFor(ground, rows, plan, queue, replaced, moved)) return undefined
  if (missing.size > 0) {
    const late: Row[] = []
    for (const row of rows.values()) {
      const parent = missing.get(row.key)
      if (parent === undefined || replaced.has(parent) || plan.claims.has(row.key)) continue
      plan.claims.set(row.key, parent)
      late.push(row)
    }
    if (!claimFor(ground, rows, plan, late, replaced, moved)) return undefined
  }
  for (const child of moved) if (!replaced.has(parentOf(ground, child)!)) return undefined
  return reachRoot(ground, plan.claims, moved) ? plan : undefined
}

/** Plans the queued rows and the new ones below them; false if two parents claim one child. */
function claimFor(
  ground: Ground,
  rows: ReadonlyMap<Key, Row>,
  { rows: planned, claims }: Plan,
  queue: Row[],
  replaced: Set<Key>,
  moved: Key[],
): boolean {
  for (const row of queue) {
    const old = ground.nodes.get(row.key)
    if (old !== undefined && sameRow(old, row)) {
      if (kept(old, row) !== old) planned.push(row)
      continue
    }
    planned.push(row)
    replaced.add(row.key)
    for (const child of row.children) {
      if (child === ground.root || claims.has(child)) return false
      claims.set(child, row.key)
      const parent = parentOf(ground, child)
      if (parent !== undefined && parent !== row.key) moved.push(child)
      const read = ground.nodes.has(child) ? undefined : rows.get(child)
      if (read !== undefined) queue.push(read)
    }
  }
  return true
}

/** The parent that lists it so far. */
function parentOf({ nodes, missing }: Ground, key: Key): Key | undefined {
  return nodes.get(key)?.parent ?? missing.get(key)
}

/** A node that moved below itself would float free of the tree, and nothing would remove it. */
function reachRoot(ground: Ground, claims: ReadonlyMap<Key, Key>, moved: readonly Key[]): boolean {
  const safe = new Set<Key>([ground.root])
  for (const start of moved) {
    const path = new Set<Key>()
    for (let key = start; !safe.has(key); key = claims.get(key) ?? ground.nodes.get(key)?.parent ?? 0) {
      if (key === 0 || path.has(key)) return false
      path.add(key)
    }
    for (const key of path) safe.add(key)
  }
  return true
}

function carryOut({ nodes, missing }: Ground, { rows, claims }: Plan): Patch {
  const replaced = new Map<Key, Node>()
  const added: Node[] = []
  for (const row of rows) {
    const old = nodes.get(row.key)
    row.parent = claims.get(row.key) ?? old?.parent ?? 0
    nodes.set(row.key, row)
    missing.delete(row.key)
    if (old === undefined) added.push(row)
    else if (!sameRow(old, row)) replaced.set(row.key, old)
  }
  const dropped: Key[] = []
  for (const [key, old] of replaced) {
    for (const child of old.children) {
      if (claims.has(child)) continue
      if (nodes.get(child)?.parent === key) dropped.push(child)
      else if (missing.get(child) === key) missing.delete(child)
    }
  }
  for (const [child, parent] of claims) {
    const node = nodes.get(child)
    if (node === undefined) missing.set(child, parent)
    else node.parent = parent
  }
  const removed = cut(nodes, missing, dropped)
  const patch: Patch = { added: [], changed: [], removed: [] }
  for (const node of added) if (nodes.has(node.key)) patch.added.push(node)
  const late = new Set(added)
  for (const node of removed) if (!late.has(node)) patch.removed.push(replaced.get(node.key) ?? node)
  for (const [key, was] of replaced) {
    const now = nodes.get(key)
    if (now !== undefined) patch.changed.push({ was, now })
  }
  return patch
}

/** Removes the nodes and everything below them; a child that has since moved to another parent stays. */
function cut(nodes: Map<Key, Node>, missing: Map<Key, Key>, keys: Key[]): Node[] {
  const removed: Node[] = []
  while (keys.length > 0) {
    const key = keys.pop()!
    const node = nodes.get(key)!
    nodes.delete(key)
    removed.push(node)
    for (const child of node.children) {
      if (nodes.get(child)?.parent === key) keys.push(child)
      else if (missing.get(child) === key) missing.delete(child)
    }
  }
  return removed
}
