/** Small reads of the accessibility tree. A node that is gone by now is passed over. */
import type { AxNode } from './ax-row.ts'
import { CommandError, type Session } from './connection.ts'

/** Children of a node, which Chromium watches from then on. `frameId` names a frame below the session's outermost. */
export async function childrenOf(
  session: Session,
  id: number,
  frameId: string | undefined,
  signal: AbortSignal,
): Promise<readonly AxNode[]> {
  const asked = { id: String(id), ...(frameId && { frameId }) }
  return await nodesOf(session.send('Accessibility.getChildAXNodes', asked, signal))
}

/** A node and all that holds it, up to the root. */
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
