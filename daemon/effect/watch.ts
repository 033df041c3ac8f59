/** Learns what keeps changing after the action's effects have ended. */
import { pause } from '../platform/acting/polling.ts'
import { watchMs } from '../tree/warm/restless.ts'
import { unseen } from './goals.ts'
import type { Inquiry } from './inquiry.ts'

export const watch: Inquiry = {
  why: 'a text that changes by itself changes again',
  isFor: (_, doubt) => doubt === unseen,
  find: async (_, reading) => {
    const { warm, options } = reading
    const { signal, deadline } = options
    warm.restless.watch()
    // Timers may be early by a part of a millisecond.
    await pause(Math.min(watchMs + 1, Math.max(0, deadline - performance.now())), signal)
    const wish = { freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) } as const
    const { seen, problem } = await warm.freshen(wish)
    // What could not be read in time may have changed all the same.
    warm.restless.watched(problem === undefined)
    reading.seen = seen
    // What is known to be restless has grown.
    return {}
  },
}
