/** Cuts what a walk has collected to its limit. */
import type { Node } from '../../tree/model/node.ts'
import { choose, countLost, flatten, isHeading, leastOf, rebuild } from './cuts.ts'
import type { Pane } from './page.ts'
import type { Shown } from './shown.ts'

export interface Trimmed {
  readonly shown: readonly Shown[]
  /** Positions of matches that were cut. */
  readonly dropped: readonly number[]
}

const Rank = { heading: -1, other: 1, first: 2, live: 3 } as const

export function trim(
  shown: readonly Shown[],
  limit: number,
  first: Pane | undefined,
  count: (place: Node | undefined) => void,
): Trimmed {
  const flat = flatten(shown)
  const kept = choose(flat, {
    room: limit,
    costs: flat.all.map(({ context }) => (context ? 0 : 1)),
    moreCost: 0,
    ranks: flat.all.map((one) => rankOf(one, first)),
    least: leastOf,
  })
  countLost(flat, kept, count)
  const dropped = flat.all.flatMap(({ order }, at) => (order >= 0 && kept[at] === 0 ? [order] : []))
  return { shown: rebuild(flat, kept), dropped }
}

function rankOf(one: Shown, first: Pane | undefined): number {
  if (isHeading(one)) return Rank.heading
  if (one.context && one.children.length === 0) return Rank.live
  return first !== undefined && one.order >= first.from && one.order < first.to ? Rank.first : Rank.other
}
