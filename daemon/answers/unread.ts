/** Rows that the platform has not read, because the application makes them only when they are shown. */
import type { Key } from '../platform/row.ts'
import { type Node, nameOf, shortRole, unreadRows } from '../tree/node.ts'
import type { Warm } from '../tree/warm/sync.ts'

/** Where a search found nothing although there is more, and how to get there. Undefined if all was read. */
export function unreadHint({ tree }: Warm, from: Key | undefined, idOf: (node: Node) => string): string | undefined {
  const isWithin = (node: Node) =>
    from === undefined || node.key === from || tree.ancestors(node).some(({ key }) => key === from)
  const parts = tree.unread.filter(isWithin).map((node) => {
    const name = nameOf(node)
    const what = [shortRole(node.role, node.subrole), idOf(node), name && JSON.stringify(name)].filter(Boolean)
    const { length } = node.children
    return `${length} of the ${length + unreadRows(node)} rows of ${what.join(' ')}`
  })
  if (parts.length === 0) return undefined
  return `Only ${parts.slice(0, 3).join(', ')} have been read: the application makes the others when they are shown. Scroll it (action scroll, value down or bottom).`
}
