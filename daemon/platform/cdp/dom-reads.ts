/** Small reads of the DOM that events left open. A node that is gone by now is passed over. */
import type { Protocol } from 'devtools-protocol'
import { CommandError, type Session } from './connection.ts'
import type { DomMirror } from './dom-mirror.ts'

/** Has the children of inserted nodes told, all the way down, as events. */
export async function expand(session: Session, nodeIds: readonly number[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    nodeIds.map((nodeId) =>
      passing(session.send('DOM.requestChildNodes', { nodeId, depth: -1, pierce: true }, signal)),
    ),
  )
}

/** Looks again whether elements are controls. */
export async function recheck(
  session: Session,
  dom: DomMirror,
  nodeIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    nodeIds.map(async (nodeId) => {
      const described = await passing(session.send('DOM.describeNode', { nodeId, depth: 1 }, signal))
      if (described !== undefined) dom.recheck(nodeId, described.node)
    }),
  )
}

async function passing<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}

/** Ids of the frames below the outermost one, all levels. */
export function framesBelow(tree: Protocol.Page.FrameTree): string[] {
  return (tree.childFrames ?? []).flatMap((child) => [child.frame.id, ...framesBelow(child)])
}

/** What a set holds; it is empty afterwards. */
export function taken<T>(set: Set<T>): T[] {
  const all = [...set]
  set.clear()
  return all
}
