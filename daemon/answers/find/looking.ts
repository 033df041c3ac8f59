/** Finds elements without a name by what a view shows in its place: their class, their icon, their picture. */
import { holdsWords } from '../../tree/index/words.ts'
import { isNameless } from '../../tree/naming/labels.ts'
import type { Candidate } from '../look/miss.ts'
import { look } from '../look/view.ts'
import { defaultOptions } from '../look/view-options.ts'
import type { Place } from '../where/scope.ts'
import { type Find, matches, textsAsked } from './said.ts'

/** The page is asked about each. */
const mostAsked = 200

export async function lookingSo(find: Find, places: readonly Place[], signal: AbortSignal): Promise<Candidate[]> {
  const [text] = textsAsked(find)
  if (text === undefined) return []
  const { anyFieldContains: _, titleContains: __, ...filter } = find.filter ?? {}
  const options = { ...defaultOptions, ...find, filter, limit: mostAsked, maxDepth: 1000 }
  const found = places.map(async (place) => {
    const all = matches(look(place, options)).filter(({ node }) => isNameless(node))
    const keys = all.map(({ node }) => node.key)
    const looks = await place.warm.source.looks?.(keys, signal).catch(() => undefined)
    return all.filter(({ node }) => holdsWords(looks?.get(node.key) ?? '', text))
  })
  return (await Promise.all(found)).flat()
}
