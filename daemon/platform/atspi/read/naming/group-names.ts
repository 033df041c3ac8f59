/** Names that are a group's, and not the element's own. */
import type { Toolkit } from '../../toolkits/toolkit.ts'
import type { Item } from '../../wire/cache-items.ts'
import { Role } from '../roles.ts'
import { isEntry } from '../states.ts'

/** What says nothing by itself. */
const mute: ReadonlySet<number> = new Set<number>([
  ...[Role.comboBox, Role.dial, Role.filler, Role.list, Role.panel, Role.progressBar, Role.scrollBar, Role.slider],
  ...[Role.spinButton, Role.table, Role.tree, Role.treeTable],
])
/** A group box that can be switched off is a check box. */
const boxes: ReadonlySet<number> = new Set<number>([Role.panel, Role.checkBox])
/** What may have words of its own, which may be those of the group. */
const spoken: ReadonlySet<number> = new Set<number>([
  ...[Role.checkBox, Role.pushButton, Role.radioButton, Role.toggleButton],
])

/**
 * The title of the group box that it is in, by which each of its fields is called alike. `isCalled`: there is something
 * better to call it by.
 */
export function isOfGroup(
  { name, role }: Item,
  parent: Item | undefined,
  toolkit: Toolkit,
  isCalled: boolean,
): boolean {
  if (!toolkit.namesByGroup || parent === undefined || !boxes.has(parent.role)) return false
  if (name === '' || name !== parent.name) return false
  return mute.has(role) || isEntry(role) || (isCalled && spoken.has(role))
}
