/** Finds words for an element without a name of its own, among the texts in and next to it. */
import type { Frame } from '../../../api-schema/element.ts'
import { Flag } from '../../platform/element/flags.ts'
import { type Key, nearText } from '../../platform/element/row.ts'
import { type Drawn, textsBeside } from '../../platform/naming/beside.ts'
import { type Candidate, candidate, nameAmong } from '../../platform/naming/candidates.ts'
import { holdsWords } from '../index/words.ts'
import { isWrapper, Kind, kindOf } from '../model/context.ts'
import {
  isControl,
  isHidden,
  isInteractable,
  isNamedByPlaceholder,
  isOfType,
  type Node,
  type Nodes,
  nameOf,
} from '../model/node.ts'
import { headOf, nameOfPart, partOf } from './parts.ts'
import { ownText, textIn } from './texts.ts'

/** The part of a tree needed to read it; `WarmTree` is one. */
export interface Tree extends Nodes {
  readonly root: Key
  /** Number of nodes. */
  readonly size: number
}

/** Flags of a mere drawing that reacts to a press. */
const pressedFlags = Flag.clickable | Flag.reactive

/** Limits of a search for words, so that naming one element never costs a walk of the tree. */
const mostNodes = 200
const mostLevels = 3

/** Text inside them is their value. */
const valueRoles = new Set([
  ...['AXTextField', 'AXTextArea', 'AXComboBox', 'AXSecureTextField', 'AXPopUpButton', 'AXSlider', 'AXIncrementor'],
])
/** They divide a window, and are not named by their contents. */
const dividers = new Set(['AXSplitGroup', 'AXScrollArea'])

/** Words for an element without a name of its own, if any are near; those merely next to it as `near “Port”`. */
export function labelOf(tree: Nodes, node: Node): string | undefined {
  const found = wordsFor(tree, node)
  return found?.from === 'beside' ? beingNear(found.text) : found?.text
}

export function beingNear(text: string): string {
  return `near “${text}”`
}

/** The same words without the mark, for searching. */
export function labelWords(tree: Nodes, node: Node): string | undefined {
  return wordsFor(tree, node)?.text
}

/** Its own words: those in it, and those of a label around it alone; not words that are merely next to it. */
export function ownWords(tree: Nodes, node: Node): string | undefined {
  return isCalledByText(node) ? nameAmong(ownCandidates(tree, node))?.text : undefined
}

function wordsFor(tree: Nodes, node: Node): Candidate | undefined {
  if (!isCalledByText(node)) return undefined
  const says = (text: string) => isNamedByPlaceholder(node) && holdsWords(nameOf(node), text)
  return nameAmong(ownCandidates(tree, node)) ?? nameAmong(besideCandidates(tree, node), { says })
}

/** Whether texts in or next to it may name it: it has no name of its own, or only a placeholder, over which a label wins. */
export function isCalledByText(node: Node): boolean {
  if (isNamedByPlaceholder(node)) return true
  return node.title === undefined && (node.attributes?.[nearText] !== undefined || isNameless(node))
}

export function isNameless({ title, description, placeholder }: Node): boolean {
  return title === undefined && description === undefined && placeholder === undefined
}

function* ownCandidates(tree: Nodes, node: Node): Iterable<Candidate | undefined> {
  yield candidate('contents', contentsOf(tree, node))
  if (isInteractable(node) && isInPage(tree, node)) yield candidate('label', labelAround(tree, node))
}

