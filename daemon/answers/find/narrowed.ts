/** Picks among elements with the same name: by words in the same row, by what suits the action, or by position. */
import type { CapabilityWord } from '../../../api-schema/element.ts'
import type { Key } from '../../platform/row.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import { capabilitiesOf } from '../../tree/model/node.ts'
import type { Candidate } from '../look/miss.ts'
import type { Place } from '../where/scope.ts'
import { areInRows, inNoOther, saying } from './nearness.ts'

/** Those near the words, and of them the one at a place. */
export function narrowed(
  found: readonly Candidate[],
  { near, nth }: { readonly near?: string | undefined; readonly nth?: number | undefined },
  places: readonly Place[],
): readonly Candidate[] {
  const those = near === undefined || found.length === 0 ? found : beside(found, near, places)
  return nth === undefined ? those : those.slice(nth - 1, nth)
}

/** A field and the button next to it may both be called “Search”: one is set, the other pressed. */
export function suitedTo<One extends Candidate>(
  takes: readonly CapabilityWord[],
  found: readonly One[],
): readonly One[] {
  const rankOf = rankedBy(takes)
  const best = Math.min(...found.map(rankOf))
  return found.filter((one) => rankOf(one) === best)
}

/** Where among the abilities that an action needs the first of an element is: the lower, the more it was meant. */
export function rankedBy(takes: readonly CapabilityWord[]): (one: Candidate) => number {
  return ({ node }) => {
    const can = capabilitiesOf(node)
    const at = takes.findIndex((word) => can.includes(word))
    return at < 0 ? none : at
  }
}

/** It has none of them. */
export const none = Number.POSITIVE_INFINITY

/**
 * Those that share the smallest part of the tree with the words: a row, an item, a form. If several do, as in cards that
 * only exist visually, the one after the words; or the one before them, if elements precede the words throughout; all of them
 * where each is in a row of its own. None where nothing says the words, or only what is in other rows is found.
 */
export function beside<One extends Candidate>(
  all: readonly One[],
  near: string,
  places: readonly Place[],
): readonly One[] {
  const words = saying(near, all, places)
  const found = inNoOther(all, words)
  const around = new Map<Key, Set<unknown>>()
  for (const { warm, node } of words)
    for (const { key } of [node, ...warm.tree.ancestors(node)])
      around.set(key, (around.get(key) ?? new Set()).add(warm))
  const shared = found.map(({ warm, node }) => {
    const line = [node, ...warm.tree.ancestors(node)]
    const at = line.findIndex(({ key }) => around.get(key)?.has(warm))
    return { top: line[at]?.key, depth: at < 0 ? 0 : line.length - at }
  })
  const deepest = Math.max(...shared.map(({ depth }) => depth))
  if (deepest === 0) return []
  const closest = found.filter((_, at) => shared[at]!.depth === deepest)
  const tops = new Set(shared.flatMap(({ top, depth }) => (depth === deepest ? [top] : [])))
  const [top] = tops
  if (closest.length < 2 || tops.size > 1 || top === undefined || areInRows(closest, top)) return closest
  const exact = words.filter(({ node }) => isSameName(node.title ?? node.value ?? node.description ?? '', near))
  return inOrder(closest, exact.length > 0 ? exact : words, top)
}

/** By document order. All of them, unless exactly one other element has the words. */
function inOrder<One extends Candidate>(found: readonly One[], words: readonly Candidate[], top: Key): readonly One[] {
  const { warm } = found[0]!
  const order = [...warm.tree.walk(top)]
  const placeOf = new Map(order.map((node, at) => [node.key, at]))
  const keys = new Set(words.map(({ node }) => node.key))
  const isInner = ({ node }: Candidate) => warm.tree.ancestors(node).some(({ key }) => keys.has(key))
  const anchors = words.flatMap((one) => (one.warm === warm && !isInner(one) ? (placeOf.get(one.node.key) ?? []) : []))
  const [anchor] = anchors
  if (anchor === undefined || anchors.length > 1 || order[anchor]!.key === top) return found
  const { role } = order[anchor]!
  const at = (one: Candidate) => placeOf.get(one.node.key)!
  const isFirst = Math.min(...found.map(at)) < order.findIndex((node) => node.role === role)
  const one = isFirst ? found.findLast((each) => at(each) < anchor) : found.find((each) => at(each) > anchor)
  return one === undefined ? found : [one]
}
