/** Finds the words that name an element which has no name of its own, among the texts in it and beside it. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/platform.ts'
import { Kind, kindOf } from './context.ts'
import { isInteractable, type Node } from './node.ts'

/** As much of a tree as reading it takes; `WarmTree` is one. */
export interface Tree {
  readonly root: Key
  /** Nodes in it. */
  readonly size: number
  node(key: Key): Node | undefined
}

/** Bounds of a search for words, so that naming one element never costs a walk. */
const mostNodes = 200
const mostText = 200
const mostLevels = 3

const textRoles = new Set(['AXTextField', 'AXTextArea', 'AXComboBox', 'AXSecureTextField', 'AXPopUpButton'])

/** What the element itself says: a static text its text, any other its name. Secure values are never said. */
export function ownText(node: Node): string | undefined {
  if (kindOf(node) !== Kind.text) return node.title ?? node.description
  return node.title ?? ((node.flags & Flag.secure) === 0 ? node.value : undefined) ?? node.description
}

/** The static texts in an element, without those of elements in it that can be acted upon. */
export function textIn(tree: Tree, node: Node): string | undefined {
  const own = kindOf(node) === Kind.text ? ownText(node) : undefined
  if (own !== undefined) return own
  const words: string[] = []
  let length = 0
  let visits = mostNodes
  const stack = [...node.children.slice(0, mostNodes)].reverse()
  while (stack.length > 0 && visits-- > 0 && length < mostText) {
    const inner = tree.node(stack.pop()!)
    if (inner === undefined || (inner.flags & Flag.hidden) !== 0 || isInteractable(inner)) continue
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

/** Words for an element without title, description and placeholder; `undefined` where it has a name, or none is near. */
export function labelOf(tree: Tree, node: Node): string | undefined {
  if (node.title !== undefined || node.description !== undefined || node.placeholder !== undefined) return undefined
  if (!isInteractable(node) && !isSaidByTexts(tree, node)) return undefined
  if (!textRoles.has(node.role)) {
    const inner = textIn(tree, node)
    if (inner !== undefined) return inner
  }
  if (!isInteractable(node)) return undefined
  const after = (node.flags & Flag.checkable) !== 0 ? beside(tree, node, 1) : undefined
  return after ?? beside(tree, node, -1)
}

/** An element that is not acted upon and is, to a person, the text in it. */
function isSaidByTexts(tree: Tree, node: Node): boolean {
  const kind = kindOf(node)
  if (kind === Kind.heading || kind === Kind.live || node.role === 'AXCell') return true
  if (node.subrole !== 'AXListItem') return false
  return node.children.every((key) => {
    const child = tree.node(key)
    return child === undefined || (child.role !== 'AXList' && child.role !== 'AXTable' && child.role !== 'AXOutline')
  })
}

/** The text next to an element, in its container or, where it is the first or last there, in the one around. */
function beside(tree: Tree, node: Node, step: 1 | -1): string | undefined {
  let inner = node
  for (let level = 0; level < mostLevels; level++) {
    const container = tree.node(inner.parent)
    if (container === undefined) return undefined
    const at = container.children.indexOf(inner.key) + step
    const key = container.children[at]
    if (key !== undefined) {
      const next = tree.node(key)
      return next === undefined ? undefined : labelText(tree, next)
    }
    if (kindOf(container) !== Kind.none || isInteractable(container)) return undefined
    inner = container
  }
  return undefined
}

/** The text of an element that is a label and nothing else: plain text, alone or in wrappers. */
function labelText(tree: Tree, node: Node): string | undefined {
  let inner = node
  for (let level = 0; level <= mostLevels; level++) {
    if ((inner.flags & Flag.hidden) !== 0 || isInteractable(inner)) return undefined
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
