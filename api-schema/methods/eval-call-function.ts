import { defineMethod } from '../method.ts'
import { elementId, tab, timeoutMs } from '../params.ts'
import { scriptText } from '../text/script.ts'
import { functionName } from './eval-define-function.ts'
import { scriptResult } from './evaluate.ts'

export const evalCallFunction = defineMethod({
  name: 'eval_call_function',
  summary: 'Call a defined function; answers like evaluate.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      name: functionName,
      argsJson: {
        type: 'string',
        minLength: 1,
        maxLength: 100000,
        default: '[]',
        description: 'JSON list of arguments.',
      },
      elementId: { ...elementId, description: 'Its first argument, in its frame.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: { type: 'object', properties: scriptResult },
  errors: [
    'tab_not_found',
    'not_found',
    'element_gone',
    'script_failed',
    'dialog_open',
    'unsupported_here',
    'unresponsive',
  ],
  scope: 'evaluate',
  effect: 'acts',
  group: 'scripts',
  isValue: true,
  positional: ['name', 'argsJson'],
  examples: [
    {
      summary: 'Many times',
      params: { tab: 't1', name: 'prices', argsJson: '[2]' },
      result: { result: ['4.20', '3.90'], type: 'array' },
    },
  ],
  text: scriptText,
})
