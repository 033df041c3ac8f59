import { plain } from './plain.ts'
import type { Traits } from './toolkit.ts'

export const chromium: Traits = {
  ...plain,
  // Chromium 150: 179 times, on a page that recreates a hundred elements three times a second.
  bulkRead: true,
  goesOn: true,
  reticent: true,
  actionsAnywhere: true,
  tagsControls: true,
  withholdsChanges: true,
  clicksItself: true,
}
