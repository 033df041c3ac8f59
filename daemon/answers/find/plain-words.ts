/**
 * Words that a pointer is sent to though nothing says that they are of use: a table or a list that listens for all that is in it
 * shows nothing of that at its cells, and a person presses them all the same.
 */
import { Flag } from '../../platform/flags.ts'
import { isControl, isInteractable } from '../../tree/model/node.ts'
import { Closeness, closenessOf } from '../../tree/naming/closeness.ts'
import type { Candidate } from '../look/miss.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import type { Place } from '../where/scope.ts'
import { type Find, matches, textsAsked } from './said.ts'

/** None where a control is called so, too: an error says why that cannot be used. Any cell of a row stands for it. */
export function plainWords(find: Find, places: readonly Place[]): readonly Candidate[] {
  const texts = textsAsked(find)
  if (texts.length === 0) return []
  const { role, ...others } = find.filter ?? {}
  const filter = role === 'row' || role === undefined ? others : { ...others, role }
  const all = { ...wholeOptions, ...find, filter, includeHidden: true, includeDisabled: true, owned: true }
  const found = places.flatMap((place) => matches(look(place, { ...all, includeNonInteractable: true })))
  const exact = found.filter(
    ({ warm: { tree }, node }) => closenessOf(tree, { ...node, value: undefined }, texts) === Closeness.exact,
  )
  return exact.some((one) => isInteractable(one.node) || isInControl(one)) ? [] : exact
}

/** In one by its kind: not merely in a part of the page that listens. */
function isInControl({ warm: { tree }, node }: Candidate): boolean {
  return tree.ancestors(node).some((one) => isControl({ ...one, flags: one.flags & ~Flag.clickable }))
}

/** Its own words are others: what was asked for is what it holds. */
export function isByValue({ warm: { tree }, node }: Candidate, texts: readonly string[]): boolean {
  if (node.value === undefined || texts.length === 0) return false
  return closenessOf(tree, { ...node, value: undefined }, texts) > Closeness.words
}
