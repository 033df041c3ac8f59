/**
 * Which toolkits are asked to list all their elements (`Cache.GetItems`). No other reading is as fast, but where it is
 * not safe it crashes the application. So only toolkits observed to survive it are asked; others are walked element by
 * element.
 *
 * Tested by opening and closing dialogs and menus for two minutes while rereading without pause (Debian 12,
 * at-spi2-core 2.46); the numbers say how often the list was requested.
 */
import type { Toolkit } from '../wire/access.ts'

export const supportsBulkRead: { readonly [toolkit in Toolkit]: boolean } = {
  // GTK 3.24: mousepad 1,083 times, gtk3-widget-factory 835, gtk3-demo 205. Where the list lacks elements (gedit's has
  // 203 of 525), the rest is walked: that never took more calls than walking everything.
  gtk3: true,
  // GTK 4.8: gtk4-widget-factory 172 times. It builds its own list, not that of the bridge below.
  gtk4: true,
  // Qt 5.15 and 6.4 answer with an empty list.
  qt: false,
  // LibreOffice 7.4: SIGABRT after 3 to 6 rounds of Format > Paragraph and Table > Insert Table, every time. The bridge
  // between ATK and the bus does not own what it lists, and meets elements that LibreOffice has freed.
  libreoffice: false,
  // Firefox 140: 321 times, on a page that recreates a hundred elements three times a second.
  gecko: true,
  // Chromium 150: 179 times, on the same page.
  chromium: true,
  // Unknown.
  other: false,
  // Not on the bus.
  none: false,
}
