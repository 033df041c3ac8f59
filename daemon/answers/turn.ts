/** Who may act on a target, and when: one thing at a time, in order, and nothing on what another session has leased. */
import type { Call, World } from '../dispatch.ts'
import { inTurn } from '../effect/turns.ts'
import type { Target } from '../platform/platform.ts'
import type { Warm } from '../tree/warm/sync.ts'

/** Throws locked, or paused: of several steps, those before a pause are done. */
export function requireFree(target: Target, { session }: Call, { leases, sessions }: World): void {
  sessions.pauses.require(session)
  leases.require(target, session)
}

/** Waits for its turn, then works. Throws as requireFree does, also for what came in the meantime. */
export async function inOwnTurn<T>(warm: Warm, call: Call, world: World, work: () => Promise<T>): Promise<T> {
  requireFree(warm.target, call, world)
  return await inTurn(warm, call.signal, async () => {
    requireFree(warm.target, call, world)
    return await work()
  })
}
