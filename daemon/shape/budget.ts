/** Brings what is shown down to a number of tokens, and says what was left out and where. */
import { Flag } from '../platform/flags.ts'
import { isInteractable, type Node, shortRole } from '../tree/node.ts'
import type { Shown } from '../tree/walk.ts'
import { elementsOf } from './json.ts'
import { lineOf, moreLine, outlineOf } from './outline.ts'
import { cutAt } from './text.ts'
import { tokens } from './tokens.ts'
import { elementOf, type Shape } from './verbosity.ts'

export type Form = 'outline' | 'list' | 'json'

export interface Fitted {
  readonly shown: readonly Shown[]
  /** Matches that were shown before and are not now. */
  readonly dropped: number
  /** The containers that hold most of them, as `list "Results": 40`. */
  readonly where: readonly string[]
}

/** The rest of an answer: revision, counts, cursor. */
const around = 60
/** Room for `where`. */
const whereRoom = 80
const mostPlaces = 5
const triedAlone = 5
/** Of the line that says how many like ones are missing. */
const moreCost = 8
/** A run is not made shorter than this. */
const shortestRun = 3
/** A stand-in, so that ids are minted only for what stays. */
const someId = '00000'

/** Importance, the least first. */
const Rank = { liveContext: 0, text: 1, control: 2, inFront: 3 } as const

/** Elements in document order, side by side with what is known of each. */
interface Flat {
  readonly all: readonly Shown[]
  /** Index of the element around; -1 at the top. */
  readonly parents: readonly number[]
  readonly costs: readonly number[]
  readonly ranks: readonly number[]
  /** Place in a run of like siblings, from 0, and how long the run is. */
  readonly places: readonly number[]
  readonly runs: readonly number[]
}

/**
 * First shortens runs of like siblings, then leaves out from the end what matters least: live regions, texts,
 * controls, and last what is in the dialog or window in front.
 */
export function fit(shown: readonly Shown[], maxTokens: number, form: Form, shape: Shape): Fitted {
  const room = maxTokens - Math.min(around, maxTokens >> 1)
  if (measure(shown, form, shape) <= room) return { shown, dropped: 0, where: [] }
  const flat = flatten(shown, form, shape)
  const forPlaces = Math.min(whereRoom, Math.floor(room / 5))
  // Costs are of lines by themselves and ids are not known before; the whole may come out a little larger.
  for (let goal = room - forPlaces; ; goal = Math.floor(goal * 0.95) - 1) {
    const kept = choose(flat, Math.max(0, goal))
    const fitted = rebuild(flat, kept)
    if (goal > 0 && measure(fitted, form, shape) > room - forPlaces) continue
    if (!fitted.some(holdsMatch)) {
      const alone = bestAlone(flat).find((one) => measure([one], form, shape) <= room)
      if (alone !== undefined) return { shown: [alone], dropped: matchesOf(flat) - 1, where: [] }
    }
    const dropped = flat.all.reduce((sum, one, at) => sum + (kept[at] === 0 && !one.context ? 1 : 0), 0)
    return { shown: goal > 0 ? fitted : [], dropped, where: placesOf(flat, kept, forPlaces) }
  }
}

function holdsMatch(one: Shown): boolean {
  return !one.context || one.children.some(holdsMatch)
}

function matchesOf({ all }: Flat): number {
  return all.reduce((sum, one) => sum + (one.context ? 0 : 1), 0)
}

/** A few matches without what they are in, the most important first: better than nothing at all. */
function bestAlone({ all, ranks }: Flat): Shown[] {
  const matches = all.flatMap((one, at) => (one.context ? [] : [{ one, rank: ranks[at]! }]))
  return matches
    .sort((a, b) => b.rank - a.rank)
    .slice(0, triedAlone)
    .map(({ one: { node, text, order } }) => ({
      node,
      context: false,
      ...(text !== undefined && { text }),
      children: [],
      order,
    }))
}

function measure(shown: readonly Shown[], form: Form, shape: Shape): number {
  const counted = { ...shape, idOf: () => someId }
  if (form === 'json') return tokens(JSON.stringify(elementsOf(shown, counted)))
  return tokens(outlineOf(shown, counted, { flat: form === 'list' }))
}

function flatten(shown: readonly Shown[], form: Form, shape: Shape): Flat {
  const counted: Shape = { ...shape, idOf: () => someId }
  const flat = {
    all: [] as Shown[],
    parents: [] as number[],
    costs: [] as number[],
    ranks: [] as number[],
    places: [] as number[],
    runs: [] as number[],
  }
  const stack: {
    readonly one: Shown
    readonly parent: number
    readonly depth: number
    readonly place: number
    readonly run: number
  }[] = []
  const push = (list: readonly Shown[], parent: number, depth: number) => {
    const { places, runs } = runsOf(list)
    for (let i = list.length - 1; i >= 0; i--)
      stack.push({ one: list[i]!, parent, depth, place: places[i]!, run: runs[i]! })
  }
  push(shown, -1, 0)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { one, parent, depth } = next
    const at = flat.all.length
    flat.all.push(one)
    flat.parents.push(parent)
    flat.costs.push(costOfOne(one, depth, form, counted))
    flat.ranks.push(rankOf(one, parent < 0 ? undefined : flat.ranks[parent]))
    flat.places.push(next.place)
    flat.runs.push(next.run)
    push(one.children, at, depth + 1)
  }
  return flat
}

