/** How many options a closed list has. */
import { Flag } from '../../platform/flags.ts'
import { isInteractable, type Node } from '../node.ts'
import type { Tree } from './labels.ts'

/** Those that can be chosen; groups of them, separators and texts are none. */
export function optionsIn(tree: Pick<Tree, 'node'>, list: Node): number {
  let count = 0
  const stack = [...list.children]
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || (node.flags & (Flag.hidden | Flag.disabled)) !== 0) continue
    if (isInteractable(node)) count++
    else stack.push(...node.children)
  }
  return count
}
