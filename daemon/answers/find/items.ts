/** Items of plain boxes. No accessibility tree has them; what stands in the same one as the words is near to them. */
import type { Key } from '../../platform/row.ts'
import type { Candidate } from '../look/miss.ts'
import type { Place } from '../where/scope.ts'
import { saying } from './nearness.ts'

const mostAsked = 50

/**
 * Of those found, the ones that are one to an item, in an item that says the words: the largest box around each that holds no
 * other is an item where several such boxes, alike, stand side by side.
 */
export async function inItemsOf(
  near: string,
  found: readonly Candidate[],
  places: readonly Place[],
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const words = saying(near, found, places)
  const inItems = await Promise.all(
    places.map(async ({ warm }) => {
      const [ours, said] = [found, words].map((list) => list.filter((one) => one.warm === warm))
      if (ours!.length < 2 || said!.length === 0) return []
      const keys = [...ours!, ...said!].map(({ node }) => node.key).slice(0, mostAsked)
      const boxes = (await warm.source.page?.boxesAround(keys, signal)) ?? new Map<Key, readonly string[]>()
      const lineOf = ({ node }: Candidate) => boxes.get(node.key) ?? []
      const held = new Map<string, number>()
      for (const box of ours!.flatMap(lineOf)) held.set(box, (held.get(box) ?? 0) + 1)
      const items = ours!.map((one) => {
        const line = lineOf(one)
        const end = line.findIndex((box) => held.get(box)! > 1)
        return { one, item: line[end - 1], list: line[end], kind: line[end - 1]?.replace(/ .*/, '') }
      })
      const isAlike = (item: (typeof items)[number]) =>
        item.item !== undefined &&
        items.some((other) => other.one !== item.one && other.list === item.list && other.kind === item.kind)
      return items.flatMap((each) =>
        isAlike(each) && said!.some((one) => lineOf(one).includes(each.item!)) ? each.one : [],
      )
    }),
  )
  return inItems.flat()
}
