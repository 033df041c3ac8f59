/** Which elements say the requested words. */
import type { Params } from '../../../api-schema/methods.ts'
import { Closeness, closenessOf } from '../../tree/naming/closeness.ts'
import { labelWords } from '../../tree/naming/labels.ts'
import { flat } from '../../view/fold/shown.ts'
import type { Candidate } from '../look/miss.ts'
import type { View } from '../look/view.ts'

export type Find = NonNullable<Params<'interact'>['find']>

type Filtered = Partial<Pick<View, 'filter'>>

/** The texts that name an element; other fields are not compared by words. */
export function textsAsked({ filter }: Filtered): string[] {
  return [filter?.anyFieldContains, filter?.titleContains].filter((text) => text !== undefined)
}

export function matches({ answer, warm }: View): readonly Candidate[] {
  return [...flat(answer.shown)].flatMap(({ context, node }) => (context ? [] : [{ warm, node }]))
}

/** Whether anything says the words themselves: a filter also matches inside words, and texts that nobody reads. */
export function isSaid(view: View): boolean {
  return textsAsked(view).length === 0 ? view.answer.matched > 0 : sayingSo(view).length > 0
}

export function sayingSo(view: View): readonly Candidate[] {
  return matches(view).filter((one) => isSaidAt(one, view))
}

function isSaidAt({ warm: { tree }, node }: Candidate, find: Filtered): boolean {
  const shown = { ...node, attributes: undefined, help: [node.help, labelWords(tree, node)].join(' ') }
  return closenessOf(tree, shown, textsAsked(find)) < Closeness.inner
}

/** Whether a person reads the words at it or before it: they are not in its identifier alone. */
export function saysSo({ warm, node }: Candidate, find: Filtered): boolean {
  return isSaidAt({ warm, node: { ...node, identifier: undefined } }, find)
}
