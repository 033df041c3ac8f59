import { defineMethod } from '../method.ts'
import {
  bundleId,
  changed,
  elementId,
  findToRead,
  format,
  inclusion,
  openDialog,
  revision,
  tab,
  timeoutMs,
} from '../params.ts'
import { type CalledVerb, calledParts, calledWords, isReading } from '../step.ts'
import { viewText } from '../text/view.ts'

/** Actions on elements, carried out by their platform. */
export const elementWords = [
  'click',
  'double_click',
  'right_click',
  'hover',
  'drag',
  'scroll',
  'set_value',
  'type',
  'key',
  'select',
  'toggle',
  'expand',
  'collapse',
  'increment',
  'decrement',
  'focus',
  'show_menu',
  'menu',
  'raise',
  'minimize',
  'maximize',
  'close',
  'move',
  'resize',
  'upload',
] as const
export type ElementWord = (typeof elementWords)[number]
/** Actions on a page's dialog, which has no elements. */
export const dialogWords = ['accept', 'dismiss'] as const
export const actionWords = [...elementWords, ...dialogWords] as const
export type ActionWord = (typeof actionWords)[number]
/** The verbs of a step: also those that call other methods. */
const stepWords: readonly (ActionWord | CalledVerb)[] = [...actionWords, ...calledWords]

const find = {
  ...findToRead,
  description: 'Instead of elementId: where and what; must fit exactly one element.',
  properties: { ...findToRead.properties, ...inclusion },
} as const

const value = {
  type: 'string',
  maxLength: 100000,
  description: 'Text, option, words to select, on or off, answer to a prompt.',
} as const
const fromPerson = {
  type: 'boolean',
  description: 'Instead of a value: the person types it into this password or code field; the agent never sees it.',
} as const
const keys = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Such as Enter, Control+A; several with spaces.',
} as const
const to = {
  type: 'object',
  description: 'Of drag, move, scroll: an element, or x, y (click: from its corner; resize: size; scroll: pixels).',
  additionalProperties: false,
  properties: {
    elementId,
    find: { ...findToRead, description: 'drag: the element, described.' },
    x: { type: 'number' },
    y: { type: 'number' },
    via: {
      type: 'array',
      maxItems: 20,
      description: 'drag: points on its way.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['x', 'y'],
        properties: { x: { type: 'number' }, y: { type: 'number' } },
      },
    },
  },
} as const
const path = {
  type: 'string',
  maxLength: 1000,
  description: 'Menu path: File > Save As…, or with → between.',
} as const
const files = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'string', minLength: 1, maxLength: 4096 },
  description: 'Absolute paths, for upload.',
} as const
const front = {
  type: 'boolean',
  default: false,
  description: 'Bring its window to the front first; else only where the action needs that.',
} as const
const action = {
  type: 'string',
  enum: actionWords,
  description: 'accept and dismiss answer the open dialog of a tab.',
} as const

/** A full step, for callers that send one; `ix do` makes the same from words. */
export const stepSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['action'],
  properties: {
    elementId: { ...elementId, description: 'Id from an earlier answer; focused: of what has the focus.' },
    find,
    action: { type: 'string', enum: stepWords },
    value,
    fromPerson,
    keys,
    to,
    path,
    files,
    ...calledParts,
  },
} as const

/** Milliseconds allowed for an action, or for each of several steps. */
const stepMs = 10_000
const mostMs = 120_000

