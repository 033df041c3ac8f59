/** Small reads of the accessibility tree. Nodes that are gone by now are skipped. */

import { CommandError, type Session } from '../wire/connection.ts'
import type { AxNode } from './ax-row.ts'

/** Children of a node, which Chromium watches from then on. `frameId`: a frame below the session's outermost. */
export async function childrenOf(
  session: Session,
  id: number,
  frameId: string | undefined,
  signal: AbortSignal,
): Promise<readonly AxNode[]> {
  const asked = { id: String(id), ...(frameId && { frameId }) }
  return await nodesOf(session.send('Accessibility.getChildAXNodes', asked, signal))
}

/** Each as it is now, by itself. */
export async function nodesAlone(session: Session, ids: readonly number[], signal: AbortSignal): Promise<AxNode[]> {
  const replies = ids.map((backendNodeId) =>
    nodesOf(session.send('Accessibility.getPartialAXTree', { backendNodeId, fetchRelatives: false }, signal)),
  )
  return (await Promise.all(replies)).flat()
}

/** A node and its ancestors, up to the root. */
export function withAncestors(
  session: Session,
  backendNodeId: number,
  signal: AbortSignal,
): Promise<readonly AxNode[]> {
  return nodesOf(session.send('Accessibility.getAXNodeAndAncestors', { backendNodeId }, signal))
}

async function nodesOf(reply: Promise<{ nodes: AxNode[] }>): Promise<readonly AxNode[]> {
  try {
    return (await reply).nodes
  } catch (error) {
    if (error instanceof CommandError) return []
    throw error
  }
}
