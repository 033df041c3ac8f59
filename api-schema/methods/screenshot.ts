import { imageFormats } from '../expectation.ts'
import { defineMethod } from '../method.ts'
import { bundleId, elementId, tab, timeoutMs } from '../params.ts'

export const screenshot = defineMethod({
  name: 'screenshot',
  summary: 'Picture of a tab, its full page, a window, an element or the screen, as a file or inline; can show ids.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'The selected tab where nothing is named.' },
      bundleId: { ...bundleId, description: 'Of an application the window in front.' },
      screen: { type: 'boolean', default: false },
      elementId: { ...elementId, description: 'Scrolled into view where it has to be.' },
      fullPage: { type: 'boolean', default: false },
      marks: {
        type: 'boolean',
        default: false,
        description: 'Draw the ids of what can be acted upon.',
      },
      inline: {
        type: 'boolean',
        default: false,
        description: 'In the answer, instead of a file.',
      },
      timeoutMs: { ...timeoutMs, default: 15000 },
    },
  },
  result: {
    type: 'object',
    required: ['width', 'height', 'bytes', 'format'],
    properties: {
      path: {
        type: 'string',
        description: 'The file, for its owner alone, on the machine of the daemon. The oldest are removed in time.',
      },
      data: { type: 'string', description: 'With inline: the picture in base64. Over MCP an image takes its place.' },
      width: {
        type: 'integer',
        description: 'Picture pixels; a pixel of the page or screen each, where there is no scale.',
      },
      height: { type: 'integer' },
      bytes: { type: 'integer' },
      format: { type: 'string', enum: imageFormats, description: 'png, or jpeg where a quality is asked for.' },
      tab: { type: 'string' },
      scale: {
        type: 'number',
        description: 'Page or screen pixels a picture pixel, where the picture was scaled down.',
      },
      marked: { type: 'integer', description: 'With marks: how many elements have one.' },
      hint: { type: 'string' },
    },
  },
  errors: [
    'element_gone',
    'element_ambiguous',
    'element_changed',
    'app_not_found',
    'tab_not_found',
    'unsupported_here',
    'dialog_open',
    'unresponsive',
    'permission_denied',
    'not_found',
    'limit_exceeded',
  ],
  scope: 'read',
  effect: 'reads',
  group: 'core',
  examples: [
    {
      summary: 'What a tab shows now',
      params: { tab: 't1' },
      result: {
        path: '/run/user/1000/ix/screenshots/20260102-030405-678-t1.png',
        width: 1265,
        height: 713,
        bytes: 48211,
        format: 'png',
        tab: 't1',
      },
    },
    {
      summary: 'The full page, small, with ids',
      params: { fullPage: true, marks: true, expectation: { imageOptions: { maxWidth: 800, format: 'webp' } } },
    },
    { summary: 'One element, in the answer', params: { elementId: '436', inline: true } },
    { summary: 'The window of an application', params: { bundleId: 'org.gnome.Calculator' } },
  ],
})