export const interact = defineMethod({
  name: 'interact',
  summary: 'Act on an element, or in several steps, and learn what changed.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      elementId: { ...elementId, description: 'Id from an earlier answer; focused: of what has the focus.' },
      find,
      action,
      value,
      fromPerson,
      keys,
      to,
      path,
      files,
      front,
      tab: { ...tab, description: 'Where elements are looked for, and pages opened; default: the selected tab.' },
      bundleId,
      steps: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        description:
          'Instead of the above: in order, until one does not come about. A find waits for its element; text, look and screenshot never stop it.',
        items: stepSchema,
      },
      idempotencyKey: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'Retries with the same key act at most once.',
      },
      format,
      maxTokens: { type: 'integer', minimum: 20, maximum: 100000, default: 2000 },
      timeoutMs: { ...timeoutMs, description: 'Time limit in ms. Default: 10000, times the steps.' },
    },
  },
  limitMs: ({ steps }) => Math.min(mostMs, stepMs * Math.max(1, Array.isArray(steps) ? steps.length : 1)),
  result: {
    type: 'object',
    properties: {
      effect: {
        type: 'string',
        enum: ['confirmed', 'unverified', 'noop', 'refused'],
        description: 'confirmed: verified by reading back; noop: already so; refused: the application declined.',
      },
      why: { type: 'string', description: 'Why it is unverified.' },
      route: { type: 'string', description: 'How it was done: native, keys, pointer.' },
      at: { type: 'string', description: 'drag: where the element is now, in what and between which neighbours.' },
      front: { type: 'boolean', description: 'It was brought to the front.' },
      untaken: { type: 'string', description: 'What the program may not have taken yet, though it is shown.' },
      refused: { type: 'string', description: 'What the application said.' },
      files: { type: 'array', items: { type: 'string' }, description: 'upload: names of the files in the field.' },
      changed,
      outline: { type: 'string' },
      element: { $ref: 'Element' },
      steps: { type: 'array', items: { type: 'object', additionalProperties: {} } },
      left: { type: 'integer', minimum: 1, description: 'Steps that were not started.' },
      opened: {
        type: 'array',
        description: 'Tabs that it opened.',
        items: {
          type: 'object',
          properties: { tab: { type: 'string' }, title: { type: 'string' }, url: { type: 'string' } },
        },
      },
      pending: {
        type: 'object',
        description: 'Where it is on its way to; the server has not answered, and what was there before still is.',
        properties: { url: { type: 'string' }, frame: { type: 'boolean', description: 'Of a frame in the page.' } },
      },
      stopped: {
        type: 'string',
        description: 'Where it was on its way to, and was stopped so that this could be done.',
      },
      dialog: openDialog,
      hint: { type: 'string', description: 'What to do next, if a dialog is open.' },
      url: { type: 'string', description: 'Where the tab is now, if it moved.' },
      title: { type: 'string' },
      moved: { type: 'boolean', description: 'It moved, to an address too long for an answer without diff.' },
      settled: { type: 'boolean' },
      loading: { type: 'boolean', description: 'The page says that more of it is to come.' },
      revision,
    },
  },
  errors: [
    'element_gone',
    'element_ambiguous',
    'element_changed',
    'not_found',
    'unsupported_here',
    'dialog_open',
    'unknown_outcome',
    'permission_denied',
    'unresponsive',
    'app_not_found',
    'tab_not_found',
    'not_as_expected',
  ],
  scope: 'interact',
  effect: 'acts',
  onlyReads: ({ steps, action }) => action === undefined && Array.isArray(steps) && steps.every(isReading),
  group: 'core',
  positional: ['elementId', 'action', 'value'],
  examples: [
    { summary: 'Press element 436', params: { elementId: '436', action: 'click' } },
    {
      summary: 'Find, act and learn the change in one call',
      params: {
        find: { scope: 'focused', filter: { anyFieldContains: 'Search' }, elementTypes: ['textfield'] },
        action: 'set_value',
        value: 'tea',
      },
    },
    {
      summary: 'A short program: sign in, check that it worked, and read the page',
      params: {
        steps: [
          { action: 'goto', url: 'https://example.com/login' },
          { action: 'set_value', find: { filter: { anyFieldContains: 'User' } }, value: 'ann' },
          { action: 'click', find: { filter: { anyFieldContains: 'Sign in' } } },
          { action: 'expect', find: { filter: { anyFieldContains: 'Log out' } } },
          { action: 'text', find: { filter: { role: 'main' } } },
        ],
      },
    },
    { summary: 'Answer a prompt', params: { action: 'accept', value: 'Ann' } },
  ],
  text: viewText,
})
