/** The options of a list, and what appeared when its box was opened, in the daemon's isolated world. */

import { chainOf, elementOf, elementParts, styleOf } from '../elements.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { fieldParts, innerField, words } from './fields.ts'
import { rankParts, veilOf } from './rank.ts'

type Option = HTMLElement & { readonly labels?: NodeListOf<HTMLLabelElement>; readonly value?: string }

interface Kept {
  /** What was drawn before a box was opened. */
  drawn?: WeakSet<Element>
}

export interface ListedOption {
  readonly names: readonly string[]
  readonly group?: string
  readonly disabled: boolean
  readonly drawn: boolean
  /** A mere text: nothing marks it as an option. */
  readonly isText: boolean
}

function optionRoles(): string {
  return '[role=option], [role=tab], [role=radio], [role=treeitem], [role=menuitemradio], [role=row], input[type=radio]'
}

/**
 * What belongs to the box by markup, and what appeared with it: a page may draw it anywhere, without saying whose it
 * is.
 */
function optionsOf(node: Node): Option[] {
  const field = innerField(node) as HTMLElement
  if (field.localName === 'select') return [...(field as HTMLSelectElement).options]
  const element = elementOf(node)
  const ids = (element.getAttribute('aria-controls') || element.getAttribute('aria-owns') || '').split(/\s+/)
  const tree = element.getRootNode() as Document
  const named = (element as HTMLElement & { ariaControlsElements?: HTMLElement[] }).ariaControlsElements ?? []
  const roots = [...new Set([element, ...ids.flatMap((id) => (id && tree.getElementById(id)) || []), ...named])]
  const selector = optionRoles()
  const below = (root: Element): Option[] => [
    ...root.querySelectorAll<Option>(selector),
    ...[...root.querySelectorAll('slot')].flatMap((slot) =>
      slot
        .assignedElements({ flatten: true })
        .flatMap((one) => (one.matches(selector) ? [one as Option] : [...one.querySelectorAll<Option>(selector)])),
    ),
  ]
  const told = [...new Set(roots.flatMap(below))]
  const beside = roots.slice(1).flatMap((list) => wordsBeside(list, element))
  if (beside.length > 0) return beside
  if (told.some(isDrawn)) return told
  const came = cameWith(element)
  const options = came.filter((one) => one.matches(`${selector}, [role=menuitem], [role=menuitemcheckbox]`))
  if (options.length > 0) return options
  return told.length > 0 ? told : came.filter((one) => textNodesOf(one).length > 0)
}

function isDrawn(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width * height > 0
}

