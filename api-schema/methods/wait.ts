import { stateWords } from '../element.ts'
import { defineMethod } from '../method.ts'
import { elementId, filter, format, inclusion, needs, revision, timeoutMs, types, where } from '../params.ts'
import { viewText } from '../text/view.ts'

export const wait = defineMethod({
  name: 'wait',
  summary: 'Wait until a filter matches or stops matching, or an element has a state.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...where,
      elementId,
      filter,
      elementTypes: types,
      ...inclusion,
      includeNonInteractable: {
        type: 'boolean',
        description: 'Also text and what else cannot be acted upon: true by default, but not for a state.',
      },
      until: {
        type: 'string',
        enum: ['present', 'absent', 'state', 'settled'],
        default: 'present',
        description:
          'present or absent: of the filter; state: of elementId or the one match; settled: no more changes.',
      },
      state: { type: 'string', enum: stateWords },
      format,
      timeoutMs: { ...timeoutMs, default: 10000 },
    },
    allOf: [
      ...needs,
      { if: { properties: { until: { const: 'state' } }, required: ['until'] }, then: { required: ['state'] } },
    ],
  },
  result: {
    type: 'object',
    properties: {
      elements: { type: 'array', items: { $ref: 'Element' } },
      outline: { type: 'string' },
      waitedMs: { type: 'integer' },
      revision,
    },
  },
  errors: ['timeout', 'app_not_found', 'tab_not_found', 'element_gone', 'dialog_open', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'core',
  examples: [
    {
      summary: 'Until a text appears',
      params: { scope: 'tab', tab: 't1', filter: { anyFieldContains: 'Saved' } },
    },
  ],
  text: viewText,
})
