/** The listeners of a page, and whether a call is of one of them. */
import type { Protocol } from 'devtools-protocol'
import { madeOnce } from '../../made-once.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Call } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import type { Read } from './own-place.ts'

export type Listener = Protocol.DOMDebugger.EventListener
type RemoteObject = Protocol.Runtime.RemoteObject

/** What is asked about is kept under this name until the next act, or as long as calls are followed. */
const objectGroup = 'ix-path'

export function letGo(session: Session): void {
  if (!session.hasEnded) session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
}

/** Of those that are still there, and of the window. */
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

/** Many changes go back to the same listeners. */
const read = new WeakMap<Listener, Read>()

/** Those that the call is of, and no function in them: a loop that an earlier act began there goes on by itself. */
export async function callsOf(call: Call, listeners: readonly Listener[]): Promise<readonly Listener[]> {
  const around = listeners.flatMap((listener) => {
    const at = placeIn(call, listener)
    return at === undefined ? [] : { listener, at }
  })
  if (around.length === 0) return []
  const { readOf, isOwnPlace } = await import('./own-place.ts')
  return around.flatMap(({ listener, at }) => {
    const text = madeOnce(read, listener, () => readOf(listener.handler?.description ?? ''))
    return isOwnPlace(text, at) ? listener : []
  })
}

/** Where in its text a call is, which the browser tells from where the function, or what an attribute says, begins. */
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
  // Of an attribute, after what the browser has put around it.
  const head = /^function on([a-z]+)\([^)]*\) \{\n/.exec(text)
  if (head?.[1] === type) return head[0].length
  // Else with what it is given, which a name and words may precede.
  return /^(?:async\s*)?(?:\(|[\w$]+\s*=>)/.test(text) ? 0 : text.indexOf('(')
}
