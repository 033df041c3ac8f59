/** The contents of a closed list: options, which appear once it is open, and in pages controls that are always visible. */
import { Flag } from '../../platform/flags.ts'
import { isClosedList, isControl, type Node } from '../../tree/model/node.ts'
import { isInPage, type Tree } from '../../tree/naming/labels.ts'

/** Roles of options. */
const roles: ReadonlySet<string> = new Set(['AXOption', 'AXMenuItem', 'AXRow', 'AXCell'])

/** How many options it has. */
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

/**
 * True for a closed list that holds only options. In pages such a box may also be a text field, and hold chosen values
 * with buttons that remove them; in a toolkit its parts are the list itself.
 */
export function isFolded(tree: Pick<Tree, 'node'>, list: Node): boolean {
  if (!isClosedList(list)) return false
  const stack = [...list.children]
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || (node.flags & (Flag.hidden | Flag.disabled)) !== 0) continue
    if (!roles.has(node.role) && isControl(node) && node.subrole !== 'AXListBox') return !isInPage(tree, list)
    stack.push(...node.children)
  }
  return true
}
