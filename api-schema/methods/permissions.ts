import { defineMethod } from '../method.ts'
import { tab, timeoutMs } from '../params.ts'

/** In the terms of `navigator.permissions`. */
const permissionNames = [
  ...['clipboard-read', 'clipboard-write', 'geolocation', 'notifications', 'camera', 'microphone', 'midi'],
  ...['persistent-storage', 'screen-wake-lock', 'local-fonts', 'idle-detection', 'window-management'],
] as const

export const permissions = defineMethod({
  name: 'permissions',
  summary:
    'Grant or deny a site what it would ask the person for: clipboard, place, camera, notifications. For the context of the tab, until reset or the end of the session.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'grant', 'deny', 'reset'], default: 'list' },
      names: {
        type: 'array',
        items: { type: 'string', enum: permissionNames },
        minItems: 1,
        maxItems: permissionNames.length,
        description: 'For reset, by default all that were set.',
      },
      tab: { ...tab, description: 'Default: the selected tab.' },
      origin: { type: 'string', minLength: 1, maxLength: 2000, description: 'Default: that of the page.' },
      timeoutMs: { ...timeoutMs, default: 10000 },
    },
    allOf: [
      { if: { properties: { action: { const: 'grant' } }, required: ['action'] }, then: { required: ['names'] } },
      { if: { properties: { action: { const: 'deny' } }, required: ['action'] }, then: { required: ['names'] } },
    ],
  },
  result: {
    type: 'object',
    required: ['tab', 'permissions'],
    properties: {
      tab: { type: 'string' },
      permissions: {
        type: 'array',
        description: 'All that were set in its context, of every site.',
        items: {
          type: 'object',
          required: ['origin', 'name', 'setting'],
          properties: {
            origin: { type: 'string' },
            name: { type: 'string' },
            setting: { type: 'string', enum: ['granted', 'denied'] },
          },
        },
      },
    },
  },
  errors: ['tab_not_found', 'unsupported_here', 'unresponsive', 'locked'],
  // It gives answers that are the person's to give.
  scope: 'evaluate',
  effect: 'acts',
  group: 'browser',
  positional: ['action', 'names'],
  examples: [
    {
      summary: 'The page may read the clipboard',
      params: { action: 'grant', names: ['clipboard-read'], tab: 't1' },
      result: {
        tab: 't1',
        permissions: [{ origin: 'https://example.com', name: 'clipboard-read', setting: 'granted' }],
      },
    },
    { summary: 'As it was', params: { action: 'reset' }, result: { tab: 't1', permissions: [] } },
  ],
  text: ({ tab, permissions }) =>
    [
      permissions.length === 0 ? `${tab}: as the browser has it` : `${tab}:`,
      ...permissions.map(({ origin, name, setting }) => `${origin} ${name} ${setting}`),
    ].join('\n'),
})
