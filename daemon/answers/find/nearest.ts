/** Which of the elements found is near some words: the ways of being near, in order. */
import type { Key } from '../../platform/element/row.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import type { Candidate } from '../look/miss.ts'
import type { Place } from '../where/scope.ts'
import { inItems } from './items.ts'
import { type Asked, areInRows, inNoOther, saying, standing } from './nearness.ts'

/**
 * The one element that a way leaves, or those of the first way that leaves several. Sharing a part of the tree with the
 * words is not enough for the only one left: it must also stand near them. If items are plain boxes, which are in no
 * tree, it is the one in the same box.
 */
export async function nearest<One extends Candidate>(
  found: readonly One[],
  near: string,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<readonly One[]> {
  const asked = { found, near, words: saying(near, found, places), places, signal }
  const inPart = inSmallestPart(asked)
  const those = inPart.length === 1 ? await standing({ ...asked, found: inPart }) : inPart
  if (those.length === 1) return those
  const inBoxes = await inItems(asked)
  return inBoxes.length === 1 || those.length === 0 ? inBoxes : those
}

/**
 * Those that share the smallest part of the tree with the words: a row, an item, a form. If several do, as in cards
 * that only exist visually, the one after the words; or the one before them, if elements precede the words throughout;
 * all of them if each is in a row of its own. None if nothing says the words, or all are in other rows.
 */
function inSmallestPart<One extends Candidate>({ found: all, words, near }: Asked<One>): readonly One[] {
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
