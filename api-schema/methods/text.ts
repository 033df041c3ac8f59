import { defineMethod } from '../method.ts'
import { bundleId, elementId, findToRead, preview, tab, timeoutMs } from '../params.ts'
import { viewText } from '../text/view.ts'

export const text = defineMethod({
  name: 'text',
  summary: 'Rendered text of a page or of one element; over 2,000 characters a preview.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      elementId,
      find: findToRead,
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
          'As a person reads it, frames after the page; for an application the names and values of its elements, one per line. Leaves out the values of secure fields and, unless a field is asked for itself, of all fields in a page.',
      },
      ...preview,
    },
  },
  errors: [
    'tab_not_found',
    'app_not_found',
    'element_gone',
    'element_ambiguous',
    'not_found',
    'unsupported_here',
    'dialog_open',
    'unresponsive',
  ],
  scope: 'read',
  effect: 'reads',
  group: 'core',
  isVerbatim: true,
  positional: ['elementId'],
  examples: [
    { summary: 'The text of a tab', params: { tab: 't1' }, result: { text: 'Green tea\nOrganic only' } },
    { summary: 'One part of it', params: { tab: 't1', selector: 'main .results' } },
    {
      summary: 'A long text comes as a preview; confirm returns the whole once',
      params: { elementId: '436' },
      result: {
        text: 'Chapter 1 …',
        totalLength: 91034,
        shownLength: 2000,
        truncated: true,
        confirmToken: 'kEpT…',
        hint: 'confirm with the token returns the whole once; for less: an elementId or a selector.',
      },
    },
  ],
  text: viewText,
})
