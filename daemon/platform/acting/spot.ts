/** The requested point of a press, in pixels from the element's top left corner. */
import type { Act } from '../platform.ts'
import { unsupported } from './problems.ts'

export interface Spot {
  readonly x: number
  readonly y: number
}

const pointing: ReadonlySet<Act['action']> = new Set(['click', 'double_click', 'right_click', 'hover'])

export function spotOf({ action, to, from }: Act): Spot | undefined {
  if (action === 'drag') return from
  if (!pointing.has(action) || to?.x === undefined || to.y === undefined) return undefined
  return { x: to.x, y: to.y }
}

/** For platforms that press elements as a whole. Throws unsupported_here. */
export function refuseSpot(act: Act): void {
  if (spotOf(act) !== undefined) throw unsupported('No point in the element can be chosen here.', 'Leave out to.')
}
