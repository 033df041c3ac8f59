import { defineMethod } from '../method.ts'
import { tab } from '../params.ts'
import { plain } from '../plain.ts'

export const evalListFunctions = defineMethod({
  name: 'eval_list_functions',
  summary: 'List the functions that you defined in a tab.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: { tab: { ...tab, description: 'Default: the selected tab.' } },
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
    },
  },
  errors: ['tab_not_found', 'unsupported_here'],
  scope: 'evaluate',
  effect: 'reads',
  group: 'scripts',
  examples: [
    {
      summary: 'All functions in a tab',
      params: { tab: 't1' },
      result: { functions: [{ name: 'add', source: '(a, b) => a + b', length: 15 }] },
    },
  ],
  text: ({ functions }) => {
    if (functions.length === 0) return 'No functions.'
    return functions.map(({ name, source }) => `${name}: ${plain(source)}`).join('\n')
  },
})
