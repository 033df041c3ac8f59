/** From which call of the page a change came, and whether that call is of the act. */
import { getOrCreate } from '../../basics/get-or-create.ts'
import { eventKinds } from '../injected/witness/event-kinds.ts'
import { pathScript, typesOfItsOwnScript } from '../injected/witness/witnessed.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { type Call, callChainsOf } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import { askIn, evaluateIn } from '../wire/world.ts'
import { heardBefore, type Target, targetIn, worldOf } from './follow.ts'
import { callsOf, type Listener, listenersAt } from './listeners.ts'

const { acting, focusing, losing, passing } = eventKinds()

/** The act; a call that left this for a later task, or for a promise; or one that the browser made by itself. */
export type Cause = 'act' | 'left' | 'promised' | 'called'

/** Causes of the changes since the last act, by the numbers that the witness gave them. Listeners are asked for once. */
export class Causes {
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
    this.#target = targetIn(access)
  }

  /** Undefined if it cannot be known. */
  of(session: Session, number: number): Promise<Cause | undefined> {
    const causes = getOrCreate(this.#causes, session, () => new Map())
    return getOrCreate(causes, number, () => this.#find(session, number))
  }

  async #find(session: Session, number: number): Promise<Cause | undefined> {
    const origin = await callChainsOf(session).originOf(this.#access, number, this.#signal)
    if (origin === undefined) return undefined
    // Nobody heard the act in a document that cannot be reached, so any call may go back to it.
    if (this.#target === undefined || (await this.#pathIn(this.#target.session)).length === 0) return undefined
    const { call, hasLeft, isLoop, isPromised } = origin
    const all = await callsOf(call, await this.#heardIn(session))
    // A call of the act that left nothing for later would have been seen at once, unless it has been waiting.
    const isLater = hasLeft || all.some(({ handler }) => /^Async/.test(handler?.className ?? ''))
    const { means } = this.#target
    const isHover = means === 'pointer'
    const others = await callsOf(call, await this.#elseIn(session))
    const isOfOther = (type: string) => others.some((one) => one.type === type)
    const own = isHover ? passing : isOfOther('selectionchange') ? acting : [...acting, 'selectionchange']
    if (!isLater || !all.some(({ type }) => own.includes(type))) {
      if (means === 'press' && losing.some(isOfOther)) return 'called'
      return isAnswer(call, all) ? undefined : !hasLeft || isLoop ? 'called' : isPromised ? 'promised' : 'left'
    }
    const ofPointer = all.filter(({ type }) => passing.includes(type))
    // It hears that something else is left, and of nothing that is reached; what bubbles may be heard for both.
    if (isHover && ofPointer.every(({ type }) => /leave$/.test(type))) return 'called'
    // Some libraries hear everything with one function, and the pointer passes before it presses.
    if (!isHover && ofPointer.length > 0) return undefined
    return others.length > 0 ? undefined : 'act'
  }

  #pathIn(session: Session) {
    return getOrCreate(this.#paths, session, () => pathOf(session, 'act', this.#signal))
  }

  #heardIn(session: Session) {
    return getOrCreate(this.#heard, session, async () => {
      const before = heardBefore(this.#access)
      const now = await listenersAt(this.#access, session, await this.#pathIn(session), this.#signal)
      return before?.session === session ? [...now, ...(await before.listeners)] : now
    })
  }

  #elseIn(session: Session) {
    return getOrCreate(this.#ofItsOwn, session, () => listenersOfItsOwn(this.#access, session, this.#signal))
  }
}

async function pathOf(
  session: Session,
  of: 'act' | 'browser' | 'focus',
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const world = worldOf(session)
  return world === undefined ? [] : await askIn(world.access, session, world.context, pathScript, signal, [of])
}

/** To the events that the browser has sent by itself since the act, and to where the focus went with it. */
async function listenersOfItsOwn(access: TabAccess, session: Session, signal: AbortSignal) {
  const world = worldOf(session)
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