/** Everything that a person could see by scrolling, including open shadow roots. */
function drawnIn(root: ParentNode, found: HTMLElement[] = []): HTMLElement[] {
  for (const at of root.children as HTMLCollectionOf<HTMLElement>) {
    if (!at.checkVisibility() && styleOf(at).display !== 'contents') continue
    const { right, bottom } = at.getBoundingClientRect()
    const isParked = right + scrollX <= 0 || bottom + scrollY <= 0
    if (isDrawn(at) && !isParked && at.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      found.push(at)
    if (at.shadowRoot) drawnIn(at.shadowRoot, found)
    drawnIn(at, found)
  }
  return found
}

/** What has appeared since `markDrawn`, except in the box itself. */
function cameWith(box: HTMLElement): Option[] {
  const before = memory<Kept>().drawn
  if (!before) return []
  return drawnIn(box.ownerDocument.body).filter((at) => !before.has(at) && !box.contains(at))
}

function textNodesOf(element: Element): Node[] {
  return [...element.childNodes].filter((node) => node.nodeType === 3 && /\S/.test(node.nodeValue!))
}

/**
 * A list only for screen readers has no size, and perhaps not all options: the words drawn next to it can be pressed.
 */
function wordsBeside(list: Element, box: Element): Option[] {
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

/** Includes slotted contents, which `textContent` leaves out. */
function textOf(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue!
  const element = node as HTMLSlotElement
  if (/^(style|script)$/.test(element.localName) || node.nodeType !== 1) return ''
  const slotted = element.localName === 'slot' ? element.assignedNodes({ flatten: true }) : []
  const nodes = slotted.length > 0 ? slotted : [...(element.shadowRoot || element).childNodes]
  return nodes.map(textOf).join(' ')
}

function namesOf(option: Option): string[] {
  const { label, text, value } = option as HTMLElement as HTMLOptionElement
  const isNative = option.localName === 'option'
  const texts = isNative
    ? [label, text, value]
    : [
        option.getAttribute('aria-label'),
        option.innerText,
        ...[...(option.labels || [])].map((label) => label.innerText),
        option.value,
        option.getAttribute('data-value'),
      ]
  const found = [...new Set(texts.filter((text) => typeof text === 'string').map(words))]
  return isNative || found.some(Boolean) ? found : [words(textOf(option))]
}

function optionList(this: Node): ListedOption[] {
  const selector = `option, ${optionRoles()}, [role^=menuitem]`
  return optionsOf(this).map((option) => ({
    names: namesOf(option),
    group: words(option.closest('optgroup')?.label ?? ''),
    drawn: isDrawn(option.closest('[role=listbox]') ?? option),
    disabled: option.matches(':disabled, [aria-disabled=true]'),
    isText: !option.matches(selector),
  }))
}

const parts = [
  ...[memory, optionRoles, optionsOf, isDrawn, drawnIn, cameWith, textNodesOf, wordsBeside, textOf, namesOf],
  ...elementParts,
  ...fieldParts,
] as const

/**
 * The options of a select, or of an ARIA list box, menu, tab list or tree; otherwise what has appeared since
 * `markDrawnScript`.
 */
export const optionsScript = sent(optionList, ...parts)

function optionAt(this: Node, at: number, names: readonly string[]): Element | null {
  const option = optionsOf(this)[at]
  return option && String(namesOf(option)) === String(names) ? option : null
}

/** One of the options, if it still has that name. */
export const optionAtScript = sent(optionAt, ...parts)

function listKind(this: HTMLElement): { readonly isMultiple: boolean; readonly isInDialog: boolean } {
  const chain = chainOf(this)
  return {
    isMultiple: chain.some((at) => at.getAttribute('aria-multiselectable') === 'true'),
    isInDialog: isDrawn(this) && chain.some((at) => at.matches('dialog, [role=dialog], [role=alertdialog]')),
  }
}

/** The kind of the list that an option is in, or of the box that opens a list. */
export const listKindScript = sent(listKind, isDrawn, ...elementParts)

/** For a hidden select in whose place something else is drawn close by: whether that shows the choice. */
function isShown(this: Node): boolean {
  const levels = 4
  const option = elementOf(this) as HTMLElement as HTMLOptionElement
  const select = option.closest('select')
  const name = words(option.label)
  if (!select?.isConnected || !option.selected || name === '') return true
  const chain = chainOf(select)
  const veil = veilOf(chain, true)
  if (veil === undefined) return true
  const around = chain.slice(0, veil + 1 + levels).findLast((at) => !at.matches('html, body, form, fieldset'))
  const says = (at: Element) => {
    if (select.contains(at) || at.closest('[role=listbox], [role=menu]')) return false
    if (!at.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const own = [...at.childNodes].map((one) => (one.nodeType === 3 ? one.nodeValue : ' ')).join('')
    return words((at as HTMLInputElement).value || own).includes(name)
  }
  return [...(around?.querySelectorAll('*') ?? [])].some(says)
}

export const isShownScript = sent(isShown, ...rankParts, ...fieldParts)

function markDrawn(this: Node): void {
  memory<Kept>().drawn = new WeakSet(drawnIn(this.ownerDocument!.body))
}

/** Call before a box is opened; call `forgetDrawnScript` at the end. */
export const markDrawnScript = sent(markDrawn, ...parts)

function forgetDrawn(this: Node): void {
  delete memory<Kept>().drawn
}

export const forgetDrawnScript = sent(forgetDrawn, memory)
