/** What is laid before an act, so that the causes of what changes in the page are known afterwards. */
import type { Means } from '../injected/witness/event-kinds.ts'
import { announceActScript } from '../injected/witness/observed.ts'
import { forgetChangesScript } from '../injected/witness/witness.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { callChainsOf } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, evaluateIn, type Held } from '../wire/world.ts'
import { watchForChooser } from './choosers.ts'
import { type Listener, listenersTo, nodeAt, releaseObjects } from './listeners.ts'

export interface World {
  readonly access: TabAccess
  readonly session: Session
  readonly context: number
}

/** The worlds in which something was last acted on. */
const worlds = new WeakMap<Session, World>()
export const worldOf = (session: Session): World | undefined => worlds.get(session)

/** What was last acted on: the session of its document, and by what means. */
export interface Target {
  readonly session: Session
  readonly means: Means
}

const targets = new WeakMap<TabAccess, Target>()
export const targetIn = (access: TabAccess): Target | undefined => targets.get(access)

/** The target's own listeners before the act: some hear one event alone and are gone after it. */
interface Hearing {
  readonly session: Session
  readonly listeners: Promise<readonly Listener[]>
}

const hearing = new WeakMap<TabAccess, Hearing>()
export const heardBefore = (access: TabAccess): Hearing | undefined => hearing.get(access)

/**
 * Call before an act with the pointer: `originsOf` then knows what came of it. Returns the world of the target's document and, after
 * it, those of the documents around it that it cannot reach itself.
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

/** Call before keys are sent, which reach a single document. Its commands go ahead of whatever is sent next, and nothing is waited for. */
export function followTarget({ access, session, context }: World, means: Means): void {
  targets.set(access, { session, means })
  if (means !== 'pointer') watchForChooser(access)
  followCalls({ access, session, context })
}

function followCalls({ access, session, context }: World): void {
  worlds.set(session, { access, session, context })
  const forget = () => evaluateIn(access, session, context, forgetChangesScript, AbortSignal.timeout(1000))
  callChainsOf(session).begin(() => {
    forget().catch(() => undefined)
    releaseObjects(session)
  })
}

/** Call before the scene is taken, so that what changes until the act begins is known. */
export async function announceAct(held: Held, place: Place, signal: AbortSignal): Promise<void> {
  const { access, session } = held
  releaseObjects(session)
  const listeners = listenersTo(access, session, [nodeAt(access, place, signal)], signal)
  hearing.set(access, { session, listeners })
  await Promise.all([held.call(announceActScript, [], signal), listeners])
}
