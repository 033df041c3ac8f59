/** Pressing: by the element's own action if it has one, otherwise as a hand would. */
import { native } from '../../acting/performed.ts'
import { Flag } from '../../flags.ts'
import type { Performed } from '../../platform.ts'
import type { AppAccess } from '../read/access.ts'
import { pressOf } from '../read/actions.ts'
import type { Ref } from '../wire/raw-element.ts'
import { canSet, tried } from './attempt.ts'
import { click } from './pointer.ts'

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
