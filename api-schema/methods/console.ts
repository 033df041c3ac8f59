import { defineMethod } from '../method.ts'
import { preview, tab, timeoutMs } from '../params.ts'
import { plain } from '../plain.ts'
import type { Infer, ObjectSchema } from '../schema.ts'
import { noteOf } from '../text/feed.ts'

const consoleLevels = ['debug', 'log', 'info', 'warn', 'error'] as const
export type ConsoleLevel = (typeof consoleLevels)[number]

const result = {
  type: 'object',
  required: ['messages', 'last'],
  properties: {
    messages: {
      type: 'array',
      description: 'Oldest first. If they are too long together, long texts are cut and the oldest dropped.',
      items: {
        type: 'object',
        required: ['seq', 'level', 'text', 'at'],
        properties: {
          seq: { type: 'integer' },
          level: { type: 'string', enum: consoleLevels },
          text: { type: 'string' },
          at: { type: 'integer', description: 'ms since 1970.' },
          source: { type: 'string', description: 'url:line, if known.' },
          times: {
            type: 'integer',
            minimum: 2,
            description: 'Equal consecutive messages; seq and at are of the last.',
          },
        },
      },
    },
    last: { type: 'integer', description: 'Pass it as since.' },
    more: { type: 'integer', minimum: 1, description: 'Earlier messages that also match.' },
    lost: { type: 'integer', minimum: 1, description: 'Messages of any kind that are no longer kept.' },
    ...preview,
  },
} as const satisfies ObjectSchema

export const console = defineMethod({
  name: 'console',
  summary:
    'What a page logged, also before the first call, newest last: messages, uncaught errors, browser warnings; a preview with a confirmToken over 2,000 characters.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      levels: {
        type: 'array',
        minItems: 1,
        maxItems: 5,
        items: { type: 'string', enum: consoleLevels },
        default: ['log', 'info', 'warn', 'error'],
        description: 'Default: all but debug.',
      },
      textContains: { type: 'string', minLength: 1, maxLength: 1000, description: 'In text or source.' },
      since: { type: 'integer', minimum: 0, description: '`last` of an earlier answer.' },
      maxMessages: { type: 'integer', minimum: 1, maximum: 500, default: 50, description: 'The newest.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result,
  errors: ['tab_not_found', 'unsupported_here', 'dialog_open', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  positional: ['textContains'],
  examples: [
    {
      summary: 'What went wrong',
      params: { tab: 't1', levels: ['error', 'warn'] },
      result: {
        messages: [
          {
            seq: 7,
            level: 'error',
            text: 'Uncaught TypeError: x is undefined',
            at: 1767225600000,
            source: 'https://example.com/app.js:12',
          },
        ],
        last: 9,
      },
    },
    { summary: 'What came after that', params: { tab: 't1', since: 9 }, result: { messages: [], last: 9 } },
    {
      summary: 'A long answer comes as a preview; confirm returns the whole once',
      params: { textContains: 'cart' },
      result: {
        messages: [{ seq: 12, level: 'log', text: 'cart {"items":[…', at: 1767225600000 }],
        last: 12,
        totalLength: 9310,
        shownLength: 2000,
        truncated: true,
        confirmToken: 'kEpT…',
        hint: 'confirm with the token returns the whole once; for less: levels, textContains, since or maxMessages.',
      },
    },
  ],
  text: consoleText,
})

type Logged = Infer<typeof result, 'in'>

function consoleText(result: Logged): string {
  const { messages } = result
  return [...(messages.length === 0 ? ['No messages.'] : messages.map(consoleLine)), noteOf(result)].join('\n')
}

export function consoleLine({ level, text, times, source }: Logged['messages'][number]): string {
  const place = source === undefined ? '' : ` (${plain(placeOf(source))})`
  return `${level}: ${plain(text)}${times === undefined ? '' : ` ×${times}`}${place}`
}

/** Only the file name and the line in it. */
function placeOf(source: string): string {
  const [, path = source, line = ''] = /^(.*?)(:\d+)?$/s.exec(source) ?? []
  const name =
    path
      .replace(/[?#].*$/s, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? path
  return `${name}${line}`
}
