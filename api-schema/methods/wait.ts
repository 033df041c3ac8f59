import { stateWords } from '../element.ts'
import { harmlessJson } from '../harmless.ts'
import { defineMethod } from '../method.ts'
import { elementId, filter, format, inclusion, needs, revision, timeoutMs, types, where } from '../params.ts'
import { plain } from '../plain.ts'
import { viewText } from '../text/view.ts'

export const wait = defineMethod({
  name: 'wait',
  summary: 'Wait until a filter matches or stops matching, an element has a state, or the person says something.',
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
      fromPerson: {
        type: 'boolean',
        default: false,
        description:
          'Instead: until the person points at something in `ix view` and says what to do with it. What they said before comes at once.',
      },
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
      fromPerson: {
        type: 'object',
        required: ['text', 'elementId', 'element', 'target'],
        description: 'What the person typed, which no page can write.',
        properties: {
          text: { type: 'string' },
          elementId: { type: 'string', description: 'What it is about.' },
          element: { type: 'string', description: 'Its kind and its name.' },
          target: { type: 'string', description: 'The tab or application that it is in.' },
        },
      },
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
    {
      summary: 'What the person wants done, for two minutes',
      params: { fromPerson: true, timeoutMs: 120000 },
    },
  ],
  text: (result) => {
    const { fromPerson: said } = result
    if (said === undefined) return viewText(result)
    const about = `[${said.elementId}] ${plain(said.element)} in ${said.target}`
    return `From the person, about ${about}: ${harmlessJson(JSON.stringify(said.text))}`
  },
})
