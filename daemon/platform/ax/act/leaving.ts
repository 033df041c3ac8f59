/**
 * Moves the focus along with the actions: to a field before it is filled, and away from it before anything else is
 * done. Many programs take over a field's content only then. On a Mac most buttons take no focus, not even when a
 * person clicks them.
 */
import { withField } from '../../acting/performed.ts'
import type { Performed } from '../../platform.ts'
import { canSet } from '../input/attempt.ts'
import type { AppAccess } from '../read/access.ts'
import type { Mirror } from '../read/mirror.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { truthOf } from '../wire/values.ts'

/** The field of each application that was filled last, until the focus has left it. */
const filled = new WeakMap<Mirror, Ref>()

/** `raw`: the field, just read. */
export async function enter(app: AppAccess, { ref, facts }: RawElement): Promise<void> {
  filled.set(app.mirror, ref)
  if (truthOf(facts.AXFocused) !== true) await canSet(app, ref, 'AXFocused', true)
}

/** Gives the element the focus if a field that was filled has it. */
export async function takeOver(app: AppAccess, ref: Ref): Promise<void> {
  if ((await otherField(app, ref)) !== undefined) await canSet(app, ref, 'AXFocused', true)
}

/** Adds a note if the field has kept the focus all the same. */
export async function withKept(app: AppAccess, ref: Ref, done: Performed): Promise<Performed> {
  const field = done.noop === true ? undefined : await otherField(app, ref)
  return field === undefined ? done : withField(done, app.mirror.row(field)?.title)
}

async function otherField(app: AppAccess, ref: Ref): Promise<Ref | undefined> {
  const field = filled.get(app.mirror)
  if (field === undefined || field === ref) return undefined
  const { ref: focused } = await app.call('focused', { pid: app.pid })
  if (focused === field) return field
  filled.delete(app.mirror)
  return undefined
}
