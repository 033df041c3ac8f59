/** Chooses what to keep of a view that is too large: shortens runs of similar siblings, then takes the most important. */
import { Flag } from '../../platform/element/flags.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import type { Shown } from './shown.ts'

/** Elements in document order, with parallel lists of facts about each. */
export interface Flat {
  readonly all: readonly Shown[]
  /** Index of the parent; -1 at the top. */
  readonly parents: readonly number[]
  readonly depths: readonly number[]
  /** Index of the heading above it; -1 if there is none. */
  readonly headings: readonly number[]
  /** Position in a run of similar siblings, from 0, and the length of the run. */
  readonly places: readonly number[]
  readonly runs: readonly number[]
}

export interface Wish {
  readonly room: number
  readonly costs: readonly number[]
  /** Cost of the line that counts missing siblings. */
  readonly moreCost: number
  /** Importance; elements below 0 are never taken for their own sake. */
  readonly ranks: readonly number[]
  /** Shortest length to which the run of a node is cut. */
  readonly least: (node: Node) => number
}

const longestKey = 2

/** Siblings alike enough for a few to stand for all. Keys, such as a calculator's digits, do not. */
export function isLike(a: Pick<Node, 'role' | 'subrole'>, b: Node): boolean {
  if (a.role !== b.role || a.subrole !== b.subrole) return false
  const name = b.title ?? b.description
  return name === undefined || name.length > longestKey || !isInteractable(b)
}

/** Shortest length of a run. A few rows of data show what the rest are like; any control may be the wanted one. */
export function leastOf(node: Node): number {
  return isInteractable(node) && node.role !== 'AXRow' && node.role !== 'AXCell' ? 20 : 6
}

export function isHeading({ node, context, children }: Shown): boolean {
  return context && children.length === 0 && kindOf(node) === Kind.heading
}

export function flatten(shown: readonly Shown[]): Flat {
  const all: Shown[] = []
  const [parents, depths, headings, places, runs]: number[][] = [[], [], [], [], []]
  const lists = [{ list: shown, at: 0, parent: -1, place: 0, head: -1 }]
  for (let inner = lists.at(-1); inner !== undefined; inner = lists.at(-1)) {
    const { list, parent } = inner
    const one = list[inner.at]
    if (one === undefined) {
      lists.pop()
      continue
    }
    const before = list[inner.at - 1]
    const goesOn = before !== undefined && before.more === undefined && isLike(before.node, one.node)
    inner.place = goesOn ? inner.place + 1 : 0
    inner.at++
    const at = all.push(one) - 1
    parents!.push(parent)
    depths!.push(lists.length - 1)
    headings!.push(inner.head)
    places!.push(inner.place)
    runs!.push(0)
    if (isHeading(one)) inner.head = at
    if (one.children.length > 0) lists.push({ list: one.children, at: 0, parent: at, place: 0, head: -1 })
  }
  const flat = { all, parents: parents!, depths: depths!, headings: headings!, places: places!, runs: runs! }
  measureRuns(flat)
  return flat
}

/** From the end, because a run's length is known at its last element. */
function measureRuns({ all, parents, places, runs }: Flat & { readonly runs: number[] }): void {
  const last = new Map<number, number>()
  for (let at = all.length - 1; at >= 0; at--) {
    const length = last.get(parents[at]!) ?? places[at]! + 1
    runs[at] = length
    if (places[at] === 0) last.delete(parents[at]!)
    else last.set(parents[at]!, length)
  }
}

export function choose(flat: Flat, wish: Wish): Uint8Array {
  const shortest = shorten(flat, wish, 0)
  if (shortest.cost > wish.room) return pick(flat, wish, shortest.kept)
  let longest = 1
  for (const run of flat.runs) longest = Math.max(longest, run)
  let [fits, tooLong] = [0, longest + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (shorten(flat, wish, middle).cost <= wish.room) fits = middle
    else tooLong = middle
  }
  return lengthen(flat, wish, shorten(flat, wish, fits))
}

interface Kept {
  readonly kept: Uint8Array
  readonly cost: number
}

/** Keeps the given number of elements in each run, and nothing inside the dropped ones. */
function shorten({ all, parents, places, runs }: Flat, { costs, moreCost, least }: Wish, length: number): Kept {
  const kept = new Uint8Array(all.length)
  let cost = 0
  for (let at = 0; at < kept.length; at++) {
    const parent = parents[at]!
    if (parent >= 0 && kept[parent] === 0) continue
    const wanted = Math.max(length, least(all[at]!.node))
    // A line that counts one missing element costs as much as the element.
    const most = runs[at]! <= wanted + 1 ? runs[at]! : wanted
    if (places[at]! >= most) continue
    kept[at] = 1
    cost += costs[at]!
    if (places[at] === most - 1 && runs[at]! > most) cost += moreCost
  }
  return { kept, cost }
}

