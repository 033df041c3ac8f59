/** Names that belong to a group and not to the element itself. */
import type { Toolkit } from '../../toolkits/toolkit.ts'
import type { Item } from '../../wire/cache-items.ts'
import { roles } from '../roles.ts'
import { isEntry } from '../states.ts'

/** Roles that say nothing by themselves. */
const mute = roles('comboBox dial filler list panel progressBar scrollBar slider spinButton table tree treeTable')
/** A group box that can be switched off is a check box. */
const boxes = roles('panel checkBox')
/** Roles that may have words of their own, which may be the group's. */
const spoken = roles('checkBox pushButton radioButton toggleButton')

/**
 * Is its name only the title of its group box, which every field in there has? `isCalled`: there is something better to
 * name it by.
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