/** Words next to it, as the platform found them, by where both are drawn, or in pages by order. */
function* besideCandidates(tree: Nodes, node: Node): Iterable<Candidate | undefined> {
  yield candidate('beside', node.attributes?.[nearText])
  if (!isInteractable(node)) return
  const label = node.frame === undefined && isInPage(tree, node) ? labelBefore(tree, node) : undefined
  if (label === undefined && !isNamedByPlaceholder(node)) {
    const isBox = (node.flags & Flag.checkable) !== 0
    if (!isBox && isOfType(node, 'textfield')) yield candidate('beside', headOf(tree, node))
    yield candidate('beside', nameOfPart(tree, node))
  }
  if (node.frame !== undefined) yield candidate('beside', drawnBeside(tree, node))
  else if (isInPage(tree, node)) {
    if ((node.flags & Flag.checkable) !== 0) {
      // The words next to a box are its own; those next to its block belong to the next block.
      const levels = label === undefined ? mostLevels : label.level > 0 || !beginsWithLabel(tree, node) ? 1 : 0
      yield candidate('beside', beside(tree, node, 1, true, levels))
    }
    yield candidate('beside', label?.text)
    if (!isNamedByPlaceholder(node)) yield candidate('beside', beside(tree, node, -1))
    if (isFilled(node)) yield candidate('beside', linkBefore(tree, node))
  }
}

function isFilled(node: Node): boolean {
  return isOfType(node, 'textfield') || isOfType(node, 'dropdown')
}

/** The link before the field or its block, where these alternate: each leads to what its field is about. */
function linkBefore(tree: Nodes, node: Node): string | undefined {
  for (const { container, inner } of around(tree, node, mostWrappers, isOpen)) {
    const { children } = container
    const at = children.indexOf(inner.key)
    if (at === 0 && children.length === 1) continue
    const linkAt = (place: number) => linkIn(tree, { children: children.slice(place, place + 1) })
    const isPair = (from: number) => linkAt(from) !== undefined && isOneField(tree, children[from + 1])
    return at > 0 && isPair(at - 1) && (isPair(at - 3) || isPair(at + 1)) ? linkAt(at - 1) : undefined
  }
  return undefined
}

/** The words of a part that holds a link, and says nothing else. */
function linkIn(tree: Nodes, part: Pick<Node, 'children'>): string | undefined {
  const { controls, says } = partOf(tree, part)
  return controls.length === 1 && controls[0]!.role === 'AXLink' && says.length === 1 ? says[0]!.text : undefined
}

function isOneField(tree: Nodes, key: Key | undefined): boolean {
  const { controls } = partOf(tree, { children: key === undefined ? [] : [key] })
  return controls.length === 1 && isFilled(controls[0]!)
}

function contentsOf(tree: Nodes, node: Node): string | undefined {
  if (!isNameless(node) || valueRoles.has(node.role) || dividers.has(node.role)) return undefined
  return isInteractable(node) || isSaidByTexts(tree, node) ? textIn(tree, node) : undefined
}

/** How much a page may put around a field, and how many ornaments next to it. */
const mostWrappers = 7
const mostOrnaments = 5

interface Around {
  readonly container: Node
  /** The child of the container that the element is, or is in. */
  readonly inner: Node
  readonly level: number
}

/** The containers around an element up to the first that is not `open`. */
function* around(tree: Nodes, node: Node, most: number, open: (container: Node) => boolean): Iterable<Around> {
  let inner = node
  for (let level = 0; level < most; level++) {
    const container = tree.node(inner.parent)
    if (container === undefined) return
    yield { container, inner, level }
    if (!open(container)) return
    inner = container
  }
}

/** An element, its only child, the only child of that, and so on. */
function* inLine(tree: Nodes, node: Node | undefined): Iterable<Node> {
  let inner = node
  for (let level = 0; inner !== undefined && level <= mostLevels; level++) {
    yield inner
    inner = inner.children.length === 1 ? tree.node(inner.children[0]!) : undefined
  }
}

/** The visible elements inside one, except inside those that are `closed`. */
export function* below(tree: Nodes, node: Node, closed: (inner: Node) => boolean): Iterable<Node> {
  const stack = [...node.children.slice(0, mostNodes)]
  for (let left = mostNodes; stack.length > 0 && left > 0; left--) {
    const inner = tree.node(stack.pop()!)
    if (inner === undefined || isHidden(inner)) continue
    yield inner
    if (!closed(inner)) stack.push(...inner.children.slice(0, mostNodes))
  }
}

