/**
 * A dialog that is modal, or hides the rest, takes everything behind it out of reach and later gives it back: reported
 * as a number, not one by one. Once it has closed, the page is compared with its state before the dialog: what a
 * confirmed question removed was already out of sight when it was answered.
 */
import { isModal, Kind, kindOf } from '../../tree/model/context.ts'
import { isHidden, isInteractable, isWithin, type Node } from '../../tree/model/node.ts'
import { type Changes, type Difference, visibilityChanges } from '../../tree/warm/history.ts'
import type { walk } from '../../view/select/walk.ts'
import { wordsOf } from './changes.ts'

export type Tree = Parameters<typeof walk>[0] & {
  /** Changes since before this element, which is gone again, came into sight. */
  sinceBefore?(key: Node['key']): Difference | undefined
}

export interface Separated {
  /** The rest; after a dialog, the changes since before it came. */
  readonly difference: Changes
  /** Dialogs that have closed. */
  readonly closed: readonly Node[]
  /** Number of elements out of reach now. */
  readonly behind: number
  /** Number of elements in reach again. */
  readonly back: number
}

export function withoutBehind(difference: Changes, tree: Tree): Separated {
  const { added, changed, removed } = difference
  const { came, went } = visibilityChanges(difference)
  const opened = [...added, ...came].filter(isDialog)
  const closed = [...removed, ...went].filter(isDialog)
  const nothing = { difference, closed: [], behind: 0, back: 0 }
  if (opened.length > 0 === closed.length > 0) return nothing
  if (opened.length > 0) {
    const behind = [...removed, ...went].filter(isVisible).length
    if (behind <= leftAround(tree, behind)) return nothing
    return { ...nothing, difference: { added, changed: without(changed, went), removed: [] }, behind }
  }
  const [first, ...more] = closed.map(({ key }) => tree.sinceBefore?.(key))
  if (first === undefined || more.some((one) => one !== undefined && one.from < first.from)) return nothing
  const isNew = new Set([...first.added, ...visibilityChanges(first).came].map(({ key }) => key))
  const back = [...added, ...came].filter((node) => !isNew.has(node.key) && isVisible(node))
  if (back.length > 0) return { difference: first, closed, behind: 0, back: back.length }
  // The dialog had taken nothing out of reach.
  const own = new Set(closed.flatMap(({ key }) => [...within(key, removed)]))
  const isOwn = (node: Node) => closed.some(({ key }) => isWithin(node, key, (at) => tree.node(at)))
  const rest = removed.filter(({ key }) => !own.has(key))
  return { ...nothing, difference: { added, changed: without(changed, went.filter(isOwn)), removed: rest }, closed }
}

/** An element that is gone, with all that went with it. */
function within(top: Node['key'], removed: readonly Node[]): Set<Node['key']> {
  const found = new Set([top])
  const children = new Map(removed.map((node) => [node.key, node.children]))
  for (const key of found) for (const child of children.get(key) ?? []) found.add(child)
  return found
}

function without(changed: Changes['changed'], nodes: readonly Node[]): Changes['changed'] {
  const left = new Set(nodes)
  return changed.filter(({ was, now }) => !left.has(was) && !left.has(now))
}

function isDialog(node: Node): boolean {
  return isModal(node) || kindOf(node) === Kind.dialog
}

function isVisible(node: Node): boolean {
  return !isHidden(node) && (isInteractable(node) || wordsOf(node) !== undefined)
}

/** How many elements outside dialogs are left; counts up to `most`. */
function leftAround(tree: Tree, most: number): number {
  let count = 0
  const stack = [...(tree.node(tree.root)?.children ?? [])]
  for (let key = stack.pop(); key !== undefined && count < most; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || isDialog(node)) continue
    if (isVisible(node)) count++
    stack.push(...node.children)
  }
  return count
}
