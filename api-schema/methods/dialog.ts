import { defineMethod } from '../method.ts'
import { tab } from '../params.ts'

export const dialog = defineMethod({
  name: 'dialog',
  summary: 'Accept or dismiss the dialog that is open in a tab.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['accept'],
    properties: {
      tab: { ...tab, description: 'The only tab with a dialog where it is left out.' },
      accept: { type: 'boolean' },
      text: { type: 'string', maxLength: 10000, description: 'Answer to a prompt.' },
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
    },
  },
  errors: ['tab_not_found', 'not_found'],
  scope: 'interact',
  effect: 'acts',
  group: 'page',
  examples: [{ summary: 'Say yes', params: { tab: 't1', accept: true } }],
})
