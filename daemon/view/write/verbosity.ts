/** Decides which facts about an element are worth their tokens, for every method that shows elements. */
import { cut } from '../../../api-schema/cut.ts'
import type { Element, Frame, StateWord } from '../../../api-schema/element.ts'
import { given } from '../../../api-schema/given.ts'
import { Flag, redacted } from '../../platform/element/flags.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { fold } from '../../tree/index/fold.ts'
import { holdsWords, isLongerForm } from '../../tree/index/words.ts'
import { capabilitiesOf, isOfType, type Node, stateWordsOf } from '../../tree/model/node.ts'
import { isCalledByText } from '../../tree/naming/labels.ts'
import type { Whereabouts } from '../../tree/naming/places.ts'

export interface Shape {
  /** If given, elements are shown with their positions. */
  readonly coordinates?: (node: Node) => { readonly frame: Frame; readonly pageFrame?: Frame } | undefined
  /** Positions in an outline are screen positions, even for elements of a page. */
  readonly onScreen?: boolean
  readonly actions: boolean
  /** Shows everything, as in `expand`: normal states, capabilities, attributes, longer values. */
  readonly all: boolean
  /** Called only for shown elements, since it assigns ids to new ones. */
  readonly idOf: (node: Node) => string
  /** An id of the right length, without assigning one: for estimates. */
  readonly idAhead?: (node: Node) => string
  /** For a removed element: the id it was shown under, if any. Defaults to `idOf`. */
  readonly goneIdOf?: (node: Node) => string | undefined
  /** Location, if others in the outline look the same. */
  readonly whereOf?: (node: Node) => Whereabouts | undefined
  /** The row of a cell in a tree without rows; an outline writes the cells of one row in one line. */
  readonly rowOf?: (node: Node) => Node['key'] | undefined
  /** See `BesideOf`: elements with the same one share a line of an outline. */
  readonly besideOf?: (node: Node) => Node['key'] | undefined
  /** Words in or near an unnamed element that name it. */
  readonly labelOf?: (node: Node) => string | undefined
}

/** Facts shown with an element that are not its own. */
export interface Extra {
  readonly children?: readonly Element[]
  /** Omitted similar siblings after it. */
  readonly more?: number
  /** Static text that names it, or whose state it expresses. */
  readonly text?: string
  readonly options?: number
}

/** Text limits in characters; `…` stands for the rest. */
const longest = { shown: 200, all: 600 } as const

const normalStates: ReadonlySet<StateWord> = new Set<StateWord>([
  'enabled',
  'visible',
  'unfocused',
  'unselected',
  'editable',
  'optional',
  'unchecked',
  'empty',
  'filled',
])

/** States worth reporting, in their fixed order. Omits that a list or menu is closed, and that a page has the focus. */
export function abnormalStates(node: Node): StateWord[] {
  const isExpected = (word: StateWord) =>
    normalStates.has(word) ||
    (word === 'collapsed' && hasPopUp(node)) ||
    (word === 'focused' && node.role === 'AXWebArea')
  return stateWordsOf(node).filter((word) => !isExpected(word))
}

const menuRoles = new Set(['AXMenuItem', 'AXMenuBarItem', 'AXMenuButton'])

function hasPopUp(node: Node): boolean {
  return (node.flags & Flag.hasMenu) !== 0 || menuRoles.has(node.role) || isOfType(node, 'dropdown')
}

/** Undefined for a secure field. */
export function shownValue(node: Node): string | undefined {
  if (node.value === undefined || node.value === '') return undefined
  return (node.flags & Flag.secure) === 0 ? node.value : redacted
}

/** The texts that remain after dropping repetitions. */
export type Texts = Pick<Element, (typeof textKeys)[number]>

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Drops the name if it equals the role or the identifier; title, description, identifier and placeholder if the role or
 * a kept text says the same; the description also if it is only a longer form of the name, such as a path that ends
 * with it. Always keeps the value.
 */
