/** Which of the changes that came with an act go back to it, and which to something else. */

import type { Key } from '../../element/row.ts'
import type { Origins } from '../../tab/page.ts'
import { drawnByScript } from '../injected/witness/drawn-by.ts'
import { shownByPointerScript } from '../injected/witness/faint.ts'
import { type Marked, markedOfScript } from '../injected/witness/witnessed.ts'
import type { TabAccess } from '../wire/access.ts'
import { callChainsOf } from '../wire/call-chains.ts'
import type { Session } from '../wire/connection.ts'
import { callOn, placeOf } from '../wire/world.ts'
import { type Cause, Causes } from './causes.ts'
import { targetIn } from './follow.ts'

/** Where the elements with these keys come from. Of `others`, which came, went or turned, a change of style may be all there is. */
export async function originsOf(
  access: TabAccess,
  keys: readonly Key[],
  others: ReadonlySet<Key>,
  signal: AbortSignal,
): Promise<Origins> {
  const causes = new Causes(access, signal)
  const [caused, foreign, still] = [new Set<Key>(), new Set<Key>(), new Set<Key>()]
  const judge = async (key: Key) => {
    // What a page hides from the tree stays in its document.
    const place = access.formerPlace(key)
    if (place === undefined) return
    const marked = await callOn(access, place, markedOfScript, [others.has(key)], signal)
    const { atOnce, earlier, isStill, later } = marked
    if (atOnce) return void caused.add(key)
    if (isStill) still.add(key)
    const isHere = place.session === targetIn(access)?.session
    const all = await Promise.all(
      later.map(async (one) => {
        const cause = await causes.of(place.session, one[0])
        return cause !== 'act' && isUncertain(cause, one, marked, place.session, isHere) ? undefined : cause
      }),
    )
    if (all.includes('act')) caused.add(key)
    else if ((earlier || all.length > 0) && !all.includes(undefined)) foreign.add(key)
  }
  await Promise.allSettled(keys.map(judge))
  return { caused, foreign, still }
}

/** Whether the last press on an element has drawn something otherwise, by its looks alone; or the pointer has, where its coming was the act. */
export async function isDrawnByAct(access: TabAccess, key: Key, signal: AbortSignal): Promise<boolean> {
  const place = placeOf(access, key)
  const script = targetIn(access)?.means === 'pointer' ? shownByPointerScript : drawnByScript
  const by = await callOn(access, place, script, [], signal)
  if (by === 'act') return true
  const causes = new Causes(access, signal)
  return (await Promise.all(by.map((number) => causes.of(place.session, number)))).includes('act')
}

/**
 * Whether a change may go back to the act though its chain does not: there is none behind a microtask, an event of the browser's own,
 * or what a server sends. What comes of a microtask comes soon, in the target's document, where nothing stirred before and no other
 * answer came.
 */
function isUncertain(
  cause: Cause | undefined,
  [, isOfBrowser, isSoon]: Marked['later'][number],
  { earlier, isAnswered }: Marked,
  session: Session,
  isHere: boolean,
): boolean {
  const { isFed, isServed } = callChainsOf(session)
  if (isOfBrowser || isFed) return true
  if (isAnswered && (cause === 'left' || cause === 'promised')) return true
  return cause === 'left' && isSoon && !earlier && !isServed && isHere
}
