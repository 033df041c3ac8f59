/** Pressing: by the element's own action if it has one, otherwise as a hand would. */
import { Problem } from '../../../problem.ts'
import { native, onlyChosen } from '../../acting/performed.ts'
import { unsupported } from '../../acting/problems.ts'
import { Flag } from '../../element/flags.ts'
import type { Performed } from '../../platform.ts'
import type { AppAccess } from '../read/access.ts'
import { pressOf } from '../read/actions.ts'
import { Fault } from '../wire/faults.ts'
import type { Ref } from '../wire/raw-element.ts'
import { canSet, tried } from './attempt.ts'
import { getsFocus } from './focus.ts'
import { click } from './pointer.ts'
import { selectAlone } from './select.ts'

/** Does what a click means for it. Fields get the focus, the pointer does the rest. */
export async function press(app: AppAccess, ref: Ref): Promise<Performed> {
  const { actions } = await app.call('actions', { ref })
  const flags = app.mirror.row(ref)?.flags ?? 0
  const isItem = (flags & Flag.selectable) !== 0
  const isField = (flags & (Flag.editable | Flag.readonly)) !== 0
  const action = pressOf(isItem || isField ? actions.filter((name) => !more.has(name)) : actions)
  const pressed = action === undefined ? undefined : await tried(app, ref, action)
  if (pressed !== undefined) return pressed
  if (isItem) return await pressItem(app, ref)
  if (isField && (await getsFocus(app, ref))) return native
  return await click(app, ref, {})
}

/** On fields, and items that can be selected, they do more than a click: a double click, and the Enter key. */
const more: ReadonlySet<string> = new Set(['AXOpen', 'AXConfirm'])

/**
 * Selecting an item does less than a click, which also moves the cursor and the keyboard there, deselects the others,
 * and may open it. So it is clicked with the pointer; an item that the pointer does not reach gets the keyboard and is
 * selected.
 */
async function pressItem(app: AppAccess, ref: Ref): Promise<Performed> {
  let unreached: unknown
  // A column's place is filled by cells of rows.
  if (app.mirror.roleOf(ref) !== 'AXColumn') {
    try {
      return await click(app, ref, {})
    } catch (error) {
      if (!isOutOfReach(error)) throw error
      unreached = error
    }
  }
  const view = app.mirror.parent(ref)
  if (view !== undefined) await canSet(app, view, 'AXFocused', true)
  if (await selectAlone(app, ref)) return onlyChosen
  throw unreached ?? unsupported('It can be neither clicked nor selected.')
}

/** Is it out of sight, or impossible to use the pointer on? */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof Fault) return error.error.kind === 'unsupported'
  if (!(error instanceof Problem)) return false
  return error.name === 'unsupported_here' || error.data.reason === 'outside' || error.data.reason === 'hidden'
}
