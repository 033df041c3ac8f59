import { defineMethod } from '../method.ts'

export const session = defineMethod({
  name: 'session',
  summary: 'Show what this session holds, or end it: its functions, own context and unseen tabs are closed with it.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['show', 'end'], default: 'show' },
    },
  },
  result: {
    type: 'object',
    required: ['holds'],
    properties: {
      name: { type: 'string', description: 'Omitted for the session of all calls that name none.' },
      selected: { type: 'string', description: 'The current tab.' },
      holds: { type: 'array', items: { type: 'string' }, description: 'Tabs that it works in.' },
      ended: { type: 'boolean' },
    },
  },
  errors: [],
  scope: 'read',
  actionScopes: { end: 'read' },
  effect: 'acts',
  group: 'none',
  positional: ['action'],
  examples: [
    { summary: 'Which tabs it works in', params: {}, result: { name: 'shop', selected: 't2', holds: ['t2'] } },
    { summary: 'End it', params: { action: 'end' } },
  ],
  text: ({ name, selected, holds, ended }) =>
    [
      `session ${name ?? '(unnamed)'}`,
      selected === undefined ? 'no current tab' : `current tab ${selected}`,
      holds.length > 0 && `works in ${holds.join(', ')}`,
      ended && 'ended',
    ]
      .filter(Boolean)
      .join(' · '),
})
