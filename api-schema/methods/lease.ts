import { defineMethod } from '../method.ts'
import { bundleId, tab } from '../params.ts'
import { quoted } from '../quoted.ts'
import { ttl } from '../rights.ts'

export const lease = defineMethod({
  name: 'lease',
  summary: 'Take a tab or application for yourself: others may look, and not act. List or release leases.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: {
        type: 'string',
        enum: ['list', 'take', 'release'],
        default: 'list',
        description: 'take again renews; release without a target: all of yours.',
      },
      tab,
      bundleId,
      purpose: { type: 'string', minLength: 1, maxLength: 200, description: 'Told to whoever is locked out.' },
      ttl: { ...ttl, default: '1m', description: 'Such as 30s, 5m; at most 1h.' },
    },
  },
  result: {
    type: 'object',
    required: ['leases'],
    properties: {
      leases: {
        type: 'array',
        description: 'All, with list; otherwise those taken or released.',
        items: {
          type: 'object',
          required: ['target', 'holder', 'purpose', 'leftMs'],
          properties: {
            target: { type: 'string' },
            holder: { type: 'string', description: 'The agent.' },
            own: { type: 'boolean', description: 'Of this session.' },
            purpose: { type: 'string' },
            leftMs: { type: 'integer', minimum: 0 },
          },
        },
      },
      released: { type: 'boolean' },
    },
  },
  errors: ['locked', 'app_not_found', 'tab_not_found', 'limit_exceeded', 'not_found'],
  scope: 'read',
  actionScopes: { take: 'interact', release: 'interact' },
  effect: 'acts',
  group: 'page',
  positional: ['action'],
  examples: [
    { summary: 'All leases', params: {} },
    {
      summary: 'Take a tab for five minutes',
      params: { action: 'take', tab: 't1', purpose: 'checking out', ttl: '5m' },
    },
    { summary: 'Give it back', params: { action: 'release', tab: 't1' } },
  ],
  text: ({ leases, released }) => {
    if (leases.length === 0) return 'No leases.'
    return leases
      .map(({ target, holder, own, purpose, leftMs }) => {
        const who = own ? 'this session' : `a session of ${holder}`
        const time = released ? 'released' : `${Math.ceil(leftMs / 1000)} s left`
        return `${target}: ${who}, ${time}, ${quoted(purpose, 200)}`
      })
      .join('\n')
  },
})
