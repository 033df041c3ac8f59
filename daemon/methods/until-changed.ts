/** Waits for the next change in the places that a call looks at. */
import type { Place } from '../answers/where/scope.ts'
import type { Call } from '../dispatch.ts'
import { withTimeLimit } from '../time-limit.ts'

/** How often to look again for what a target does not report (see `settled`). */
const unsettledMs = 400

/** `again`: returns after a while even without a change. */
export async function untilChanged(
  places: readonly Place[],
  call: Pick<Call, 'signal'>,
  again: boolean,
): Promise<void> {
  const enough = new AbortController()
  const stop = AbortSignal.any([call.signal, enough.signal])
  const signal = again || !places.every(({ freshness }) => freshness.settled) ? withTimeLimit(stop, unsettledMs) : stop
  try {
    await Promise.race(places.map(({ warm, freshness }) => warm.nextChange(freshness.seen, signal)))
  } catch (error) {
    if (call.signal.aborted) throw error
  } finally {
    enough.abort()
  }
}
