/** The frame around a document, if only the protocol knows it: across origins or processes. */
import type { Place, TabAccess } from '../wire/access.ts'
import { watchOf } from '../wire/activity.ts'

interface Frame {
  readonly id: string
  /** The element that shows it. */
  readonly owner: Place
}

/** The frame of the document with this root; undefined for the tab's own document. */
export async function frameOf(access: TabAccess, root: Place, signal: AbortSignal): Promise<Frame | undefined> {
  const { session, backendNodeId } = root
  const { frameId: id } = (await access.send(session, 'DOM.describeNode', { backendNodeId }, signal)).node
  const isOutermost = id === undefined || id === watchOf(session).rootFrame
  if (!isOutermost) {
    const owner = await access.send(session, 'DOM.getFrameOwner', { frameId: id }, signal)
    return { id, owner: { session, backendNodeId: owner.backendNodeId } }
  }
  const owner = access.owner(session)
  return owner && { id: id ?? '', owner }
}
