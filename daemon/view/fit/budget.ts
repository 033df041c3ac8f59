/** Reduces a view to a token budget, and reports what was left out and where. */
import { cutAt } from '../../../api-schema/cut.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import { isControl, type Node } from '../../tree/model/node.ts'
import { choose, countLost, type Flat, flatten, isHeading, isInFront, rebuild } from '../fold/cuts.ts'
import { flat, type Lost, type Shown } from '../fold/shown.ts'
import { joinsLine } from '../write/joined.ts'
import { elementsOf, extraOf } from '../write/json.ts'
import { lineOf, lineOfShown, linkOf, moreLine, outlineOf, saysTheSame, termOf } from '../write/outline.ts'
import { elementOf, type Shape } from '../write/verbosity.ts'
import { tokens } from './tokens.ts'

export type Form = 'outline' | 'list' | 'json'

export interface Fitted {
  readonly shown: readonly Shown[]
  /** Matches of the given view that are now left out. */
  readonly dropped: number
  /** The parts with most omitted matches, as `[7] list "Results": 40`. Call after writing the rest, since it assigns ids. */
  readonly where: () => readonly string[]
}

export interface FitOptions {
  readonly lost?: Lost
  readonly rankOf?: RankOf
  /** All of the room is for elements: neither counts nor `where` are written. */
  readonly isAlone?: boolean
}

/** Tokens of the rest of an answer: revision, counts, cursor. */
const around = 60
/** Tokens reserved for `where`. */
const whereRoom = 80
const mostPlaces = 5
const triedAlone = 5
/** Share of the room above which a search for a better use ends. */
const wellUsed = 0.96
const mostTries = 4
/** Share of the budget that is used: some texts cost more than `tokens` estimates. */
const safely = 0.98
/** Tokens of the line that counts the missing siblings. */
const moreCost = 8
/** Shortest length to which a run is cut. */
const shortestRun = 3
/** Stands for an id that is not yet known. */
const someId = '00000'

/** Uses the ids that would be assigned, without assigning them: only what stays gets one. */
function counting(shape: Shape): Shape {
  return { ...shape, idOf: shape.idAhead ?? (() => someId) }
}

/** The importance of an element, given that of the one around it. The lowest go first; elements below 0 may all go. */
type RankOf = (one: Shown, outer: number | undefined) => number

/** Importance, lowest first. */
const Rank = { heading: -1, liveContext: 0, text: 1, control: 2, inFront: 3 } as const

/**
 * First shortens runs of similar siblings, then drops the least important from the end: live regions, texts, controls,
 * and finally the contents of the frontmost dialog or window. `lost` is what was already left out.
 */
export function fit(
  shown: readonly Shown[],
  maxTokens: number,
  form: Form,
  shape: Shape,
  { lost = new Map(), rankOf = rankOfView, isAlone = false }: FitOptions = {},
): Fitted {
  const room = Math.floor(maxTokens * safely) - (isAlone ? 0 : Math.min(around, maxTokens >> 1))
  const forPlaces = isAlone ? 0 : Math.min(whereRoom, Math.floor(room / 5))
  const where = (lost: Lost, shown: readonly Shown[], room = forPlaces) => {
    return () => placesOf(lost, shown, shape, room).places
  }
  if (measure(shown, form, shape) <= room - (lost.size > 0 ? forPlaces : 0))
    return { shown, dropped: 0, where: where(lost, shown) }
  const flat = flatten(shown)
  const ranks: number[] = []
  for (const [at, one] of flat.all.entries()) ranks.push(rankOf(one, ranks[flat.parents[at]!]))
  const counted = counting(shape)
  const costs = flat.all.map((_, at) => costOfOne(flat, at, form, counted))
  const tried = (goal: number) => {
    const kept = choose(flat, { room: Math.max(0, goal), costs, moreCost, ranks, least: () => shortestRun })
    const shown = rebuild(flat, kept)
    return { kept, shown, size: measure(shown, form, shape) }
  }
  const lostWithout = (kept: Uint8Array) => {
    const all = new Map(lost)
    countLost(flat, kept, (place) => all.set(place, (all.get(place) ?? 0) + 1))
    return all
  }
  const most = room - forPlaces
  const first = largest(tried, most)
  // Room that the list of parts does not need goes to more elements.
  const spare =
    first === undefined ? 0 : forPlaces - placesOf(lostWithout(first.kept), first.shown, counted, forPlaces).cost
  const best = (spare > 0 ? largest(tried, most + spare) : first) ?? {
    kept: new Uint8Array(flat.all.length),
    shown: [],
  }
  if (!best.shown.some(holdsMatch)) {
    const alone = bestAlone(flat, ranks).find((one) => measure([one], form, shape) <= room)
    if (alone !== undefined) return { shown: [alone], dropped: matchesOf(flat) - 1, where: () => [] }
  }
  const { kept } = best
  const dropped = flat.all.reduce((sum, one, at) => sum + (kept[at] === 0 && !one.context ? 1 : 0), 0)
  return { shown: best.shown, dropped, where: where(lostWithout(kept), best.shown, forPlaces - spare) }
}

