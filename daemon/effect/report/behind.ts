/** A modal dialog takes everything behind it out of reach, and gives it back: reported as a number, not one by one. */
import { isModal } from '../../tree/model/context.ts'
import { isHidden, isInteractable, type Node } from '../../tree/model/node.ts'
import type { walk } from '../../view/select/walk.ts'
import { type Difference, sightsOf, wordsOf } from './changes.ts'

export type Tree = Parameters<typeof walk>[0] & {
  /** Recently removed or hidden nodes, as they were before. */
  outOfSight?(): ReadonlyMap<Node['key'], Node>
}

export interface Separated {
  /** The rest. Elements that came back changed are among the changed. */
  readonly difference: Difference
  /** Number of elements out of reach now. */
  readonly behind: number
  /** Number of elements in reach again. */
  readonly back: number
}

export function withoutBehind(difference: Difference, tree: Tree): Separated {
  const { added, changed, removed } = difference
  const { came, went } = sightsOf(difference)
  const hasOpened = [...added, ...came].some(isModal)
  const hasClosed = [...removed, ...went].some(isModal)
  const nothing = { difference, behind: 0, back: 0 }
  if (hasOpened === hasClosed) return nothing
  if (hasOpened) {
    const behind = [...removed, ...went].filter(isVisible).length
    if (behind <= leftAround(tree, behind)) return nothing
    return { difference: { added, changed: without(changed, went), removed: [] }, behind, back: 0 }
  }
  const gone = tree.outOfSight?.()
  const lastOf = (node: Node) => {
    const was = gone?.get(node.key)
    return was?.role === node.role ? was : undefined
  }
  const isBack = (node: Node) => lastOf(node) !== undefined
  const back = [...added, ...came].filter(isBack)
  const compared = back.map((now) => ({ was: { ...lastOf(now)!, children: now.children }, now }))
  return {
    difference: {
      added: added.filter((node) => !isBack(node)),
      changed: [...without(changed, back), ...compared],
      removed,
    },
    behind: 0,
    back: back.filter(isVisible).length,
  }
}

function without(changed: Difference['changed'], nodes: readonly Node[]): Difference['changed'] {
  const left = new Set(nodes)
  return changed.filter(({ was, now }) => !left.has(was) && !left.has(now))
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
    if (node === undefined || isModal(node)) continue
    if (isVisible(node)) count++
    stack.push(...node.children)
  }
  return count
}
