/** Finds words for an element without a name of its own, among the texts in and beside it. */
import { type Drawn, textsBeside } from '../../platform/beside.ts'
import { Flag } from '../../platform/flags.ts'
import { type Key, nearText } from '../../platform/row.ts'
import { holdsWords } from '../index/words.ts'
import { isWrapper, Kind, kindOf } from '../model/context.ts'
import { isControl, isHidden, isInteractable, isNamedByPlaceholder, type Node, nameOf } from '../model/node.ts'

/** The part of a tree needed to read it; `WarmTree` is one. */
export interface Tree {
  readonly root: Key
  /** Number of nodes. */
  readonly size: number
  node(key: Key): Node | undefined
}

type Nodes = Pick<Tree, 'node'>

/** Of what is only drawn, and reacts to a press. */
const pressedFlags = Flag.clickable | Flag.reactive

/** Limits of a search for words, so that naming one element never costs a walk. */
const mostNodes = 200
const mostText = 200
const mostLevels = 3

/** The text in them is their value. */
const valueRoles = new Set([
  ...['AXTextField', 'AXTextArea', 'AXComboBox', 'AXSecureTextField', 'AXPopUpButton', 'AXSlider', 'AXIncrementor'],
])
/** They divide a window, and what is in them is not theirs. */
const dividers = new Set(['AXSplitGroup', 'AXScrollArea'])

/** What the element itself says: for a static text its text, otherwise its name. Never a secure value. */
export function ownText(node: Node): string | undefined {
  if (kindOf(node) !== Kind.text) return node.title ?? node.description
  return node.title ?? ((node.flags & Flag.secure) === 0 ? node.value : undefined) ?? node.description
}

/** Their words may stand in a part that takes the presses. */
const items = new Set(['AXRow', 'AXOption', 'AXMenuItem', 'AXRadioButton'])

/** The static texts in an element, except inside interactable descendants. */
export function textIn(tree: Nodes, node: Node): string | undefined {
  const own = kindOf(node) === Kind.text ? ownText(node) : undefined
  if (own !== undefined) return own
  const words: string[] = []
  let length = 0
  let visits = mostNodes
  const stack = [...node.children.slice(0, mostNodes)].reverse()
  while (stack.length > 0 && visits-- > 0 && length < mostText) {
    const inner = tree.node(stack.pop()!)
    if (inner === undefined || isHidden(inner)) continue
    if (isControl(inner) && !(inner.role === 'AXGroup' && items.has(node.role))) continue
    const text = ownText(inner)?.trim()
    if (text !== undefined && text !== '') {
      words.push(text)
      length += text.length + 1
    } else {
      const { children } = inner
      for (let i = Math.min(children.length, mostNodes) - 1; i >= 0; i--) stack.push(children[i]!)
    }
  }
  return words.length === 0 ? undefined : words.join(' ')
}

/**
 * Words for an element without title and description, or with no more than a placeholder; `undefined` if it has a name,
 * or nothing is near.
 * Words that are not in it but beside it are only probably its name, and are marked as such: `near “Port”`.
 */
export function labelOf(tree: Nodes, node: Node): string | undefined {
  const inner = innerLabel(tree, node)
  if (inner !== undefined) return inner
  const text = besideLabel(tree, node)
  return text === undefined ? undefined : beingNear(text)
}

export function beingNear(text: string): string {
  return `near “${text}”`
}

/** The same words without a mark, for a search. */
export function labelWords(tree: Nodes, node: Node): string | undefined {
  return innerLabel(tree, node) ?? besideLabel(tree, node)
}

/** Words that are its own: those in it, and those of the label that it is in alone; not what merely stands beside it. */
export function ownWords(tree: Nodes, node: Node): string | undefined {
  const inner = innerLabel(tree, node)
  if (inner !== undefined || !isCalledByText(node) || !isInteractable(node)) return inner
  return isInPage(tree, node) ? labelAround(tree, node) : undefined
}

/**
 * Is the text beside it its name? A description says more about an element than that, and is not what it is called; nor
 * is a placeholder where a label stands before it.
 */
export function isCalledByText(node: Node): boolean {
  if (isNamedByPlaceholder(node)) return true
  return node.title === undefined && (node.attributes?.[nearText] !== undefined || isNameless(node))
}

export function isNameless({ title, description, placeholder }: Node): boolean {
  return title === undefined && description === undefined && placeholder === undefined
}

