/** Sets fields and reads file inputs, in the daemon's isolated world. */
import { drawnBeside, drawnParts } from '../drawn.ts'
import { contextOf } from '../edit-context.ts'
import { elementOf, elementParts, listsOptions } from '../elements.ts'
import { isSecure, secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { hasFocus } from './has-focus.ts'

/** The properties of a text field or list. */
export type Field = HTMLInputElement & { readonly control?: HTMLElement | null; readonly parentElement: HTMLElement }

/** The element, or the field it labels. */
export function fieldOf(node: Node): Field {
  const element = elementOf(node) as HTMLElement & { control?: HTMLElement }
  return (element.localName === 'label' && element.control ? element.control : element) as Field
}

/**
 * Through the native setter, bypassing one that a framework put on the element. The isolated world cannot see such
 * setters anyway; the prototype's is right in both.
 */
export function setNative(element: Element, name: string, value: unknown): void {
  for (let at = Object.getPrototypeOf(element); at; at = Object.getPrototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name)
    if (property?.set) {
      property.set.call(element, value)
      return
    }
  }
}

/** The events of a user's edit. */
export function fire(element: Element, ...types: readonly string[]): void {
  const { Event, InputEvent } = element.ownerDocument.defaultView!
  for (const type of types) {
    const init = { bubbles: true, composed: type === 'input' }
    const isText = type === 'input' && element.localName !== 'select'
    element.dispatchEvent(isText ? new InputEvent(type, init) : new Event(type, init))
  }
}

export function words(text: string): string {
  return (text || '').replace(/\s+/g, ' ').trim()
}

/** The element that is written in: the node's own, or the editable body of the document that it is or shows. */
export function writableOf(node: Node): HTMLElement {
  const element = fieldOf(node) as HTMLElement
  let shown: Document | null | undefined
  try {
    shown = element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : element.ownerDocument
  } catch {}
  const isDocument = element.localName === 'iframe' || element === element.ownerDocument.documentElement
  return isDocument && shown?.body?.isContentEditable ? shown.body : element
}

/** The element that gets the focus when an editable one is written in: the outermost editable one. */
export function hostOf(at: HTMLElement): HTMLElement {
  const { parentElement: outer, ownerDocument } = at
  return at !== ownerDocument.body && at.isContentEditable && outer?.isContentEditable ? hostOf(outer) : at
}

/** What takes the value: the element itself, or the only field inside. */
export function innerField(node: Node): Field {
  const element = writableOf(node) as Field
  const editable = 'input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])'
  if (element.matches(editable) || element.isContentEditable || element.getAttribute('role') === 'slider')
    return element
  const inner = [
    ...element.querySelectorAll<Field>(editable),
    ...(element.shadowRoot ? element.shadowRoot.querySelectorAll<Field>(editable) : []),
  ]
  return inner.length === 1 ? inner[0]! : element
}

const ownFieldParts = [fieldOf, writableOf, hostOf, innerField, setNative, fire, words] as const

/** Send along with any code that calls these. */
export const fieldParts = [elementOf, ...ownFieldParts] as const

/** A value's limits, as far as the page states them. */
export interface Ends {
  readonly least?: number
  readonly most?: number
}

/**
 * `text`: focused with its content selected; write now. `editor`: its text is not the element's, and is selected by
 * `keys`, unless it is known to have none; `drawn` is the text that shows it. `list`: takes one of its options, and no
 * text; `isBox`: it lists matches for the text. `unfocused`: the page moves the focus elsewhere. `slider` and `spinner`
 * have no text to write: they only react to keys.
 */
export type SetOutcome =
  | { readonly kind: 'text'; readonly empty: boolean; readonly isSpinner: boolean; readonly isBox?: boolean }
  | { readonly kind: 'editor'; readonly keys: string | undefined; readonly drawn: string | undefined }
  | { readonly kind: 'set' | 'same' | 'check' | 'options' | 'list' | 'file' | 'none' | 'unfocused' }
  | ({ readonly kind: 'slider' | 'spinner' | 'range' } & Ends)
  | { readonly kind: 'bad'; readonly type: string; readonly wanted: string }
  | { readonly kind: 'long'; readonly most: number }

