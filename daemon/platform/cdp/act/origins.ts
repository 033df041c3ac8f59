/** Whether what came after a press or key came of it: by the call of the page that it all goes back to. */
import { madeOnce } from '../../made-once.ts'
import type { Origins } from '../../page.ts'
import type { Key } from '../../row.ts'
import { eventKinds, type Means } from '../injected/witness/event-kinds.ts'
import { drawnByScript } from '../injected/witness/marked.ts'
import { announceActScript } from '../injected/witness/observed.ts'
import { forgetChangesScript } from '../injected/witness/witness.ts'
import { markedOfScript, pathScript, typesOfItsOwnScript } from '../injected/witness/witnessed.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { type Call, callChainsOf } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import { askIn, callOn, contextOf, evaluateIn, type Held, placeOf } from '../wire/world.ts'
import { callsOf, type Listener, letGo, listenersAt, listenersTo, nodeAt } from './listeners.ts'

const { acting, focusing, passing } = eventKinds()

export interface World {
  readonly access: TabAccess
  readonly session: Session
  readonly context: number
}

/** In which a session was last acted in. */
const worlds = new WeakMap<Session, World>()
/** What was last acted on, and with what. */
interface Target {
  readonly session: Session
  readonly means: Means
}

const targets = new WeakMap<TabAccess, Target>()
/** To that itself, before the act: some hear one alone, and are gone then. */
const hearing = new WeakMap<
  TabAccess,
  { readonly session: Session; readonly listeners: Promise<readonly Listener[]> }
>()

/**
 * Before an act with the pointer: `originsOf` then knows what came of it. The worlds of the target's document and, after it,
 * of those around that its own cannot reach.
 */
export async function followPointer(
  held: Held,
  means: Means,
  signal: AbortSignal,
): Promise<readonly [Held, ...World[]]> {
  const { access } = held
  const sessions = [held.session]
  for (let owner = access.owner(held.session); owner !== undefined; owner = access.owner(owner.session))
    sessions.push(owner.session)
  const roots = await Promise.all(
    sessions.map(async (session) => ({ access, session, context: await contextOf(access, session, signal) })),
  )
  followTarget(held, means)
  const around = roots.filter(({ context }) => context !== held.context)
  for (const world of around) if (world.session !== held.session) followCalls(world)
  return [held, ...around]
}

/** The same before keys are sent, which reach one document alone. Sent before what follows, and waits for nothing. */
export function followTarget({ access, session, context }: World, means: Means): void {
  targets.set(access, { session, means })
  followCalls({ access, session, context })
}

function followCalls({ access, session, context }: World): void {
  worlds.set(session, { access, session, context })
  const forget = () => evaluateIn(access, session, context, forgetChangesScript, AbortSignal.timeout(1000))
  callChainsOf(session).begin(() => {
    forget().catch(() => undefined)
    letGo(session)
  })
}

/** Before the scene is taken, so that what changes until the act begins is known. */
export async function announceAct(held: Held, place: Place, signal: AbortSignal): Promise<void> {
  const { access, session } = held
  letGo(session)
  const listeners = listenersTo(access, session, [nodeAt(access, place, signal)], signal)
  hearing.set(access, { session, listeners })
  await Promise.all([held.call(announceActScript, [], signal), listeners])
}

/** The act; a call that something else has left for another task, or for a promise; or one by the browser itself. */
type Cause = 'act' | 'left' | 'promised' | 'called'

/** Of what has changed since the last act, by the numbers of the witness; what it takes is asked once. */
class Causes {
  readonly #access: TabAccess
  readonly #signal: AbortSignal
  readonly #target: Target | undefined
  readonly #causes = new Map<Session, Map<number, Promise<Cause | undefined>>>()
  readonly #paths = new Map<Session, Promise<readonly Place[]>>()
  readonly #heard = new Map<Session, Promise<readonly Listener[]>>()
  readonly #ofItsOwn = new Map<Session, Promise<readonly Listener[]>>()

  constructor(access: TabAccess, signal: AbortSignal) {
    this.#access = access
    this.#signal = signal
    this.#target = targets.get(access)
  }

