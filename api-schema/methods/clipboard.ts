import { defineMethod } from '../method.ts'
import { preview, timeoutMs } from '../params.ts'

export const clipboard = defineMethod({
  name: 'clipboard',
  summary: 'Read or write the clipboard of the desktop: text, files, a picture.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['read', 'write'], default: 'read' },
      text: { type: 'string', maxLength: 10_000_000, description: 'For write, as the others.' },
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
      text: { type: 'string', description: 'What was read; of a long one a preview.' },
      files: { type: 'array', items: { type: 'string' } },
      picture: {
        type: 'object',
        required: ['path', 'bytes'],
        properties: { path: { type: 'string', description: 'A PNG file of the daemon.' }, bytes: { type: 'integer' } },
      },
      written: { type: 'array', items: { type: 'string', enum: ['text', 'files', 'picture'] } },
      ...preview,
    },
  },
  errors: ['unsupported_here', 'unresponsive', 'limit_exceeded', 'not_found'],
  scope: 'interact',
  effect: 'acts',
  group: 'page',
  positional: ['action', 'text'],
  examples: [
    { summary: 'What is on it', params: {}, result: { text: '14' } },
    { summary: 'Put a text there', params: { action: 'write', text: 'Green tea' }, result: { written: ['text'] } },
    {
      summary: 'Two files, to be pasted in a file manager',
      params: { action: 'write', files: ['/srv/a.txt', '/srv/b.txt'] },
    },
  ],
})
