/** Keys are sent to a process, which passes them to whatever has its focus, so the element has to have it first. */
import { until } from '../../acting/polling.ts'
import { unsupported } from '../../acting/problems.ts'
import { Flag } from '../../element/flags.ts'
import { type AppAccess, isTrue, windowOf } from '../read/access.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isTableRole } from '../wire/roles.ts'
import { canSet } from './attempt.ts'
import { bringToFront } from './front.ts'
import { selectAlone } from './select.ts'

/** Milliseconds for the application to move the focus. */
const moveMs = 300
const lookMs = 20
/** Roles without a focus of their own: the keys are meant for whatever has it. */
const wholes: ReadonlySet<string> = new Set(['AXApplication', 'AXMenuBar'])
/** Parts of a window that take keys like a whole window. */
const parts: ReadonlySet<string> = new Set(['AXSheet', 'AXDialog', 'AXDrawer'])

/**
 * Gives it the focus and reads that back; true if the application had to come to the front for that. Throws
 * unsupported_here if it does not get the focus: keys would reach something else.
 */
export async function takeFocus(app: AppAccess, ref: Ref): Promise<boolean> {
  const role = app.mirror.roleOf(ref) ?? ''
  if (wholes.has(role) || (await hasFocus(app, ref))) return false
  const window = windowOf(app, ref)
  const isTaken = async () => {
    // Within an application the keys go to one window.
    if (window !== undefined) await canSet(app, window, 'AXMain', true)
    const isWindow = window === ref || parts.has(role)
    if (!(await canSet(app, ref, 'AXFocused', true)) && !isWindow) await selectRow(app, ref)
    return await until(() => hasFocus(app, ref), { ms: moveMs, everyMs: lookMs, signal: app.signal })
  }
  if (await isTaken()) return false
  const isBrought = await bringToFront(app, window)
  if (await isTaken()) return isBrought
  throw unsupported(
    'It does not take the keyboard focus. No keys were sent.',
    'Send them to the element that takes them, or to its window, which gives them to what has the focus.',
  )
}

/** Sets its own attribute, then asks the application: some accept the attribute and do not move the focus. */
export async function getsFocus(app: AppAccess, ref: Ref): Promise<boolean> {
  if (!(await canSet(app, ref, 'AXFocused', true))) return false
  return (await until(() => hasFocus(app, ref), { ms: moveMs, everyMs: lookMs, signal: app.signal })) === true
}

/** A focused table acts on its selected row. */
async function selectRow(app: AppAccess, ref: Ref): Promise<void> {
  const table = [...app.mirror.ancestors(ref)].find((one) => isTableRole(app.mirror.roleOf(one) ?? ''))
  if (table === undefined || ((app.mirror.row(ref)?.flags ?? 0) & Flag.selectable) === 0) return
  await selectAlone(app, ref)
  await canSet(app, table, 'AXFocused', true)
}

async function hasFocus(app: AppAccess, ref: Ref): Promise<boolean> {
  const { ref: focused, window, chain } = await app.call('focused', { pid: app.pid })
  if (window === ref || focused === ref || chain.includes(ref)) return true
  const isTable = focused !== undefined && isTableRole(app.mirror.roleOf(focused) ?? '')
  const [name, isEnough] =
    focused === undefined
      ? ['AXFocused', true]
      : ['AXSelected', isTable && [...app.mirror.ancestors(ref)].includes(focused)]
  if (!isEnough) return false
  return await isTrue(app, ref, name)
}
