import { defineMethod } from '../method.ts'
import { elementId, findToRead, format, revision, staleness, timeoutMs } from '../params.ts'
import { viewText } from '../text/view.ts'

export const expand = defineMethod({
  name: 'expand',
  summary:
    'Everything about one element: attributes, states, capabilities, actions, frame; on a tab its DOM and selectors.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: { elementId, find: findToRead, format, timeoutMs: { ...timeoutMs, default: 5000 } },
  },
  result: {
    type: 'object',
    properties: {
      element: { $ref: 'Element' },
      dom: {
        type: 'object',
        description: 'Only for an element in a tab.',
        required: ['tag', 'attributes', 'selectors'],
        properties: {
          tag: { type: 'string' },
          attributes: { type: 'object', additionalProperties: { type: 'string' } },
          selectors: {
            type: 'array',
            items: { type: 'string' },
            description: 'Each selects exactly this element; href, semantic classes, data-*, id, composed.',
          },
          frame: {
            type: 'string',
            description: 'Url of the frame that the selectors apply to, if not the page.',
          },
          shadow: {
            type: 'string',
            enum: ['open', 'closed'],
            description: 'Inside a shadow root: the selectors apply within that root.',
          },
        },
      },
      outline: { type: 'string' },
      settled: staleness.settled,
      reason: staleness.reason,
      revision,
    },
  },
  errors: [
    'element_gone',
    'element_ambiguous',
    'not_found',
    'tab_not_found',
    'app_not_found',
    'unresponsive',
    'permission_denied',
  ],
  scope: 'read',
  effect: 'reads',
  group: 'core',
  positional: ['elementId'],
  examples: [
    { summary: 'Everything about element 436', params: { elementId: '436' } },
    {
      summary: 'About the one that is called so',
      params: { find: { scope: 'tab', tab: 't1', filter: { anyFieldContains: 'Save' } } },
    },
  ],
  text: viewText,
})
