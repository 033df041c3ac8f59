/** Finds unnamed elements by what a view shows instead of a name: their class, their icon, their picture. */
import { holdsWords } from '../../tree/index/words.ts'
import { isNamedByPlaceholder } from '../../tree/model/node.ts'
import { isNameless } from '../../tree/naming/labels.ts'
import type { Candidate } from '../look/miss.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import type { Place } from '../where/scope.ts'
import { type Find, matches, textsAsked } from './said.ts'

export async function lookingSo(find: Find, places: readonly Place[], signal: AbortSignal): Promise<Candidate[]> {
  const [text] = textsAsked(find)
  if (text === undefined) return []
  const found = places.map(async (place) => {
    const all = namelessIn(place, find)
    const keys = all.map(({ node }) => node.key)
    const looks = await place.warm.source.looks?.(keys, signal).catch(() => undefined)
    return all.filter(({ node }) => holdsWords(looks?.get(node.key) ?? '', text))
  })
  return (await Promise.all(found)).flat()
}

/** Unnamed elements that the find may mean, ignoring its words. A placeholder is not a name here. */
export function namelessIn(place: Place, find: Find): readonly Candidate[] {
  return meantBesidesWords(place, find).filter(({ node }) => isNameless(node) || isNamedByPlaceholder(node))
}

/** All that the find may mean, ignoring its words. */
export function meantBesidesWords(place: Place, find: Find): readonly Candidate[] {
  const { anyFieldContains: _, titleContains: __, ...filter } = find.filter ?? {}
  return matches(look(place, { ...wholeOptions, ...find, filter }))
}
