/** Learns what keeps changing after the action's effects have ended. */
import { pause } from '../platform/acting/polling.ts'
import { watchMs } from '../tree/warm/restless.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { unseen } from './goals.ts'
import type { Inquiry } from './inquiry.ts'
import type { Patience } from './settle.ts'

export const watch: Inquiry = {
  why: 'a text that changes by itself changes again',
  isFor: (_, doubt) => doubt === unseen,
  find: async (_, reading) => {
    reading.seen = await watchOn(reading.warm, reading.options)
    // The result is in `restless`, which knows more now.
    return {}
  },
}

/** Returns the changes seen so far. */
export async function watchOn(warm: Warm, { signal, deadline }: Patience): Promise<number> {
  warm.restless.watch()
  // Timers may be early by a fraction of a millisecond.
  await pause(Math.min(watchMs + 1, Math.max(0, deadline - performance.now())), signal)
  const wish = { freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) } as const
  const { seen, problem } = await warm.freshen(wish)
  // What could not be read in time may have changed nevertheless.
  warm.restless.watched(problem === undefined)
  return seen
}