/** Fills the remaining room with one more element of each run, first run first. */
function lengthen({ all, parents, places }: Flat, { costs, room }: Wish, { kept, cost }: Kept): Uint8Array {
  let left = room - cost
  const ends = new Map<number, boolean>()
  for (let at = 0; at < kept.length && left > 0; at++) {
    const parent = parents[at]!
    const before = places[at] === 0 || ends.get(parent) === true
    const isFree = kept[at] === 0 && before && (parent < 0 || kept[parent] === 1) && !all[at]!.context
    if (isFree && costs[at]! <= left) {
      kept[at] = 1
      left -= costs[at]!
    }
    ends.set(parent, kept[at] === 1)
  }
  return kept
}

/** Takes the most important first, each with its containers and heading, until one does not fit. */
function pick(flat: Flat, { room, costs, moreCost, ranks }: Wish, candidates: Uint8Array): Uint8Array {
  const { all, parents, headings, places, runs } = flat
  const kept = new Uint8Array(all.length)
  const needed = (at: number): number[] => {
    const list: number[] = []
    for (let outer = at; outer >= 0 && kept[outer] === 0; outer = parents[outer]!) {
      list.push(outer)
      const heading = headings[outer]!
      if (heading >= 0 && kept[heading] === 0) list.push(heading)
    }
    return list
  }
  let left = room
  for (const rank of [...new Set(ranks)].filter((one) => one >= 0).sort((a, b) => b - a)) {
    for (let at = 0; at < kept.length; at++) {
      if (candidates[at] === 0 || kept[at] === 1 || ranks[at] !== rank) continue
      if (all[at]!.context && all[at]!.children.length > 0) continue
      const list = needed(at)
      const cost = list.reduce(
        (sum, one) => sum + costs[one]! + (places[one] === 0 && runs[one]! > 1 ? moreCost : 0),
        0,
      )
      if (cost > left && left < room) return kept
      if (cost > left) continue
      left -= cost
      for (const one of list) kept[one] = 1
    }
  }
  return kept
}

/** Innermost first. A run cut at its end counts its missing elements. */
export function rebuild(flat: Flat, kept: Uint8Array): Shown[] {
  const inner: number[][] = flat.all.map(() => [])
  const top: number[] = []
  flat.parents.forEach((parent, at) => {
    if (parent < 0) top.push(at)
    else inner[parent]!.push(at)
  })
  const made: (Shown | undefined)[] = []
  for (let at = kept.length - 1; at >= 0; at--) {
    if (kept[at] === 1) made[at] = withChildren(flat.all[at]!, listOf(flat, inner[at]!, made))
  }
  return listOf(flat, top, made)
}

/** Restores words of the name that were left out because a now dropped child showed them. */
function withChildren({ rest, ...one }: Shown, children: readonly Shown[]): Shown {
  return { ...one, ...(rest !== undefined && children.length === one.children.length && { rest }), children }
}

function listOf(flat: Flat, siblings: readonly number[], made: readonly (Shown | undefined)[]): Shown[] {
  const list: Shown[] = []
  let missing = 0
  let isOpen = false
  for (const at of siblings) {
    const one = made[at]
    if (flat.places[at] === 0) {
      missing = 0
      isOpen = false
    }
    if (one !== undefined) {
      list.push(one)
      missing = 0
      isOpen = true
    } else if (isOpen) {
      const { node, more } = flat.all[at]!
      missing += 1 + (more?.count ?? 0)
      const last = list.pop()!
      if (flat.all[at]!.unfinished || last.unfinished) list.push({ ...last, more: undefined, unfinished: true })
      else list.push({ ...last, more: { count: missing, role: shortRole(node.role, node.subrole) } })
    }
  }
  return list
}

/** Counts omitted matches by their heading or nearest named container; at the top, `undefined`. */
export function countLost(flat: Flat, kept: Uint8Array, count: (place: Node | undefined) => void): void {
  for (let at = 0; at < kept.length; at++) {
    if (kept[at] === 1 || flat.all[at]!.context) continue
    count(placeOf(flat, at))
  }
}

function placeOf({ all, parents, headings }: Flat, at: number): Node | undefined {
  for (let outer = at; outer >= 0; outer = parents[outer]!) {
    const { node } = all[outer]!
    if (outer !== at && isPlace(node)) return node
    if (headings[outer]! >= 0) return all[headings[outer]!]!.node
  }
  return undefined
}

const noPlaces = new Set<Kind>([Kind.none, Kind.row, Kind.text, Kind.live])

/** Whether it is precise enough to say where something is. */
export function isPlace(node: Node): boolean {
  const kind = kindOf(node)
  return kind === Kind.landmark || ((node.title ?? node.description) !== undefined && !noPlaces.has(kind))
}

/** Frontmost dialogs and windows, whose contents come first. */
export function isInFront({ node, children }: Shown): boolean {
  const isFocused = (node.flags & Flag.focused) !== 0 && node.role !== 'AXWebArea' && node.role !== 'AXApplication'
  if (isFocused || (node.flags & Flag.modal) !== 0) return true
  return kindOf(node) === Kind.dialog && children.some(holdsFocus)
}

function holdsFocus({ node, children }: Shown): boolean {
  return (node.flags & Flag.focused) !== 0 || children.some(holdsFocus)
}
