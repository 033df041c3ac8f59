import { defineMethod } from '../method.ts'
import { elementId, findToRead, openDialog, preview, tab, timeoutMs } from '../params.ts'
import { scriptText } from '../text/script.ts'

/** The result of a script: shared by the methods that run one. */
export const scriptResult = {
  result: { description: 'The value, if it is JSON of at most 2,000 characters; undefined fields are omitted.' },
  preview: {
    type: 'string',
    description:
      'Otherwise: a small value that is not JSON as a console shows it (`undefined`, `NaN`, `123n`, `Map(2) {"a" => 1}`, `function …`, `TypeError: …`, `[circular]`), nodes as `<tag id=#id class=.a.b> @ (x,y) WxH` in pixels of their frame, never with values; or a summary of a large value: the beginning of a text, `Array(n) [first 3, … more]`, `Object(n) {its keys}`, a list of nodes one per line.',
  },
  type: {
    type: 'string',
    description: 'As from typeof; for objects null, array, node, error, object, or the name of their class.',
  },
  ...preview,
  dialog: {
    ...openDialog,
    description: 'Opened by the script, which continues once it is answered; then there is no value.',
  },
} as const

export const evaluate = defineMethod({
  name: 'evaluate',
  summary:
    'Run a script in a page: expression, statements, or (el) => …, awaited. Answers the JSON value; a preview if it is large (with a confirmToken) or not JSON (nodes, functions, …); or the dialog it opened.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['script'],
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      script: {
        type: 'string',
        minLength: 1,
        maxLength: 100000,
        description: 'Answers its last expression, or what it returns.',
      },
      elementId: { ...elementId, description: 'Passed to the function; `element` in other scripts.' },
      find: findToRead,
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
        description: 'Cheaper calls with the same answer: at the first script of a session, and at similar ones.',
      },
    },
  },
  errors: [
    'tab_not_found',
    'app_not_found',
    'element_gone',
    'element_ambiguous',
    'not_found',
    'script_failed',
    'dialog_open',
    'unsupported_here',
    'unresponsive',
  ],
  scope: 'evaluate',
  effect: 'acts',
  group: 'scripts',
  isValue: true,
  positional: ['script'],
  examples: [
    {
      summary: 'A value',
      params: { tab: 't1', script: 'document.title' },
      result: { result: 'Green tea', type: 'string' },
    },
    {
      summary: 'On an element; the promise is awaited',
      params: { elementId: '436', script: 'async (el) => (await fetch(el.href)).status' },
      result: { result: 200, type: 'number' },
    },
    {
      summary: 'A node is described',
      params: { tab: 't1', script: 'document.activeElement' },
      result: { preview: '<input id=#q class=.search> @ (220,14) 320x36', type: 'node' },
    },
    {
      summary: 'A large value comes as a preview; confirm returns the whole once',
      params: { tab: 't1', script: 'const rows = window.store.rows\nrows' },
      result: {
        preview: 'Array(1200) [{"id":1}, {"id":2}, {"id":3}, … 1197 more]',
        type: 'array',
        totalLength: 13000,
        shownLength: 55,
        truncated: true,
        confirmToken: 'kEpT…',
        hint: 'confirm with the token returns the whole once; for less: return .slice(0, 20), .length, or one field of each.',
      },
    },
    {
      summary: 'The first script of a session gets a tip for a cheaper call',
      params: { tab: 't1', script: 'document.querySelector("h1").innerText' },
      result: {
        result: 'Green tea',
        type: 'string',
        tips: ['Its text: text {"tab":"t1","selector":"h1"}'],
      },
    },
  ],
  text: scriptText,
})
