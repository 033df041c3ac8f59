import { defineMethod } from '../method.ts'
import { changed, format, openDialog, revision, tab, timeoutMs } from '../params.ts'
import { viewText } from '../text/view.ts'

export const dialog = defineMethod({
  name: 'dialog',
  summary: 'Accept or dismiss the dialog open in a tab, and learn what changed.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['accept'],
    properties: {
      tab: { ...tab, description: 'Default: the only tab with a dialog.' },
      accept: { type: 'boolean' },
      text: { type: 'string', maxLength: 10000, description: 'Answer to a prompt.' },
      format,
      maxTokens: { type: 'integer', minimum: 20, maximum: 100000, default: 2000 },
      timeoutMs: { ...timeoutMs, default: 10000 },
    },
  },
  result: {
    type: 'object',
    required: ['handled'],
    properties: {
      handled: openDialog,
      tab: { type: 'string' },
      changed,
      outline: { type: 'string' },
      dialog: { ...openDialog, description: 'The next one, if another has opened.' },
      url: { type: 'string', description: 'Where the tab is now, if it moved.' },
      title: { type: 'string' },
      moved: { type: 'boolean', description: 'It moved, to an address too long for an answer without diff.' },
      settled: { type: 'boolean' },
      revision,
    },
  },
  errors: ['tab_not_found', 'not_found', 'unsupported_here', 'unresponsive'],
  scope: 'interact',
  effect: 'acts',
  group: 'none',
  positional: ['accept', 'text'],
  examples: [{ summary: 'Say yes', params: { tab: 't1', accept: true } }],
  text: viewText,
})
