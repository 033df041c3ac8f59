/** Where the keyboard focus is and goes, in the daemon's isolated world. */
import { drawnBeside, drawnParts } from '../drawn.ts'
import { elementOf, elementParts, frameOf } from '../elements.ts'
import { isSecure, secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { fieldOf, hostOf, writableOf } from './fields.ts'
import { hasFocus } from './has-focus.ts'

/** For a part of an editor: the editor has the focus, and the part has the caret. */
function isWrittenIn(element: HTMLElement): boolean {
  const host = hostOf(element)
  const caret = element.ownerDocument.defaultView!.getSelection()!.anchorNode
  return hasFocus(host) && (host === element || element.contains(caret))
}

interface Focused {
  readonly isTaken: boolean
  /** Next to an element that shows nothing itself. */
  readonly drawn?: string
}

function focusOn(this: Node, caret: boolean): Focused {
  const element = writableOf(this)
  const isTaken = takeFocus(element, caret)
  const drawn = isTaken && caret && !isSecure(element) ? drawnBeside(element) : null
  return { isTaken, ...(drawn !== null && { drawn }) }
}

function takeFocus(element: HTMLElement, caret: boolean): boolean {
  const document = element.ownerDocument
  if (element === document.documentElement || (element === document.body && !element.isContentEditable)) {
    document.defaultView!.focus()
    return true
  }
  const selection = document.defaultView!.getSelection()!
  const isBody = element === document.body
  // A document's body is active when nothing is.
  if (isWrittenIn(element) && (!isBody || element.contains(selection.anchorNode))) {
    // Focus deeper down, even in shadow roots, appears in the element's own root as focus on the host.
    if (!document.hasFocus()) ((element.getRootNode() as Document).activeElement as HTMLElement).focus()
    return true
  }
  if (isBody) document.defaultView!.focus()
  element.focus()
  const isPart = hostOf(element) !== element
  if (isPart) hostOf(element).focus()
  if (!hasFocus(hostOf(element))) return false
  const field = element as HTMLInputElement
  if (caret && typeof field.value === 'string') {
    // Such an editor keeps its own caret, and would take this for a move of it.
    if (drawnBeside(element) !== null) return true
    try {
      field.setSelectionRange(field.value.length, field.value.length)
    } catch {}
  } else if ((caret || isPart) && element.isContentEditable) {
    selection.selectAllChildren(element)
    selection.collapseToEnd()
  }
  return true
}

const ownParts = [fieldOf, writableOf, hostOf, hasFocus, isWrittenIn] as const

export const focusParts = [elementOf, frameOf, ...ownParts] as const

/** Whether the focus is on or inside the element. Moves it there; in a newly focused field the caret is at the end. */
export const focusScript = sent(focusOn, takeFocus, ...drawnParts, ...elementParts, ...secureParts, ...ownParts)

/**
 * Whether keys reach the element now; or, with `wherever`, a field that lies over it, since some editors have one for
 * their keys.
 */
export function takesKeys(this: Node, wherever: boolean): boolean {
  const element = writableOf(this)
  const { documentElement, body } = element.ownerDocument
  const isPage = element === documentElement || (element === body && !element.isContentEditable)
  if (isPage || isWrittenIn(element)) return true
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
