import { roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

export const gtk4: Toolkit = {
  name: 'gtk4',
  windowMeasure: 'frame',
  called: ['GTK'],
  // GTK 4.8: gtk4-widget-factory 172 times. It builds its own list, not that of the ATK bridge.
  bulkRead: true,
  // For a list's new rows it sends only BoundsChanged; elements arrive only by AddAccessible.
  tellsByBounds: true,
  pressMs: 240,
  silence: { layout: true },
  // Tabs that others stand in for, and what has not been revealed.
  roomless: roles('label pageTab listItem tableRow tableCell'),
  roomlessEntries: true,
  keepsBoxes: true,
  // It knows no other coordinates; newer versions say so by answering nothing for the screen.
  countsFromWindow: true,
  showsWindowsOnly: true,
  skipsPages: true,
  showingAddsChildren: true,
  // `GtkMenuButton`, and `7 7` for a button whose label is 7.
  namesByClass: true,
  tabsHoldWords: true,
  titlesByApplication: true,
  // It lists no action for its check boxes.
  pressesBySpace: true,
  // Before GTK 4.10; while such a button is off, nothing tells that it can be turned on.
  buttonsMayToggle: true,
  nestsMenuButtons: true,
  togglesLists: true,
  rowsOfOptions: true,
  hidesSelection: true,
  popoversInside: true,
  // Grids, and what a title bar has at its end.
  listsUnplaced: true,
}
