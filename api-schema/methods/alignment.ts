import { frameSchema } from '../element.ts'
import { defineMethod } from '../method.ts'
import { elementId, timeoutMs } from '../params.ts'
import type { Infer, ObjectSchema } from '../schema.ts'

export const edgeWords = ['left', 'centerX', 'right', 'top', 'centerY', 'bottom'] as const
export type EdgeWord = (typeof edgeWords)[number]

const px = { type: 'number' } as const

const result = {
  type: 'object',
  required: ['aligned', 'frame', 'otherFrame'],
  properties: {
    aligned: { type: 'array', items: { type: 'string', enum: edgeWords }, description: 'Edges and centers in line.' },
    offsets: {
      type: 'object',
      description: 'For the others: how much further right or down the other element is.',
      additionalProperties: px,
    },
    gap: {
      type: 'object',
      description: 'Free space between them: on which side of the element the other is.',
      properties: { left: px, right: px, above: px, below: px },
    },
    overlap: { type: 'object', required: ['width', 'height'], properties: { width: px, height: px } },
    inside: { type: 'string', enum: ['element', 'other'], description: 'Which one lies within the other.' },
    size: {
      type: 'object',
      description: 'How much wider and higher the other is; omitted if they are the same size.',
      properties: { width: px, height: px },
    },
    frame: { ...frameSchema, description: 'In page pixels; for an application in screen points.' },
    otherFrame: frameSchema,
  },
} as const satisfies ObjectSchema

export const alignment = defineMethod({
  name: 'alignment',
  summary: 'How two elements of a tab or application are positioned, in px: edges, centers, gap or overlap, size.',
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
        description: 'Largest difference in px that counts as aligned.',
      },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result,
  errors: ['element_gone', 'element_ambiguous', 'element_changed', 'dialog_open', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  positional: ['elementId', 'otherId'],
  examples: [
    {
      summary: 'Are two fields in one column?',
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
  text: alignmentText,
})

type Pair = Infer<typeof result, 'in'>

const short: { readonly [edge in EdgeWord]: string } = {
  left: 'left',
  centerX: 'center',
  right: 'right',
  top: 'top',
  centerY: 'center',
  bottom: 'bottom',
}

/** One line for left and right, one for top and bottom, one for space and size. */
export function alignmentText(pair: Pair): string {
  return [axisText(pair, edgeWords.slice(0, 3), 'x'), axisText(pair, edgeWords.slice(3), 'y'), restText(pair)].join(
    '\n',
  )
}

function axisText({ aligned, offsets = {}, frame }: Pair, edges: readonly EdgeWord[], axis: 'x' | 'y'): string {
  const [from, size] = axis === 'x' ? [frame.x, frame.width] : [frame.y, frame.height]
  const places = [from, from + size / 2, from + size]
  const inLine = edges.flatMap((edge, index) => (aligned.includes(edge) ? [{ edge, at: places[index]! }] : []))
  const words = inLine.map(({ edge }) => short[edge]).join(', ')
  const off = new Map<number, string[]>()
  for (const edge of edges) {
    const offset = offsets[edge]
    if (offset !== undefined) off.set(offset, [...(off.get(offset) ?? []), short[edge]])
  }
  const parts = [
    ...(inLine.length > 0 ? [`${words} aligned (${inLine.map(({ at }) => at).join(', ')})`] : []),
    ...[...off].map(([offset, names]) => `${names.join(', ')} off by ${signed(offset)}`),
  ]
  return `${axis}: ${parts.join('; ')}`
}

function restText({ gap, overlap, inside, size }: Pair): string {
  const sides = Object.entries({ left: 'to the left', right: 'to the right', above: 'above', below: 'below' })
  const gaps = sides.flatMap(([side, words]) => {
    const space = gap?.[side as keyof typeof gap]
    return space === undefined ? [] : [`${space} px ${words}`]
  })
  const { width, height } = size ?? {}
  const sizes = [
    width !== undefined && `${Math.abs(width)} px ${width > 0 ? 'wider' : 'narrower'}`,
    height !== undefined && `${Math.abs(height)} px ${height > 0 ? 'taller' : 'shorter'}`,
  ].filter(Boolean)
  const parts = [
    gaps.length > 0 && `gap ${gaps.join(' and ')}`,
    overlap !== undefined && inside === undefined && `overlap ${overlap.width}x${overlap.height}`,
    inside !== undefined && (inside === 'other' ? 'the other inside it' : 'inside the other'),
    sizes.length > 0 ? `the other ${sizes.join(', ')}` : 'same size',
  ]
  return parts.filter(Boolean).join(', ')
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value)
}
