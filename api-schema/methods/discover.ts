import { defineMethod } from '../method.ts'

export const discover = defineMethod({
  name: 'rpc.discover',
  summary: 'The OpenRPC document of this API.',
  params: { type: 'object', additionalProperties: false, properties: {} },
  result: { type: 'object', additionalProperties: {} },
  errors: [],
  scope: 'read',
  effect: 'reads',
  group: 'none',
  examples: [{ summary: 'The document', params: {} }],
})
