import { defineMethod } from '../method.ts'
import { tab, timeoutMs } from '../params.ts'
import { notes } from '../text/included.ts'

const papers = ['a3', 'a4', 'a5', 'letter', 'legal'] as const

export const pdf = defineMethod({
  name: 'pdf',
  summary: 'Print the page of a tab to a PDF file, as its print style sheets want it.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      paper: { type: 'string', enum: papers, default: 'a4' },
      landscape: { type: 'boolean', default: false },
      pages: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        pattern: '^\\d+(-\\d+)?(, ?\\d+(-\\d+)?)*$',
        description: 'Only these, such as 1-3,5.',
      },
      scale: { type: 'number', minimum: 0.1, maximum: 2, default: 1 },
      background: { type: 'boolean', default: true, description: 'With background colours and pictures.' },
      inline: { type: 'boolean', default: false, description: 'In the answer, instead of a file.' },
      timeoutMs: { ...timeoutMs, default: 30000 },
    },
  },
  result: {
    type: 'object',
    required: ['tab', 'pages', 'bytes'],
    properties: {
      tab: { type: 'string' },
      path: {
        type: 'string',
        description:
          "The file, readable only by its owner, on the daemon's machine. The oldest are eventually removed, and all when the daemon ends: copy what is to stay, or ask for it inline (ix … --out FILE).",
      },
      data: { type: 'string', description: 'With inline: the file in base64.' },
      pages: { type: 'integer' },
      bytes: { type: 'integer' },
    },
  },
  errors: ['tab_not_found', 'unsupported_here', 'dialog_open', 'unresponsive', 'limit_exceeded'],
  scope: 'read',
  effect: 'reads',
  group: 'browser',
  positional: [],
  examples: [
    {
      summary: 'The page, on A4',
      params: { tab: 't1' },
      result: {
        tab: 't1',
        path: '/run/user/1000/ix/screenshots/20260102-030405-678-t1.pdf',
        pages: 3,
        bytes: 48211,
      },
    },
    { summary: 'The first page, across', params: { tab: 't1', pages: '1', landscape: true, paper: 'letter' } },
  ],
  text: ({ path, pages, bytes }) =>
    notes(path ?? 'PDF', [`${pages} ${pages === 1 ? 'page' : 'pages'}`, `${bytes} bytes`]),
})
