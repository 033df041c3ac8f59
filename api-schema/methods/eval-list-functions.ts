import { defineMethod } from '../method.ts'
import { tab } from '../params.ts'

export const evalListFunctions = defineMethod({
  name: 'eval_list_functions',
  summary: 'List the functions that you defined in a tab.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: { tab: { ...tab, description: 'The selected tab where it is left out.' } },
  },
  result: {
    type: 'object',
    required: ['functions'],
    properties: {
      functions: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'source', 'length'],
          properties: {
            name: { type: 'string' },
            source: { type: 'string', description: 'Its first line.' },
            length: { type: 'integer', description: 'Characters of the source.' },
          },
        },
      },
      tab: { type: 'string', description: 'Which, if no tab was named.' },
    },
  },
  errors: ['tab_not_found', 'unsupported_here'],
  scope: 'evaluate',
  effect: 'reads',
  group: 'scripts',
  examples: [
    {
      summary: 'All of a tab',
      params: { tab: 't1' },
      result: { functions: [{ name: 'add', source: '(a, b) => a + b', length: 15 }] },
    },
  ],
})
