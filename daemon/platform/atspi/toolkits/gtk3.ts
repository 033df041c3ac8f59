import { roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

/** Also GTK 2, and wxWidgets on either: that draws with GTK's own widgets, and no rule needs to tell it apart. */
export const gtk3: Toolkit = {
  name: 'gtk3',
  windowMeasure: 'surface',
  called: ['gtk', 'GAIL'],
  // GTK 3.24: mousepad 1,083 times, gtk3-widget-factory 835, gtk3-demo 205. Where the list lacks elements (gedit's has
  // 203 of 525), the rest is walked, which never took more calls than walking everything.
  bulkRead: true,
  // It runs a dialog opened by a press inside the call (act/action-calls.ts).
  ownSocket: true,
  likeEntries: true,
  silence: { counts: roles('list listBox') },
  // It keeps the windows in which it has dragged something.
  roomless: roles('window'),
  // A program's own class, which GTK cannot classify, and the area it draws on.
  ownWidgets: roles('unknown drawingArea'),
  namesByFirstText: true,
  namesMessages: true,
  actionsAnywhere: true,
  silentAfterActs: true,
  // If the menu could not be shown, its title stays selected.
  barsDeselect: true,
  menusInEntries: true,
  // GTK 2 never reports drawn ones as shown, and on Wayland a menu that was not opened by hand may stay closed.
  menusMayHideEntries: true,
  // The closed menu of a combo box.
  emptyMenusFill: true,
  togglesLists: true,
  // A click may open a list entry instead of choosing it; items in an icon view do not take the focus.
  clicksEntries: true,
  hidesRowsOutside: true,
  focusScrolls: true,
  // And to find each it counts from the first: with some thousand children it never answers.
  triesAllAtPoint: true,
  headersThenCells: true,
  popoversInWindow: true,
  // Windows with popovers, and overlays.
  namesFirstAtPoint: roles('frame window dialog panel'),
  // Grids, and what is packed at an end.
  listsUnplaced: true,
}
