import { defineMethod } from '../method.ts'
import { elementId, filter, timeoutMs, types, where } from '../params.ts'

const obstacle = (description: string) =>
  ({
    type: 'object',
    description,
    required: ['text'],
    properties: {
      id: { type: 'string', description: 'Where it is an element of the tree.' },
      text: { type: 'string', description: 'Such as `div#panel` or `dialog "Cookies"`.' },
    },
  }) as const

export const visibility = defineMethod({
  name: 'visibility',
  summary: 'Can an element be seen: hidden by what, in the viewport, clipped, covered by what, and what to do.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      elementId,
      find: {
        type: 'object',
        description: 'Instead of elementId: where and what; must fit exactly one element, hidden ones included.',
        additionalProperties: false,
        required: ['scope'],
        properties: { ...where, filter, elementTypes: types },
      },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    required: ['visible'],
    properties: {
      visible: { type: 'boolean', description: 'Rendered. Outside of the viewport, clipped or covered is not hidden.' },
      inViewport: {
        type: 'boolean',
        description: 'Some of it is where it can be seen; of an application: in its window.',
      },
      shownPercent: {
        type: 'integer',
        minimum: 1,
        maximum: 99,
        description: 'How much of it is in the viewport and not clipped, where that is a part.',
      },
      clippedBy: obstacle('The ancestor that cuts it off, or a part of it.'),
      coveredBy: obstacle('What a press on it would meet.'),
      coveredPercent: { type: 'integer', minimum: 1, maximum: 99, description: 'Where only a part is covered.' },
      reason: {
        type: 'string',
        description:
          'Why it is not visible (display:none, visibility:hidden, opacity:0, zero size, clip, off-screen, content-visibility:hidden, hidden attribute, details closed, dialog closed, popover closed), or out of use although it is (modal dialog, inert, aria-hidden).',
      },
      hiddenBy: obstacle('The element that the reason lies in, where it is not the element itself.'),
      frame: { type: 'string', description: 'Url of the frame that it is in.' },
      elementId: { type: 'string', description: 'Of what was found by `find`.' },
      hint: { type: 'string', description: 'What to do about it.' },
    },
  },
  errors: [
    'element_gone',
    'element_ambiguous',
    'not_found',
    'tab_not_found',
    'app_not_found',
    'dialog_open',
    'unresponsive',
  ],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  positional: ['elementId'],
  examples: [
    {
      summary: 'A button under a banner',
      params: { elementId: '436' },
      result: { visible: true, inViewport: true, coveredBy: { id: '440', text: 'dialog "Cookies"' } },
    },
    {
      summary: 'Why a control cannot be seen',
      params: { find: { scope: 'tab', tab: 't1', filter: { anyFieldContains: 'Save' } } },
      result: { visible: false, reason: 'display:none', hiddenBy: { text: 'div#panel' }, elementId: '12' },
    },
  ],
})
