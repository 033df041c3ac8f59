/** Serializes actions on a target, and keeps them off targets leased by another session. */
import type { Call, World } from '../../dispatch.ts'
import { inTurn } from '../../effect/turns.ts'
import type { Target } from '../../platform/platform.ts'
import type { Warm } from '../../tree/warm/sync.ts'

/** Throws locked or paused. Steps before a pause stay done. */
export function requireFree(target: Target, { session }: Call, { leases, sessions }: World): void {
  sessions.pauses.require(session)
  leases.require(target, session)
}

/** Waits for its turn, then works. Throws as requireFree does, also for a lease or pause that started meanwhile. */
export async function inOwnTurn<T>(warm: Warm, call: Call, world: World, work: () => Promise<T>): Promise<T> {
  requireFree(warm.target, call, world)
  return await inTurn(warm, call.signal, async () => {
    requireFree(warm.target, call, world)
    return await work()
  })
}
