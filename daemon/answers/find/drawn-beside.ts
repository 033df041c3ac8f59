/**
 * Finds unnamed controls of pages by the words drawn next to them. A page's tree has no positions, and its order does
 * not always say which words belong to which control.
 */
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../../tree/index/fold.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isHidden, isInteractable, type Node } from '../../tree/model/node.ts'
import { below, textsDrawnBeside } from '../../tree/naming/labels.ts'
import { ownText } from '../../tree/naming/texts.ts'
import type { Candidate } from '../look/miss.ts'
import type { Place } from '../where/scope.ts'
import { namelessIn } from './looking.ts'
import { type Find, textsAsked } from './said.ts'

/** How many elements the page is asked to locate. */
const mostAsked = 200

export async function drawnBeside(find: Find, places: readonly Place[], signal: AbortSignal): Promise<Candidate[]> {
  const [wanted] = textsAsked(find)
  if (wanted === undefined) return []
  const found = places.map(async (place) => {
    const { tree, source } = place.warm
    if (source.page === undefined) return []
    const isWanted = (node: Node) =>
      kindOf(node) === Kind.text && !isHidden(node) && !isInteractable(node) && isSameName(ownText(node) ?? '', wanted)
    const words = [...tree.candidates(fold(wanted))].flatMap((key) => tree.node(key) ?? []).filter(isWanted)
    if (words.length === 0) return []
    const nameless = new Map(namelessIn(place, find).map((one) => [one.node.key, one] as const))
    const around = new Set(words.flatMap((word) => withControls(place, word, nameless)))
    const nodes = [...around].flatMap((part) => [...below(tree, part, isInteractable)])
    const drawn = new Map(nodes.slice(0, mostAsked).map((node) => [node.key, node]))
    const frames = await source.frames([...drawn.keys()], signal)
    const boxOf = ({ key }: Node) => frames.get(key)?.frame
    const texts = textsDrawnBeside(drawn.values(), boxOf, ({ key }) => nameless.has(key))
    return [...nameless].flatMap(([key, one]) => (isSameName(texts.get(key) ?? '', wanted) ? [one] : []))
  })
  return (await Promise.all(found)).flat()
}

/** The smallest part around the words that holds at least one of the controls. */
function withControls({ warm: { tree } }: Place, word: Node, controls: ReadonlyMap<Key, Candidate>): Node[] {
  const part = tree
    .ancestors(word)
    .find((one) => [...below(tree, one, isInteractable)].some(({ key }) => controls.has(key)))
  return part === undefined ? [] : [part]
}
