/** Whether an element has the keyboard focus, in the daemon's isolated world. */
import { frameOf } from '../elements.ts'

/** Whether it is on or in the element, and on each frame around it, as far as a script can see. */
export function hasFocus(element: HTMLElement): boolean {
  const { body } = element.ownerDocument
  const active = (element.getRootNode() as Document).activeElement
  if (!active || (active === body && element !== body) || !element.contains(active)) return false
  for (let at: Element = element; ; ) {
    const root = at.getRootNode() as Document | ShadowRoot
    const outer = 'host' in root ? root.host : frameOf(at)
    if (!outer) return true
    if ((outer.getRootNode() as Document).activeElement !== outer) return false
    at = outer
  }
}