function runsOf(list: readonly Shown[]): { places: number[]; runs: number[] } {
  const places: number[] = []
  const runs: number[] = []
  for (let from = 0; from < list.length; ) {
    const first = list[from]!
    let to = from + 1
    while (to < list.length && isLike(first.node, list[to]!.node) && list[to - 1]!.more === undefined) to++
    for (let at = from; at < to; at++) {
      places.push(at - from)
      runs.push(to - from)
    }
    from = to
  }
  return { places, runs }
}

function isLike(a: Node, b: Node): boolean {
  return a.role === b.role && a.subrole === b.subrole
}

function costOfOne(one: Shown, depth: number, form: Form, shape: Shape): number {
  const more = one.more === undefined ? 0 : 6
  if (form === 'list' && one.context) return more
  const text = one.text === undefined ? {} : { text: one.text }
  if (form === 'json') return tokens(JSON.stringify(elementOf(one.node, shape, text))) + 6 + more
  const indentation = form === 'list' || depth === 0 ? 0 : 1 + Math.ceil(depth / 32)
  return (
    tokens(lineOf(one.node, shape, one.text)) +
    1 +
    indentation +
    (one.more === undefined ? 0 : tokens(moreLine(one.more)) + indentation)
  )
}

/** What is inside of something in front is in front. */
function rankOf(one: Shown, outer: number | undefined): number {
  const { node } = one
  const isFocused = (node.flags & Flag.focused) !== 0 && node.role !== 'AXWebArea' && node.role !== 'AXApplication'
  if (outer === Rank.inFront || isFocused || (node.flags & Flag.modal) !== 0) return Rank.inFront
  if (!one.context) return isInteractable(node) ? Rank.control : Rank.text
  return one.children.length === 0 ? Rank.liveContext : Rank.control
}

function choose(flat: Flat, room: number): Uint8Array {
  let longest = shortestRun
  for (const run of flat.runs) longest = Math.max(longest, run)
  const shortest = shorten(flat, shortestRun)
  if (shortest.cost > room) return pick(flat, shortest.kept, room)
  let [fits, tooLong] = [shortestRun, longest + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (shorten(flat, middle).cost <= room) fits = middle
    else tooLong = middle
  }
  return shorten(flat, fits).kept
}

/** Leaves of each run as many as given, and of what is left out nothing. */
function shorten(flat: Flat, most: number): { kept: Uint8Array; cost: number } {
  const kept = new Uint8Array(flat.all.length)
  let cost = 0
  for (let at = 0; at < kept.length; at++) {
    const parent = flat.parents[at]!
    if (parent >= 0 && kept[parent] === 0) continue
    if (flat.places[at]! >= most) continue
    kept[at] = 1
    cost += flat.costs[at]!
    if (flat.places[at] === most - 1 && flat.runs[at]! > most) cost += moreCost
  }
  return { kept, cost }
}

/** Takes the most important first, each with what it is in, until one does not fit. */
function pick(flat: Flat, candidates: Uint8Array, room: number): Uint8Array {
  const kept = new Uint8Array(flat.all.length)
  let left = room
  for (const rank of [Rank.inFront, Rank.control, Rank.text, Rank.liveContext]) {
    for (let at = 0; at < kept.length; at++) {
      if (candidates[at] === 0 || kept[at] === 1 || flat.ranks[at] !== rank) continue
      if (flat.all[at]!.context && flat.all[at]!.children.length > 0) continue
      let cost = 0
      for (let outer = at; outer >= 0 && kept[outer] === 0; outer = flat.parents[outer]!) {
        cost += flat.costs[outer]! + (flat.places[outer] === 0 && flat.runs[outer]! > 1 ? moreCost : 0)
      }
      if (cost > left && left < room) return kept
      if (cost > left) continue
      left -= cost
      for (let outer = at; outer >= 0 && kept[outer] === 0; outer = flat.parents[outer]!) kept[outer] = 1
    }
  }
  return kept
}

/** From the innermost out. A run that was cut at its end says how many are missing. */
function rebuild(flat: Flat, kept: Uint8Array): Shown[] {
  const inner: number[][] = flat.all.map(() => [])
  const top: number[] = []
  flat.parents.forEach((parent, at) => {
    if (parent < 0) top.push(at)
    else inner[parent]!.push(at)
  })
  const made: (Shown | undefined)[] = []
  for (let at = kept.length - 1; at >= 0; at--) {
    if (kept[at] === 1) made[at] = { ...flat.all[at]!, children: listOf(flat, inner[at]!, made) }
  }
  return listOf(flat, top, made)
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
      list.push({ ...last, more: { count: missing, role: shortRole(node.role, node.subrole) } })
    }
  }
  return list
}

function placesOf(flat: Flat, kept: Uint8Array, room: number): string[] {
  const counts = new Map<number, number>()
  for (let at = 0; at < kept.length; at++) {
    if (kept[at] === 1 || flat.all[at]!.context) continue
    let outer = flat.parents[at]!
    while (outer >= 0 && nameOfPlace(flat.all[outer]!.node) === undefined) outer = flat.parents[outer]!
    counts.set(outer, (counts.get(outer) ?? 0) + 1)
  }
  const places: string[] = []
  let left = room
  for (const [at, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostPlaces)) {
    const place = `${at < 0 ? 'elsewhere' : nameOfPlace(flat.all[at]!.node)}: ${count}`
    const cost = tokens(JSON.stringify(place)) + 1
    if (cost > left) break
    left -= cost
    places.push(place)
  }
  return places
}

function nameOfPlace(node: Node): string | undefined {
  const name = node.title ?? node.description
  return name === undefined ? undefined : `${shortRole(node.role, node.subrole)} ${JSON.stringify(cutAt(name, 40))}`
}
