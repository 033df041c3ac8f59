/** The path of a drag: through its points in order, each leg in as many steps. The first point is not a step. */
import type { Point } from '../platform.ts'

export function* stepsOf(points: readonly Point[], stepsPerLeg: number): Generator<Point> {
  for (const [leg, to] of points.slice(1).entries()) {
    const from = points[leg]!
    for (let step = 1; step <= stepsPerLeg; step++) {
      const part = step / stepsPerLeg
      yield { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    }
  }
}
