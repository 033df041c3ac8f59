/** Writes a view as JSON elements. */
import type { Element } from '../../../api-schema/element.ts'
import { flat, type Shown } from '../fold/shown.ts'
import { type Extra, elementOf, type Shape } from './verbosity.ts'

/** Innermost first, since a tree may be deeper than the stack allows. */
export function elementsOf(shown: readonly Shown[], shape: Shape): Element[] {
  const inOrder = [...flat(shown)]
  for (const { node } of inOrder) shape.idOf(node)
  const made = new Map<Shown, Element>()
  for (const one of inOrder.reverse()) {
    const children = one.children.map((child) => made.get(child)!)
    made.set(one, elementOf(one.node, shape, { ...extraOf(one), children }))
  }
  return shown.map((one) => made.get(one)!)
}

/** Everything shown with it except its children. */
export function extraOf({ text, more, options }: Shown): Extra {
  return {
    ...(text !== undefined && { text }),
    ...(more !== undefined && { more: more.count }),
    ...(options !== undefined && { options }),
  }
}
