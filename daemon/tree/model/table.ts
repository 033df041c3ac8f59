/** What shows many things of one kind, and fills itself as one. */
import type { Key } from '../../platform/element/row.ts'
import { isOfType, type NodeOf } from './node.ts'

const tables: ReadonlySet<string> = new Set(['AXTable', 'AXOutline', 'AXList', 'AXGrid', 'AXTree', 'AXBrowser'])
const controls = ['button', 'checkbox', 'radio', 'textfield', 'dropdown', 'slider', 'tab'] as const

/** The table, list or tree that an element is in, unless in a control, whose words are its own. */
export function tableOf(key: Key, nodeOf: NodeOf): Key | undefined {
  for (let at = nodeOf(key), isIn = false; at !== undefined; at = nodeOf(at.parent), isIn = true) {
    if (isIn && tables.has(at.role)) return at.key
    if (controls.some((type) => isOfType(at, type))) return undefined
  }
  return undefined
}
