/** What of a session's page is out of reach: neither scrolling nor a pointer brings it into view. */
import { Flag } from '../../flags.ts'
import type { Row } from '../../row.ts'
import { reachScript } from '../injected/geometry/reach.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, plainly } from '../wire/world.ts'
import type { Entries } from './ax-entries.ts'
import type { DomMirror } from './dom-mirror.ts'

export interface OutOfReach {
  /** Backend ids: each stands for all that is in it. */
  readonly tops: ReadonlySet<number>
  /** Ms until what moves has come to rest. */
  readonly motionMs: number
}

export async function outOfReach(session: Session, signal: AbortSignal): Promise<OutOfReach> {
  const objectGroup = 'ix-reach'
  try {
    const contextId = await contextOf(plainly, session, signal)
    const asked = { expression: `(${reachScript})()`, contextId, objectGroup }
    const { objectId } = (await session.send('Runtime.evaluate', asked, signal)).result
    if (objectId === undefined) return { tops: new Set(), motionMs: 0 }
    const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, signal)
    const items = result.flatMap(({ name, value }) => (/^\d+$/.test(name) && value !== undefined ? [value] : []))
    const nodes = items.flatMap(({ objectId }) => objectId ?? [])
    const described = await Promise.all(
      nodes.map((one) => session.send('DOM.describeNode', { objectId: one }, signal).catch(() => undefined)),
    )
    const tops = new Set(described.flatMap((one) => one?.node.backendNodeId ?? []))
    return { tops, motionMs: Number(items[0]?.value ?? 0) }
  } catch (error) {
    signal.throwIfAborted()
    if (session.hasEnded) throw error
    return { tops: new Set(), motionMs: 0 }
  } finally {
    void session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {})
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
