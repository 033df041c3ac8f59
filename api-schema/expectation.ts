/**
 * `expectation`: what an answer should contain besides the method's own result. `defineMethod` adds it to every method;
 * parts that are not included are not computed. The defaults differ by method.
 */
import type { Infer, ObjectSchema, Schema } from './schema.ts'

export const imageFormats = ['jpeg', 'png', 'webp'] as const
const snapshotFormats = ['aria', 'text', 'html'] as const
/** Levels that can be requested; `debug` is only for the method `console`. */
export const reportedLevels = ['log', 'warn', 'error', 'info'] as const

/** Registered under the name `Expectation`. */
export const expectationSchema = {
  type: 'object',
  description: 'What to add to the result; defaults differ by method.',
  additionalProperties: false,
  properties: {
    includeSnapshot: {
      type: 'boolean',
      description: 'The elements of the page or application after the call. Default for navigate.',
    },
    includeConsole: {
      type: 'boolean',
      description: 'What the page logged during the call. Default for evaluate and eval_call_function.',
    },
    includeDownloads: { type: 'boolean', description: 'Downloads that started or progressed during the call.' },
    includeTabs: { type: 'boolean', description: 'The tabs that are open after the call.' },
    includeCode: { type: 'boolean', description: 'The line of Playwright script that would repeat the call.' },
    diff: {
      type: 'boolean',
      description:
        'What the call changed. Default for interact and dialog, unless includeSnapshot or its options are given.',
    },
    snapshotOptions: {
      type: 'object',
      description: 'These include the snapshot, unless includeSnapshot is false.',
      additionalProperties: false,
      properties: {
        selector: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          description: 'CSS selector: only this part of the page.',
        },
        limit: { type: 'integer', minimum: 1, maximum: 10000, description: 'Most elements of the snapshot, for aria.' },
        maxLength: {
          type: 'integer',
          minimum: 0,
          maximum: 1000000,
          description: 'Most characters of the snapshot, which ends with a whole line.',
        },
        format: {
          type: 'string',
          enum: snapshotFormats,
          default: 'aria',
          description: 'aria: the outline of elements; text: rendered text; html: its HTML.',
        },
        showCoordinates: { type: 'boolean', description: 'As of explore, for aria.' },
        showActions: { type: 'boolean', description: 'As of explore, for aria.' },
      },
    },
    consoleOptions: {
      type: 'object',
      description: 'These include the console, unless includeConsole is false.',
      additionalProperties: false,
      properties: {
        levels: {
          type: 'array',
          minItems: 1,
          maxItems: 4,
          items: { type: 'string', enum: reportedLevels },
          description: 'Default: all four.',
        },
        maxMessages: {
          type: 'integer',
          minimum: 0,
          maximum: 1000,
          default: 10,
          description: 'Only the newest; the answer says how many more there were.',
        },
      },
    },
    imageOptions: {
      type: 'object',
      description: 'Of screenshot.',
      additionalProperties: false,
      properties: {
        quality: { type: 'integer', minimum: 1, maximum: 100, description: 'For jpeg and webp.' },
        maxWidth: {
          type: 'integer',
          minimum: 1,
          maximum: 20000,
          description: 'In picture pixels; larger ones are scaled down.',
        },
        maxHeight: { type: 'integer', minimum: 1, maximum: 20000 },
        format: { type: 'string', enum: imageFormats },
      },
    },
  },
} as const satisfies ObjectSchema

export type Expectation = Infer<typeof expectationSchema, 'out'>

/** What each method includes by default; methods not listed include nothing. */
export const expectedOf: { readonly [method: string]: Expectation } = {
  navigate: { includeSnapshot: true },
  interact: { diff: true },
  dialog: { diff: true },
  call_tool: { diff: true },
  evaluate: { includeConsole: true },
  eval_call_function: { includeConsole: true },
}

declare module './schema.ts' {
  interface Named {
    Expectation: Expectation
  }
}

/** The parameter in each method's schema. */
export const expectation = { $ref: 'Expectation' } as const satisfies Schema
