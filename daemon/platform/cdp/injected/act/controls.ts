/** Options, check boxes and steppers, in the daemon's isolated world. */
import { elementOf } from '../elements.ts'
import { isSecure, secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { fieldOf, fieldParts, fire, innerField, setNative, words } from './fields.ts'

/** Where several can be chosen, `add` and `flip` leave the others as they are. */
export type Choice = 'add' | 'only' | 'flip'

/** `shown`: what it is called, if it is chosen once the page has heard of it. */
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

type Option = HTMLElement & { readonly labels?: NodeListOf<HTMLLabelElement>; readonly value?: string }

function optionsOf(node: Node): Option[] {
  const field = innerField(node) as HTMLElement
  if (field.localName === 'select') return [...(field as HTMLSelectElement).options]
  const element = elementOf(node)
  const ids = (element.getAttribute('aria-controls') || element.getAttribute('aria-owns') || '').split(/\s+/)
  const tree = element.getRootNode() as Document
  const roots = [element, ...ids.flatMap((id) => (id && tree.getElementById(id)) || [])]
  const selector =
    '[role=option], [role=tab], [role=radio], [role=treeitem], [role=menuitemradio], [role=row], input[type=radio]'
  const below = (root: Element): Option[] => [
    ...root.querySelectorAll<Option>(selector),
    ...[...root.querySelectorAll('slot')].flatMap((slot) =>
      slot
        .assignedElements({ flatten: true })
        .flatMap((one) => (one.matches(selector) ? [one as Option] : [...one.querySelectorAll<Option>(selector)])),
    ),
  ]
  const told = [...new Set(roots.flatMap(below))]
  const drawn = roots.slice(1).flatMap((list) => drawnBeside(list, element))
  return drawn.length > 0 ? drawn : told
}

function isDrawn(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width * height > 0
}

/** A list for screen readers alone has no size, and perhaps not all options: the words drawn next to it can be pressed. */
function drawnBeside(list: Element, box: Element): Option[] {
  if (isDrawn(list)) return []
  let around = list.parentElement
  while (around && !isDrawn(around)) around = around.parentElement
  if (!around || around.contains(box)) return []
  const found = new Set<Option>()
  const walker = around.ownerDocument.createTreeWalker(around, 4)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement as Option
    if (text.textContent?.trim() && !list.contains(holder) && isDrawn(holder)) found.add(holder)
  }
  return [...found]
}

function namesOf(option: Option): string[] {
  const { label, text, value } = option as HTMLElement as HTMLOptionElement
  const texts =
    option.localName === 'option'
      ? [label, text, value]
      : [
          option.getAttribute('aria-label'),
          option.innerText,
          ...[...(option.labels || [])].map((label) => label.innerText),
          option.value,
          option.getAttribute('data-value'),
        ]
  return [...new Set(texts.filter((text) => typeof text === 'string').map(words))]
}

interface ListedOption {
  readonly names: readonly string[]
  readonly group?: string
  readonly disabled: boolean
  readonly drawn: boolean
}

function optionList(this: Node): ListedOption[] {
  return optionsOf(this).map((option) => ({
    names: namesOf(option),
    group: words(option.closest('optgroup')?.label ?? ''),
    drawn: isDrawn(option.closest('[role=listbox]') ?? option),
    disabled: option.matches(':disabled, [aria-disabled=true]'),
  }))
}

/** The options of a select, or of an ARIA list box, menu, tab list or tree. */
export const optionsScript = sent(optionList, optionsOf, drawnBeside, isDrawn, namesOf, ...fieldParts)

function optionAt(this: Node, at: number, names: readonly string[]): Element | null {
  const option = optionsOf(this)[at]
  return option && String(namesOf(option)) === String(names) ? option : null
}

/** One of them, if it still has that name. */
export const optionAtScript = sent(optionAt, optionsOf, drawnBeside, isDrawn, namesOf, ...fieldParts)

export interface ControlState {
  readonly mixed: boolean
  readonly checked: boolean | undefined
  readonly expanded: boolean | undefined
  readonly selected: boolean | undefined
  /** A press opens a popup. */
  readonly popup: boolean
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
  const list = element.closest('select[multiple], [aria-multiselectable=true]')
  const isChosen =
    element.localName === 'option' ? (element as unknown as HTMLOptionElement).selected : aria('selected')
  // The options of a list of several are switches; those of a secure one tell nothing.
  const isOneOfSeveral = list !== null && element !== list && !isSecure(list)
  return {
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
    tag: element.localName,
    radio: (isInput && element.type === 'radio') || ['radio', 'menuitemradio'].includes(role),
    treeItem: role === 'treeitem',
  }
}

/** Its current state. */
export const controlScript = sent(stateOf, ...fieldParts, ...secureParts)

function stepped(this: Node): string | null {
  const element = elementOf(this)
  const isField = element.localName === 'input' || element.localName === 'select'
  return isField ? (element as HTMLInputElement).value : element.getAttribute('aria-valuenow')
}

/** A stepper's value as text; null if unknown. */
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

function press(this: HTMLElement, count: number): void {
  for (let i = 0; i < count; i++) this.click()
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

/** Does the browser step it, at once, rather than the page? */
export const stepsItselfScript = sent(stepsItself)
