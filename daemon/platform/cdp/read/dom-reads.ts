/** Small reads of the DOM for what events leave open. Nodes that are gone by now are skipped. */
import type { Protocol } from 'devtools-protocol'
import { CommandError, type Session } from '../wire/connection.ts'
import type { DomMirror } from './dom-mirror.ts'

/** Has the full subtrees of inserted nodes delivered, as events. */
export async function expand(session: Session, nodeIds: readonly number[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    nodeIds.map((nodeId) =>
      passing(session.send('DOM.requestChildNodes', { nodeId, depth: -1, pierce: true }, signal)),
    ),
  )
}

/** Rechecks whether elements are controls. */
export async function recheck(
  session: Session,
  dom: DomMirror,
  nodeIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    nodeIds.map((nodeId) => {
      const take = ({ node }: Protocol.DOM.DescribeNodeResponse) => dom.recheck(nodeId, node)
      return passing(session.send('DOM.describeNode', { nodeId, depth: 1 }, signal, undefined, take))
    }),
  )
}

async function passing(reply: Promise<unknown>): Promise<void> {
  try {
    await reply
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
  }
}

/** Ids of the frames below the outermost one, at all levels. */
export function framesBelow(tree: Protocol.Page.FrameTree): string[] {
  return (tree.childFrames ?? []).flatMap((child) => [child.frame.id, ...framesBelow(child)])
}