function setField(this: Node, value: string): SetOutcome {
  const element = innerField(this)
  const role = element.getAttribute('role')
  const stated = ends(numberOf('aria-valuemin'), numberOf('aria-valuemax'))
  const isSpinner = role === 'spinbutton'
  // A value that is not a number may be a text that the field takes, such as the name of a month.
  const isBeyond = Number(value) < (stated.least ?? -Infinity) || Number(value) > (stated.most ?? Infinity)
  if (isSpinner && value.trim() !== '' && isBeyond) return { kind: 'range', ...stated }
  if (element.localName === 'select') return { kind: 'options' }
  if (element.localName === 'input') {
    const { type } = element
    if (type === 'file') return { kind: 'file' }
    if (type === 'checkbox' || type === 'radio') return { kind: 'check' }
    const forms: { readonly [type: string]: string } = {
      date: 'YYYY-MM-DD',
      time: 'HH:MM',
      'datetime-local': 'YYYY-MM-DDTHH:MM',
      month: 'YYYY-MM',
      week: 'YYYY-Www',
      color: '#rrggbb',
    }
    if (type === 'range') return setRange(element)
    if (type in forms) return setFormed(element, forms[type]!)
    if (['button', 'submit', 'reset', 'image', 'hidden'].includes(type)) return { kind: 'none' }
    if (type === 'number' && value !== '' && !Number.isFinite(Number(value)))
      return { kind: 'bad', type, wanted: 'a number' }
  } else if (element.localName !== 'textarea') {
    const opensMenu = (element.getAttribute('aria-haspopup') ?? 'false') !== 'false'
    if (role === 'slider') return { kind: role, ...stated }
    if (isSpinner && !element.isContentEditable) return { kind: 'spinner', ...stated }
    if (contextOf(element)) {
      element.focus()
      return hasFocus(element) ? editor() : { kind: 'unfocused' }
    }
    if (!element.isContentEditable) return { kind: listsOptions(element) || opensMenu ? 'list' : 'none' }
    const isStated = isSpinner && value.trim() !== '' && numberOf('aria-valuenow') === Number(value)
    if (isStated || element.innerText.replace(/\n$/, '') === value) return { kind: 'same' }
    if (element === element.ownerDocument.body) element.ownerDocument.defaultView!.focus()
    element.focus()
    element.ownerDocument.defaultView!.getSelection()!.selectAllChildren(element)
    if (!hasFocus(hostOf(element))) return { kind: 'unfocused' }
    return { kind: 'text', empty: element.textContent === '', isSpinner }
  }
  const isBox = element.type !== 'password' && listsOptions(element) && !element.closest('[role=search], search')
  if (isBox && element.readOnly) return { kind: 'list' }
  // Browsers also report a length limit for a number field from its markup, but do not apply it there.
  const most = element.type === 'number' ? -1 : element.maxLength
  if (most >= 0 && value.length > most) return { kind: 'long', most }
  // Replying "unchanged" would confirm a guess at a secret.
  if (element.value === value && !isSecure(element)) return { kind: 'same' }
  element.focus()
  element.select()
  if (!hasFocus(element)) return { kind: 'unfocused' }
  if (element.localName === 'textarea' && !isSecure(element) && drawnBeside(element) !== null) return editor()
  return { kind: 'text', empty: element.value === '', isSpinner, isBox }

  function editor(): SetOutcome {
    const isLine = element.getAttribute('aria-multiline') === 'false'
    const all = navigator.platform.startsWith('Mac') ? 'Meta+A' : 'Control+A'
    return { kind: 'editor', keys: isLine ? undefined : all, drawn: drawnBeside(element) ?? undefined }
  }

  function ends(least: number, most: number): Ends {
    return { ...(Number.isFinite(least) && { least }), ...(Number.isFinite(most) && { most }) }
  }

  function numberOf(attribute: string): number {
    return element.hasAttribute(attribute) ? Number(element.getAttribute(attribute)) : Number.NaN
  }

  function setRange(field: HTMLInputElement): SetOutcome {
    const least = field.min === '' ? 0 : Number(field.min)
    const most = Math.max(least, field.max === '' ? 100 : Number(field.max))
    if (value.trim() === '' || !(Number(value) >= least && Number(value) <= most))
      return { kind: 'range', ...ends(least, most) }
    const before = field.value
    if (before === value && !isSecure(field)) return { kind: 'same' }
    field.focus({ preventScroll: true })
    setNative(field, 'value', value)
    if (field.value === before && !isSecure(field)) return { kind: 'same' }
    fire(field, 'input', 'change')
    return { kind: 'set' }
  }

  function setFormed(field: HTMLInputElement, wanted: string): SetOutcome {
    const { type, value: before } = field
    const bad = { kind: 'bad', type, wanted } as const
    const next = type === 'color' ? value.toLowerCase() : value
    if (before === next && !isSecure(field)) return { kind: 'same' }
    field.focus({ preventScroll: true })
    setNative(field, 'value', next)
    const now = field.value
    const isOther = now === '' || (Date.parse(now) !== Date.parse(next) && !now.startsWith(next.slice(0, 5)))
    if (type === 'color' ? now !== next : next !== '' && isOther) {
      setNative(field, 'value', before)
      return bad
    }
    if (now === before && !isSecure(field)) return { kind: 'same' }
    fire(field, 'input', 'change')
    return { kind: 'set' }
  }
}

