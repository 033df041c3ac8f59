import { defineMethod } from '../method.ts'
import { bundleId, tab } from '../params.ts'

export const record = defineMethod({
  name: 'record',
  summary:
    'Record an application or tab, and what actions change in it, for the replay platform. Secure fields are left out.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: {
        type: 'string',
        enum: ['snapshot', 'start', 'stop'],
        default: 'snapshot',
        description: 'start: also record the changes of each interact, until stop.',
      },
      bundleId,
      tab,
    },
  },
  result: {
    type: 'object',
    properties: {
      recording: { type: 'object', additionalProperties: {} },
      elements: { type: 'integer' },
      changes: { type: 'integer' },
    },
  },
  errors: ['app_not_found', 'tab_not_found', 'not_found'],
  scope: 'admin',
  effect: 'reads',
  group: 'none',
  positional: ['action'],
  examples: [{ summary: 'What a tab holds now', params: { tab: 't1' } }],
})
