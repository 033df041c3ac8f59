import { roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

/** Also GTK 2, and wxWidgets on either: it draws with GTK's own widgets, and no rule needs to tell it apart. */
export const gtk3: Toolkit = {
  name: 'gtk3',
  windowMeasure: 'surface',
  called: ['gtk', 'GAIL'],
  // GTK 3.24: mousepad 1,083 times, gtk3-widget-factory 835, gtk3-demo 205. Where the list lacks elements (gedit's has
  // 203 of 525), the rest is walked: that never took more calls than walking everything.
  bulkRead: true,
  // It runs a dialog opened by a press inside the call (act/action-calls.ts).
  ownSocket: true,
  likeEntries: true,
  silence: { counts: roles('list listBox') },
  // It keeps the windows with which it has dragged something.
  roomless: roles('window'),
  // A class of its own, which is no kind that GTK knows, and what it draws on.
  ownWidgets: roles('unknown drawingArea'),
  namesByFirstText: true,
  actionsAnywhere: true,
  silentAfterActs: true,
  // Where it could not show the menu, the title stays selected.
  barsDeselect: true,
  menusInEntries: true,
  // GTK 2 never says so of those that are drawn, and on Wayland a menu that was not opened by hand may stay shut.
  menusMayHideEntries: true,
  // The closed menu of a combo box.
  emptyMenusFill: true,
  togglesLists: true,
  // What is listed may be opened by a click and not be chosen; what is in a view of icons does not take the focus.
  clicksEntries: true,
  hidesRowsOutside: true,
  focusScrolls: true,
  // And counts from the first one to find each: with some thousand children it never answers.
  triesAllAtPoint: true,
  headersThenCells: true,
  popoversInWindow: true,
  // Windows with popovers, and overlays.
  namesFirstAtPoint: roles('frame window dialog panel'),
  // Grids.
  mayListBackwards: roles('panel'),
}
