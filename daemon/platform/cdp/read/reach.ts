/** What one look at a session's whole page finds: what nothing can reach, what is marked, what is in front. */
import { Flag } from '../../element/flags.ts'
import type { Key, Row } from '../../element/row.ts'
import type { Unmade } from '../../platform.ts'
import { reachScript } from '../injected/geometry/reach.ts'
import type { Written } from '../injected/geometry/skipped.ts'
import type { Place } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { askIn, contextOf, plainly } from '../wire/world.ts'
import type { Entries } from './ax-entries.ts'
import type { DomMirror } from './dom-mirror.ts'

export interface OutOfReach {
  /** Backend ids; each stands for everything inside it. */
  readonly tops: ReadonlySet<number>
  /** How many rows a scrolled part has not made, by the part's backend id. */
  readonly pools: ReadonlyMap<number, number>
  /** Ms until all motion has ended. */
  readonly motionMs: number
  /** Text in parts that are rendered only once scrolled to, in document order. */
  readonly written: readonly Written<Place>[]
  /** Nodes that have a pointer cursor while they are hovered. */
  readonly pointed: readonly Place[]
  /** Backend ids of what the page marks as selected by its looks alone. */
  readonly selected: ReadonlySet<number>
  /** Backend ids of dialogs that are recognised by their looks alone. */
  readonly dialogs: ReadonlySet<number>
}

interface Reached {
  readonly ms: number
  readonly out: readonly Place[]
  readonly pools: readonly { readonly list: Place; readonly rows: number }[]
  readonly written: readonly Written<Place>[]
  readonly pointed: readonly Place[]
  readonly selected: readonly Place[]
  readonly dialogs: readonly Place[]
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
    const { ms: motionMs, out, pools: found, written, pointed, selected, dialogs } = await asked
    const pools = new Map(found.map(({ list, rows }) => [list.backendNodeId, rows]))
    const idsOf = (list: readonly Place[]) => new Set(list.map(({ backendNodeId }) => backendNodeId))
    const ids = { tops: idsOf(out), selected: idsOf(selected), dialogs: idsOf(dialogs) }
    return { ...ids, pools, motionMs, written, pointed }
  } catch (error) {
    signal.throwIfAborted()
    if (session.hasEnded) throw error
    const none = new Set<number>()
    return { tops: none, pools: new Map(), motionMs: 0, written: [], pointed: [], selected: none, dialogs: none }
  }
}

/** Backend ids of the given nodes and everything inside them. */
function within(dom: DomMirror, tops: ReadonlySet<number>): Set<number> {
  const [found, nodes] = [new Set<number>(), new Set<number>()]
  if (tops.size === 0) return found
  dom.each((nodeId, id, parent) => {
    if (nodes.has(parent) || tops.has(id)) nodes.add(nodeId) && found.add(id)
  })
  return found
}

/** For elements without a row: the texts in them that have one, no row in between; backend ids by text. */
export function textsIn(
  dom: DomMirror,
  elements: ReadonlySet<number>,
  hasRow: (id: number) => boolean,
): Map<number, number> {
  const found = new Map<number, number>()
  const above = (nodeId: number) => dom.backendOf(nodeId) ?? 0
  dom.each((_, text, parent) => {
    if (parent === 0 || hasRow(above(parent)) || !hasRow(text)) return
    for (let at: number | undefined = parent; at !== undefined && !hasRow(above(at)); at = dom.parentOf(at))
      if (elements.has(above(at))) found.set(text, above(at))
  })
  return found
}

/** By the list itself, or by the first element in it if the accessibility tree leaves the list out. */
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

/** What a look at the whole page says about its rows, by backend ids. */
export interface Standing {
  /** Nothing brings them into view but opening their container. */
  readonly out: ReadonlySet<number>
  readonly selected: ReadonlySet<number>
  readonly dialogs: ReadonlySet<number>
}

export const noStanding: Standing = { out: new Set(), selected: new Set(), dialogs: new Set() }

export function standingIn(dom: DomMirror, entries: Entries, { tops, selected, dialogs }: OutOfReach): Standing {
  const hasRow = (id: number) => entries.get(id)?.row !== undefined
  const texts = selected.size === 0 ? [] : textsIn(dom, selected, hasRow).keys()
  return { out: within(dom, tops), selected: new Set([...selected, ...texts]), dialogs }
}

/** The same object if nothing changes. */
export function withStanding(of: Row, id: number, { out, selected, dialogs }: Standing): Row {
  const hidden = out.has(id) ? of.flags | Flag.hidden : of.flags & ~Flag.hidden
  const flags = selected.has(id) ? hidden | isSelected : hidden
  if (dialogs.has(id) && of.role === 'AXGroup') return { ...of, subrole: ofDialog, flags: flags | Flag.modal }
  return flags === of.flags ? of : { ...of, flags }
}

const ofDialog = 'AXApplicationDialog'

function withoutDialog(of: Row): Row {
  return of.subrole === ofDialog ? { ...of, subrole: undefined, flags: of.flags & ~Flag.modal } : of
}

const isSelected = Flag.selectable | Flag.selected

/** Gives the rows their current standing. Returns the ids of those it changed for. */
export function standingChanged(entries: Entries, before: Standing, now: Standing): Set<number> {
  const changed = new Set<number>()
  const parts = ['out', 'selected', 'dialogs'] as const
  for (const id of [before, now].flatMap((one) => parts.flatMap((part) => [...one[part]]))) {
    const entry = entries.get(id)
    const isSame = parts.every((part) => before[part].has(id) === now[part].has(id))
    if (entry?.row === undefined || isSame) continue
    const own = before.dialogs.has(id) ? withoutDialog(entry.row) : entry.row
    const plain = before.selected.has(id) ? { ...own, flags: own.flags & ~isSelected } : own
    entry.row = withStanding(plain, id, now)
    changed.add(id)
  }
  return changed
}
