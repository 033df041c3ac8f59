/** Items made of plain boxes, which are in no accessibility tree: an element is near the words in the same box. */
import type { Key } from '../../platform/element/row.ts'
import type { Candidate } from '../look/miss.ts'
import type { Asked } from './nearness.ts'

const mostAsked = 50

/**
 * Keeps the elements that are alone in their item, if the item says the words. An item is the largest box around an
 * element that holds no other of them, where several similar boxes stand side by side.
 */
export async function inItems<One extends Candidate>(asked: Asked<One>): Promise<readonly One[]> {
  const { found, words, places, signal } = asked
  const ofPlaces = await Promise.all(
    places.map(async ({ warm }) => {
      const ours = found.filter((one) => one.warm === warm)
      const said = words.filter((one) => one.warm === warm)
      if (ours.length < 2 || said.length === 0) return []
      // The words first: without one of them nothing is near.
      const keys = [...said, ...ours].map(({ node }) => node.key).slice(0, mostAsked)
      const boxes = (await warm.source.page?.boxesAround(keys, signal)) ?? new Map<Key, readonly string[]>()
      const lineOf = ({ node }: Candidate) => boxes.get(node.key) ?? []
      const held = new Map<string, number>()
      for (const box of ours.flatMap(lineOf)) held.set(box, (held.get(box) ?? 0) + 1)
      const items = ours.map((one) => {
        const line = lineOf(one)
        const end = line.findIndex((box) => held.get(box)! > 1)
        return { one, item: line[end - 1], list: line[end], kind: line[end - 1]?.replace(/ .*/, '') }
      })
      const isAlike = (item: (typeof items)[number]) =>
        item.item !== undefined &&
        items.some((other) => other.one !== item.one && other.list === item.list && other.kind === item.kind)
      return items.flatMap((each) =>
        isAlike(each) && said.some((one) => lineOf(one).includes(each.item!)) ? each.one : [],
      )
    }),
  )
  return ofPlaces.flat()
}
