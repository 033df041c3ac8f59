/** What is laid over a page, in the daemon's isolated world. */
import { styleOf } from '../elements.ts'
import { isOnTop } from './clip.ts'

/** Is it laid over the page: out of the flow, and above the rest or outside its container? */
export function isLayer(element: Element): boolean {
  if (isOnTop(element)) return true
  const { position, zIndex } = styleOf(element)
  if (position === 'fixed') return true
  if (position !== 'absolute') return false
  const parent = element.parentElement
  if (Number(zIndex) > 0 || !parent) return true
  const [box, around] = [element.getBoundingClientRect(), parent.getBoundingClientRect()]
  return box.right <= around.left || box.left >= around.right || box.top >= around.bottom || box.bottom <= around.top
}

export function controls(): string {
  return 'a[href], button, input, select, textarea, [tabindex], [contenteditable], [role^=menu], [role=option]'
}

/** Is it a control, or does it hold one? */
export function isOfUse(node: Node): boolean {
  const element = node as Element
  return node.nodeType === 1 && (element.matches(controls()) || element.querySelector(controls()) !== null)
}

export const layerParts = [isLayer, isOnTop, isOfUse, controls, styleOf] as const
