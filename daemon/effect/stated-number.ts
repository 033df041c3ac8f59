/** Numbers of sliders and spin buttons. */
import type { Node } from '../tree/model/node.ts'

/** The value of a control that states a number beside the words for it, such as "March" for 3. */
export function numberOf({ role, value, attributes = {} }: Node): string | undefined {
  // The browser's own field has its number as its value, whatever the page states.
  if (!ranged.has(role) || attributes.type === 'range' || attributes.type === 'number') return value
  return attributes['aria-valuenow'] ?? value
}

const ranged: ReadonlySet<string> = new Set(['AXSlider', 'AXIncrementor'])
