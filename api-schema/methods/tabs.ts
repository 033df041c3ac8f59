import { openTabSchema } from '../included.ts'
import { defineMethod } from '../method.ts'
import { bundleId, context, staleList, tab, timeoutMs } from '../params.ts'
import { staleLine, tabLine } from '../text/included.ts'

export const tabs = defineMethod({
  name: 'tabs',
  summary: "List, open, close or select browser tabs; attach: use the person's own browser.",
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'open', 'close', 'select', 'attach'], default: 'list' },
      tab: { ...tab, description: 'Tab id, or #0 for the first of the list.' },
      url: { type: 'string', maxLength: 10000, description: 'For open.' },
      context,
      bundleId: {
        ...bundleId,
        description: 'For open: the browser. Default: that of the selected tab. For attach: such as chrome or brave.',
      },
      timeoutMs: { ...timeoutMs, description: 'For attach: how long to wait for the person, in ms. Default: 60000.' },
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
        items: openTabSchema,
      },
      attached: { type: 'string', description: 'Application id of the browser. Tabs of the person are not listed.' },
      ...staleList,
    },
  },
  errors: ['tab_not_found', 'app_not_found', 'unresponsive', 'limit_exceeded', 'not_allowed', 'unsupported_here'],
  scope: 'read',
  actionScopes: { open: 'interact', close: 'interact', select: 'interact', attach: 'interact' },
  effect: 'acts',
  group: 'core',
  positional: ['action', 'tab'],
  limitMs: ({ action }) => (action === 'attach' ? 60_000 : 30_000),
  examples: [
    { summary: 'All tabs', params: {} },
    {
      summary: 'Open one that is signed in nowhere',
      params: { action: 'open', url: 'https://example.com', context: 'own' },
    },
    { summary: 'Close one', params: { action: 'close', tab: 't2' } },
  ],
  text: ({ tabs, attached, reason }) =>
    [
      ...(attached === undefined ? [] : [`attached to ${attached}, whose person's tabs are not listed`]),
      ...(tabs.length === 0 ? ['No tabs.'] : tabs.map(tabLine)),
      ...staleLine(reason),
    ].join('\n'),
})
