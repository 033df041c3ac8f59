/** What is shown, as JSON elements. */
import type { Element } from '../../api-schema/element.ts'
import type { Shown } from '../tree/view/shown.ts'
import { type Extra, elementOf, type Shape } from './verbosity.ts'

/** Innermost first, since a tree may be deeper than the stack allows. */
export function elementsOf(shown: readonly Shown[], shape: Shape): Element[] {
  const inOrder: Shown[] = []
  const stack = [...shown].reverse()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    inOrder.push(next)
    for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!)
  }
  for (const { node } of inOrder) shape.idOf(node)
  const made = new Map<Shown, Element>()
  for (const one of inOrder.reverse()) made.set(one, elementOf(one.node, shape, extraOf(one, made)))
  return shown.map((one) => made.get(one)!)
}

function extraOf(one: Shown, made: ReadonlyMap<Shown, Element>): Extra {
  return {
    ...(one.text !== undefined && { text: one.text }),
    ...(one.more !== undefined && { more: one.more.count }),
    children: one.children.map((child) => made.get(child)!),
  }
}
