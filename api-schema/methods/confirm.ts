import { defineMethod } from '../method.ts'

export const confirm = defineMethod({
  name: 'confirm',
  summary: 'Fetch the whole of an answer that came as a preview, once.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['confirmToken'],
    properties: { confirmToken: { type: 'string', minLength: 1, maxLength: 100 } },
  },
  result: {
    type: 'object',
    required: ['content'],
    properties: { content: { type: 'string' }, totalLength: { type: 'integer' } },
  },
  errors: ['not_found'],
  scope: 'read',
  effect: 'reads',
  group: 'core',
  isVerbatim: true,
  positional: ['confirmToken'],
  examples: [{ summary: 'The rest', params: { confirmToken: 'Zk3…' } }],
  text: ({ content }) => content,
})
