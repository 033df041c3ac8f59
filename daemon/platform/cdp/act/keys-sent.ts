/** Keys that reach their element, or nothing. */
import { keepsSecret, losesFocus, lostFocus } from '../../acting/problems.ts'
import { isNavigating } from '../../tab/pending-navigation.ts'
import { guardKeysScript, keysMissedScript } from '../injected/act/key-guard.ts'
import { word } from '../wire/call-chains.ts'
import { evaluateIn, type Held, isDialog, isGone } from '../wire/world.ts'
import { followTarget } from './follow.ts'

/** From now on no key reaches anything else before one has reached the element; false if none would reach it now. */
export async function guardKeys(
  held: Held,
  { wherever = false, isText = false }: { readonly wherever?: boolean; readonly isText?: boolean },
  signal: AbortSignal,
): Promise<boolean> {
  followTarget(held, 'keys')
  return await held.call(guardKeysScript, [wherever, isText, word], signal)
}

/**
 * Sends keys after `guardKeys`, and throws if they were held back. Returns why the browser refused to submit a form, if
 * the keys were to do that.
 */
export async function sendGuarded(
  held: Held,
  signal: AbortSignal,
  send: () => Promise<void>,
): Promise<string | undefined> {
  const { access, session, context } = held
  await send()
  // The guard ends by itself if a key has opened a dialog.
  if (access.dialog !== undefined) return undefined
  const { missed, refusal } = await evaluateIn(access, session, context, keysMissedScript, signal).catch((error) => {
    if (!isDialog(error) && !isNavigating(error) && !isGone(error) && !session.hasEnded) throw error
    return { missed: undefined, refusal: undefined }
  })
  if (missed === 'kept') throw keepsSecret()
  if (missed === 'all') throw losesFocus()
  if (missed === 'some') throw lostFocus()
  return refusal
}

/** The page may have passed the focus on since it was given. */
export async function guardOrThrow(held: Held, signal: AbortSignal): Promise<void> {
  if (!(await guardKeys(held, {}, signal))) throw losesFocus()
}
