/** What two rectangles of the screen have in common. */
import type { Frame } from '../../api-schema/element.ts'

export function common(a: Frame, b: Frame): Frame | undefined {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
