/** Where the keyboard focus is and goes, in the daemon's isolated world. */
import { elementOf, frameOf } from '../elements.ts'
import { sent } from '../sent.ts'
import { fieldOf } from './fields.ts'
import { hasFocus } from './has-focus.ts'

/** What is written in: the element, or the editable body of the document that it is or shows. */
function writableOf(node: Node): HTMLElement {
  const element = fieldOf(node) as HTMLElement
  let shown: Document | null | undefined
  try {
    shown = element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : element.ownerDocument
  } catch {}
  const isDocument = element.localName === 'iframe' || element === element.ownerDocument.documentElement
  return isDocument && shown?.body?.isContentEditable ? shown.body : element
}

function focusOn(this: Node, caret: boolean): boolean {
  const element = writableOf(this)
  const document = element.ownerDocument
  if (element === document.documentElement || (element === document.body && !element.isContentEditable)) {
    document.defaultView!.focus()
    return true
  }
  const selection = document.defaultView!.getSelection()!
  const isBody = element === document.body
  // A document's body is active when nothing is.
  if (hasFocus(element) && (!isBody || element.contains(selection.anchorNode))) {
    // Focus deeper down, even in shadow roots, appears in the element's own root as focus on the host.
    if (!document.hasFocus()) ((element.getRootNode() as Document).activeElement as HTMLElement).focus()
    return true
  }
  if (isBody) document.defaultView!.focus()
  element.focus()
  if (!hasFocus(element)) return false
  const field = element as HTMLInputElement
  if (caret && typeof field.value === 'string') {
    try {
      field.setSelectionRange(field.value.length, field.value.length)
    } catch {}
  } else if (caret && element.isContentEditable) {
    selection.selectAllChildren(element)
    selection.collapseToEnd()
  }
  return true
}

export const focusParts = [elementOf, frameOf, fieldOf, writableOf, hasFocus] as const

/** Is the focus on or inside the element? Moves it there; in a newly focused field the caret is at the end. */
export const focusScript = sent(focusOn, ...focusParts)

/** Do keys reach the element now? Or, `wherever`, a field that lies over it: some editors have one for their keys. */
export function takesKeys(this: Node, wherever: boolean): boolean {
  const element = writableOf(this)
  const { documentElement, body } = element.ownerDocument
  const isPage = element === documentElement || (element === body && !element.isContentEditable)
  if (isPage || hasFocus(element)) return true
  const active = (element.getRootNode() as Document).activeElement as HTMLElement | null
  if (!wherever || !active || !(active.isContentEditable || active.matches('input, textarea'))) return false
  const [over, { x, y, width, height }] = [element.getBoundingClientRect(), active.getBoundingClientRect()]
  const [across, down] = [x + width / 2, y + height / 2]
  return across > over.left && across < over.right && down > over.top && down < over.bottom
}

export const takesKeysScript = sent(takesKeys, ...focusParts)

function focusPlainly(this: HTMLElement): void {
  this.focus()
}

export const plainFocusScript = sent(focusPlainly)

function activeElement(this: Document | ShadowRoot): Element | null {
  let found = this.activeElement
  for (;;) {
    let inner: Document | ShadowRoot | null | undefined
    try {
      inner = found && (found.shadowRoot || (found as HTMLIFrameElement).contentDocument)
    } catch {}
    const next = inner?.activeElement
    const body = (inner as Document | null | undefined)?.body
    if (!next || next === body) return body && next ? next : found
    found = next
  }
}

/** Follows the focus through open shadow roots and same-process frames, as far as a script can see. */
export const activeElementScript = sent(activeElement)
