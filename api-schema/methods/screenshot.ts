import { imageFormats } from '../expectation.ts'
import { defineMethod } from '../method.ts'
import { bundleId, elementId, findToRead, tab, timeoutMs } from '../params.ts'
import { notes } from '../text/included.ts'

export const screenshot = defineMethod({
  name: 'screenshot',
  summary: 'Picture of a tab, its full page, a window, element or the screen, as a file or inline; can show ids.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      bundleId: { ...bundleId, description: "An application's front window." },
      screen: { type: 'boolean', default: false },
      elementId: { ...elementId, description: 'Scrolled into view if needed.' },
      find: findToRead,
      fullPage: { type: 'boolean', default: false },
      marks: {
        type: 'boolean',
        default: false,
        description: 'Draw the ids of interactable elements.',
      },
      grid: {
        type: 'boolean',
        default: false,
        description: 'Draw points of a tab, as find takes them: x, y.',
      },
      inline: {
        type: 'boolean',
        default: false,
        description: 'In the answer, instead of a file.',
      },
      filename: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'The file to write, such as /data/shop.png, instead of one of the daemon.',
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
        description:
          "The file, readable only by its owner, on the daemon's machine. The oldest are eventually removed, and all when the daemon ends: copy what is to stay, or ask for it inline (ix … --out FILE).",
      },
      data: {
        type: 'string',
        description: 'With inline: the picture in base64. Over MCP it is sent as an image instead.',
      },
      width: {
        type: 'integer',
        description: 'Picture pixels; equal to page or screen pixels if there is no scale.',
      },
      height: { type: 'integer' },
      bytes: { type: 'integer' },
      format: { type: 'string', enum: imageFormats, description: 'png, or jpeg if a quality is given.' },
      tab: { type: 'string' },
      scale: {
        type: 'number',
        description: 'Page or screen pixels per picture pixel, if the picture was scaled down.',
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
  positional: ['elementId'],
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
  text: ({ path, width, height, format, bytes, scale, marked, hint }) => {
    const parts = [
      `${width}x${height} ${format}`,
      `${bytes} bytes`,
      scale !== undefined && `${scale} page pixels per pixel`,
      marked !== undefined && `${marked} marked`,
    ]
    const line = notes(path ?? 'picture', parts)
    return hint === undefined ? line : `${line}\n${hint}`
  },
})