/** Searches by goal: lines are estimated one by one, so a result may turn out smaller or larger than its goal. */
function largest<T extends { readonly size: number }>(of: (goal: number) => T, most: number): T | undefined {
  let best: T | undefined
  for (let goal = most, tries = 0; goal > 0 && (best === undefined || tries < mostTries); tries++) {
    const one = of(goal)
    if (one.size <= most && one.size >= (best?.size ?? 0)) best = one
    if (best !== undefined && (one.size > most || best.size >= most * wellUsed)) break
    goal = one.size > most ? Math.floor((goal * most) / one.size) - 1 : goal + most - one.size
  }
  return best
}

function holdsMatch(one: Shown): boolean {
  return !one.context || one.children.some(holdsMatch)
}

function matchesOf({ all }: Flat): number {
  return all.reduce((sum, one) => sum + (one.context ? 0 : 1), 0)
}

/** A few matches without their containers, most important first. */
function bestAlone({ all }: Flat, ranks: readonly number[]): Shown[] {
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
  const counted = counting(shape)
  if (form === 'json') return tokens(JSON.stringify(elementsOf(shown, counted)))
  return tokens(outlineOf(shown, counted, { flat: form === 'list' }))
}

function costOfOne(flat: Flat, at: number, form: Form, shape: Shape): number {
  const one = flat.all[at]!
  const more = one.more === undefined ? 0 : 6
  if (form === 'list' && one.context) return more
  if (form === 'json') return tokens(JSON.stringify(elementOf(one.node, shape, extraOf(one)))) + 6 + more
  // One space and the text after it are one token; further spaces are another.
  const indentation = form === 'list' || flat.depths[at]! < 2 ? 0 : 1
  const after = one.more === undefined ? 0 : tokens(moreLine(one.more)) + indentation
  if (form === 'list') return tokens(lineOf(one.node, shape, one)) + 1 + after
  const around = flat.all[flat.parents[at]!]
  if (around !== undefined && termOf(around, shape) !== undefined) return tokens(linkOf(one, shape))
  const before = flat.parents[at - 1] === flat.parents[at] ? flat.all[at - 1] : undefined
  // Its opening bracket and the closing one before it are one token; after a link with the same words only its id is
  // shown.
  if (joinsLine(before, one, shape.besideOf))
    return (saysTheSame(before!, one, shape) ? 0 : tokens(linkOf(one, shape)) - 1) + after
  return tokens(termOf(one, shape) ?? lineOfShown(one, shape)) + 1 + indentation + after
}

function rankOfView(one: Shown, outer: number | undefined): number {
  if (outer === Rank.inFront || isInFront(one)) return Rank.inFront
  if (!one.context) return isControl(one.node) ? Rank.control : Rank.text
  if (isHeading(one)) return Rank.heading
  return one.children.length === 0 ? Rank.liveContext : Rank.control
}

/** As many parts as fit, those with most omissions first; shown ones with their ids. */
function placesOf(
  lost: Lost,
  shown: readonly Shown[],
  shape: Shape,
  room: number,
): { readonly places: readonly string[]; readonly cost: number } {
  const places: string[] = []
  if (lost.size === 0) return { places, cost: 0 }
  const known = nodesOf(shown)
  let left = room
  for (const [node, count] of [...lost].sort((a, b) => b[1] - a[1]).slice(0, mostPlaces)) {
    const id = node !== undefined && known.has(node) ? `[${shape.idOf(node)}] ` : ''
    // If room is short, the id stands without the name.
    const words = node === undefined ? ['elsewhere'] : [nameOfPlace(node), ...(id === '' ? [] : [roleOfPlace(node)])]
    const costed = words.map((one) => `${id}${one}: ${count}`).map((place) => ({ place, cost: costOf(place) }))
    const fitting = costed.find(({ cost }) => cost <= left)
    if (fitting === undefined) break
    left -= fitting.cost
    places.push(fitting.place)
  }
  return { places, cost: room - left }
}

function nodesOf(shown: readonly Shown[]): ReadonlySet<Node> {
  return new Set([...flat(shown)].map(({ node }) => node))
}

function costOf(place: string): number {
  return tokens(JSON.stringify(place)) + 1
}

function roleOfPlace(node: Node): string {
  return shortRole(node.role, node.subrole)
}

function nameOfPlace(node: Node): string {
  const name = node.title ?? node.description
  const role = roleOfPlace(node)
  return name === undefined ? role : `${role} ${JSON.stringify(cutAt(name, 40))}`
}
