/** `alignment`: how two elements are positioned relative to each other. */
import type { Frame } from '../../api-schema/element.ts'
import { type EdgeWord, edgeWords } from '../../api-schema/methods/alignment.ts'
import { elementAt } from '../answers/where/scope.ts'
import type { Handler } from '../dispatch.ts'
import { Problem } from '../problem.ts'

export const alignment: Handler<'alignment'> = async ({ elementId, otherId, tolerance }, call, world) => {
  const place = await elementAt(elementId, call, world)
  const other = await elementAt(otherId, call, world)
  const { warm } = place
  if (other.warm !== warm)
    throw new Problem('invalid_params', {
      message: `params.otherId: ${otherId} is in ${other.warm.target.id}, and ${elementId} in ${warm.target.id}.`,
      hint: 'Name two elements of one tab or application.',
      data: { path: 'params.otherId' },
    })
  const keys = [place.key, other.key] as const
  const frames = await warm.source.frames(keys, call.signal)
  const frameOf = (key: (typeof keys)[number], id: string) => {
    const found = frames.get(key)
    const frame = found?.pageFrame ?? found?.frame ?? warm.tree.node(key)?.frame
    if (frame !== undefined) return frame
    throw new Problem('element_changed', {
      message: `The element ${id} has no position: it is not rendered.`,
      hint: `Call {visibility} {"elementId":"${id}"} to find out why.`,
      data: { reason: 'hidden', elementId: id },
    })
  }
  const frame = frameOf(keys[0], elementId)
  const otherFrame = frameOf(keys[1], otherId)
  return { ...alignmentOf(frame, otherFrame, tolerance), frame, otherFrame }
}

interface Alignment {
  readonly aligned: readonly EdgeWord[]
  /** For edges that are not aligned: how far the second box's edge lies to the right or below. */
  readonly offsets?: { readonly [edge in EdgeWord]?: number }
  readonly gap?: { readonly left?: number; readonly right?: number; readonly above?: number; readonly below?: number }
  readonly overlap?: { readonly width: number; readonly height: number }
  readonly inside?: 'element' | 'other'
  readonly size?: { readonly width?: number; readonly height?: number }
}

const edges: { readonly [edge in EdgeWord]: (frame: Frame) => number } = {
  left: ({ x }) => x,
  centerX: ({ x, width }) => x + width / 2,
  right: ({ x, width }) => x + width,
  top: ({ y }) => y,
  centerY: ({ y, height }) => y + height / 2,
  bottom: ({ y, height }) => y + height,
}

/** How two boxes are positioned relative to each other, in their unit. */
export function alignmentOf(element: Frame, other: Frame, tolerance: number): Alignment {
  const off = edgeWords.map((edge) => [edge, round(edges[edge](other) - edges[edge](element))] as const)
  const aligned = off.flatMap(([edge, by]) => (Math.abs(by) <= tolerance ? [edge] : []))
  const offsets = Object.fromEntries(off.filter(([edge]) => !aligned.includes(edge)))
  const width = round(other.width - element.width)
  const height = round(other.height - element.height)
  const isSameWidth = Math.abs(width) <= tolerance
  const isSameHeight = Math.abs(height) <= tolerance
  return {
    aligned,
    ...(aligned.length < edgeWords.length && { offsets }),
    ...between(element, other),
    ...insideOf(element, other),
    ...(!(isSameWidth && isSameHeight) && {
      size: { ...(!isSameWidth && { width }), ...(!isSameHeight && { height }) },
    }),
  }
}

/** Touching boxes have a gap of 0. */
function between(a: Frame, b: Frame): Pick<Alignment, 'gap' | 'overlap'> {
  const right = round(edges.left(b) - edges.right(a))
  const left = round(edges.left(a) - edges.right(b))
  const below = round(edges.top(b) - edges.bottom(a))
  const above = round(edges.top(a) - edges.bottom(b))
  const across = right >= 0 ? { right } : left >= 0 ? { left } : undefined
  const down = below >= 0 ? { below } : above >= 0 ? { above } : undefined
  if (across !== undefined || down !== undefined) return { gap: { ...across, ...down } }
  return { overlap: { width: round(shared(a, b, 'left', 'right')), height: round(shared(a, b, 'top', 'bottom')) } }
}

function shared(a: Frame, b: Frame, from: EdgeWord, to: EdgeWord): number {
  return Math.min(edges[to](a), edges[to](b)) - Math.max(edges[from](a), edges[from](b))
}

function insideOf(a: Frame, b: Frame): Pick<Alignment, 'inside'> {
  const holds = (outer: Frame, inner: Frame) =>
    edges.left(outer) <= edges.left(inner) &&
    edges.right(outer) >= edges.right(inner) &&
    edges.top(outer) <= edges.top(inner) &&
    edges.bottom(outer) >= edges.bottom(inner)
  const inA = holds(a, b)
  const inB = holds(b, a)
  return inA === inB ? {} : { inside: inA ? 'other' : 'element' }
}

/** Rounds to a tenth: centers fall on halves, and sums of fractions would show their noise. Never -0. */
function round(value: number): number {
  return Math.round(value * 10) / 10 + 0
}
