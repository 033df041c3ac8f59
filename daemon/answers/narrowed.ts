/**
 * Which one of several that are called alike: the one in the row with some words, the one that the action is for, or the
 * one at a place in their order.
 */
import type { CapabilityWord } from '../../api-schema/element.ts'
import type { Key } from '../platform/row.ts'
import { capabilitiesOf } from '../tree/model/node.ts'
import type { Candidate } from './miss.ts'
import type { Place } from './scope.ts'
import { flat, look } from './view.ts'
import { defaultOptions } from './view-options.ts'

interface Wish {
  readonly near?: string | undefined
  readonly nth?: number | undefined
  /** Abilities that the action needs, those that it is most for first. */
  readonly takes?: readonly CapabilityWord[] | undefined
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
  { near, nth, takes = [] }: Wish,
  places: readonly Place[],
): readonly Candidate[] {
  const those = near === undefined || found.length < 2 ? found : beside(found, near, places)
  const suited = those.length < 2 ? those : suitedTo(takes, those)
  return nth === undefined ? suited : suited.slice(nth - 1, nth)
}

/** A field and the button next to it may both be called “Search”: one is set, the other pressed. */
function suitedTo(takes: readonly CapabilityWord[], found: readonly Candidate[]): readonly Candidate[] {
  for (const ability of takes) {
    const those = found.filter(({ node }) => capabilitiesOf(node).includes(ability))
    if (those.length > 0) return those
  }
  return found
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
