/** What takes one line, whatever is in it: a closed list of options, and a window behind a modal dialog. */
import { Flag } from '../../platform/element/flags.ts'
import { isModal } from '../../tree/model/context.ts'
import { isClosedList, isControl, isHidden, type Node, type Nodes } from '../../tree/model/node.ts'
import { isInPage } from '../../tree/naming/labels.ts'
import type { Query } from './query.ts'

/** Roles of options. */
const roles: ReadonlySet<string> = new Set(['AXOption', 'AXMenuItem', 'AXRow', 'AXCell'])

/** The number of its options. */
export function optionsIn(tree: Nodes, list: Node): number {
  let count = 0
  const stack = isClosedList(list) ? [...list.children] : []
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || (node.flags & (Flag.hidden | Flag.disabled)) !== 0) continue
    if (roles.has(node.role)) count++
    else stack.push(...node.children)
  }
  return count
}

/**
 * True for a window behind a dialog, and for a closed list that holds only options. In pages such a list may also be a text
 * field, and hold chosen values with buttons that remove them; in a toolkit its parts are the list itself.
 */
export function isOneLine(tree: Nodes, node: Node): boolean {
  return node.role === 'AXWindow' ? isBehindDialog(tree, node) : isClosedList(node) && holdsOnlyOptions(tree, node)
}

function holdsOnlyOptions(tree: Nodes, list: Node): boolean {
  const stack = [...list.children]
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    const node = tree.node(key)
    if (node === undefined || (node.flags & (Flag.hidden | Flag.disabled)) !== 0) continue
    if (!roles.has(node.role) && isControl(node) && node.subrole !== 'AXListBox') return !isInPage(tree, list)
    stack.push(...node.children)
  }
  return true
}

/** It takes no input: a modal dialog was opened after it. What a dialog opens comes later in the list. */
function isBehindDialog(tree: Nodes, window: Node): boolean {
  if (isModal(window) || (window.flags & Flag.focused) !== 0) return false
  const all = tree.node(window.parent)?.children ?? []
  return all.slice(all.indexOf(window.key) + 1).some((key) => {
    const node = tree.node(key)
    return node?.role === 'AXWindow' && isModal(node) && !isHidden(node)
  })
}

/** Options of closed lists are only counted; they are shown when the list is open, named or searched. */
export function foldsLists({ foldsLists, filtered, includeNonInteractable }: Query): boolean {
  return foldsLists ?? (!filtered && !includeNonInteractable)
}

export function isFolded(tree: Nodes, query: Query, node: Node): boolean {
  return foldsLists(query) && isOneLine(tree, node)
}
