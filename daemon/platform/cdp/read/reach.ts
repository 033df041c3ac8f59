/** What of a session's page is out of reach: neither scrolling nor a pointer brings it into view. */
import { Flag } from '../../flags.ts'
import type { Unmade } from '../../platform.ts'
import type { Key, Row } from '../../row.ts'
import { reachScript } from '../injected/geometry/reach.ts'
import type { Written } from '../injected/geometry/skipped.ts'
import type { Place } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { askIn, contextOf, plainly } from '../wire/world.ts'
import type { Entries } from './ax-entries.ts'
import type { DomMirror } from './dom-mirror.ts'

export interface OutOfReach {
  /** Backend ids: each stands for all that is in it. */
  readonly tops: ReadonlySet<number>
  /** How many rows a scrolled part of it has not made, by its backend id. */
  readonly pools: ReadonlyMap<number, number>
  /** Ms until what moves has come to rest. */
  readonly motionMs: number
  /** In what is rendered only when it is scrolled to, in document order. */
  readonly written: readonly Written<Place>[]
  /** Have a pointer cursor while they are hovered. */
  readonly pointed: readonly Place[]
}

interface Reached {
  readonly ms: number
  readonly out: readonly Place[]
  readonly pools: readonly { readonly list: Place; readonly rows: number }[]
  readonly written: readonly Written<Place>[]
  readonly pointed: readonly Place[]
}

/** What the accessibility tree knows. */
interface Known {
  id(key: Key): number
  key(id: number): Key
  row(id: number): Row | undefined
  childrenOf(id: number): readonly Key[] | undefined
}

export async function outOfReach(session: Session, signal: AbortSignal): Promise<OutOfReach> {
  try {
    const contextId = await contextOf(plainly, session, signal)
    const asked = askIn<Reached>(plainly, session, contextId, reachScript, signal)
    const { ms: motionMs, out, pools: found, written, pointed } = await asked
    const pools = new Map(found.map(({ list, rows }) => [list.backendNodeId, rows]))
    return { tops: new Set(out.map(({ backendNodeId }) => backendNodeId)), pools, motionMs, written, pointed }
  } catch (error) {
    signal.throwIfAborted()
    if (session.hasEnded) throw error
    return { tops: new Set(), pools: new Map(), motionMs: 0, written: [], pointed: [] }
  }
}

/** Backend ids of given nodes and of all that is in them. */
export function within(dom: DomMirror, tops: ReadonlySet<number>): Set<number> {
  const [found, nodes] = [new Set<number>(), new Set<number>()]
  if (tops.size === 0) return found
  dom.each((nodeId, id, parent) => {
    if (nodes.has(parent) || tops.has(id)) nodes.add(nodeId) && found.add(id)
  })
  return found
}

/** By the list; by the first element in it where the accessibility tree leaves the list out. */
export function unmadeIn(ax: Known, pools: OutOfReach['pools']): Unmade[] {
  const firstIn = (key: Key): Key | undefined => {
    const row = ax.row(ax.id(key))
    return (
      row?.key ??
      ax
        .childrenOf(ax.id(key))
        ?.map(firstIn)
        .find((one) => one !== undefined)
    )
  }
  return [...pools].flatMap(([id, rows]) => {
    const own = ax.row(id)?.key
    const key = own ?? firstIn(ax.key(id))
    return key === undefined ? [] : [{ key, rows, isInside: own === undefined }]
  })
}

/** The same row, if nothing is to be changed. */
export function withReach(of: Row, isOut: boolean): Row {
  if (((of.flags & Flag.hidden) !== 0) === isOut) return of
  return { ...of, flags: isOut ? of.flags | Flag.hidden : of.flags & ~Flag.hidden }
}

/** Gives the rows their reach as it is now. Returns the ids of those to which it is new. */
export function reachChanged(entries: Entries, before: ReadonlySet<number>, now: ReadonlySet<number>): Set<number> {
  const changed = new Set<number>()
  for (const id of [...before, ...now]) {
    const entry = entries.get(id)
    if (entry?.row === undefined || before.has(id) === now.has(id)) continue
    entry.row = withReach(entry.row, now.has(id))
    changed.add(id)
  }
  return changed
}
