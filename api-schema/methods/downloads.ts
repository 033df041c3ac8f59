import { defineMethod } from '../method.ts'
import { tab, timeoutMs } from '../params.ts'
import { noteOf } from '../text/feed.ts'
import { downloadLine } from '../text/included.ts'

export const downloads = defineMethod({
  name: 'downloads',
  summary: 'Files that a tab downloads, newest last: state, size, and where each was saved.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
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
                "Where it is, or will be, on the daemon's machine. Always present for the daemon's own browser; for another one, once it is completed.",
            },
            state: { type: 'string', enum: ['inProgress', 'completed', 'canceled'] },
            bytes: { type: 'integer', description: 'So far.' },
            totalBytes: { type: 'integer', description: 'If known.' },
            at: { type: 'integer', description: 'When it started, ms since 1970.' },
          },
        },
      },
      last: { type: 'integer', description: 'Pass it as since.' },
      more: { type: 'integer', minimum: 1, description: 'Earlier downloads.' },
      lost: { type: 'integer', minimum: 1, description: 'Downloads that are no longer kept.' },
      hint: { type: 'string' },
    },
  },
  errors: ['tab_not_found', 'unsupported_here', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  examples: [
    {
      summary: 'Where the file was saved',
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
  text: (result) => {
    const { downloads } = result
    return [...(downloads.length === 0 ? ['No downloads.'] : downloads.map(downloadLine)), noteOf(result)].join('\n')
  },
})
