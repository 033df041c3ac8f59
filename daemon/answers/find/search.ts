/** What a `find` searches, and everything there that matches it. */
import type { Call, World } from '../../dispatch.ts'
import { closenessOf } from '../../tree/naming/closeness.ts'
import type { Candidate } from '../look/miss.ts'
import { readOn } from '../look/read-on.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import { type Place, placesOf } from '../where/scope.ts'
import type { Ranked } from './reasons.ts'
import { type Find, matches, textsAsked } from './said.ts'

export interface Search {
  readonly find: Find
  readonly places: readonly Place[]
  readonly ranked: readonly Ranked[]
  /** How many match, including those that no view has room for. */
  readonly matched: number
  readonly searched: number
  /** Elements that only come close. */
  readonly similar: readonly Candidate[]
  /** Words that the element has to be near. */
  readonly near: string | undefined
  /** How far reading on in a long list got. */
  readonly note: string | undefined
}

export async function searchFor(find: Find, call: Call, world: World): Promise<Search> {
  const places = await placesOf(find, 'auto', call, world)
  const options = { ...wholeOptions, ...find, owned: true }
  const ranked: Ranked[] = []
  const similar: Candidate[] = []
  let [matched, searched] = [0, 0]
  let { near } = find
  let note: string | undefined
  for (const place of places) {
    const further = find.scope === 'element' ? await readOn(place, options, call, { whole: true }) : undefined
    const view = look(place, options)
    const { answer, filter } = view
    const wanted = textsAsked({ ...find, filter })
    near ??= view.near
    note = further?.note
    matched += answer.matched
    searched += answer.searched + (further?.searched ?? 0)
    for (const one of matches(view)) ranked.push({ ...one, closeness: closenessOf(one.warm.tree, one.node, wanted) })
    for (const node of answer.near) similar.push({ warm: place.warm, node })
  }
  return { find, places, ranked, matched, searched, similar, near, note }
}
