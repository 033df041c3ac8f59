/**
 * What an answer contains besides the method's own result, because `expectation` asks for it or the caller must know.
 */
import { contexts, offeredTools, outline, positions } from './params.ts'
import type { Infer, ObjectSchema, Schema } from './schema.ts'

const text = { type: 'string' } as const

/** For a text that is shown only in part. */
const cut = {
  totalLength: { type: 'integer', description: 'Characters of the whole.' },
  shownLength: { type: 'integer', description: 'Characters that are shown.' },
  truncated: { type: 'boolean', description: 'Something is left out.' },
  confirmToken: { type: 'string', description: 'Fetches the whole once, by `confirm`.' },
  hint: text,
} as const

/** Registered under the name `Snapshot`. */
export const snapshotSchema = {
  type: 'object',
  description: 'The page or application after the call: outline, text or html.',
  properties: {
    outline,
    positions,
    text,
    html: text,
    matched: { type: 'integer', description: 'Elements that could be shown.' },
    shown: { type: 'integer' },
    ...offeredTools,
    ...cut,
    where: { type: 'array', items: text, description: 'The containers with most of what is left out.' },
    cursor: { type: 'string', description: 'Pass it to explore to continue.' },
    settled: { type: 'boolean', description: 'Omitted if everything that happened before has been seen.' },
    reason: text,
    revision: { type: 'integer' },
    error: {
      type: 'object',
      description: 'Why there is no snapshot, although the action was done.',
      required: ['name', 'message', 'hint'],
      properties: { name: text, message: text, hint: text },
    },
  },
} as const satisfies ObjectSchema

/** Registered under the name `ConsoleReport`. */
export const consoleReportSchema = {
  type: 'object',
  description: 'What the page logged during the call, newest last.',
  required: ['messages'],
  properties: {
    messages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['level', 'text'],
        properties: { level: text, text, source: { type: 'string', description: 'url:line, if known.' } },
      },
    },
    more: { type: 'integer', minimum: 1, description: 'Messages of the call before these.' },
    lost: { type: 'integer', minimum: 1, description: 'Messages from the call that are no longer kept.' },
    ...cut,
  },
} as const satisfies ObjectSchema

/** Registered under the name `DownloadReport`. */
export const downloadReportSchema = {
  type: 'object',
  required: ['name', 'url', 'state'],
  properties: {
    name: text,
    url: text,
    path: { type: 'string', description: "Where it is, or will be, on the daemon's machine." },
    state: { type: 'string', enum: ['inProgress', 'completed', 'canceled'] },
    bytes: { type: 'integer' },
    totalBytes: { type: 'integer' },
  },
} as const satisfies ObjectSchema

/** Registered under the name `OpenTab`. */
export const openTabSchema = {
  type: 'object',
  required: ['tab', 'title', 'url', 'app'],
  properties: {
    tab: text,
    title: text,
    url: text,
    app: text,
    selected: { type: 'boolean' },
    context: { type: 'string', enum: contexts, description: 'Omitted if shared.' },
    lent: { type: 'boolean', description: "The person's own tab, lent for a while." },
    dialog: { type: 'string', description: 'Text of the open dialog.' },
  },
} as const satisfies ObjectSchema

export type Snapshot = Infer<typeof snapshotSchema, 'in'>
export type ConsoleReport = Infer<typeof consoleReportSchema, 'in'>
export type DownloadReport = Infer<typeof downloadReportSchema, 'in'>
export type OpenTab = Infer<typeof openTabSchema, 'in'>

declare module './schema.ts' {
  interface Named {
    Snapshot: Snapshot
    ConsoleReport: ConsoleReport
    DownloadReport: DownloadReport
    OpenTab: OpenTab
  }
}

/** The fields in each method's result, unless it has its own of that name. */
export const included = {
  snapshot: { $ref: 'Snapshot' },
  console: { $ref: 'ConsoleReport' },
  downloads: { type: 'array', items: { $ref: 'DownloadReport' } },
  tabs: { type: 'array', items: { $ref: 'OpenTab' } },
  changed: {
    type: 'object',
    description: 'What the call changed: lists, or an outline.',
    additionalProperties: {},
  },
  code: { type: 'string', description: "A line of script with Playwright's API that repeats the call." },
  ignored: {
    type: 'array',
    items: text,
    description: 'Parts of `expectation` that this target or method cannot provide.',
  },
  tab: { type: 'string', description: 'The current tab, if the call was about it without naming it.' },
  recorded: { type: 'boolean', description: 'True for a recording: nothing that is shown or done is real.' },
} as const satisfies { readonly [name: string]: Schema }