function innerLabel(tree: Nodes, node: Node): string | undefined {
  if (!isNameless(node) || valueRoles.has(node.role) || dividers.has(node.role)) return undefined
  return isInteractable(node) || isSaidByTexts(tree, node) ? textIn(tree, node) : undefined
}

/**
 * The text beside an element: as its platform found it, or by where both are drawn. Only in a page may the order of
 * children stand for that: elsewhere it says nothing.
 */
function besideLabel(tree: Nodes, node: Node): string | undefined {
  if (!isCalledByText(node)) return undefined
  const found = node.attributes?.[nearText]
  if (found !== undefined) return found
  if (!isInteractable(node)) return undefined
  if (isNamedByPlaceholder(node)) {
    const label = node.frame === undefined ? labelBefore(tree, node)?.text : undefined
    return label === undefined || holdsWords(nameOf(node), label) ? undefined : label
  }
  if (node.frame !== undefined) return drawnBeside(tree, node)
  if (!isInPage(tree, node)) return undefined
  const around = labelAround(tree, node)
  if (around !== undefined) return around
  const label = labelBefore(tree, node)
  const isBox = (node.flags & Flag.checkable) !== 0
  if (isBox && label === undefined) return beside(tree, node, 1, true) ?? beside(tree, node, -1)
  // Beside a box stand its words; beside the block that it is in, those of the next block.
  const isFirst = isBox && label!.level === 0 && !beginsWithLabel(tree, node)
  return (isFirst ? beside(tree, node, 1, true, 1) : undefined) ?? label?.text ?? beside(tree, node, -1)
}

/** What a page may put around a field, with its ornaments. */
const mostWrappers = 7
const mostOrnaments = 5

/** The text of what its author made a label, and put before the field or before the block that it begins. */
function labelBefore(tree: Nodes, node: Node): { readonly text: string; readonly level: number } | undefined {
  let inner = node
  for (let level = 0; level < mostWrappers; level++) {
    const container = tree.node(inner.parent)
    if (container === undefined) return undefined
    const before = container.children.slice(0, container.children.indexOf(inner.key)).slice(-mostOrnaments)
    const key = before.findLast((one) => !isOrnament(tree, tree.node(one)))
    if (key !== undefined || before.length === mostOrnaments) {
      const text = key === undefined ? undefined : ofLabel(tree, tree.node(key), node)
      return text === undefined ? undefined : { text, level }
    }
    if (!isWrapper({ ...container, flags: container.flags & ~pressedFlags })) return undefined
    inner = container
  }
  return undefined
}

/** The text of the label that the element is in alone: of a part of another element, the browser does not tell it. */
function labelAround(tree: Nodes, node: Node): string | undefined {
  let inner = node
  for (let level = 0; level < mostWrappers; level++) {
    const container = tree.node(inner.parent)
    if (container === undefined) return undefined
    if (container.subrole === 'AXLabelText')
      return controlsIn(tree, container).length === 1 ? textIn(tree, container) : undefined
    if (!isWrapper({ ...container, flags: container.flags & ~pressedFlags })) return undefined
    inner = container
  }
  return undefined
}

/** In a few levels, and not in each other. */
export function controlsIn(tree: Nodes, container: Node): Node[] {
  const found: Node[] = []
  const stack = [...container.children.slice(0, mostNodes)]
  for (let left = mostNodes; stack.length > 0 && left > 0; left--) {
    const inner = tree.node(stack.pop()!)
    if (inner === undefined || isHidden(inner)) continue
    if (isControl(inner) && inner.role !== 'AXGroup') found.push(inner)
    else stack.push(...inner.children.slice(0, mostNodes))
  }
  return found
}

/** Do the labels come first among those beside it? */
function beginsWithLabel(tree: Nodes, { parent }: Node): boolean {
  for (const key of tree.node(parent)?.children.slice(0, mostNodes) ?? []) {
    const node = tree.node(key)
    if (node === undefined || isHidden(node)) continue
    if (ofLabel(tree, node) !== undefined) return true
    if (isInteractable(node)) return false
  }
  return false
}

/** It says nothing, and is nothing that can be used. */
function isOrnament(tree: Nodes, node: Node | undefined): boolean {
  let inner = node
  for (let level = 0; level <= mostLevels; level++) {
    if (inner === undefined || isHidden(inner)) return true
    if (isInteractable(inner) || ownText(inner) !== undefined || inner.children.length > 1) return false
    inner = tree.node(inner.children[0] ?? 0)
  }
  return false
}

