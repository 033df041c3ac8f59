import { defineMethod } from '../method.ts'
import { preview, tab, timeoutMs } from '../params.ts'

const headers = { type: 'object', additionalProperties: { type: 'string' } } as const

/** Of a request in the list, and in detail. */
const entry = {
  id: { type: 'string' },
  method: { type: 'string' },
  url: { type: 'string', description: 'Long ones are cut in the list.' },
  type: { type: 'string', description: 'Document, Script, XHR, Fetch, Image, …' },
  status: { type: 'integer', description: 'Of the response, where one came.' },
  failed: { type: 'string', description: 'Why it failed.' },
  mimeType: { type: 'string' },
  bytes: { type: 'integer', description: 'That came over the network.' },
  at: { type: 'integer', description: 'When it began, ms since 1970.' },
  durationMs: { type: 'integer', description: 'Left out while it is under way.' },
} as const
const required = ['id', 'method', 'url', 'type', 'at'] as const

export const network = defineMethod({
  name: 'network',
  summary:
    'Requests of a page, newest last, from the first call on; with `id` headers, data sent and body of one. Passwords, tokens and cookies are [redacted].',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'The selected tab where it is left out.' },
      id: { type: 'string', minLength: 1, maxLength: 20, description: 'All about this one.' },
      urlContains: { type: 'string', minLength: 1, maxLength: 1000 },
      type: {
        type: 'string',
        minLength: 1,
        maxLength: 40,
        description: 'document, script, xhr, fetch, image, …',
      },
      method: { type: 'string', minLength: 1, maxLength: 20 },
      status: { type: 'integer', minimum: 100, maximum: 599 },
      failed: { type: 'boolean', description: 'No response, or a status from 400 on.' },
      since: { type: 'integer', minimum: 0, description: '`last` of an earlier answer.' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 30, description: 'The newest.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    properties: {
      requests: {
        type: 'array',
        description: 'Those that fit, in the order in which they began.',
        items: { type: 'object', required, properties: entry },
      },
      last: { type: 'integer', description: 'Pass it as since.' },
      more: { type: 'integer', minimum: 1, description: 'Requests before these that fit, too.' },
      lost: { type: 'integer', minimum: 1, description: 'Requests of any kind that are kept no more.' },
      request: {
        type: 'object',
        description: 'The one with the id. Header values are cut at 300 characters.',
        required: [...required, 'requestHeaders'],
        properties: {
          ...entry,
          statusText: { type: 'string' },
          initiator: { type: 'string', description: 'What asked for it: its kind, and url:line.' },
          requestHeaders: headers,
          responseHeaders: headers,
          postData: { type: 'string', description: 'What was sent: a preview where both are long together.' },
          body: { type: 'string', description: 'What came, where it is a text: a preview where it is long.' },
          noBody: { type: 'string', description: 'Why there is none.' },
        },
      },
      ...preview,
    },
  },
  errors: ['tab_not_found', 'not_found', 'unsupported_here', 'dialog_open', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  positional: ['id'],
  examples: [
    {
      summary: 'What failed',
      params: { tab: 't1', failed: true },
      result: {
        requests: [
          {
            id: 'r4',
            method: 'POST',
            url: 'https://example.com/api/cart',
            type: 'Fetch',
            status: 500,
            mimeType: 'application/json',
            bytes: 310,
            at: 1767225600000,
            durationMs: 41,
          },
        ],
        last: 9,
      },
    },
    {
      summary: 'All about one; a long body comes as a preview, and confirm fetches the whole once',
      params: { tab: 't1', id: 'r4' },
      result: {
        request: {
          id: 'r4',
          method: 'POST',
          url: 'https://example.com/api/cart',
          type: 'Fetch',
          status: 500,
          at: 1767225600000,
          durationMs: 41,
          requestHeaders: { Authorization: '[redacted]', 'Content-Type': 'application/json' },
          responseHeaders: { 'Content-Type': 'application/json' },
          postData: '{"item":7}',
          body: '{"error":"out of stock"}',
        },
      },
    },
  ],
})
