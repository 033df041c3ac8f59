/** Verifies, just before an action, that the element is there and can take it: one element, its calls side by side. */
import { Flag } from '../flags.ts'
import type { Act, Check, Key } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { type Geometry, windowOf } from './geometry.ts'
import { Role } from './roles.ts'
import { windowActions } from './window-acts.ts'
import type { Windows } from './windows.ts'

type Action = Act['action']

const harmless = new Set<Action>(['hover', 'scroll', 'focus', 'key'])
const editing = new Set<Action>(['set_value', 'type'])

export async function check(
  access: AppAccess,
  tools: { readonly geometry: Geometry; readonly windows: Windows },
  key: Key,
  { action }: Act,
  signal: AbortSignal,
): Promise<Check> {
  const [row, blocker] = await Promise.all([access.reread(key, signal), blockerOf(access, tools, key, action, signal)])
  if (row === undefined) return { reason: 'gone' }
  if (windowActions.has(action) || key === access.root) return { row }
  if ((row.flags & Flag.hidden) !== 0 && action !== 'menu') return { reason: 'hidden', row }
  if ((row.flags & Flag.disabled) !== 0 && !harmless.has(action) && !isContainer(access, key))
    return { reason: 'disabled', row }
  if (editing.has(action) && (row.flags & Flag.readonly) !== 0) return { reason: 'readonly', row }
  return blocker === undefined ? { row } : { reason: 'covered', ...blocker, row }
}

/** Windows and groups are not always said to be enabled. */
function isContainer(access: AppAccess, key: Key): boolean {
  const role = access.facts(key)?.role
  return role === Role.frame || role === Role.window || role === Role.panel || role === Role.filler
}

/**
 * A modal dialog of the application over the window of the element. A window of another application is no hindrance:
 * actions reach what it covers, and for the pointer the window is brought to the front first.
 */
async function blockerOf(
  access: AppAccess,
  { geometry, windows }: { readonly geometry: Geometry; readonly windows: Windows },
  key: Key,
  action: Action,
  signal: AbortSignal,
): Promise<{ readonly by: string; readonly byKey: Key } | undefined> {
  if (action === 'scroll' || action === 'hover' || windowActions.has(action)) return undefined
  const own = windowOf(access, key)
  const modal = access.windows.filter((window) => window !== own && isOpenModal(access, window))
  if (own === undefined || modal.length === 0) return undefined
  const cover = windows.available ? await aboveOf(access, geometry, own, modal, signal) : modal.at(-1)
  if (cover === undefined) return undefined
  return { by: `dialog ${JSON.stringify(access.row(cover)?.title ?? '')}`, byKey: cover }
}

function isOpenModal(access: AppAccess, window: Key): boolean {
  const flags = access.row(window)?.flags ?? 0
  return (flags & Flag.modal) !== 0 && (flags & Flag.hidden) === 0
}

/** Of two dialogs that hold everything up, the one on top is the one to be answered. Menus lie above all. */
async function aboveOf(
  access: AppAccess,
  geometry: Geometry,
  own: Key,
  modal: readonly Key[],
  signal: AbortSignal,
): Promise<Key | undefined> {
  const stack = await geometry.stackOf(access, [own, ...modal], signal)
  const place = stack.get(own)
  if (place === undefined) return undefined
  return modal.find((window) => (stack.get(window) ?? Number.POSITIVE_INFINITY) < place)
}
