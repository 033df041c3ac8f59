/**
 * One step of a program: an action on an element, or a call of another method. Contains the table of verbs that are
 * calls, from which the schema of `interact`, the words of `ix do` and the execution of steps derive.
 */
import { stateWords } from './element.ts'
import type { Schema } from './schema.ts'

/**
 * What a verb that is no action on an element does: `moves` leave the page, `acts` change it, `checks` may stop the
 * program, `reads` do neither.
 */
export const calledVerbs = {
  goto: 'moves',
  back: 'moves',
  forward: 'moves',
  reload: 'moves',
  call: 'acts',
  download: 'acts',
  wait: 'checks',
  expect: 'checks',
  text: 'reads',
  look: 'reads',
  screenshot: 'reads',
} as const
export type CalledVerb = keyof typeof calledVerbs
export const calledWords = Object.keys(calledVerbs) as readonly CalledVerb[]

export function isCalled(action: string): action is CalledVerb {
  return Object.hasOwn(calledVerbs, action)
}

/**
 * Does it neither act nor leave the page? Only verbs exactly as in the schema count: other words may be understood as
 * ones that act.
 */
export function isReading(step: unknown): boolean {
  const { action } = (step ?? {}) as { readonly action?: unknown }
  return typeof action === 'string' && isCalled(action) && calledVerbs[action] !== 'moves'
}

/** What each of these verbs takes besides `action`; actions on elements take none of `calledParts`. */
export const takenBy: { readonly [verb in CalledVerb]: readonly string[] } = {
  goto: ['url', 'find'],
  back: ['find'],
  forward: ['find'],
  reload: ['find'],
  call: ['tool', 'input', 'frame', 'find'],
  download: ['elementId', 'find'],
  wait: ['elementId', 'find', 'state', 'not'],
  expect: ['elementId', 'find', 'value', 'state', 'url', 'count', 'not'],
  text: ['elementId', 'find'],
  look: ['elementId', 'find', 'maxTokens'],
  screenshot: ['elementId', 'find'],
}

/** The name of a page's tool, and its input. */
export const toolParts = {
  name: { type: 'string', minLength: 1, maxLength: 128, description: 'As the view lists it.' },
  input: { type: 'object', additionalProperties: {}, maxProperties: 100, description: 'By the names it takes.' },
  frame: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description: 'Of several with that name: a part of the address of the frame that offers it.',
  },
} as const

/** Parameters that only these verbs take. */
export const calledParts = {
  url: {
    type: 'string',
    minLength: 1,
    maxLength: 10000,
    description: 'goto: the address. expect: it is this; * is any text.',
  },
  state: { type: 'string', enum: stateWords, description: 'wait, expect: of the element.' },
  count: { type: 'integer', minimum: 0, maximum: 100000, description: 'expect: so many match.' },
  tool: { ...toolParts.name, description: 'call: the tool of the page.' },
  input: toolParts.input,
  frame: toolParts.frame,
  maxTokens: { type: 'integer', minimum: 20, maximum: 100000, description: 'look: at most so many.' },
  not: { type: 'boolean', description: 'wait, expect: gone, or not so.' },
} as const satisfies { readonly [name: string]: Schema }
