/** Fragments that several methods share, so that one thing has one name and one description everywhere. */
import { elementTypes } from './element.ts'
import type { ObjectSchema, Schema } from './schema.ts'

/** Stands for an id in a step. */
export const focusedWord = 'focused'
export const elementId = {
  type: 'string',
  minLength: 1,
  maxLength: 20,
  description: 'Id from an earlier answer.',
} as const satisfies Schema
export const tab = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Tab id from `tabs`.',
} as const satisfies Schema
export const contexts = ['shared', 'own'] as const
export const context = {
  type: 'string',
  enum: contexts,
  description: 'own: cookies of its own.',
} as const satisfies Schema
export const bundleId = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description: 'Application id or name from `apps`.',
} as const satisfies Schema

export const scopeWords = ['system', 'application', 'focused', 'position', 'element', 'tab'] as const

const contains = (what: string) =>
  ({ type: 'string', minLength: 1, maxLength: 1000, description: `${what} contains this.` }) as const

export const filter = {
  type: 'object',
  description: 'All must match; case, width and accents do not count.',
  additionalProperties: false,
  properties: {
    role: { type: 'string', minLength: 1, maxLength: 100, description: 'AX word, short word or subrole.' },
    titleContains: contains('Title'),
    valueContains: contains('Value'),
    descriptionContains: contains('Description'),
    identifierContains: contains('Identifier'),
    anyFieldContains: contains('Any text field'),
  },
} as const satisfies ObjectSchema

export const types = {
  type: 'array',
  description: 'Kinds; any imposes none.',
  items: { type: 'string', enum: elementTypes },
  minItems: 1,
  maxItems: 9,
  default: ['any'],
} as const satisfies Schema

/** Where to look: shared by explore, wait and the `find` of interact. */
export const where = {
  scope: {
    type: 'string',
    enum: scopeWords,
    description: 'Where to look. Default: what the other names imply, otherwise the current tab or what is focused.',
  },
  bundleId,
  tab,
  elementId,
  x: { type: 'number', minimum: -100000, maximum: 100000, description: 'Screen point; page pixels with `tab`.' },
  y: { type: 'number', minimum: -100000, maximum: 100000 },
} as const

/** What each scope requires; the `allOf` of every object that takes a scope. */
export const needs = [
  { if: { properties: { scope: { const: 'application' } }, required: ['scope'] }, then: { required: ['bundleId'] } },
  { if: { properties: { scope: { const: 'element' } }, required: ['scope'] }, then: { required: ['elementId'] } },
  { if: { properties: { scope: { const: 'position' } }, required: ['scope'] }, then: { required: ['x', 'y'] } },
] as const

/** Describes the element that a reading call is about, instead of its id. */
export const findToRead = {
  type: 'object',
  description: 'Instead of elementId: where and what; must fit exactly one element, hidden ones included.',
  additionalProperties: false,
  properties: {
    ...where,
    filter,
    elementTypes: types,
    near: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'Of several: the one in the row with this text.',
    },
    nth: { type: 'integer', minimum: 1, maximum: 1000, description: 'Of several: this one, from 1.' },
  },
  allOf: needs,
} as const satisfies ObjectSchema

/** Which elements are included. */
export const inclusion = {
  includeHidden: { type: 'boolean', default: false },
  includeDisabled: { type: 'boolean', default: false },
  includeNonInteractable: { type: 'boolean', default: false, description: 'Also what cannot be acted upon.' },
} as const

export const timeoutMs = {
  type: 'integer',
  minimum: 1,
  maximum: 120000,
  description: 'Time limit in ms.',
} as const satisfies Schema
export const format = { type: 'string', enum: ['json', 'outline'], default: 'json' } as const satisfies Schema
export const revision = {
  type: 'integer',
  minimum: 0,
  description: 'Revision of the tree in the answer.',
} as const satisfies Schema

const elements = { type: 'array', items: { $ref: 'Element' } } as const

