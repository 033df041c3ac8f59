/** Names that are a group's, and not the element's own. */
import type { Toolkit } from '../../toolkits/toolkit.ts'
import type { Item } from '../../wire/cache-items.ts'
import { roles } from '../roles.ts'
import { isEntry } from '../states.ts'

/** What says nothing by itself. */
const mute = roles('comboBox dial filler list panel progressBar scrollBar slider spinButton table tree treeTable')
/** A group box that can be switched off is a check box. */
const boxes = roles('panel checkBox')
/** What may have words of its own, which may be those of the group. */
const spoken = roles('checkBox pushButton radioButton toggleButton')

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
