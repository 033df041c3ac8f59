/** Continues a search into the unread rows of a long list. */
import type { Call } from '../../dispatch.ts'
import type { Key } from '../../platform/element/row.ts'
import type { FurtherRows, Source } from '../../platform/platform.ts'
import { Problem } from '../../problem.ts'
import type { Node } from '../../tree/model/node.ts'
import { WarmTree } from '../../tree/warm/warm-tree.ts'
import { flat } from '../../view/fold/shown.ts'
import type { Place } from '../where/scope.ts'
import { unreadIn } from './unread.ts'
import { look } from './view.ts'
import type { ViewOptions } from './view-options.ts'

export interface ReadOn {
  /** Elements searched in addition to the copy. */
  readonly searched: number
  /** A hint that says how far the search got. */
  readonly note: string
}

/** Rows per step. Few at first, because an application may take 100 ms and more for each. */
const steps = { first: 10, most: 400, ms: 400 } as const
/** Milliseconds reserved for the answer. */
const reserve = 700
const rowsAtMost = 20_000
/** Matching rows of a step that are added to the copy. */
const rowsTaken = 20

/** Where the last search of a list ran out of time; the same search continues there. */
const stops = new WeakMap<Source, { readonly asked: string; readonly row: number }>()

/**
 * Reads on only if nothing read so far matches and there is one such list. Stops soon after the first match, unless
 * `whole`: an action must know of further ones. Adds matching rows to the copy. Undefined if there was nothing to read.
 */
export async function readOn(
  place: Place,
  options: ViewOptions,
  call: Call,
  { whole }: { readonly whole: boolean },
): Promise<ReadOn | undefined> {
  const { warm } = place
  const { furtherRows } = warm.source
  const [list, other] = unreadIn(warm, place.from)
  if (furtherRows === undefined || list === undefined || other !== undefined) return undefined
  const { isFiltered, answer } = look(place, options)
  if (!isFiltered || answer.matched > 0) return undefined
  const { filter, elementTypes } = options
  const asked = JSON.stringify([list.key, filter, elementTypes])
  const stop = stops.get(warm.source)
  const from = stop?.asked === asked ? stop.row : 0
  stops.delete(warm.source)
  const found = await search(furtherRows, { list, from, options, call, whole })
  const { to, total, rows, searched, why = 'there was no time for more' } = found
  if (rows.length > 0) await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  else if (to < total) stops.set(warm.source, { asked, row: to })
  const read = to === from ? `no row after ${from}` : from + 1 === to ? `row ${to}` : `rows ${from + 1} to ${to}`
  const range = from === 0 && to >= total ? `all ${total} rows` : `${read} of ${total}`
  const more = rows.length > 0 ? 'the search ended with what it found' : `${why}. Ask the same again to go on`
  return { searched, note: `The search read on: ${range}${to >= total ? '' : `; ${more}`}.` }
}

interface Search {
  readonly list: Node
  readonly from: number
  readonly options: ViewOptions
  readonly call: Call
  readonly whole: boolean
}

interface Found {
  /** Rows searched so far, from the first of the list. */
  to: number
  total: number
  rows: Key[]
  searched: number
  /** Why it stopped early. */
  why?: string
}

async function search(further: FurtherRows, { list, from, options, call, whole }: Search): Promise<Found> {
  const until = call.deadline - reserve
  const found: Found = { to: from, total: Number.POSITIVE_INFINITY, rows: [], searched: 0 }
  let count: number = steps.first
  while (found.to < Math.min(found.total, from + rowsAtMost)) {
    const began = performance.now()
    if (began >= until) break
    try {
      const reading = await further.read(list.key, found.to, count, { signal: call.signal, deadline: until })
      found.total = reading.total
      const tree = new WarmTree()
      tree.apply(reading)
      const rows = matchesIn(tree, options).slice(0, rowsTaken - found.rows.length)
      // Before the next step, since rows that are not kept may be released.
      if (rows.length > 0) further.keep(list.key, rows)
      found.rows.push(...rows)
      found.searched += tree.size - 1
      if (!reading.complete) break
      found.to = Math.min(found.to + count, found.total)
      if (found.rows.length >= (whole ? rowsTaken : 1)) break
    } catch (error) {
      call.signal.throwIfAborted()
      if (!(error instanceof Problem) || error.name !== 'unresponsive') throw error
      found.why = 'the application did not answer'
      break
    }
    const took = performance.now() - began
    count = Math.max(1, Math.min(steps.most, Math.floor((count * steps.ms) / Math.max(took, 1)), count * 4))
  }
  return found
}

/** Rows that match, or that contain a match. */
function matchesIn(tree: WarmTree, options: ViewOptions): Key[] {
  const { answer } = look({ warm: { tree } }, { ...options, limit: 1000, maxDepth: 1000 })
  const rows = new Set<Key>()
  for (const { node, context } of flat(answer.shown)) {
    if (context || node.key === tree.root) continue
    const row = [node, ...tree.ancestors(node)].find(({ parent }) => parent === tree.root)
    if (row !== undefined) rows.add(row.key)
  }
  return [...rows]
}
