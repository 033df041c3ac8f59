/** Menus are in the tree also while nobody sees them. */
import type { AxCalls, Intern } from './ax-calls.ts'
import type { ElementTable } from './element-table.ts'
import type { Ref } from './raw-element.ts'

/** Whether it belongs to an entry that opens it, and that is not chosen. Other menus exist while they are open. */
export function isMenuClosed(ax: AxCalls, table: ElementTable, ref: Ref, intern: Intern): boolean {
  const entry = table.entry(ref)
  if (entry.opener === undefined) return false
  if (!table.has(entry.opener)) {
    const parent = ax.elementIn(entry.element, 'AXParent', intern)
    if (parent === undefined) return false
    entry.opener = parent
  }
  return ax.value(table.element(entry.opener), 'AXSelected', intern) !== true
}
