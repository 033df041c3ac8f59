import { defineMethod } from '../method.ts'
import { bundleId, elementId, preview, tab, timeoutMs } from '../params.ts'

export const text = defineMethod({
  name: 'text',
  summary: 'Rendered text of a page or of one element; a preview with a confirmToken over 2,000 characters.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'The selected tab where nothing is named.' },
      elementId,
      bundleId,
      selector: { type: 'string', minLength: 1, maxLength: 1000, description: 'CSS; the first match in the tab.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    required: ['text'],
    properties: {
      text: {
        type: 'string',
        description:
          'As a person reads it, frames after the page; of an application the names and values of its elements, one a line. Values of fields of a page and of secure fields are not in it.',
      },
      ...preview,
    },
  },
  errors: [
    'tab_not_found',
    'app_not_found',
    'element_gone',
    'not_found',
    'unsupported_here',
    'dialog_open',
    'unresponsive',
  ],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  positional: ['elementId'],
  examples: [
    { summary: 'The text of a tab', params: { tab: 't1' }, result: { text: 'Green tea\nOrganic only' } },
    { summary: 'Of one part of it', params: { tab: 't1', selector: 'main .results' } },
    {
      summary: 'A long one comes as a preview; confirm fetches the whole once',
      params: { elementId: '436' },
      result: {
        text: 'Chapter 1 …',
        totalLength: 91034,
        shownLength: 2000,
        truncated: true,
        confirmToken: 'kEpT…',
        hint: 'confirm with the token fetches the whole once; for less: an elementId or a selector.',
      },
    },
  ],
})
