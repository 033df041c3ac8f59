/** Words that a person presses though nothing says they are of use: a table or list may listen for its cells. */
import { Flag } from '../../platform/element/flags.ts'
import { isControl, isInteractable } from '../../tree/model/node.ts'
import { Closeness, closenessOf } from '../../tree/naming/closeness.ts'
import type { Candidate } from '../look/miss.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import type { Place } from '../where/scope.ts'
import { type Find, matches, textsAsked } from './said.ts'
import { saidIn } from './within.ts'

/** None if a control has the words too: an error then says why it cannot be used. A cell stands for its row. */
export function plainWords(find: Find, places: readonly Place[]): readonly Candidate[] {
  const texts = textsAsked(find)
  if (texts.length === 0) return []
  const { role, ...others } = find.filter ?? {}
  const filter = role === 'row' || role === undefined ? others : { ...others, role }
  const all = { ...wholeOptions, ...find, filter, includeHidden: true, includeDisabled: true, owned: true }
  const found = places.flatMap((place) => matches(look(place, { ...all, includeNonInteractable: true })))
  const isExact = ({ warm: { tree }, node }: Candidate) =>
    closenessOf(tree, { ...node, value: undefined }, texts) === Closeness.exact
  // A part that listens for its contents stands for the texts in it.
  const said = found.flatMap((one) => (isExact(one) ? one : saidIn(one, texts).filter(isExact)))
  const exact = [...new Map(said.map((one) => [one.node, one])).values()]
  return exact.some((one) => isInteractable(one.node) || isInControl(one)) ? [] : exact
}

/** Inside one that is a control by its role, not merely in a part of the page that listens. */
function isInControl({ warm: { tree }, node }: Candidate): boolean {
  return tree.ancestors(node).some((one) => isControl({ ...one, flags: one.flags & ~Flag.clickable }))
}

/** It has another name: the requested words are its value. */
export function isByValue({ warm: { tree }, node }: Candidate, texts: readonly string[]): boolean {
  if (node.value === undefined || texts.length === 0) return false
  return closenessOf(tree, { ...node, value: undefined }, texts) > Closeness.words
}
