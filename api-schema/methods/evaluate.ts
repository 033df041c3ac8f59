import { defineMethod } from '../method.ts'
import { elementId, preview, tab, timeoutMs } from '../params.ts'

/** What a script gave: shared by the methods that run one. */
export const scriptResult = {
  result: { description: 'The value, where it is JSON of at most 2,000 characters; undefined fields are left out.' },
  preview: {
    type: 'string',
    description:
      'Else: a small value that is no JSON as a console shows it (`undefined`, `NaN`, `123n`, `Map(2) {"a" => 1}`, `function …`, `TypeError: …`, `[circular]`), nodes as `<tag id=#id class=.a.b> @ (x,y) WxH` in pixels of their frame, never with values; and of a large one its summary: the beginning of a text, `Array(n) [first 3, … more]`, `Object(n) {its keys}`, a list of nodes one a line.',
  },
  type: {
    type: 'string',
    description: 'What typeof says; of objects null, array, node, error, object, or the name of their class.',
  },
  ...preview,
  dialog: {
    type: 'object',
    description: 'Opened by the script, which goes on when it is answered; there is no value then.',
    additionalProperties: { type: 'string' },
  },
  tab: { type: 'string', description: 'Where it ran, if no tab was named.' },
} as const

export const evaluate = defineMethod({
  name: 'evaluate',
  summary:
    'Run a script in a page: expression, statements, or (el) => …, awaited. Answers the JSON value; a preview of what is large (with a confirmToken) or no JSON (nodes, functions, …); or the dialog that it opened.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['script'],
    properties: {
      tab: { ...tab, description: 'The selected tab where it is left out.' },
      script: {
        type: 'string',
        minLength: 1,
        maxLength: 100000,
        description: 'Its last expression, or what it returns, is the answer.',
      },
      elementId: { ...elementId, description: 'Given to the function; `element` in other scripts.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    properties: {
      ...scriptResult,
      tips: {
        type: 'array',
        items: { type: 'string' },
        description: 'Calls that would say the same for less: at the first script of a session, and at similar ones.',
      },
    },
  },
  errors: ['tab_not_found', 'element_gone', 'script_failed', 'dialog_open', 'unsupported_here', 'unresponsive'],
  scope: 'evaluate',
  effect: 'acts',
  group: 'scripts',
  positional: ['script'],
  examples: [
    {
      summary: 'A value',
      params: { tab: 't1', script: 'document.title' },
      result: { result: 'Green tea', type: 'string' },
    },
    {
      summary: 'Of an element; the promise is awaited',
      params: { elementId: '436', script: 'async (el) => (await fetch(el.href)).status' },
      result: { result: 200, type: 'number' },
    },
    {
      summary: 'A node is described',
      params: { tab: 't1', script: 'document.activeElement' },
      result: { preview: '<input id=#q class=.search> @ (220,14) 320x36', type: 'node' },
    },
    {
      summary: 'A large value comes as a preview; confirm fetches the whole once',
      params: { tab: 't1', script: 'const rows = window.store.rows\nrows' },
      result: {
        preview: 'Array(1200) [{"id":1}, {"id":2}, {"id":3}, … 1197 more]',
        type: 'array',
        totalLength: 13000,
        shownLength: 55,
        truncated: true,
        confirmToken: 'kEpT…',
        hint: 'confirm with the token fetches the whole once; for less: return .slice(0, 20), .length, or one field of each.',
      },
    },
    {
      summary: 'At the first script of a session it says what would have been less',
      params: { tab: 't1', script: 'document.querySelector("h1").innerText' },
      result: {
        result: 'Green tea',
        type: 'string',
        tips: ['What it says: text {"tab":"t1","selector":"h1"}'],
      },
    },
  ],
})
