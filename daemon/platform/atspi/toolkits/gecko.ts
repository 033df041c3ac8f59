import { plain } from './plain.ts'
import type { Traits } from './toolkit.ts'

export const gecko: Traits = {
  ...plain,
  // Firefox 140: 321 times, on a page that recreates a hundred elements three times a second.
  bulkRead: true,
  ownSocket: true,
  goesOn: true,
  reticent: true,
  actionsAnywhere: true,
  tagsControls: true,
  fillsTabsSilently: true,
  clicksItself: true,
  optionsSayChosen: true,
}
