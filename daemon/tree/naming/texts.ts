/** What an element says itself, and the texts in it. */
import { Flag } from '../../platform/element/flags.ts'
import { Kind, kindOf } from '../model/context.ts'
import { isControl, isHidden, type Node, type Nodes } from '../model/node.ts'

/** Limits, so that reading one element never costs a walk. */
const mostNodes = 200
const mostText = 200

/** What the element itself says: for a static text its text, otherwise its name. Never a secure value. */
export function ownText(node: Node): string | undefined {
  if (kindOf(node) !== Kind.text) return node.title ?? node.description
  return node.title ?? ((node.flags & Flag.secure) === 0 ? node.value : undefined) ?? node.description
}

/** Their words may be inside a part that takes the presses. */
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
    const isOther = items.has(node.role)
      ? inner.role !== 'AXGroup' && (isControl(inner) || items.has(inner.role))
      : isControl(inner)
    if (isOther) continue
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
