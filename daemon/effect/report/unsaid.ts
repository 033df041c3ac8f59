/** Leaves out of additions what the reader already knows. */
import { isInteractable } from '../../tree/model/node.ts'
import { isRow } from '../../tree/naming/parts.ts'
import type { Shown } from '../../view/fold/shown.ts'
import { type Difference, wordsOf } from './changes.ts'

export function unsaid(list: readonly Shown[], isKnown: NonNullable<Difference['isKnown']>): readonly Shown[] {
  return list.flatMap((one) => {
    const children = unsaid(one.children, isKnown)
    // A row's texts alone would not say what they belong to.
    if (isRow(one.node) && children.length > 0) return [one]
    if (isKnown(one.node)) return children
    const isEmptied = children.length === 0 && one.children.length > 0
    return isEmptied && saysNothing(one) ? [] : [{ ...one, children }]
  })
}

/** It only groups contents that are known already. */
function saysNothing({ node, text }: Shown): boolean {
  return !isInteractable(node) && (text ?? wordsOf(node)) === undefined
}
