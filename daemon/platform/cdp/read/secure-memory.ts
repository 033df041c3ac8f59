/** Tells scripts in the page about fields that were secure earlier. */

import { rememberScript } from '../injected/secure-fields.ts'
import type { TabAccess } from '../wire/access.ts'
import { isGone, withNode } from '../wire/world.ts'

/** Call before a script that shows fields' text. Costs nothing if there are none, as almost everywhere. */
export async function rememberSecure(access: TabAccess, signal: AbortSignal): Promise<void> {
  const calls = access.formerlySecure().map((place) =>
    withNode(access, place, signal, (held) => held.call(rememberScript, [], signal)).catch((error) => {
      if (!isGone(error)) throw error
    }),
  )
  await Promise.all(calls)
}
