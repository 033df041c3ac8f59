/** Brings an element to where it is seen. */
import type { Place, TabAccess } from './access.ts'
import { scrollIntoViewScript } from './page-scripts.ts'
import type { Held } from './world.ts'

/** Scrolls from the outside in: a frame of another process is first brought into view itself. */
export async function reveal(access: TabAccess, place: Place, held: Held, signal: AbortSignal): Promise<void> {
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