export function textsShown(node: Node, text: string | undefined, all: boolean): Texts {
  const near = isCalledByText(node) ? text : undefined
  const own = near ?? filled(node.title) ?? filled(node.description) ?? filled(node.placeholder)
  const name = own ?? text
  const value = shownValue(node)
  const identifier = filled(node.identifier)
  const title = filled(node.title)
  const description = filled(node.description)
  const placeholder = filled(node.placeholder)
  if (all) {
    const always = name ?? shortRole(node.role, node.subrole)
    return given({ name: always, title, value, description, identifier, placeholder, help: filled(node.help) })
  }
  const shown: Mutable<Texts> = {}
  // What a field asks for is its name, even if that equals its role: a password field "Password".
  const isIdle = (name: string) => isRole(node, name) && !isOfType(node, 'textfield')
  if (name !== undefined && !isIdle(name) && !(identifier !== undefined && sameWords(name, identifier)))
    shown.name = name
  const says = (other: string | undefined, words: string) =>
    isIdle(words) || (other !== undefined && holdsWords(other, words))
  const calledBy = shown.name
  const isLonger = (words: string) => calledBy !== undefined && isLongerForm(words, calledBy)
  const isRepeated = (words: string) => says(calledBy, words) || says(title, words) || isLonger(words)
  const kept = description !== undefined && !isRepeated(description) ? description : undefined
  if (title !== undefined && !says(shown.name, title) && !says(kept, title)) shown.title = title
  if (value !== undefined) shown.value = value
  else if (text !== undefined && own !== undefined && !says(own, text)) shown.value = text
  const telling = [shown.name, shown.title, kept]
  if (kept !== undefined) shown.description = kept
  else if (description !== undefined && !isLonger(description) && !telling.some((other) => says(other, description)))
    shown.description = description
  if (identifier !== undefined && !telling.some((other) => says(other, identifier))) shown.identifier = identifier
  if (placeholder !== undefined && !telling.some((other) => says(other, placeholder))) shown.placeholder = placeholder
  const help = filled(node.help)
  if (help !== undefined && own === undefined && text === undefined) shown.help = help
  return shown
}

/** The element as JSON, with keys in schema order and nothing empty. */
export function elementOf(node: Node, shape: Shape, extra: Extra = {}): Element {
  const most = shape.all ? longest.all : longest.shown
  const texts = textsShown(node, extra.text, shape.all)
  const element: Mutable<Element> = { id: shape.idOf(node), role: node.role }
  if (node.subrole !== undefined && (shape.all || saysMore(node))) element.subrole = node.subrole
  for (const key of textKeys) if (texts[key] !== undefined) element[key] = cut(texts[key], most)
  if (filled(node.url) !== undefined) element.url = cut(node.url!, most)
  const place = shape.coordinates?.(node)
  if (place !== undefined) {
    element.frame = place.frame
    if (place.pageFrame !== undefined) element.pageFrame = place.pageFrame
  }
  const state = shape.all ? stateWordsOf(node) : abnormalStates(node)
  if (state.length > 0) element.state = state
  if (shape.all) assignList(element, 'capabilities', capabilitiesOf(node))
  if (shape.actions || shape.all) assignList(element, 'actions', node.actions)
  if (shape.all) assignAttributes(element, node, most)
  if (extra.options !== undefined) element.options = extra.options
  if (extra.more !== undefined && extra.more > 0) element.more = extra.more
  if (extra.children !== undefined && extra.children.length > 0) element.children = extra.children
  return element
}

const textKeys = ['name', 'title', 'value', 'description', 'identifier', 'placeholder', 'help'] as const

/** Help without a field of its own is in the description. */
function helpOf(node: Node): string | undefined {
  const isDescribed = (node.flags & (Flag.hasHelp | Flag.hasTooltip)) !== 0
  return filled(node.attributes?.helpText) ?? filled(node.help) ?? (isDescribed ? filled(node.description) : undefined)
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text
}

/** A static text's words are never just its role. */
function isRole(node: Node, name: string): boolean {
  if (node.role === 'AXStaticText') return false
  const folded = fold(name).trim()
  return folded === fold(node.role) || folded === shortRole(node.role) || folded === shortRole(node.role, node.subrole)
}

function sameWords(a: string, b: string): boolean {
  return a === b || fold(a).trim() === fold(b).trim()
}

/** Whether the subrole changes the meaning of the role. */
function saysMore(node: Node): boolean {
  return shortRole(node.role, node.subrole) !== shortRole(node.role)
}

function assignList<K extends 'capabilities' | 'actions'>(element: Mutable<Element>, key: K, list: Element[K]): void {
  if (list !== undefined && list.length > 0) element[key] = list
}

function assignAttributes(element: Mutable<Element>, node: Node, most: number): void {
  const helpText = helpOf(node)
  const attributes = { ...node.attributes, ...(helpText !== undefined && { helpText }) }
  const entries = Object.entries(attributes).filter(([, value]) => value !== '')
  if (entries.length > 0)
    element.attributes = Object.fromEntries(entries.map(([name, value]) => [name, cut(value, most)]))
}
