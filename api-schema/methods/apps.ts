import { defineMethod } from '../method.ts'

export const apps = defineMethod({
  name: 'apps',
  summary: 'List the applications that can be explored.',
  params: { type: 'object', additionalProperties: false, properties: {} },
  result: {
    type: 'object',
    required: ['apps'],
    properties: {
      apps: {
        type: 'array',
        items: {
          type: 'object',
          required: ['bundleId', 'name', 'platform'],
          properties: {
            bundleId: { type: 'string' },
            name: { type: 'string' },
            pid: { type: 'integer' },
            platform: { type: 'string' },
            focused: { type: 'boolean' },
            tabs: { type: 'integer', description: 'How many tabs a browser has.' },
          },
        },
      },
    },
  },
  errors: [],
  scope: 'read',
  effect: 'reads',
  group: 'core',
  examples: [{ summary: 'All of them', params: {} }],
})
