/** Scrolls an element into view. */

import { scrollIntoViewScript } from '../injected/geometry/scroll.ts'
import type { Place } from '../wire/access.ts'
import type { Held } from '../wire/world.ts'

/** From the outside in: a frame in another process is first scrolled into view itself. */
export async function reveal(place: Place, held: Held, signal: AbortSignal): Promise<void> {
  const { access } = held
  const owners: Place[] = []
  for (let session = place.session; session !== access.session; ) {
    const owner = access.owner(session)
    if (owner === undefined) break
    owners.unshift(owner)
    session = owner.session
  }
  for (const { session, backendNodeId } of owners) {
    await access.send(session, 'DOM.scrollIntoViewIfNeeded', { backendNodeId }, signal)
  }
  await held.call(scrollIntoViewScript, [], signal)
}
