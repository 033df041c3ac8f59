/** The listeners of a page, and whether a call belongs to one of them. */
import type { Protocol } from 'devtools-protocol'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Call } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import type { Read } from './own-place.ts'

export type Listener = Protocol.DOMDebugger.EventListener
type RemoteObject = Protocol.Runtime.RemoteObject

/** Objects that were asked about are kept under this name until the next act, or as long as calls are followed. */
const objectGroup = 'ix-path'

export function releaseObjects(session: Session): void {
  if (!session.hasEnded) session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
}

/** Listeners of those elements that still exist, and of the window. */
export async function listenersAt(access: TabAccess, session: Session, path: readonly Place[], signal: AbortSignal) {
  const page = access.send(session, 'Runtime.evaluate', { expression: 'window', objectGroup }, signal)
  const objects = [...path.map((place) => nodeAt(access, place, signal)), page.then(({ result }) => result)]
  return await listenersTo(access, session, objects, signal)
}

/** In the page's own world: the browser lists its listeners only there. */
export async function nodeAt(access: TabAccess, { session, backendNodeId }: Place, signal: AbortSignal) {
  return (await access.send(session, 'DOM.resolveNode', { backendNodeId, objectGroup }, signal)).object
}

export async function listenersTo(
  access: TabAccess,
  session: Session,
  objects: readonly Promise<RemoteObject>[],
  signal: AbortSignal,
): Promise<readonly Listener[]> {
  const heard = objects.map(async (object) => {
    const { objectId = '' } = await object
    return (await access.send(session, 'DOMDebugger.getEventListeners', { objectId }, signal)).listeners
  })
  const all = await Promise.allSettled(heard)
  return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Cached, since many changes trace back to the same listeners. */
const read = new WeakMap<Listener, Read>()

/** The listeners that the call is in, not in a function inside them: a loop that began there goes on by itself. */
export async function callsOf(call: Call, listeners: readonly Listener[]): Promise<readonly Listener[]> {
  const around = listeners.flatMap((listener) => {
    const at = placeIn(call, listener)
    return at === undefined ? [] : { listener, at }
  })
  if (around.length === 0) return []
  const { readOf, isOwnPlace } = await import('./own-place.ts')
  return around.flatMap(({ listener, at }) => {
    const text = getOrCreate(read, listener, () => readOf(listener.handler?.description ?? ''))
    return isOwnPlace(text, at) ? listener : []
  })
}

/** The position of a call in the listener's text, from where the function, or an attribute's text, begins. */
function placeIn(call: Call, listener: Listener): number | undefined {
  const text = listener.handler?.description ?? ''
  const begin = beginOf(text, listener.type)
  const lines = text.slice(begin).split('\n')
  const line = call.lineNumber - listener.lineNumber
  if (call.scriptId !== listener.scriptId || line < 0 || line >= lines.length) return undefined
  const column = line === 0 ? call.columnNumber - listener.columnNumber : call.columnNumber
  const isThere = column >= 0 && (column <= lines[line]!.length || (line > 0 && line < lines.length - 1))
  return isThere ? lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, begin + column) : undefined
}

function beginOf(text: string, type: string): number {
  // For an attribute: after the text that the browser puts around it.
  const head = /^function on([a-z]+)\([^)]*\) \{\n/.exec(text)
  if (head?.[1] === type) return head[0].length
  // Otherwise from its parameters, which a name and keywords may precede.
  return /^(?:async\s*)?(?:\(|[\w$]+\s*=>)/.test(text) ? 0 : text.indexOf('(')
}
