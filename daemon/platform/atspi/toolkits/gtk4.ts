import { roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

export const gtk4: Toolkit = {
  name: 'gtk4',
  windowMeasure: 'frame',
  called: ['GTK'],
  // GTK 4.8: gtk4-widget-factory 172 times. It builds its own list, not that of the bridge below.
  bulkRead: true,
  // For new rows of a list it sends BoundsChanged and nothing else; elements come with AddAccessible alone.
  tellsByBounds: true,
  pressMs: 240,
  silence: { layout: true },
  // Tabs, where others stand in for them, and what has not been revealed.
  roomless: roles('label pageTab listItem tableRow tableCell'),
  roomlessEntries: true,
  keepsBoxes: true,
  // It knows no others; newer versions say so by answering nothing for the screen.
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
  // Before GTK 4.10; of one that is off, nothing tells that it can be turned on.
  buttonsMayToggle: true,
  nestsMenuButtons: true,
  togglesLists: true,
  rowsOfOptions: true,
  hidesSelection: true,
  popoversInside: true,
}
