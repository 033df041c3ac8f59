/** Reports moves: children in another order, and elements moved from one named container to another. */
import { cut } from '../../../api-schema/cut.ts'
import { getOrCreate } from '../../platform/basics/get-or-create.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { isHidden, type Node } from '../../tree/model/node.ts'
import type { Tree } from '../../tree/naming/labels.ts'
import { isRow } from '../../tree/naming/parts.ts'
import { textIn } from '../../tree/naming/texts.ts'
import type { Changes } from '../../tree/warm/history.ts'
import { type FieldChange, wordsOf } from './changes.ts'

type Key = Node['key']

/** Longest order reported. */
const mostInOrder = 5
const longestName = 40
const mostLooked = 30

export function movesOf(difference: Changes, tree: Tree): { node: Node; change: FieldChange }[] {
  return [...ordersOf(difference, tree), ...transfersOf(difference, tree)]
}

function ordersOf({ changed }: Changes, tree: Tree): { node: Node; change: FieldChange }[] {
  const cameInSight = new Set(changed.flatMap(({ was, now }) => (isHidden(was) && !isHidden(now) ? now.key : [])))
  // What is hidden, or was, has no place among the others that a person sees.
  const isSeen = (key: Key) => {
    const node = tree.node(key)
    return node !== undefined && !isHidden(node) && !cameInSight.has(key)
  }
  return changed.flatMap(({ was, now }) => {
    const before = new Set(was.children)
    const kept = alikeIn(
      tree,
      now.children.filter((key) => before.has(key) && isSeen(key)),
    )
    const order = (children: readonly Key[]) => {
      const names = children.flatMap((key) => (kept.has(key) ? (nameIn(tree, key) ?? []) : []))
      return names.length > mostInOrder ? [...names.slice(0, mostInOrder), '…'] : names
    }
    const [old, fresh] = [order(was.children), order(now.children)]
    const isSame = old.every((name, at) => name === fresh[at])
    if (!isSame) return [{ node: now, change: { was: { order: old }, now: { order: fresh } } }]
    return isInOrder(was.children, now.children, kept) || old.length < 2 ? [] : [far(now, kept.size)]
  })
}

/**
 * Those of the commonest role: people notice the order of similar things, not that of a text and the button next to it.
 */
function alikeIn(tree: Tree, keys: readonly Key[]): ReadonlySet<Key> {
  const byRole = new Map<string, Key[]>()
  for (const key of keys) {
    const role = nameIn(tree, key) === undefined ? undefined : tree.node(key)?.role
    if (role !== undefined) getOrCreate(byRole, role, (): Key[] => []).push(key)
  }
  const [most] = [...byRole.values()].sort((a, b) => b.length - a.length)
  return new Set(most)
}

/** A change beyond the first entries, which are equal. */
function far(node: Node, count: number): { node: Node; change: FieldChange } {
  return { node, change: { was: { order: [`${count} elements`] }, now: { order: ['another order, further down'] } } }
}

function isInOrder(was: readonly Key[], now: readonly Key[], kept: ReadonlySet<Key>): boolean {
  const after = now.filter((key) => kept.has(key))
  return was.filter((key) => kept.has(key)).every((key, at) => key === after[at])
}

function transfersOf({ changed, removed }: Changes, tree: Tree): { node: Node; change: FieldChange }[] {
  const gone = new Map(removed.map((node) => [node.key, node]))
  const left = new Map<Key, Key>()
  for (const { was, now } of [...changed, ...removed.map((was) => ({ was, now: undefined }))]) {
    const still = new Set(now?.children)
    for (const key of was.children) if (!still.has(key)) left.set(key, now?.key ?? was.key)
  }
  return changed.flatMap(({ was, now }) => {
    const before = new Set(was.children)
    return now.children.flatMap((key) => {
      const from = before.has(key) ? undefined : left.get(key)
      const node = tree.node(key)
      if (from === undefined || from === now.key || node === undefined || gone.has(key)) return []
      const [old, fresh] = [placeOf(tree, from, gone), placeOf(tree, now.key, gone)]
      if (old === undefined || fresh === undefined || old === fresh || nameIn(tree, key) === undefined) return []
      return [{ node, change: { was: { in: old }, now: { in: fresh } } }]
    })
  })
}

/** The nearest named container around it. */
function placeOf(tree: Tree, from: Key, gone: ReadonlyMap<Key, Node>): string | undefined {
  for (let node = tree.node(from) ?? gone.get(from); node !== undefined; node = tree.node(node.parent)) {
    const name = node.title ?? node.description
    if (name !== undefined) return `${shortRole(node.role, node.subrole)} ${JSON.stringify(cut(name, longestName))}`
  }
  return undefined
}

/** Its own name, or that of the first named element in it. */
export function nameIn(tree: Tree, key: Key): string | undefined {
  const node = tree.node(key)
  if (node === undefined) return undefined
  const name = wordsOf(node) ?? (isRow(node) ? undefined : textIn(tree, node)) ?? nameInside(tree, node)
  return name === undefined ? undefined : cut(name, longestName)
}

/** The name of the first named element in it. */
function nameInside(tree: Tree, node: Node): string | undefined {
  const stack = [...node.children].reverse()
  for (let left = mostLooked; left > 0 && stack.length > 0; left--) {
    const inner = tree.node(stack.pop()!)
    if (inner === undefined) continue
    const name = wordsOf(inner)
    if (name !== undefined) return name
    for (let i = inner.children.length - 1; i >= 0; i--) stack.push(inner.children[i]!)
  }
  return undefined
}
