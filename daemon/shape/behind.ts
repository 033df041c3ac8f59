/** A modal dialog takes what is around it out of reach, and gives it back: told by number, not one by one. */
import { Flag } from '../platform/flags.ts'
import { isInteractable, type Node } from '../tree/node.ts'
import { isModal } from '../tree/view/context.ts'
import type { walk } from '../tree/view/walk.ts'
import { type Difference, wordsOf } from './changes.ts'

export type Tree = Parameters<typeof walk>[0] & {
  /** Nodes that were removed or hidden lately, as they were before. */
  outOfSight?(): ReadonlyMap<Node['key'], Node>
}

export interface Told {
  /** The rest: what is back and not as it was is among the changed. */
  readonly difference: Difference
  /** Elements that are out of reach now. */
  readonly behind: number
  /** Elements that are in reach again. */
  readonly back: number
}

export function withoutBehind(difference: Difference, tree: Tree): Told {
  const { added, changed, removed } = difference
  const shown = changed.filter(({ was, now }) => isHidden(was) && !isHidden(now))
  const hidden = changed.filter(({ was, now }) => !isHidden(was) && isHidden(now))
  const hasOpened = [...added, ...shown.map(({ now }) => now)].some(isModal)
  const hasClosed = [...removed, ...hidden.map(({ was }) => was)].some(isModal)
  const nothing = { difference, behind: 0, back: 0 }
  if (hasOpened === hasClosed) return nothing
  if (hasOpened) {
    const behind = [...removed, ...hidden.map(({ was }) => was)].filter(isTold).length
    if (behind <= leftAround(tree, behind)) return nothing
    return { difference: { added, changed: without(changed, hidden), removed: [] }, behind, back: 0 }
  }
  const gone = tree.outOfSight?.()
  const lastOf = (node: Node) => {
    const was = gone?.get(node.key)
    return was?.role === node.role ? was : undefined
  }
  const isBack = (node: Node) => lastOf(node) !== undefined
  const [again, backShown] = [added.filter(isBack), shown.filter(({ now }) => isBack(now))]
  const back = [...again, ...backShown.map(({ now }) => now)]
  const compared = back.map((now) => ({ was: { ...lastOf(now)!, children: now.children }, now }))
  return {
    difference: {
      added: added.filter((node) => !isBack(node)),
      changed: [...without(changed, backShown), ...compared],
      removed,
    },
    behind: 0,
    back: back.filter(isTold).length,
  }
}

function without<T>(list: readonly T[], others: readonly T[]): T[] {
  return list.filter((one) => !others.includes(one))
}

function isTold(node: Node): boolean {
  return !isHidden(node) && (isInteractable(node) || wordsOf(node) !== undefined)
}

function isHidden(node: Node): boolean {
  return (node.flags & Flag.hidden) !== 0
}

/** How many elements outside of dialogs are there still; no further than `most`. */
function leftAround(tree: Tree, most: number): number {
  let count = 0
  const stack = [...(tree.node(tree.root)?.children ?? [])]
  for (let key = stack.pop(); key !== undefined && count < most; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || isModal(node)) continue
    if (isTold(node)) count++
    stack.push(...node.children)
  }
  return count
}
