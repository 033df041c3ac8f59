import { defineMethod } from '../method.ts'
import { elementId, findToRead, timeoutMs } from '../params.ts'
import { plain } from '../plain.ts'
import type { Infer, ObjectSchema } from '../schema.ts'

const obstacle = (description: string) =>
  ({
    type: 'object',
    description,
    required: ['text'],
    properties: {
      id: { type: 'string', description: 'If it is an element of the tree.' },
      text: { type: 'string', description: 'Such as `div#panel` or `dialog "Cookies"`.' },
    },
  }) as const

const result = {
  type: 'object',
  required: ['visible'],
  properties: {
    visible: {
      type: 'boolean',
      description: 'Rendered. Outside the viewport, clipped or covered does not count as hidden.',
    },
    inViewport: {
      type: 'boolean',
      description: 'Some of it is in the viewport; for an application: in its window.',
    },
    shownPercent: {
      type: 'integer',
      minimum: 1,
      maximum: 99,
      description: 'How much of it is in the viewport and not clipped, if only a part is.',
    },
    clippedBy: obstacle('The ancestor that clips all or part of it.'),
    coveredBy: obstacle('What a press on it would hit.'),
    coveredPercent: { type: 'integer', minimum: 1, maximum: 99, description: 'If only a part is covered.' },
    reason: {
      type: 'string',
      description:
        'Why it is not visible (display:none, visibility:hidden, opacity:0, zero size, clip, off-screen, content-visibility:hidden, hidden attribute, details closed, dialog closed, popover closed), or unusable although visible (modal dialog, inert, aria-hidden).',
    },
    hiddenBy: obstacle('The element that causes it, if not the element itself.'),
    frame: { type: 'string', description: 'Url of the frame that it is in.' },
    elementId: { type: 'string', description: 'The element that `find` found.' },
    hint: { type: 'string', description: 'What to do about it.' },
  },
} as const satisfies ObjectSchema

export const visibility = defineMethod({
  name: 'visibility',
  summary: 'Can an element be seen: hidden by what, in the viewport, clipped, covered by what, and what to do.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      elementId,
      find: findToRead,
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result,
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
  text: visibilityText,
})

type Seen = Infer<typeof result, 'in'>

/** `visible, in the viewport`, `hidden: display:none on div#panel [12]`; advice is on a second line. */
function visibilityText(seen: Seen): string {
  const { visible, reason, frame, hint, elementId } = seen
  const id = elementId === undefined ? '' : `[${elementId}] `
  const what = visible ? visibleText(seen) : `hidden: ${reason}${by(' on ', seen.hiddenBy)}`
  const where = frame === undefined ? '' : ` (frame ${plain(frame)})`
  return [`${id}${what}${where}`, ...(hint === undefined ? [] : [hint])].join('\n')
}

function visibleText({
  inViewport,
  shownPercent,
  clippedBy,
  coveredBy,
  coveredPercent,
  reason,
  hiddenBy,
}: Seen): string {
  const part = shownPercent === undefined ? '' : `${shownPercent}% `
  const isBehind = reason === 'modal dialog'
  const parts = [
    'visible',
    inViewport === false ? 'out of the viewport' : `${part}in the viewport`,
    clippedBy !== undefined && `clipped${by(' by ', clippedBy)}`,
    coveredBy !== undefined &&
      `${coveredPercent === undefined ? '' : `${coveredPercent}% `}covered${by(' by ', coveredBy)}`,
    isBehind && `behind the modal dialog${by(' ', hiddenBy)}`,
    reason !== undefined && !isBehind && `${reason}${by(' on ', hiddenBy)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function by(before: string, obstacle: Seen['hiddenBy']): string {
  if (obstacle === undefined) return ''
  return `${before}${plain(obstacle.text)}${obstacle.id === undefined ? '' : ` [${obstacle.id}]`}`
}
