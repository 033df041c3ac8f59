import { frameSchema } from '../element.ts'
import { defineMethod } from '../method.ts'
import { elementId, timeoutMs } from '../params.ts'

export const edgeWords = ['left', 'centerX', 'right', 'top', 'centerY', 'bottom'] as const
export type EdgeWord = (typeof edgeWords)[number]

const px = { type: 'number' } as const

export const alignment = defineMethod({
  name: 'alignment',
  summary: 'How two elements of a tab or application lie to each other, in px: edges, centers, gap or overlap, size.',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['elementId', 'otherId'],
    properties: {
      elementId,
      otherId: { ...elementId, description: 'The other element.' },
      tolerance: {
        type: 'number',
        minimum: 0,
        maximum: 1000,
        default: 1,
        description: 'Px that still count as aligned.',
      },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result: {
    type: 'object',
    required: ['aligned', 'frame', 'otherFrame'],
    properties: {
      aligned: { type: 'array', items: { type: 'string', enum: edgeWords }, description: 'Edges and centers in line.' },
      offsets: {
        type: 'object',
        description: 'The others: how much further right or down the other element has them.',
        additionalProperties: px,
      },
      gap: {
        type: 'object',
        description: 'Free space between them: on which side of the element the other is.',
        properties: { left: px, right: px, above: px, below: px },
      },
      overlap: { type: 'object', required: ['width', 'height'], properties: { width: px, height: px } },
      inside: { type: 'string', enum: ['element', 'other'], description: 'Which one lies within the other one.' },
      size: {
        type: 'object',
        description: 'How much wider and higher the other is; left out where they are of one size.',
        properties: { width: px, height: px },
      },
      frame: { ...frameSchema, description: 'In page pixels; of an application in screen points.' },
      otherFrame: frameSchema,
    },
  },
  errors: ['element_gone', 'element_ambiguous', 'element_changed', 'dialog_open', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  positional: ['elementId', 'otherId'],
  examples: [
    {
      summary: 'Do two fields stand in one column?',
      params: { elementId: '436', otherId: '440' },
      result: {
        aligned: ['left', 'centerX', 'right'],
        offsets: { top: 38, centerY: 38, bottom: 38 },
        gap: { below: 8 },
        frame: { x: 220, y: 100, width: 120, height: 30 },
        otherFrame: { x: 220, y: 138, width: 120, height: 30 },
      },
    },
  ],
})
