import { defineMethod } from '../method.ts'
import { context, tab, timeoutMs } from '../params.ts'

export const storage = defineMethod({
  name: 'storage',
  summary: 'Save the sign-in state of a tab (cookies and storage of its context) to a file, or load it into a new tab.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['action', 'file'],
    properties: {
      action: { type: 'string', enum: ['save', 'load'] },
      file: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        pattern: '^/',
        description: "Absolute path on the daemon's machine; in the form of Playwright's storageState.",
      },
      tab: { ...tab, description: 'For save. Default: the selected tab.' },
      context,
      timeoutMs: { ...timeoutMs, default: 30000 },
    },
  },
  result: {
    type: 'object',
    required: ['file', 'cookies', 'origins'],
    properties: {
      file: { type: 'string' },
      cookies: { type: 'integer', description: 'How many; never which.' },
      origins: { type: 'array', items: { type: 'string' }, description: 'Whose storage it has.' },
      left: { type: 'integer', description: 'Database records that the form cannot hold.' },
      opened: { type: 'string', description: 'The new tab, now selected.' },
    },
  },
  errors: ['tab_not_found', 'not_found', 'unsupported_here', 'unresponsive', 'limit_exceeded'],
  scope: 'evaluate',
  effect: 'acts',
  group: 'none',
  positional: ['action', 'file'],
  examples: [
    { summary: 'Keep who is signed in', params: { action: 'save', file: '/data/shop.json' } },
    { summary: 'Be signed in again', params: { action: 'load', file: '/data/shop.json', context: 'own' } },
  ],
  text: ({ file, cookies, origins, left, opened }) =>
    [
      `${file}: ${cookies} ${cookies === 1 ? 'cookie' : 'cookies'}, storage of ${origins.length === 0 ? 'no site' : origins.join(', ')}`,
      left && `${left} database ${left === 1 ? 'record' : 'records'} left out, which the form cannot hold`,
      opened !== undefined && `opened tab ${opened}`,
    ]
      .filter(Boolean)
      .join(' · '),
})
