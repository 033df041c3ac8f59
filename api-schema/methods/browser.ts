import { defineMethod } from '../method.ts'
import { timeoutMs } from '../params.ts'
import { plain } from '../plain.ts'

const naming = (action: string, name: string) =>
  ({
    if: { properties: { action: { const: action } }, required: ['action'] },
    then: { required: [name] },
  }) as const

const browserStates = ['off', 'allowed', 'asking', 'attached', 'lending'] as const

export const browser = defineMethod({
  name: 'browser',
  summary: "The person's own browsers: attach to one, and lend tabs of theirs; only the owner may.",
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: {
        type: 'string',
        enum: ['list', 'attach', 'detach', 'tabs', 'lend', 'take_back', 'join'],
        default: 'list',
        description: 'tabs: those that the person has open, with titles. join: for the extension that lends tabs.',
      },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'For attach and detach: the browser, such as chrome or brave. Default: the only one; all.',
      },
      handle: { type: 'string', minLength: 1, maxLength: 100, description: 'For lend: a tab, from tabs.' },
      tab: { type: 'string', minLength: 1, maxLength: 64, description: 'For take_back: the id of a tab that is lent.' },
      socket: { type: 'string', minLength: 1, maxLength: 200, description: 'For join: where the browser answers.' },
      timeoutMs: { ...timeoutMs, description: 'For attach: how long to wait for the person, in ms. Default: 60000.' },
    },
    allOf: [naming('lend', 'handle'), naming('take_back', 'tab'), naming('join', 'socket')],
  },
  result: {
    type: 'object',
    required: ['browsers'],
    properties: {
      browsers: {
        type: 'array',
        description: 'Those that the person has open.',
        items: {
          type: 'object',
          required: ['name', 'state'],
          properties: {
            name: { type: 'string' },
            state: {
              type: 'string',
              enum: browserStates,
              description: 'off: remote debugging is not allowed there. lending: only single tabs, by its extension.',
            },
            id: { type: 'string', description: 'Its application id, once attached.' },
          },
        },
      },
      theirs: {
        type: 'array',
        description: 'For tabs.',
        items: {
          type: 'object',
          required: ['handle', 'browser', 'title', 'url'],
          properties: {
            handle: { type: 'string' },
            browser: { type: 'string' },
            title: { type: 'string' },
            url: { type: 'string' },
            tab: { type: 'string', description: 'Its tab id, while it is lent.' },
          },
        },
      },
      lent: { type: 'string', description: 'The id of the tab.' },
      detached: { type: 'array', items: { type: 'string' } },
    },
  },
  errors: ['app_not_found', 'tab_not_found', 'not_allowed', 'unresponsive', 'unsupported_here'],
  scope: 'admin',
  actionScopes: { attach: 'admin', detach: 'admin', lend: 'admin', take_back: 'admin', join: 'admin' },
  effect: 'acts',
  group: 'none',
  positional: ['action', 'name'],
  limitMs: () => 60_000,
  examples: [
    { summary: 'Which are open', params: {} },
    { summary: 'Be let in', params: { action: 'attach', name: 'chrome' } },
  ],
  text: ({ browsers, theirs, lent, detached }) => {
    if (detached !== undefined)
      return detached.length === 0 ? 'No browser is attached.' : `Detached from ${detached.map(plain).join(', ')}.`
    if (lent !== undefined) return `${lent} is lent.`
    if (theirs !== undefined)
      return theirs.length === 0
        ? 'No tabs of theirs.'
        : theirs
            .map(
              ({ handle, browser, title, tab }) =>
                `${handle} ${plain(title)} (${[plain(browser), tab && `lent as ${tab}`].filter(Boolean).join(', ')})`,
            )
            .join('\n')
    return browsers.length === 0
      ? "No browser of the person's own is open."
      : browsers
          .map(({ name, state, id }) => `${plain(name)}: ${state}${id === undefined ? '' : ` (${id})`}`)
          .join('\n')
  },
})
