/** Where an element is hit that does not fill its box, in the daemon's isolated world. */
import { placingOf } from '../boxes.ts'
import { elementOf, frameOf } from '../elements.ts'
import { sent } from '../sent.ts'
import { rankerOf, rankParts } from './rank.ts'

/** A point of the outermost document's viewport: on the lines that it draws, or else on a grid over its box. */
function drawnSpot(this: Node): [x: number, y: number] | null {
  const onLine = 16
  const mostShapes = 20
  const across = 12
  const element = elementOf(this)
  const root = element.getRootNode() as Document
  const rankOf = rankerOf(element)
  const spots: (readonly [number, number])[] = []
  const shapes = [element, ...element.querySelectorAll('path, line, polyline, polygon, circle, ellipse, rect')]
  for (const at of shapes.slice(0, mostShapes)) {
    const shape = at as unknown as SVGGeometryElement
    const matrix = 'getPointAtLength' in at && shape.getScreenCTM()
    if (!matrix) continue
    const length = shape.getTotalLength()
    for (let at = 0; at < onLine; at++) {
      const { x, y } = shape.getPointAtLength((length * (at + 0.5)) / onLine).matrixTransform(matrix)
      spots.push([x, y])
    }
  }
  const { x, y, width, height } = element.getBoundingClientRect()
  for (let at = 0; at < across * across; at++)
    spots.push([x + (width * ((at % across) + 0.5)) / across, y + (height * (Math.floor(at / across) + 0.5)) / across])
  const spot = spots
    .map(([x, y]) => [Math.floor(x), Math.floor(y)] as const)
    .find(([x, y]) => {
      const hit = root.elementFromPoint(x, y) as HTMLElement | null
      return !!hit && rankOf(hit) === 2
    })
  if (!spot) return null
  let [atX, atY] = spot
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) {
    const placing = placingOf(frame)
    atX = placing.x + atX * placing.sx
    atY = placing.y + atY * placing.sy
  }
  return [atX, atY]
}

export const drawnSpotScript = sent(drawnSpot, placingOf, ...rankParts)
