import { Role } from '../wire/role-numbers.ts'
import { plain, silent } from './plain.ts'
import type { Traits } from './toolkit.ts'

export const gtk3: Traits = {
  ...plain,
  // GTK 3.24: mousepad 1,083 times, gtk3-widget-factory 835, gtk3-demo 205. Where the list lacks elements (gedit's has
  // 203 of 525), the rest is walked: that never took more calls than walking everything.
  bulkRead: true,
  // It runs a dialog opened by a press inside the call (act/action-calls.ts).
  ownSocket: true,
  likeEntries: true,
  silence: silent([], [Role.list, Role.listBox]),
  sizesTellRoom: true,
  actionsAnywhere: true,
  silentAfterActs: true,
  // Where it could not show the menu, the title stays selected.
  barsDeselect: true,
  // GTK 2 never says so of those that are drawn, and on Wayland a menu that was not opened by hand may stay shut.
  menusMayHideEntries: true,
  hidesRowsOutside: true,
}
