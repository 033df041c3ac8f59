import { defineMethod } from '../method.ts'
import { tab, timeoutMs } from '../params.ts'

export const functionName = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z_$][A-Za-z0-9_$]*$',
} as const

export const evalDefineFunction = defineMethod({
  name: 'eval_define_function',
  summary: 'Define a function in a tab, once; it survives navigation and is private to you.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'source'],
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      name: functionName,
      source: { type: 'string', minLength: 1, maxLength: 100000, description: 'Such as (a, b) => a + b.' },
      replace: { type: 'boolean', default: false, description: 'If the name has another source.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    required: ['message'],
    properties: {
      message: { type: 'string', description: '`✓ Function defined: NAME`.' },
    },
  },
  errors: ['tab_not_found', 'script_failed', 'limit_exceeded', 'dialog_open', 'unsupported_here', 'unresponsive'],
  scope: 'evaluate',
  effect: 'acts',
  group: 'scripts',
  positional: ['name', 'source'],
  examples: [
    {
      summary: 'Once',
      params: {
        tab: 't1',
        name: 'prices',
        source: '(most) => [...document.querySelectorAll(".price")].slice(0, most).map((el) => el.textContent)',
      },
      result: { message: '✓ Function defined: prices' },
    },
  ],
  text: ({ message }) => message,
})
