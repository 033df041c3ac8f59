/** Positions of elements on a picture. */
import type { Element, Frame } from '../../api-schema/element.ts'

/** Parameters of `explore` for all of a target's elements, with positions. */
export const everyPlace = { format: 'json', showCoordinates: true, limit: 10_000, maxTokens: 100_000, maxDepth: 1000 }

export interface Box extends Frame {
  readonly id: string
  readonly label: string
  /** What a person would read in it; empty for elements that hold others. */
  readonly words: string
}

type Size = Pick<Frame, 'width' | 'height'>

/** Outermost first, so that inner ones are drawn above. */
export function boxesIn(element: Element): Box[] {
  const { id, role, name, title, value, description, frame, pageFrame, children = [] } = element
  const place = pageFrame ?? frame
  const label = [role.replace(/^AX/, ''), name ?? title ?? description].filter(Boolean).join(': ')
  const words = children.length > 0 ? '' : (value ?? name ?? title ?? '')
  const own = place === undefined || place.width <= 0 || place.height <= 0 ? [] : [{ ...place, id, label, words }]
  return [...own, ...children.flatMap(boxesIn)]
}

/**
 * The part of the page or screen that a picture of this size shows: a tab's pixels start at its page, a window's at the
 * window.
 */
export function areaOf(isTab: boolean, size: Size, all: readonly Box[]): Frame {
  const off = (box: Frame) => Math.abs(box.width - size.width) + Math.abs(box.height - size.height)
  const [window] = isTab ? [] : [...all].sort((a, b) => off(a) - off(b))
  return { x: window?.x ?? 0, y: window?.y ?? 0, ...size }
}

/** The area to show if there is no picture. */
export function around(all: readonly Box[]): Frame {
  if (all.length === 0) return { x: 0, y: 0, width: 640, height: 400 }
  const x = Math.min(...all.map((box) => box.x))
  const y = Math.min(...all.map((box) => box.y))
  const right = Math.max(...all.map((box) => box.x + box.width))
  const bottom = Math.max(...all.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
