import { Role } from '../wire/role-numbers.ts'
import { plain, silent } from './plain.ts'
import type { Traits } from './toolkit.ts'

/**
 * It is never asked for its list. LibreOffice 7.4: SIGABRT after 3 to 6 rounds of Format > Paragraph and Table > Insert
 * Table, every time. The bridge between ATK and the bus does not own what it lists, and meets elements that LibreOffice
 * has freed.
 */
export const libreoffice: Traits = {
  ...plain,
  ownSocket: true,
  likeEntries: true,
  goesOn: true,
  reticent: true,
  silence: silent([], [Role.documentText]),
  // A spreadsheet cell.
  cellsTakeKeys: true,
}