  /** Undefined where it is not known. */
  of(session: Session, number: number): Promise<Cause | undefined> {
    const causes = madeOnce(this.#causes, session, () => new Map())
    return madeOnce(causes, number, () => this.#find(session, number))
  }

  async #find(session: Session, number: number): Promise<Cause | undefined> {
    const origin = await callChainsOf(session).originOf(this.#access, number, this.#signal)
    if (origin === undefined) return undefined
    // In a document that cannot be reached nobody has heard the act, and any call may go back to it.
    if (this.#target === undefined || (await this.#pathIn(this.#target.session)).length === 0) return undefined
    const { call, hasLeft, isLoop, isPromised } = origin
    const all = await callsOf(call, await this.#heardIn(session))
    // One that has not left anything for later did not do this in the act, unless it has been waiting.
    const isLater = hasLeft || all.some(({ handler }) => /^Async/.test(handler?.className ?? ''))
    const isHover = this.#target.means === 'pointer'
    if (!isLater || !all.some(({ type }) => (isHover ? passing : acting).includes(type)))
      return isAnswer(call, all) ? undefined : !hasLeft || isLoop ? 'called' : isPromised ? 'promised' : 'left'
    // Some libraries hear everything by one function, and the pointer is there before it presses.
    if (!isHover && all.some(({ type }) => passing.includes(type))) return undefined
    return (await callsOf(call, await this.#elseIn(session))).length > 0 ? undefined : 'act'
  }

  #pathIn(session: Session) {
    return madeOnce(this.#paths, session, () => pathOf(session, 'act', this.#signal))
  }

  #heardIn(session: Session) {
    return madeOnce(this.#heard, session, async () => {
      const before = hearing.get(this.#access)
      const now = await listenersAt(this.#access, session, await this.#pathIn(session), this.#signal)
      return before?.session === session ? [...now, ...(await before.listeners)] : now
    })
  }

  #elseIn(session: Session) {
    return madeOnce(this.#ofItsOwn, session, () => listenersOfItsOwn(this.#access, session, this.#signal))
  }
}

/** Of what has changed since. */
export async function originsOf(
  access: TabAccess,
  keys: readonly Key[],
  others: ReadonlySet<Key>,
  signal: AbortSignal,
): Promise<Origins> {
  const causes = new Causes(access, signal)
  const [caused, foreign, still] = [new Set<Key>(), new Set<Key>(), new Set<Key>()]
  const judge = async (key: Key) => {
    const place = placeOf(access, key)
    const marked = await callOn(access, place, markedOfScript, [others.has(key)], signal)
    const { atOnce, earlier, isStill, isAnswered, later } = marked
    if (atOnce) return void caused.add(key)
    if (isStill) still.add(key)
    const { isFed, isServed } = callChainsOf(place.session)
    const isHere = place.session === targets.get(access)?.session
    const all = await Promise.all(
      later.map(async ([number, isOfBrowser, isSoon]) => {
        const cause = await causes.of(place.session, number)
        // A microtask of the act has no call behind it, either. But what had stirred before, stirs elsewhere,
        // or may be the answer to something else, is a clock's.
        const isLeft = cause === 'left' && isSoon && !earlier && !isServed && isHere
        const isOpen = isOfBrowser || isFed || isLeft || (isAnswered && (cause === 'left' || cause === 'promised'))
        return cause !== 'act' && isOpen ? undefined : cause
      }),
    )
    if (all.includes('act')) caused.add(key)
    else if ((earlier || all.length > 0) && !all.includes(undefined)) foreign.add(key)
  }
  await Promise.allSettled(keys.map(judge))
  return { caused, foreign, still }
}

/** Whether the last press on an element has drawn something otherwise, by its looks alone. */
export async function isDrawnByAct(access: TabAccess, key: Key, signal: AbortSignal): Promise<boolean> {
  const place = placeOf(access, key)
  const by = await callOn(access, place, drawnByScript, [], signal)
  if (by === 'act') return true
  const causes = new Causes(access, signal)
  return (await Promise.all(by.map((number) => causes.of(place.session, number)))).includes('act')
}

async function pathOf(
  session: Session,
  of: 'act' | 'browser' | 'focus',
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const world = worlds.get(session)
  return world === undefined ? [] : await askIn(world.access, session, world.context, pathScript, signal, [of])
}

/** To the events that the browser has sent by itself since the act, and to where the focus went with it. */
async function listenersOfItsOwn(access: TabAccess, session: Session, signal: AbortSignal) {
  const world = worlds.get(session)
  if (world === undefined) return []
  const [types, focus] = await Promise.all([
    evaluateIn(access, session, world.context, typesOfItsOwnScript, signal),
    pathOf(session, 'focus', signal),
  ])
  const own = types.length === 0 ? [] : listenersAt(access, session, await pathOf(session, 'browser', signal), signal)
  const ofFocus = focus.length === 0 ? [] : listenersAt(access, session, focus, signal)
  return [
    ...(await own).filter(({ type }) => types.includes(type)),
    ...(await ofFocus).filter(({ type }) => focusing.includes(type)),
  ]
}

/** It hears what others send: a worker, a picture, another window or frame. The act may have asked them. */
function isAnswer({ functionName }: Call, listeners: readonly Listener[]): boolean {
  // V8 calls what is assigned to `worker.onmessage` so: of what is neither a node nor a window nobody lists the listeners.
  const handled = /(?:^|\.)on([a-z]+)$/.exec(functionName)?.[1]
  const types = handled === undefined ? listeners.map(({ type }) => type) : [handled]
  const ofAct = [...acting, ...passing, ...focusing]
  return types.length > 0 && !types.some((type) => ofAct.includes(type))
}
