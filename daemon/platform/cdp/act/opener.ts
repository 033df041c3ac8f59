/** Finds what opens the part of a page that a hidden element is in. */
import type { Key } from '../../element/row.ts'
import { openerScript } from '../injected/act/opener.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { placeOf, withNode } from '../wire/world.ts'

/** Undefined if the page does not say, or nobody can press it now. */
export async function openerOf(access: TabAccess, key: Key, signal: AbortSignal): Promise<Key | undefined> {
  const asked = withNode(access, placeOf(access, key), signal, (held) =>
    held.ask<Place | undefined>(openerScript, [], signal),
  )
  const found = await asked.catch(() => undefined)
  signal.throwIfAborted()
  return found === undefined ? undefined : access.key(found)
}
