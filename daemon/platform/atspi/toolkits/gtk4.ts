import { plain } from './plain.ts'
import type { Traits } from './toolkit.ts'

export const gtk4: Traits = {
  ...plain,
  // GTK 4.8: gtk4-widget-factory 172 times. It builds its own list, not that of the bridge below.
  bulkRead: true,
  pressMs: 240,
  sizesTellRoom: true,
  showingAddsChildren: true,
  // It lists no action for its check boxes.
  pressesBySpace: true,
  nestsMenuButtons: true,
  hidesSelection: true,
  roomlessEntries: true,
  popoversInside: true,
}
