/** Which one of several that are called alike: the one in the row with some words, or the one at a place in their order. */
import type { Key } from '../platform/row.ts'
import type { Candidate } from './miss.ts'
import type { Place } from './scope.ts'
import { flat, look } from './view.ts'
import { defaultOptions } from './view-options.ts'

interface Wish {
  readonly near?: string | undefined
  readonly nth?: number | undefined
}

const wholeOptions = {
  ...defaultOptions,
  limit: 200,
  maxDepth: 1000,
  includeNonInteractable: true,
  includeDisabled: true,
}

export function narrowed(
  found: readonly Candidate[],
  { near, nth }: Wish,
  places: readonly Place[],
): readonly Candidate[] {
  const those = near === undefined || found.length < 2 ? found : beside(found, near, places)
  return nth === undefined ? those : those.slice(nth - 1, nth)
}

/** Those that share the smallest part of the tree with the words: a row, an item, a form. */
function beside(found: readonly Candidate[], near: string, places: readonly Place[]): readonly Candidate[] {
  const around = new Map<Key, Set<unknown>>()
  for (const place of places) {
    const { answer } = look(place, { ...wholeOptions, filter: { anyFieldContains: near } })
    for (const { node, context } of flat(answer.shown)) {
      if (context) continue
      for (const one of [node, ...place.warm.tree.ancestors(node)])
        around.set(one.key, (around.get(one.key) ?? new Set()).add(place.warm))
    }
  }
  const depths = found.map(({ warm, node }) => {
    const line = [node, ...warm.tree.ancestors(node)]
    const shared = line.findIndex(({ key }) => around.get(key)?.has(warm))
    return shared < 0 ? 0 : line.length - shared
  })
  const deepest = Math.max(...depths)
  return deepest === 0 ? [] : found.filter((_, at) => depths[at] === deepest)
}
