import { defineMethod } from '../method.ts'
import { changed, format, openDialog, preview, revision, tab, timeoutMs } from '../params.ts'
import { toolParts } from '../step.ts'
import { calledToolText } from '../text/called-tool.ts'

export const callTool = defineMethod({
  name: 'call_tool',
  summary: 'Call a tool that a page offers (WebMCP), and learn what it answered and what changed.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      name: toolParts.name,
      input: { ...toolParts.input, default: {} },
      frame: toolParts.frame,
      format,
      maxTokens: { type: 'integer', minimum: 20, maximum: 100000, default: 2000 },
      timeoutMs: { ...timeoutMs, default: 10000 },
    },
  },
  result: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'What the tool answered: text of the page, or JSON.' },
      isError: { type: 'boolean', description: 'The tool says that it failed, or threw.' },
      filled: { type: 'boolean', description: 'The tool is a form: it was filled, and is not sent.' },
      ...preview,
      changed,
      outline: { type: 'string' },
      dialog: { ...openDialog, description: 'The tool waits for it; its answer is lost.' },
      url: { type: 'string', description: 'Where the tab is now, if it moved.' },
      title: { type: 'string' },
      moved: { type: 'boolean', description: 'It moved, to an address too long for an answer without diff.' },
      settled: { type: 'boolean' },
      revision,
    },
  },
  errors: ['tab_not_found', 'not_found', 'unsupported_here', 'dialog_open', 'unknown_outcome', 'unresponsive'],
  scope: 'interact',
  effect: 'acts',
  group: 'page',
  positional: ['name', 'input'],
  examples: [
    {
      summary: 'Search by the tool of the page',
      params: { tab: 't1', name: 'search', input: { q: 'tea' } },
      result: { text: '3 kinds of tea: …', outline: '~ [12] heading: "Tea" was "All"', revision: 8 },
    },
    { summary: 'Of two frames that have it, the one at that address', params: { name: 'pay', frame: 'shop.example' } },
  ],
  text: calledToolText,
})
