/** Whether what came after a press or key came of it: by the call of the page that it all goes back to. */
import type { Protocol } from 'devtools-protocol'
import { madeOnce } from '../../made-once.ts'
import type { Origins } from '../../page.ts'
import type { Key } from '../../row.ts'
import { announceActScript } from '../injected/act/observed.ts'
import { forgetChangesScript, markedOfScript, pathScript } from '../injected/act/witness.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { type Call, callChainsOf } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import { askIn, callOn, evaluateIn, type Held, placeOf } from '../wire/world.ts'

type Listener = Protocol.DOMDebugger.EventListener

/** The pointer is there before it presses. */
const passing = /^(?:mouse|pointer)(?:over|out|enter|leave|move)$/
/** What a press or a key is to a page, and what it makes the browser send. */
const acting =
  /^(?:pointer(?:down|up)|mouse(?:down|up)|touch(?:start|end)|(?:aux|dbl)?click|contextmenu|key(?:down|up|press)|(?:before)?input|change|submit|reset|command|invalid|formdata)$/

interface World {
  readonly access: TabAccess
  readonly session: Session
  readonly context: number
}

/** In which a session was last acted in. */
const worlds = new WeakMap<Session, World>()
/** Of what was last acted on. */
const targets = new WeakMap<TabAccess, Session>()

/** Before an act in a world of a session: `originsOf` then knows what came of it. Sent before what follows, and waits for nothing. */
export function followCalls({ access, session, context }: World, isTarget: boolean): void {
  worlds.set(session, { access, session, context })
  if (isTarget) targets.set(access, session)
  const forget = () => evaluateIn(access, session, context, forgetChangesScript, AbortSignal.timeout(1000))
  callChainsOf(session).begin(() => void forget().catch(() => undefined))
}

/** Before the scene is taken, so that what changes until the act begins is known. */
export async function announceAct(held: Held, signal: AbortSignal): Promise<void> {
  await held.call(announceActScript, [], signal)
}

/** Of what has changed since. */
export async function originsOf(
  access: TabAccess,
  keys: readonly Key[],
  others: ReadonlySet<Key>,
  signal: AbortSignal,
): Promise<Origins> {
  const listeners = new Map<Session, Promise<readonly Listener[]>>()
  const known = new Map<Session, Map<number, Promise<boolean | undefined>>>()
  const paths = new Map<Session, Promise<readonly Place[]>>()
  const pathIn = (session: Session) => madeOnce(paths, session, () => pathOf(session, signal))
  const target = targets.get(access)
  const isCaused = async (session: Session, number: number) => {
    const origin = await callChainsOf(session).originOf(access, number, signal)
    if (origin === undefined) return undefined
    // In a document that cannot be reached nobody has heard the act, and any call may go back to it.
    if (target === undefined || (await pathIn(target)).length === 0) return undefined
    const heard = await madeOnce(listeners, session, async () => {
      return await listenersTo(access, session, await pathIn(session), signal)
    })
    const all = heard.filter((one) => isWithin(origin.call, one))
    const isFor = (types: RegExp) => all.some(({ type }) => types.test(type))
    // One that has not left anything for later did not do this in the act, unless it has been waiting.
    const isLater = origin.hasLeft || all.some(({ handler }) => /^Async/.test(handler?.className ?? ''))
    if (!isLater) return isAnswer(origin.call, all) ? undefined : false
    // Some libraries hear everything by one function.
    return isFor(acting) && (isFor(passing) ? undefined : true)
  }
  const [caused, foreign] = [new Set<Key>(), new Set<Key>()]
  const judge = async (key: Key) => {
    const place = placeOf(access, key)
    const { atOnce, earlier, later } = await callOn(access, place, markedOfScript, [others.has(key)], signal)
    if (atOnce) return void caused.add(key)
    const answers = madeOnce(known, place.session, () => new Map())
    const all = await Promise.all(
      later.map(async ([number, isOfBrowser]) => {
        const answer = await madeOnce(answers, number, () => isCaused(place.session, number))
        return answer === false && (isOfBrowser || callChainsOf(place.session).isFed) ? undefined : answer
      }),
    )
    if (all.includes(true)) caused.add(key)
    else if ((earlier || all.length > 0) && !all.includes(undefined)) foreign.add(key)
  }
  await Promise.allSettled(keys.map(judge))
  return { caused, foreign }
}

async function pathOf(session: Session, signal: AbortSignal): Promise<readonly Place[]> {
  const world = worlds.get(session)
  return world === undefined ? [] : await askIn(world.access, session, world.context, pathScript, signal)
}

/** Of all that the act has been to, and is still there. */
async function listenersTo(
  access: TabAccess,
  session: Session,
  path: readonly Place[],
  signal: AbortSignal,
): Promise<readonly Listener[]> {
  const objectGroup = 'ix-path'
  const nodes = path.map(({ backendNodeId }) =>
    access.send(session, 'DOM.resolveNode', { backendNodeId, objectGroup }, signal),
  )
  // In the page's own world: the browser lists its listeners only there.
  const page = access.send(session, 'Runtime.evaluate', { expression: 'window', objectGroup }, signal)
  const objects = [...nodes.map(async (node) => (await node).object), page.then(({ result }) => result)]
  const heard = objects.map(async (object) => {
    const { objectId = '' } = await object
    return (await access.send(session, 'DOMDebugger.getEventListeners', { objectId }, signal)).listeners
  })
  const all = await Promise.allSettled(heard)
  session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
  return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** It hears what others send: a worker, a picture, another window or frame. The act may have asked them. */
function isAnswer({ functionName }: Call, listeners: readonly Listener[]): boolean {
  // V8 calls what is assigned to `worker.onmessage` so: of what is neither a node nor a window nobody lists the listeners.
  const handled = /(?:^|\.)on([a-z]+)$/.exec(functionName)?.[1]
  const types = handled === undefined ? listeners.map(({ type }) => type) : [handled]
  return (
    types.length > 0 && !types.some((type) => acting.test(type) || passing.test(type) || /^(?:focus|blur)/.test(type))
  )
}

/** The browser says where a function begins, and its text; of one in an attribute that is more than stands there. */
function isWithin(call: Call, { scriptId, lineNumber, columnNumber, handler }: Listener): boolean {
  const text = handler?.description ?? ''
  const lines = text.split('\n')
  const line = call.lineNumber - lineNumber
  if (call.scriptId !== scriptId || line < 0 || line >= lines.length) return false
  if (line > 0) return line < lines.length - 1 || call.columnNumber <= lines[line]!.length
  return call.columnNumber >= columnNumber && call.columnNumber <= columnNumber + text.length
}
