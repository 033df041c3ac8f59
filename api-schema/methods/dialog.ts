import { defineMethod } from '../method.ts'
import { changed, format, revision, tab, timeoutMs } from '../params.ts'

export const dialog = defineMethod({
  name: 'dialog',
  summary: 'Accept or dismiss the dialog that is open in a tab, and learn what changed.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['accept'],
    properties: {
      tab: { ...tab, description: 'The only tab with a dialog where it is left out.' },
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
      handled: {
        type: 'object',
        required: ['type', 'message'],
        properties: { type: { type: 'string' }, message: { type: 'string' } },
      },
      tab: { type: 'string' },
      changed,
      outline: { type: 'string' },
      dialog: {
        type: 'object',
        description: 'The next one, where another has opened.',
        additionalProperties: { type: 'string' },
      },
      url: { type: 'string', description: 'Where the tab is now, if it moved.' },
      title: { type: 'string' },
      moved: { type: 'boolean', description: 'It moved, to an address too long for an answer without diff.' },
      settled: { type: 'boolean' },
      revision,
    },
  },
  errors: ['tab_not_found', 'not_found'],
  scope: 'interact',
  effect: 'acts',
  group: 'page',
  examples: [{ summary: 'Say yes', params: { tab: 't1', accept: true } }],
})
