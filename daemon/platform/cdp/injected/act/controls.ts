/** Native options, check boxes and steppers, in the daemon's isolated world. */
import { elementOf } from '../elements.ts'
import { isSecure, secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { fieldOf, fieldParts, fire, innerField, setNative, words } from './fields.ts'

/** In a multiple choice, `add` and `flip` leave the others as they are. */
export type Choice = 'add' | 'only' | 'flip'

/** `shown`: the option's name, if it is selected after the page's handlers ran. */
export interface Chosen {
  readonly kind: 'set' | 'same' | 'disabled'
  readonly shown?: string
}

function chooseOption(this: Node, how: Choice): Chosen | null {
  const option = elementOf(this) as HTMLOptionElement
  const select = option.localName === 'option' ? option.closest('select') : null
  if (!select) return null
  if (option.matches(':disabled')) return { kind: 'disabled' }
  const isSame = option.selected && (how === 'add' || (how === 'only' && select.selectedOptions.length === 1))
  // Replying "unchanged" would confirm a guess at a secret.
  if (isSame && !isSecure(select)) return { kind: 'same' }
  select.focus({ preventScroll: true })
  if (how === 'only' || !select.multiple) setNative(select, 'selectedIndex', option.index)
  else setNative(option, 'selected', how === 'add' || !option.selected)
  fire(select, 'input', 'change')
  return { kind: 'set', ...(option.isConnected && option.selected && { shown: words(option.label) }) }
}

/** Chooses a select's option; null if it is not one. */
export const optionScript = sent(chooseOption, ...fieldParts, ...secureParts)

export interface ControlState {
  readonly gone: boolean
  readonly mixed: boolean
  readonly checked: boolean | undefined
  readonly expanded: boolean | undefined
  readonly selected: boolean | undefined
  /** A press opens a popup. */
  readonly popup: boolean
  /** Only the page knows what a press does. */
  readonly plain: boolean
  /** It has a text that can be written. */
  readonly writable: boolean
  /** It is a field whose text only the page writes. */
  readonly readonly: boolean
  readonly tag: string
  readonly radio: boolean
  readonly treeItem: boolean
}

function stateOf(this: Node): ControlState {
  const element = fieldOf(this)
  const aria = (name: string) => {
    const value = element.getAttribute(`aria-${name}`)
    return value === 'true' ? true : value === 'false' || value === 'mixed' ? false : undefined
  }
  const isInput = element.localName === 'input'
  const isCheck = isInput && (element.type === 'checkbox' || element.type === 'radio')
  const above = element.localName === 'summary' ? element.parentElement : element
  const details = above?.localName === 'details' ? (above as HTMLElement as HTMLDetailsElement) : null
  const popover = element.popoverTargetElement
  const role = element.getAttribute('role') ?? ''
  const menu = element.getAttribute('aria-haspopup')
  const field = innerField(this)
  const list = element.closest('select[multiple], [aria-multiselectable=true]')
  const isChosen =
    element.localName === 'option' ? (element as unknown as HTMLOptionElement).selected : aria('selected')
  // The options of a multiple choice are switches; those of a secure list reveal nothing.
  const isOneOfSeveral = list !== null && element !== list && !isSecure(list)
  return {
    gone: !this.isConnected,
    mixed: isCheck
      ? element.indeterminate
      : (element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed')) === 'mixed',
    checked: isCheck
      ? element.indeterminate
        ? false
        : element.checked
      : (aria('checked') ?? aria('pressed') ?? (isOneOfSeveral ? isChosen : undefined)),
    expanded: details ? details.open : (aria('expanded') ?? (popover ? popover.matches(':popover-open') : undefined)),
    selected: isCheck ? element.checked : (isChosen ?? aria('checked')),
    popup: (menu ? menu !== 'false' : role === 'combobox') || !!popover,
    plain: role === '' && !/^(a|area|button|input|label|option|select|summary|textarea)$/.test(element.localName),
    writable: field.matches('input, textarea') ? !field.readOnly : field.isContentEditable,
    readonly: field.matches('input, textarea') && field.readOnly,
    tag: element.localName,
    radio: (isInput && element.type === 'radio') || ['radio', 'menuitemradio'].includes(role),
    treeItem: role === 'treeitem',
  }
}

/** Its current state. */
export const controlScript = sent(stateOf, ...fieldParts, ...secureParts)

function stepped(this: Node): string | null | undefined {
  const element = elementOf(this)
  const isField = element.localName === 'input' || element.localName === 'select'
  if (isField) return (element as HTMLInputElement).value
  return element.getAttribute('aria-valuenow') ?? (element.localName.includes('-') ? undefined : null)
}

/**
 * A stepper's value as text; null if it has none, undefined if only its class may state it, where no script can read
 * it.
 */
export const steppedScript = sent(stepped, elementOf)

function stepSelect(this: Node, by: number): boolean | null {
  const element = elementOf(this) as HTMLSelectElement
  if (element.localName !== 'select') return null
  let index = element.selectedIndex
  do index += by
  while (element.options[index]?.disabled)
  if (!element.options[index]) return false
  element.focus({ preventScroll: true })
  setNative(element, 'selectedIndex', index)
  fire(element, 'input', 'change')
  return true
}

/** Steps a select without opening its menu. Returns whether it moved; null if it is not a select. */
export const stepSelectScript = sent(stepSelect, ...fieldParts)

function press(this: Element, count: number): void {
  for (let i = 0; i < count; i++)
    // What is drawn, and pseudo-elements, have no such method.
    if ('click' in this) (this as HTMLElement).click()
    else this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
}

/** The element's own press. */
export const pressScript = sent(press)

function openMenu(this: HTMLElement): void {
  this.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, composed: true }))
}

export const contextMenuScript = sent(openMenu)

function summaryOf(this: HTMLElement): Element | null {
  return this.querySelector(':scope > summary')
}

export const summaryScript = sent(summaryOf)

function openDetails(this: HTMLDetailsElement, open: boolean): void {
  this.open = open
}

export const openDetailsScript = sent(openDetails)

function stepsItself(this: Element): boolean {
  return this.localName === 'input' && (this as HTMLInputElement).type !== 'text'
}

/** Whether the browser steps it, at once, rather than the page. */
export const stepsItselfScript = sent(stepsItself)
