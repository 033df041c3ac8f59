import { defineMethod } from '../method.ts'
import { tab, timeoutMs } from '../params.ts'
import { plain } from '../plain.ts'

const headers = {
  type: 'array',
  items: {
    type: 'string',
    minLength: 2,
    maxLength: 8000,
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t\\x20-\\x7e\\x80-\\xff]*$",
  },
  minItems: 1,
  maxItems: 50,
} as const

export const route = defineMethod({
  name: 'route',
  summary:
    'Come between a tab and its servers: block requests, answer them yourself, send other headers, or sign in to a site. The newest route that fits decides; all end with the session.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'add', 'remove'], default: 'list' },
      url: {
        type: 'string',
        minLength: 1,
        maxLength: 2000,
        description: 'For add: whole urls, * for any text: https://example.com/api/*',
      },
      tab: { ...tab, description: 'Default: the selected tab.' },
      method: { type: 'string', minLength: 1, maxLength: 20, description: 'Only these, such as POST.' },
      type: {
        type: 'string',
        minLength: 1,
        maxLength: 40,
        description: 'Only these: document, script, image, fetch, …',
      },
      block: { type: 'boolean', description: 'Fail the request.' },
      status: {
        type: 'integer',
        minimum: 200,
        maximum: 599,
        description: 'Answer so; with headers and body. Default 200.',
      },
      headers: { ...headers, description: 'Of the answer: `Name: value`.' },
      body: { type: 'string', maxLength: 1000000, description: 'Of the answer.' },
      requestHeaders: { ...headers, description: 'Send these, `Name: value`; one without a value is left out.' },
      username: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Basic authentication, with password; for one site.',
      },
      password: { type: 'string', maxLength: 1000, description: 'Never shown.' },
      id: { type: 'string', minLength: 1, maxLength: 20, description: 'For remove. Default: all of the tab.' },
      timeoutMs: { ...timeoutMs, default: 10000 },
    },
    allOf: [{ if: { properties: { action: { const: 'add' } }, required: ['action'] }, then: { required: ['url'] } }],
  },
  result: {
    type: 'object',
    required: ['tab', 'routes'],
    properties: {
      tab: { type: 'string' },
      added: { type: 'string', description: 'The id of the new one.' },
      routes: {
        type: 'array',
        description: 'All of the tab, oldest first.',
        items: {
          type: 'object',
          required: ['id', 'url', 'does', 'used'],
          properties: {
            id: { type: 'string' },
            url: { type: 'string' },
            method: { type: 'string' },
            type: { type: 'string' },
            does: {
              type: 'string',
              description:
                '`block`, `answer 200`, `send X-Name`, `leave out X-Name` or `sign in`; never values of headers.',
            },
            used: { type: 'integer', description: 'Requests that it has changed.' },
          },
        },
      },
    },
  },
  errors: ['tab_not_found', 'not_found', 'unsupported_here', 'unresponsive', 'locked', 'limit_exceeded'],
  // Whoever answers for a site can run scripts in it.
  scope: 'evaluate',
  effect: 'acts',
  group: 'browser',
  positional: ['action', 'url'],
  examples: [
    {
      summary: 'No pictures',
      params: { action: 'add', url: '*', type: 'image', block: true },
      result: { tab: 't1', added: 'r1', routes: [{ id: 'r1', url: '*', type: 'Image', does: 'block', used: 0 }] },
    },
    {
      summary: 'An answer of your own',
      params: { action: 'add', url: 'https://example.com/api/cart', status: 500, body: '{"error":"out of stock"}' },
    },
    {
      summary: 'An answer with a header',
      params: { action: 'add', url: 'https://example.com/fonts/*', status: 204, headers: ['Cache-Control: no-store'] },
    },
    {
      summary: 'Send a header',
      params: { action: 'add', url: 'https://example.com/api/*', requestHeaders: ['Accept-Language: de'] },
    },
    {
      summary: 'Sign in to a site that asks for a name and a password',
      params: { action: 'add', url: 'https://staging.example.com/*', username: 'ann', password: 'tea' },
    },
    { summary: 'No more of them', params: { action: 'remove' }, result: { tab: 't1', routes: [] } },
  ],
  text: ({ tab, routes }) =>
    routes.length === 0
      ? `${tab}: no routes`
      : [
          `${tab}:`,
          ...routes.map(({ id, url, method, type, does, used }) =>
            [id, method, type, plain(url), '→', plain(does), used > 0 && `(${used} times)`].filter(Boolean).join(' '),
          ),
        ].join('\n'),
})
