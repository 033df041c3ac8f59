/** The steps that actions are made of. What an action answers is not believed: an error may come with the effect, and no error without it. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Performed } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { pressOf } from './actions.ts'
import { AXError } from './ax-error.ts'
import { Fault, isGone, isLack, isSilence } from './faults.ts'
import { click } from './pointer.ts'
import type { RawElement, Ref } from './raw-element.ts'

export const native: Performed = { route: 'native' }

export async function freshRaw(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<RawElement> {
  const raw = await app.reread(ref, signal)
  if (raw === undefined) throw new Problem('element_gone')
  return raw
}

/** The action, or undefined where the element has none of the name. */
export async function tried(
  app: AppAccess,
  ref: Ref,
  action: string,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  try {
    await app.call('perform', { ref, action }, signal)
    return native
  } catch (error) {
    // The menu or dialog that it opened keeps it from answering; what came of it is read back.
    if (isSilence(error)) {
      app.markAll(`${action} did not return`)
      return native
    }
    if (error instanceof Fault && error.code === AXError.actionUnsupported) return undefined
    // Finder opens a folder and answers that it cannot: what is read back tells.
    if (error instanceof Fault && (isLack(error) || error.code === AXError.failure)) {
      app.markAll(error.message)
      return { ...native }
    }
    throw error
  }
}

/** What a click means for it. Rows are selected, fields get the focus, and the pointer does the rest. */
export async function press(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<Performed> {
  const { actions } = await app.call('actions', { ref }, signal)
  const action = pressOf(actions)
  const pressed = action === undefined ? undefined : await tried(app, ref, action, signal)
  if (pressed !== undefined) return pressed
  const row = app.mirror.row(ref)
  const flags = row?.flags ?? 0
  if (flags & Flag.selectable && (await canSet(app, ref, 'AXSelected', true, signal))) return native
  if (flags & (Flag.editable | Flag.readonly) && (await canSet(app, ref, 'AXFocused', true, signal))) return native
  return await click(app, ref, {}, signal)
}

/** Sets an attribute; false where it cannot be set. */
export async function canSet(
  app: AppAccess,
  ref: Ref,
  attribute: string,
  value: string | number | boolean,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await app.call('set', { ref, attribute, value }, signal)
    return true
  } catch (error) {
    if (isGone(error) || isSilence(error) || !(error instanceof Fault)) throw error
    if (error.error.kind === 'ax' && error.code !== AXError.apiDisabled) return false
    throw error
  }
}
