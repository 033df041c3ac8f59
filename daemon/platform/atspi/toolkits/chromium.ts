import type { Toolkit } from './toolkit.ts'

export const chromium: Toolkit = {
  name: 'chromium',
  called: ['Chromium'],
  // Chromium 150: 179 times, on a page that recreates a hundred elements three times a second.
  bulkRead: true,
  goesOn: true,
  reticent: true,
  actionsAnywhere: true,
  tagsControls: true,
  withholdsChanges: true,
  clicksItself: true,
  pagesByCdp: true,
}
