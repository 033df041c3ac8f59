import { defineMethod } from '../method.ts'
import { tab, timeoutMs } from '../params.ts'

export const downloads = defineMethod({
  name: 'downloads',
  summary: 'Files that a tab downloads, newest last: state, size, and where each one went.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'The selected tab where it is left out.' },
      since: { type: 'integer', minimum: 0, description: '`last` of an earlier answer.' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 20, description: 'The newest.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    required: ['downloads', 'last'],
    properties: {
      downloads: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'url', 'state', 'bytes', 'at'],
          properties: {
            name: { type: 'string' },
            url: { type: 'string' },
            path: {
              type: 'string',
              description:
                "Where it is, or will be, on the machine of the daemon. In the daemon's own browser always there; in another one when it is completed.",
            },
            state: { type: 'string', enum: ['inProgress', 'completed', 'canceled'] },
            bytes: { type: 'integer', description: 'So far.' },
            totalBytes: { type: 'integer', description: 'Where it is known.' },
            at: { type: 'integer', description: 'When it began, ms since 1970.' },
          },
        },
      },
      last: { type: 'integer', description: 'Pass it as since.' },
      more: { type: 'integer', minimum: 1, description: 'Downloads before these.' },
      lost: { type: 'integer', minimum: 1, description: 'Downloads that are kept no more.' },
      hint: { type: 'string' },
    },
  },
  errors: ['tab_not_found', 'unsupported_here', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  examples: [
    {
      summary: 'Where the file went',
      params: { tab: 't1' },
      result: {
        downloads: [
          {
            name: 'report.pdf',
            url: 'https://example.com/report',
            path: '/home/me/.local/state/ix/downloads/report.pdf',
            state: 'completed',
            bytes: 48213,
            totalBytes: 48213,
            at: 1767225600000,
          },
        ],
        last: 2,
      },
    },
  ],
})
