import { defineMethod } from '../method.ts'

export const status = defineMethod({
  name: 'status',
  summary: 'Health of the daemon: version, platforms and what they lack, warm trees, memory.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      probe: {
        type: 'boolean',
        default: false,
        description:
          'Also test what cannot be seen by looking, as ix doctor does: on macOS the front window moves by a point and back.',
      },
      prompt: {
        type: 'boolean',
        default: false,
        description: 'Let the system ask the person for missing permissions (macOS).',
      },
    },
  },
  result: {
    type: 'object',
    required: ['version', 'pid', 'uptimeMs', 'platforms'],
    properties: {
      version: { type: 'string' },
      pid: { type: 'integer' },
      uptimeMs: { type: 'integer' },
      socket: { type: 'string' },
      url: { type: 'string' },
      platforms: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'available'],
          properties: {
            name: { type: 'string' },
            available: { type: 'boolean' },
            reason: { type: 'string' },
            remedy: { type: 'string' },
            detail: { type: 'object', additionalProperties: {} },
            findings: {
              type: 'array',
              description: 'Each thing the platform needs from the system.',
              items: {
                type: 'object',
                required: ['what', 'state', 'detail'],
                properties: {
                  what: { type: 'string' },
                  state: { type: 'string', enum: ['ok', 'missing', 'note'] },
                  detail: { type: 'string' },
                  remedy: { type: 'string' },
                },
              },
            },
          },
        },
      },
      trees: { type: 'array', items: { type: 'object', additionalProperties: {} } },
      memory: { type: 'object', additionalProperties: { type: 'integer' } },
      config: { type: 'object', additionalProperties: {} },
    },
  },
  errors: [],
  scope: 'read',
  effect: 'reads',
  group: 'none',
  examples: [{ summary: 'Health', params: {} }],
})
