import { defineMethod } from '../method.ts'
import { bundleId, context, contexts, staleList, tab } from '../params.ts'
import { staleLine, tabLine } from '../text/included.ts'

export const tabs = defineMethod({
  name: 'tabs',
  summary: 'List, open, close or select browser tabs.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'open', 'close', 'select'], default: 'list' },
      tab: { ...tab, description: 'Tab id, or #0 for the first of the list.' },
      url: { type: 'string', maxLength: 10000, description: 'For open.' },
      context,
      bundleId: { ...bundleId, description: 'For open: the browser. Default: that of the selected tab.' },
    },
    allOf: [
      { if: { properties: { action: { const: 'close' } }, required: ['action'] }, then: { required: ['tab'] } },
      { if: { properties: { action: { const: 'select' } }, required: ['action'] }, then: { required: ['tab'] } },
    ],
  },
  result: {
    type: 'object',
    required: ['tabs'],
    properties: {
      tabs: {
        type: 'array',
        items: {
          type: 'object',
          required: ['tab', 'title', 'url', 'app'],
          properties: {
            tab: { type: 'string' },
            title: { type: 'string' },
            url: { type: 'string' },
            app: { type: 'string' },
            selected: { type: 'boolean' },
            context: { type: 'string', enum: contexts, description: 'Omitted if shared.' },
            dialog: { type: 'string', description: 'Text of the open dialog.' },
          },
        },
      },
      ...staleList,
    },
  },
  errors: ['tab_not_found', 'app_not_found', 'unresponsive', 'limit_exceeded', 'unsupported_here'],
  scope: 'read',
  actionScopes: { open: 'interact', close: 'interact', select: 'interact' },
  effect: 'acts',
  group: 'core',
  positional: ['action', 'tab'],
  examples: [
    { summary: 'All tabs', params: {} },
    {
      summary: 'Open one that is signed in nowhere',
      params: { action: 'open', url: 'https://example.com', context: 'own' },
    },
    { summary: 'Close one', params: { action: 'close', tab: 't2' } },
  ],
  text: ({ tabs, reason }) =>
    [...(tabs.length === 0 ? ['No tabs.'] : tabs.map(tabLine)), ...staleLine(reason)].join('\n'),
})
