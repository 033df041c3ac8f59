import { roles } from './role-numbers.ts'
import type { Toolkit } from './toolkit.ts'

/**
 * It is never asked for its list. LibreOffice 7.4: SIGABRT after 3 to 6 rounds of Format > Paragraph and Table > Insert
 * Table, every time. The bridge between ATK and the bus does not own what it lists, and comes upon elements that
 * LibreOffice has freed.
 */
export const libreoffice: Toolkit = {
  name: 'libreoffice',
  called: ['gtk', 'GAIL', 'VCL'],
  program: /soffice|libreoffice/i,
  ownSocket: true,
  likeEntries: true,
  goesOn: true,
  reticent: true,
  silence: { counts: roles('documentText') },
  // Cells and tool bars, on many changes.
  remakes: { has: () => true },
  // A sheet has 2^34 cells.
  countsWrap: true,
  // A spreadsheet cell.
  cellsTakeKeys: true,
  clicksEntries: true,
}