function ofLabel(tree: Nodes, node: Node | undefined, field?: Node): string | undefined {
  let inner = node
  for (let level = 0; inner !== undefined && level <= mostLevels; level++) {
    if (inner.subrole === 'AXLabelText') {
      const of = inner.attributes?.for
      const id = field?.identifier
      const isOfField = of === undefined || id === undefined || of === id
      return isOfField && !isHidden(inner) ? textIn(tree, inner) : undefined
    }
    if (inner.children.length !== 1 || !isWrapper(inner)) return undefined
    inner = tree.node(inner.children[0]!)
  }
  return undefined
}

export function isInPage(tree: Nodes, node: Node): boolean {
  for (let at = tree.node(node.parent); at !== undefined; at = tree.node(at.parent))
    if (kindOf(at) === Kind.page) return true
  return false
}

/** Among what is drawn in the containers around it. */
function drawnBeside(tree: Nodes, node: Node): string | undefined {
  let around = node
  for (let level = 0; level < mostLevels; level++) {
    const container = tree.node(around.parent)
    if (container === undefined || isInteractable(container)) break
    around = container
    if (kindOf(container) !== Kind.none) break
  }
  const drawn: Drawn<Key>[] = []
  const stack = [around.key]
  for (let left = mostNodes; stack.length > 0 && left > 0; left--) {
    const inner = tree.node(stack.pop()!)
    if (inner === undefined || isHidden(inner)) continue
    const isControl = isInteractable(inner)
    const text = kindOf(inner) === Kind.text ? ownText(inner) : undefined
    if (inner.frame !== undefined && (isControl || text !== undefined)) {
      const seeks = (inner.flags & Flag.checkable) !== 0 ? ('after' as const) : ('before' as const)
      const isSeeking = isControl && isNameless(inner) && innerLabel(tree, inner) === undefined
      drawn.push({
        of: inner.key,
        box: inner.frame,
        ...(text !== undefined && !isControl && { text }),
        ...(isSeeking && { seeks }),
      })
    }
    if (!isControl) for (const child of inner.children.slice(0, mostNodes)) stack.push(child)
  }
  return textsBeside(drawn).get(node.key)
}

/** The static text beside an element that can be acted upon, whatever it is called itself. */
export function textBeside(tree: Nodes, node: Node): string | undefined {
  return isInteractable(node) ? (beside(tree, node, -1) ?? beside(tree, node, 1)) : undefined
}

/** A non-interactable element that, to a person, is the text in it. */
function isSaidByTexts(tree: Nodes, node: Node): boolean {
  const kind = kindOf(node)
  if (kind === Kind.heading || kind === Kind.live || node.role === 'AXCell') return true
  if (node.subrole !== 'AXListItem') return false
  return node.children.every((key) => {
    const child = tree.node(key)
    return child === undefined || (child.role !== 'AXList' && child.role !== 'AXTable' && child.role !== 'AXOutline')
  })
}

/** The text next to an element, in its container or, at its edge, in the container around that. */
function beside(tree: Nodes, node: Node, step: 1 | -1, pressable = false, levels = mostLevels): string | undefined {
  let inner = node
  for (let level = 0; level < levels; level++) {
    const container = tree.node(inner.parent)
    if (container === undefined) return undefined
    const at = container.children.indexOf(inner.key) + step
    const key = container.children[at]
    if (key !== undefined) {
      const next = tree.node(key)
      return next === undefined ? undefined : labelText(tree, next, pressable)
    }
    if (kindOf(container) !== Kind.none || isInteractable(container)) return undefined
    inner = container
  }
  return undefined
}

/**
 * The text of an element that is only a label: plain text, bare or in wrappers. A check box may have one that is
 * pressed in its place.
 */
function labelText(tree: Nodes, node: Node, pressable: boolean): string | undefined {
  let inner = node
  for (let level = 0; level <= mostLevels; level++) {
    const isPressed = pressable && inner.role === 'AXGroup' && (inner.flags & pressedFlags) === inner.flags
    if (isHidden(inner) || (isInteractable(inner) && !isPressed)) return undefined
    const kind = kindOf(inner)
    if (kind === Kind.text) return ownText(inner)
    if (kind !== Kind.none && kind !== Kind.container) return undefined
    if (inner.children.length !== 1) return inner.children.length === 0 ? ownText(inner) : undefined
    const child = tree.node(inner.children[0]!)
    if (child === undefined) return undefined
    inner = child
  }
  return undefined
}
