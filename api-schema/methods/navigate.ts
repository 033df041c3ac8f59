import { defineMethod } from '../method.ts'
import {
  context,
  disabled,
  format,
  openDialog,
  revision,
  skipped,
  staleness,
  tab,
  timeoutMs,
  truncated,
} from '../params.ts'
import { viewText } from '../text/view.ts'

export const navigate = defineMethod({
  name: 'navigate',
  summary: 'Go to a url, back, forward, reload or stop; shows the page.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab, or a new one.' },
      url: { type: 'string', minLength: 1, maxLength: 10000 },
      context,
      action: { type: 'string', enum: ['goto', 'back', 'forward', 'reload', 'stop'], default: 'goto' },
      waitFor: {
        type: 'string',
        enum: ['load', 'domcontentloaded', 'networkidle'],
        description: 'Default: until it can be used.',
      },
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
      loading: { type: 'boolean', description: 'It can be used, and parts of it are still to come.' },
      crashed: {
        type: 'boolean',
        description: 'The previous page in the tab had crashed, or never answered and was ended.',
      },
      elements: { type: 'array', items: { $ref: 'Element' } },
      outline: { type: 'string' },
      matched: { type: 'integer' },
      shown: { type: 'integer' },
      disabled,
      skipped,
      truncated,
      cursor: { type: 'string' },
      dialog: openDialog,
      hint: { type: 'string', description: 'What to do next, if a dialog is open.' },
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
  text: viewText,
})