/** Prepares a field for text, or sets other values at once. */
export const setScript = sent(
  setField,
  hasFocus,
  contextOf,
  ...drawnParts,
  ...ownFieldParts,
  ...elementParts,
  ...secureParts,
)

function commit(this: Node, value: string): boolean {
  let element = fieldOf(this)
  const active = (element.getRootNode() as Document).activeElement
  if (active && active !== element && element.contains(active)) element = active as Field
  if (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as Field
  if (element.value === undefined) return element.isContentEditable
  const root = element.getRootNode()
  const plain = (text: string) => text.replace(/\r\n?/g, '\n')
  const took = plain(element.value) === plain(value) || (element.value !== '' && value !== '')
  fire(element, 'change')
  // The browser fires the same change again on blur: let only a new one through.
  const target = root === element.ownerDocument ? element.ownerDocument.defaultView! : root
  const committed = element.value
  const again = (event: Event) => {
    if (!event.isTrusted || event.composedPath()[0] !== element) return
    target.removeEventListener('change', again, true)
    if (element.value === committed) event.stopImmediatePropagation()
  }
  target.addEventListener('change', again, true)
  return took
}

/** After inserting text: commits it, and returns whether the field accepted it. Values never leave the page. */
export const commitScript = sent(commit, ...fieldParts)

/**
 * Compares by its number, if it states one, or by its text. A field that shows the text but states another number takes
 * it once it is left.
 */
async function shows(this: Node, value: string): Promise<boolean> {
  const element = innerField(this)
  const stated = element.getAttribute('aria-valuenow')
  if (stated && Number(stated) === Number(value)) return true
  if (words(element.value ?? element.innerText) !== words(value)) return false
  // Pages ignore a field that is left as soon as it is entered.
  const leastMs = 150
  if (stated) {
    await new Promise((done) => setTimeout(done, leastMs))
    element.blur()
  }
  return true
}

/** Whether a field shows the value, however it reformatted the text. */
export const showsScript = sent(shows, ...fieldParts)

function fileField(this: Node): Element | null {
  const element = this.nodeType === 1 ? (this as Element) : this.parentElement
  const isField = (at: Element | null) => !!at && at.localName === 'input' && (at as HTMLInputElement).type === 'file'
  if (!element || isField(element)) return element
  const label = element.closest('label')
  if (label && isField(label.control)) return label.control
  const within = element.querySelectorAll('input[type=file]')
  return within.length === 1 ? within[0]! : null
}

/** The input itself, the one a label is for, or the only one inside. */
export const fileFieldScript = sent(fileField)

function takes(this: HTMLInputElement) {
  return { multiple: this.multiple, directory: this.webkitdirectory, disabled: this.matches(':disabled') }
}

export const takesScript = sent(takes)

async function namesOfFiles(this: HTMLInputElement): Promise<{ names: string[]; folder: string | null }> {
  if (this.webkitdirectory && this.files!.length === 0) {
    await new Promise((done) => {
      this.addEventListener('change', done, { once: true })
      setTimeout(done, 1000)
    })
  }
  const files = [...this.files!]
  const folder = this.webkitdirectory ? (files[0]?.webkitRelativePath || '').split('/')[0]! : null
  return { names: files.slice(0, 100).map((file) => file.name), folder }
}

/** For folder inputs, includes the folder's name; a folder is read before its files appear. */
export const namesScript = sent(namesOfFiles)