function isOpen(container: Node): boolean {
  return isWrapper({ ...container, flags: container.flags & ~pressedFlags })
}

/** The text of a label element before the field, or before the block that begins with the field. */
function labelBefore(tree: Nodes, node: Node): { readonly text: string; readonly level: number } | undefined {
  for (const { container, inner, level } of around(tree, node, mostWrappers, isOpen)) {
    const before = container.children.slice(0, container.children.indexOf(inner.key)).slice(-mostOrnaments)
    const key = before.findLast((one) => !isOrnament(tree, tree.node(one)))
    if (key === undefined && before.length < mostOrnaments) continue
    const text = key === undefined ? undefined : ofLabel(tree, tree.node(key), node)
    return text === undefined ? undefined : { text, level }
  }
  return undefined
}

/** The text of a label around this element alone; browsers do not report it for a part of another element. */
function labelAround(tree: Nodes, node: Node): string | undefined {
  for (const { container } of around(tree, node, mostWrappers, isOpen))
    if (container.subrole === 'AXLabelText')
      return controlsIn(tree, container).length === 1 ? textIn(tree, container) : undefined
  return undefined
}

/** Controls within a container, except inside each other. */
function controlsIn(tree: Nodes, container: Node): Node[] {
  const isOne = (inner: Node) => isControl(inner) && inner.role !== 'AXGroup'
  return [...below(tree, container, isOne)].filter(isOne)
}

/** Whether labels precede controls among its siblings. */
function beginsWithLabel(tree: Nodes, { parent }: Node): boolean {
  for (const key of tree.node(parent)?.children.slice(0, mostNodes) ?? []) {
    const node = tree.node(key)
    if (node === undefined || isHidden(node)) continue
    if (ofLabel(tree, node) !== undefined) return true
    if (isInteractable(node)) return false
  }
  return false
}

/** Whether it has no words and cannot be used. */
function isOrnament(tree: Nodes, node: Node | undefined): boolean {
  for (const inner of inLine(tree, node)) {
    if (isHidden(inner)) return true
    if (isInteractable(inner) || ownText(inner) !== undefined || inner.children.length > 1) return false
  }
  return true
}

function ofLabel(tree: Nodes, node: Node | undefined, field?: Node): string | undefined {
  for (const inner of inLine(tree, node)) {
    if (inner.subrole === 'AXLabelText') {
      const of = inner.attributes?.for
      const id = field?.identifier
      const isOfField = of === undefined || id === undefined || of === id
      return isOfField && !isHidden(inner) ? (linkIn(tree, inner) ?? textIn(tree, inner)) : undefined
    }
    if (!isWrapper(inner)) return undefined
  }
  return undefined
}

export function isInPage(tree: Nodes, node: Node): boolean {
  for (let at = tree.node(node.parent); at !== undefined; at = tree.node(at.parent))
    if (kindOf(at) === Kind.page) return true
  return false
}

/** The text drawn next to it, within the containers around it. */
function drawnBeside(tree: Nodes, node: Node): string | undefined {
  let largest = node
  for (const { container } of around(tree, node, mostLevels, (one) => kindOf(one) === Kind.none)) largest = container
  const isSeeking = (inner: Node) => isNameless(inner) && contentsOf(tree, inner) === undefined
  return textsDrawnBeside(below(tree, largest, isInteractable), ({ frame }) => frame, isSeeking).get(node.key)
}

