/** Numbers of sliders and spin buttons. */
import type { Node } from '../tree/model/node.ts'

/** The value of a control whose number is stated in addition to words for it, such as "March" for 3. */
export function numberOf({ role, value, attributes = {} }: Node): string | undefined {
  // A native field's value is its number, whatever the page states.
  if (!ranged.has(role) || attributes.type === 'range' || attributes.type === 'number') return value
  return attributes['aria-valuenow'] ?? value
}

const ranged: ReadonlySet<string> = new Set(['AXSlider', 'AXIncrementor'])
