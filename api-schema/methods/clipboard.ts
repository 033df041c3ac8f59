import { defineMethod } from '../method.ts'
import { preview, timeoutMs } from '../params.ts'
import { plain } from '../plain.ts'
import { notes } from '../text/included.ts'

export const clipboard = defineMethod({
  name: 'clipboard',
  summary: 'Read or write the clipboard of the desktop: text, files, a picture.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['read', 'write'], default: 'read' },
      text: { type: 'string', maxLength: 10_000_000, description: 'For write, like the others.' },
      files: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 4096 },
        minItems: 1,
        maxItems: 1000,
        description: 'Absolute paths.',
      },
      picture: { type: 'string', minLength: 1, maxLength: 4096, description: 'Absolute path of a PNG file.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'The text; if long, a preview.' },
      files: { type: 'array', items: { type: 'string' } },
      picture: {
        type: 'object',
        required: ['path', 'bytes'],
        properties: {
          path: { type: 'string', description: 'A PNG file of the daemon, removed when it ends.' },
          bytes: { type: 'integer' },
        },
      },
      written: { type: 'array', items: { type: 'string', enum: ['text', 'files', 'picture'] } },
      ...preview,
    },
  },
  errors: ['unsupported_here', 'unresponsive', 'limit_exceeded', 'not_found'],
  scope: 'interact',
  effect: 'acts',
  group: 'page',
  isVerbatim: true,
  positional: ['action', 'text'],
  examples: [
    { summary: 'What is on it', params: {}, result: { text: '14' } },
    { summary: 'Write text', params: { action: 'write', text: 'Green tea' }, result: { written: ['text'] } },
    {
      summary: 'Two files, to paste in a file manager',
      params: { action: 'write', files: ['/srv/a.txt', '/srv/b.txt'] },
    },
  ],
  text: ({ text, files, picture, written, hint }) => {
    if (written !== undefined) return `written: ${written.join(', ')}`
    const parts = [
      text,
      // Copied files are also available as text.
      text === undefined && files?.map(plain).join('\n'),
      picture && notes(picture.path, ['png', `${picture.bytes} bytes`]),
      hint,
    ]
    const said = parts.filter((part) => typeof part === 'string' && part !== '')
    return said.length === 0 ? 'The clipboard is empty.' : said.join('\n')
  },
})
