/** Names that are a group's, and not the element's own. */
import type { Toolkit } from '../../wire/access.ts'
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
 * Qt calls whatever has no name in a group box by the title of the box: each of its fields alike. `isCalled`: there is
 * something better to call it by.
 */
export function isOfGroup(
  { name, role }: Item,
  parent: Item | undefined,
  toolkit: Toolkit,
  isCalled: boolean,
): boolean {
  if (toolkit !== 'qt' || parent === undefined || !boxes.has(parent.role)) return false
  if (name === '' || name !== parent.name) return false
  return mute.has(role) || isEntry(role) || (isCalled && spoken.has(role))
}
