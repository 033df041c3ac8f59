import type { Toolkit } from './toolkit.ts'

export const gecko: Toolkit = {
  name: 'gecko',
  called: ['Gecko'],
  // A form that slides in over a page (Thunderbird 153).
  staysOffScreen: true,
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
  // A box shows what is selected through it, and sends its page no event of it (Thunderbird 153).
  optionsNeedInput: true,
}
