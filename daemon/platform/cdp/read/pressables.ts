/** Finds usable elements of any role: by listeners, and by the pointer cursor where handlers are delegated. */
import { Flag } from '../../element/flags.ts'
import type { Session } from '../wire/connection.ts'
import { type Concealed, concealedIn, holdersOfUnseen, writtenIn } from './concealed.ts'
import type { DomMirror } from './dom-mirror.ts'
import { type OutOfReach, outOfReach } from './reach.ts'

const clickEvents = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick'])
/** Hover, keys, touch and dragging. */
const otherEvents =
  /^(?:contextmenu|auxclick|(?:mouse|pointer)(?:over|out|enter|leave|move)|key(?:down|up|press)|touch(?:start|move|end)|drag\w*|drop)$/

export interface Pressables {
  /**
   * Backend ids of nodes that listen to a hand or are the top of an area with a pointer cursor: `clickable` if they
   * react to a press, otherwise `reactive`.
   */
  readonly uses: ReadonlyMap<number, number>
  /** Those known only by the pointer cursor. */
  readonly byPointer: ReadonlySet<number>
  /** Nodes, of these and of the controls, that need a row though they are hidden from screen readers. */
  readonly concealed: ReadonlyMap<number, Concealed>
  readonly out: OutOfReach
}

export async function pressables(session: Session, dom: DomMirror, signal: AbortSignal): Promise<Pressables> {
  const found = new Map<number, number>()
  const byPointer = new Set<number>()
  const out = outOfReach(session, signal)
  out.catch(() => undefined)
  const { object } = await session
    .send('DOM.resolveNode', { nodeId: dom.documentNodeId || 1 }, signal)
    .catch(() => ({ object: undefined }))
  if (object?.objectId === undefined) return { uses: found, byPointer, concealed: new Map(), out: await out }
  const listeners = session.send(
    'DOMDebugger.getEventListeners',
    { objectId: object.objectId, depth: -1, pierce: true },
    signal,
  )
  const cursors =
    dom.documentNodeId === 0
      ? { nodeIds: [] }
      : session
          .send(
            'DOM.getNodesForSubtreeByStyle',
            { nodeId: dom.documentNodeId, computedStyles: [{ name: 'cursor', value: 'pointer' }], pierce: true },
            signal,
          )
          .catch(() => ({ nodeIds: [] }))
  const unseen = holdersOfUnseen(session, dom, signal)
  for (const { type, backendNodeId } of (await listeners.catch(() => ({ listeners: [] }))).listeners) {
    if (backendNodeId === undefined) continue
    if (clickEvents.has(type)) found.set(backendNodeId, Flag.clickable)
    else if (otherEvents.test(type) && !found.has(backendNodeId)) found.set(backendNodeId, Flag.reactive)
  }
  const listening = new Set(found.keys())
  const [{ nodeIds }, reach] = await Promise.all([cursors, out])
  const hovered = dom.nodeIdsOf(new Set(reach.pointed.map(({ backendNodeId }) => backendNodeId)))
  const all = new Set([...nodeIds, ...hovered.values()])
  for (const nodeId of all) {
    const parent = dom.elementAbove(nodeId)
    const backend = dom.backendOf(nodeId)
    if (backend === undefined || (parent !== undefined && all.has(parent))) continue
    if (found.get(backend) !== Flag.clickable) byPointer.add(backend)
    found.set(backend, Flag.clickable)
  }
  void session.send('Runtime.releaseObject', { objectId: object.objectId }).catch(() => {})
  const used = await concealedIn(session, dom, found, listening, unseen, signal)
  return { uses: found, byPointer, concealed: new Map([...writtenIn(dom, reach.written), ...used]), out: reach }
}
