import { defineMethod } from '../method.ts'
import { format, revision, staleness, tab, timeoutMs, truncated } from '../params.ts'

export const navigate = defineMethod({
  name: 'navigate',
  summary: 'Go to a url, back, forward, or reload; shows the page that came. Starts a browser when there is none.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'The selected tab where it is left out; a new one when there is none.' },
      url: { type: 'string', minLength: 1, maxLength: 10000 },
      action: { type: 'string', enum: ['goto', 'back', 'forward', 'reload'], default: 'goto' },
      waitFor: { type: 'string', enum: ['load', 'domcontentloaded', 'networkidle'], default: 'load' },
      format,
      maxTokens: { type: 'integer', minimum: 50, maximum: 100000, default: 2000 },
      timeoutMs: { ...timeoutMs, default: 30000 },
    },
    allOf: [{ if: { properties: { action: { const: 'goto' } }, required: ['action'] }, then: { required: ['url'] } }],
  },
  result: {
    type: 'object',
    properties: {
      tab: { type: 'string' },
      url: { type: 'string' },
      title: { type: 'string' },
      crashed: { type: 'boolean', description: 'The page that the tab had before had crashed.' },
      elements: { type: 'array', items: { $ref: 'Element' } },
      outline: { type: 'string' },
      matched: { type: 'integer' },
      shown: { type: 'integer' },
      truncated,
      cursor: { type: 'string' },
      dialog: { type: 'object', additionalProperties: { type: 'string' } },
      ...staleness,
      revision,
    },
  },
  errors: ['tab_not_found', 'unsupported_here', 'dialog_open', 'timeout', 'not_found'],
  scope: 'interact',
  effect: 'acts',
  group: 'core',
  positional: ['url'],
  examples: [
    { summary: 'Open a page', params: { url: 'https://example.com' } },
    { summary: 'Back', params: { tab: 't1', action: 'back' } },
  ],
})
