/** From the name of a toolkit to its traits. A new toolkit is a file beside this one, and a line here. */
import type { Toolkit } from '../wire/access.ts'
import { chromium } from './chromium.ts'
import { gecko } from './gecko.ts'
import { gtk3 } from './gtk3.ts'
import { gtk4 } from './gtk4.ts'
import { libreoffice } from './libreoffice.ts'
import { other } from './other.ts'
import { plain } from './plain.ts'
import { qt } from './qt.ts'
import type { Traits } from './toolkit.ts'

/**
 * The numbers beside `bulkRead` say how often the list of all elements (`Cache.GetItems`) was requested while dialogs and
 * menus were opened and closed for two minutes, rereading without pause (Debian 12, at-spi2-core 2.46). Where it is not
 * safe it crashes the application, so only toolkits observed to survive it are asked.
 */
export const traits: { readonly [toolkit in Toolkit]: Traits } = {
  gtk3,
  gtk4,
  qt,
  libreoffice,
  chromium,
  gecko,
  other,
  none: plain,
}
