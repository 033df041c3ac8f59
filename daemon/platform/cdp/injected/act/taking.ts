/** What an action may take out of a field: never the text of a secure one, which could be read where it is put. */
import { isSecure } from '../secure-fields.ts'

/** Whether a copy, cut or drag that begins would take a secure text. */
export function leavesSecure(event: Event): boolean {
  const node = event.composedPath()[0] as Node
  const element = node.nodeType === 1 ? (node as Element) : node.parentElement
  return element !== null && isSecure(element)
}