/** A difference: what an action did, or what happened since a revision. Empty lists are omitted. */
export const changed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    added: elements,
    changed: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'role', 'was', 'now'],
        properties: {
          id: { type: 'string' },
          role: { type: 'string' },
          name: { type: 'string' },
          title: { type: 'string', description: 'Only if there is no name; otherwise the description.' },
          description: { type: 'string' },
          was: { type: 'object', description: 'Fields that changed, before.', additionalProperties: {} },
          now: { type: 'object', description: 'The same fields, after.', additionalProperties: {} },
        },
      },
    },
    removed: {
      type: 'array',
      items: {
        type: 'object',
        required: ['role'],
        properties: {
          id: { type: 'string', description: 'If it was ever shown.' },
          role: { type: 'string' },
          name: { type: 'string' },
          title: { type: 'string' },
          description: { type: 'string' },
        },
      },
    },
    redrawn: {
      type: 'array',
      description: 'Parts whose contents were built again just as they were: told if nothing else is.',
      items: {
        type: 'object',
        required: ['id', 'role'],
        properties: { id: { type: 'string' }, role: { type: 'string' }, name: { type: 'string' } },
      },
    },
    behind: {
      type: 'integer',
      minimum: 1,
      description: 'Elements that a modal dialog has put out of reach until it is closed; none of them is in removed.',
    },
    back: {
      type: 'integer',
      minimum: 1,
      description:
        'Elements that are in reach again, with their ids, since a modal dialog has closed; what differs is in changed.',
    },
    more: { type: 'integer', minimum: 1, description: 'Changes that are not listed.' },
  },
} as const satisfies ObjectSchema

/** Its syntax: `daemon/view/write/outline.ts`. */
export const outline = {
  type: 'string',
  description:
    'One line per element: `[id] role: name =value (states)`; short ones of a kind beside each other share one: `buttons: [id name][id,id name][id–id name]`, the last for a run of alike ones; what only says where others are has no id: `heading: name`.',
} as const satisfies Schema

export const positions = {
  type: 'string',
  enum: ['page', 'screen'],
  description: 'In what the outline has positions: page pixels of the tab, or screen points.',
} as const satisfies Schema

export const disabled = {
  type: 'integer',
  minimum: 1,
  description: 'Disabled matches, left out: see `includeDisabled`.',
} as const satisfies Schema

export const skipped = {
  type: 'object',
  description: 'What is no element that can be used: see `format: text` and `includeNonInteractable`.',
  properties: {
    characters: { type: 'integer', minimum: 0, description: 'Of text outside of controls and headings.' },
    tables: { type: 'integer', minimum: 1, description: 'Tables with nothing to use in them.' },
    rows: { type: 'integer', minimum: 1, description: 'Rows of those tables.' },
  },
  required: ['characters'],
} as const satisfies Schema

/** A tool that a page offers, as a view lists it. */
export const toolSchema = {
  type: 'object',
  required: ['name', 'takes'],
  properties: {
    name: { type: 'string' },
    description: { type: 'string', description: 'The beginning of what the page says of it.' },
    takes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names of its input; ? where it may be left out, then its type or choices.',
    },
    frame: { type: 'string', description: 'Address of the frame that offers it, if that is not the page itself.' },
  },
} as const satisfies ObjectSchema

/** The tools that a page offers, in a view of the whole page. */
export const offeredTools = {
  tools: { type: 'array', items: toolSchema, description: 'Tools that the page offers: see `call_tool`.' },
  moreTools: { type: 'integer', minimum: 1, description: 'Tools that are not listed.' },
} as const

/** Why an answer is incomplete. */
export const truncated = {
  type: 'object',
  additionalProperties: false,
  required: ['reason'],
  properties: {
    reason: { type: 'string', enum: ['limit', 'maxDepth', 'maxTokens', 'partial'] },
    hidden: { type: 'integer', description: 'Matches that are not shown.' },
    where: { type: 'array', items: { type: 'string' }, description: 'The containers with the most of them.' },
  },
} as const satisfies ObjectSchema

/** A dialog that blocks a tab. */
export const openDialog = {
  type: 'object',
  required: ['type', 'message'],
  properties: {
    type: {
      type: 'string',
      description: 'alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at.',
    },
    message: { type: 'string' },
    value: { type: 'string', description: 'The default answer of a prompt, used by accept without a text.' },
  },
} as const satisfies ObjectSchema

/** Why an answer is not fresh. */
export const staleness = {
  settled: { type: 'boolean', description: 'Everything that happened before the call has been seen.' },
  ageMs: { type: 'integer', minimum: 0, description: 'Age of the copy that was served, if not fresh.' },
  reason: { type: 'string', description: 'Why it is not settled, or only a part.' },
} as const

/** Accompanies a long text that is shown in part. */
export const preview = {
  totalLength: { type: 'integer', minimum: 0, description: 'Characters of the whole; only with a preview.' },
  shownLength: { type: 'integer', minimum: 0, description: 'Characters of the preview.' },
  truncated: { type: 'boolean', description: 'True for a preview.' },
  confirmToken: { type: 'string', description: 'Fetches the whole once, by `confirm`.' },
  hint: { type: 'string', description: 'How to get the rest, or less.' },
} as const

/** For a list that one platform did not answer for. */
export const staleList = {
  settled: { type: 'boolean', description: 'False: some of the list is from before. Omitted if all is current.' },
  reason: { type: 'string', description: 'Which part, and why.' },
} as const
