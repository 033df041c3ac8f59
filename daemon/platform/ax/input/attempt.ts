/** The steps of actions. An action's result is not trusted: it may work and report an error, or the reverse. */
import { Problem } from '../../../problem.ts'
import { native } from '../../acting/performed.ts'
import type { Performed } from '../../platform.ts'
import type { AppAccess } from '../read/access.ts'
import { AXError } from '../wire/ax-error.ts'
import { Fault, isGone, isLack, isSilence } from '../wire/faults.ts'
import type { SettableValue } from '../wire/messages.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'

export async function freshRaw(app: AppAccess, ref: Ref): Promise<RawElement> {
  const raw = await app.reread(ref)
  if (raw === undefined) throw new Problem('element_gone')
  return raw
}

/** Performs the action; undefined if the element does not have it. */
export async function tried(app: AppAccess, ref: Ref, action: string): Promise<Performed | undefined> {
  return (await asked(app, ref, action)) === 'lacking' ? undefined : native
}

/** `silent`: the menu or dialog that it opened keeps the application from answering. Its effect is read back. */
export async function asked(app: AppAccess, ref: Ref, action: string): Promise<'done' | 'silent' | 'lacking'> {
  try {
    await app.call('perform', { ref, action })
    return 'done'
  } catch (error) {
    if (isSilence(error)) {
      app.markAll(`${action} did not return`)
      return 'silent'
    }
    if (!(error instanceof Fault) || !(isLack(error) || error.code === AXError.failure)) throw error
    if (error.code === AXError.actionUnsupported && !(await lists(app, ref, action))) return 'lacking'
    // Finder opens a folder and reports failure; others perform an action they list and deny it.
    app.markAll(error.message)
    return 'done'
  }
}

async function lists(app: AppAccess, ref: Ref, action: string): Promise<boolean> {
  const { actions } = await app.call('actions', { ref }).catch((error) => {
    if (!isGone(error)) throw error
    // The element existed when the action was requested.
    return { actions: [action] }
  })
  return actions.includes(action)
}

/** Sets an attribute; false if it cannot be set. */
export async function canSet(app: AppAccess, ref: Ref, attribute: string, value: SettableValue): Promise<boolean> {
  try {
    await app.call('set', { ref, attribute, value })
    return true
  } catch (error) {
    if (isGone(error) || isSilence(error) || !(error instanceof Fault)) throw error
    if (error.error.kind === 'ax' && error.code !== AXError.apiDisabled) return false
    throw error
  }
}
