/** Two rectangles in the same unit: whether they are equal, their intersection and their union. */
import type { Frame } from '../../../api-schema/element.ts'

export function sameFrame(a: Frame | undefined, b: Frame | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

/** Undefined if they share no pixel. */
export function common(a: Frame, b: Frame): Frame | undefined {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

/** The smallest rectangle that contains both. */
export function around(a: Frame, b: Frame): Frame {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)]
  return { x, y, width: right - x, height: bottom - y }
}
