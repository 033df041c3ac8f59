/** Finds what a press does something to, whatever its role: by listeners, and by the pointer cursor where handlers are delegated. */
import type { Session } from './connection.ts'
import type { DomMirror } from './dom-mirror.ts'

/** Pages with more elements are not asked for pointer cursors: the first such question took 1 s at 97,000 nodes. */
const cursorElements = 15000
const clickEvents = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick'])

/** Backend ids of what has a press listener or is the top of an area with a pointer cursor. */
export async function pressables(session: Session, dom: DomMirror, signal: AbortSignal): Promise<Set<number>> {
  const found = new Set<number>()
  const { object } = await session
    .send('DOM.resolveNode', { nodeId: dom.documentNodeId || 1 }, signal)
    .catch(() => ({ object: undefined }))
  if (object?.objectId === undefined) return found
  const listeners = session.send(
    'DOMDebugger.getEventListeners',
    { objectId: object.objectId, depth: -1, pierce: true },
    signal,
  )
  const cursors =
    dom.elements > cursorElements || dom.documentNodeId === 0
      ? { nodeIds: [] }
      : session
          .send(
            'DOM.getNodesForSubtreeByStyle',
            { nodeId: dom.documentNodeId, computedStyles: [{ name: 'cursor', value: 'pointer' }], pierce: true },
            signal,
          )
          .catch(() => ({ nodeIds: [] }))
  for (const { type, backendNodeId } of (await listeners.catch(() => ({ listeners: [] }))).listeners) {
    if (backendNodeId !== undefined && clickEvents.has(type)) found.add(backendNodeId)
  }
  const { nodeIds } = await cursors
  const all = new Set(nodeIds)
  for (const nodeId of nodeIds) {
    const parent = dom.parentOf(nodeId)
    const backend = dom.backendOf(nodeId)
    if (backend !== undefined && (parent === undefined || !all.has(parent))) found.add(backend)
  }
  void session.send('Runtime.releaseObject', { objectId: object.objectId }).catch(() => {})
  return found
}
