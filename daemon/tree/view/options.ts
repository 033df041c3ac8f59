/** How many options a closed list has. */
import { Flag } from '../../platform/flags.ts'
import type { Node } from '../node.ts'
import type { Tree } from './labels.ts'

/** However a toolkit or page makes them; lists of them, groups, separators and texts are none. */
const roles: ReadonlySet<string> = new Set(['AXOption', 'AXMenuItem', 'AXRow', 'AXCell'])

export function optionsIn(tree: Pick<Tree, 'node'>, list: Node): number {
  let count = 0
  const stack = [...list.children]
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || (node.flags & (Flag.hidden | Flag.disabled)) !== 0) continue
    if (roles.has(node.role)) count++
    else stack.push(...node.children)
  }
  return count
}