/** For each control that `isSeeking` accepts, the text among these elements that names it by where both are drawn. */
export function textsDrawnBeside(
  nodes: Iterable<Node>,
  boxOf: (node: Node) => Frame | undefined,
  isSeeking: (control: Node) => boolean,
): ReadonlyMap<Key, string> {
  const drawn: Drawn<Key>[] = []
  for (const node of nodes) {
    const isUsed = isInteractable(node)
    const text = kindOf(node) === Kind.text && !isUsed ? ownText(node) : undefined
    const box = boxOf(node)
    if (box === undefined || (!isUsed && text === undefined)) continue
    const seeks = (node.flags & Flag.checkable) !== 0 ? ('after' as const) : ('before' as const)
    drawn.push({ of: node.key, box, ...(text !== undefined && { text }), ...(isUsed && isSeeking(node) && { seeks }) })
  }
  return textsBeside(drawn)
}

/** The static text next to an interactable element, whatever its own name is. */
export function textBeside(tree: Nodes, node: Node): string | undefined {
  return isInteractable(node) ? (beside(tree, node, -1) ?? beside(tree, node, 1)) : undefined
}

/** A non-interactable element that a person identifies by the text in it. */
function isSaidByTexts(tree: Nodes, node: Node): boolean {
  const kind = kindOf(node)
  if (kind === Kind.heading || kind === Kind.live || node.role === 'AXCell') return true
  // Chromium names a tree item by its contents, but not if the page's tree is around its shadow root.
  if (node.subrole === 'AXOutlineRow') return isInPage(tree, node)
  if (node.subrole !== 'AXListItem') return false
  return node.children.every((key) => {
    const child = tree.node(key)
    return child === undefined || (child.role !== 'AXList' && child.role !== 'AXTable' && child.role !== 'AXOutline')
  })
}

/** The text next to an element, in its container or, at its edge, in the container around that. */
function beside(tree: Nodes, node: Node, step: 1 | -1, pressable = false, levels = mostLevels): string | undefined {
  const isOpen = (container: Node) => kindOf(container) === Kind.none && !isInteractable(container)
  for (const { container, inner } of around(tree, node, levels, isOpen)) {
    const key = container.children[container.children.indexOf(inner.key) + step]
    if (key === undefined) continue
    return step < 0 && isOutOfOrder(tree, container, inner) ? undefined : labelText(tree, tree.node(key), pressable)
  }
  return undefined
}

/** Siblings that are looked at, on each side. */
const mostInRun = 40

/**
 * Whether it is in a run of texts and fields whose order does not say which belong together: all texts and then as many
 * fields, as in columns, or each field before a text, as above a caption. Where they are drawn decides: see
 * `drawn-beside.ts`.
 */
function isOutOfOrder(tree: Nodes, { children }: Node, { key }: Node): boolean {
  const isField = (node: Node) => isFilled(node) && isNameless(node)
  const signOf = (one: Key) => {
    if ([...inLine(tree, tree.node(one))].some(isField)) return 'F'
    return labelText(tree, tree.node(one), false) === undefined ? ' ' : 'T'
  }
  const at = children.indexOf(key)
  const from = Math.max(0, at - mostInRun)
  const signs = children
    .slice(from, at + mostInRun)
    .map(signOf)
    .join('')
  if (signs[at - from] !== 'F') return false
  const [run = ''] = signs.slice(signs.lastIndexOf(' ', at - from) + 1).split(' ')
  return /^(?:FT){2,}$/.test(run) || (/^T{2,}F+$/.test(run) && run.indexOf('F') === run.length / 2)
}

/** The text of what is only a label, bare or in wrappers. That of a box may be pressed in its place (`pressable`). */
function labelText(tree: Nodes, node: Node | undefined, pressable: boolean): string | undefined {
  for (const inner of inLine(tree, node)) {
    const isPressed = pressable && inner.role === 'AXGroup' && (inner.flags & pressedFlags) === inner.flags
    if (isHidden(inner) || (isInteractable(inner) && !isPressed)) return undefined
    const kind = kindOf(inner)
    if (kind === Kind.text) return ownText(inner)
    if (kind !== Kind.none && kind !== Kind.container) return undefined
    if (inner.children.length === 0) return ownText(inner)
  }
  return undefined
}
