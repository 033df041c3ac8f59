/**
 * Small reads of the accessibility tree. Each reply is handed over in its place among the events: applied after a newer
 * event, it would undo it. Nodes that are gone by now are skipped.
 */

import { CommandError, type Session } from '../wire/connection.ts'
import type { AxNode } from './ax-row.ts'

export type Take = (nodes: readonly AxNode[]) => void

/** Children of a node, which Chromium watches from then on. `frameId`: a frame below the session's outermost. */
export function childrenOf(
  session: Session,
  id: number,
  frameId: string | undefined,
  signal: AbortSignal,
  take: Take,
): Promise<void> {
  return ask(session, 'getChildAXNodes', { id: String(id), ...(frameId && { frameId }) }, signal, take)
}

/** A node as it is now, by itself. */
export function nodeAlone(session: Session, backendNodeId: number, signal: AbortSignal, take: Take): Promise<void> {
  return ask(session, 'getPartialAXTree', { backendNodeId, fetchRelatives: false }, signal, take)
}

/** A node and its ancestors, up to the root. */
export function withAncestors(session: Session, backendNodeId: number, signal: AbortSignal, take: Take): Promise<void> {
  return ask(session, 'getAXNodeAndAncestors', { backendNodeId }, signal, take)
}

async function ask(
  session: Session,
  what: 'getChildAXNodes' | 'getPartialAXTree' | 'getAXNodeAndAncestors',
  params: object,
  signal: AbortSignal,
  take: Take,
): Promise<void> {
  try {
    await session.send(`Accessibility.${what}`, params as never, signal, undefined, ({ nodes }) => take(nodes))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
  }
}
