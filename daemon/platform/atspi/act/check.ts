/** Verifies, just before an action, that the element exists and can take it: one element, its calls in parallel. */
import { needs } from '../../acting/requests.ts'
import { Flag } from '../../element/flags.ts'
import type { Key } from '../../element/row.ts'
import type { Act, Check } from '../../platform.ts'
import type { DesktopWindows } from '../desktop/windows.ts'
import { extentsOf, mainWindow, windowOf } from '../geometry/extents.ts'
import { blocks, type Geometry, type Stacked } from '../geometry/frames.ts'
import { Role } from '../read/roles.ts'
import { hasState, State } from '../read/states.ts'
import type { AppAccess } from '../wire/access.ts'
import { slideIntoView } from './reach/area.ts'
import { listOf, viewOf } from './reach/reach.ts'
import { windowActions } from './window-acts.ts'

type Action = Act['action']

export async function check(
  access: AppAccess,
  tools: { readonly geometry: Geometry; readonly windows: DesktopWindows },
  key: Key,
  { action }: Act,
  signal: AbortSignal,
): Promise<Check> {
  const [row, blocker] = await Promise.all([access.reread(key, signal), blockerOf(access, tools, key, action, signal)])
  if (row === undefined) return { reason: 'gone' }
  if (windowActions.has(action) || (key === access.root && blocker === undefined)) return { row }
  if ((row.flags & Flag.hidden) !== 0 && needs(action, 'visible') && !(await isScrolledAway(access, key, signal)))
    return { reason: 'hidden', row }
  if ((row.flags & Flag.disabled) !== 0 && needs(action, 'enabled') && !isContainer(access, key))
    return { reason: 'disabled', row }
  if ((row.flags & Flag.readonly) !== 0 && needs(action, 'editable')) return { reason: 'readonly', row }
  if (blocker !== undefined) return { reason: 'covered', ...blocker, row }
  const isStirred = action !== 'scroll' && (await slideIntoView({ access, signal }, key))
  return { row, ...(isStirred && { isStirred }) }
}

/**
 * Rows outside a view's visible part are reported as hidden: those of Qt and GTK 4 are scrolled to, those of GTK 3 can
 * be chosen as they are.
 */
async function isScrolledAway(access: AppAccess, key: Key, signal: AbortSignal): Promise<boolean> {
  const isRow = access.toolkit.hidesRowsOutside && access.facts(key)?.role === Role.listItem
  const list = listOf({ access, key })
  const view = isRow ? access.parent(key) : (viewOf({ access, key }) ?? list)
  if (view === undefined || ((access.row(view)?.flags ?? 0) & Flag.hidden) !== 0) return false
  if (isRow) return hasState(access.facts(key)!, State.visible)
  const box = await extentsOf(access, list ?? key, signal)
  return box !== undefined && box.width > 0 && box.height > 0
}

/** Windows and groups do not always have the enabled state. */
function isContainer(access: AppAccess, key: Key): boolean {
  const role = access.facts(key)?.role
  return role === Role.frame || role === Role.window || role === Role.panel || role === Role.filler
}

/**
 * A modal dialog of the application above the element's window. Windows of other applications do not matter: actions
 * reach what they cover, and for the pointer the window is brought to the front first.
 */
async function blockerOf(
  access: AppAccess,
  { geometry, windows }: { readonly geometry: Geometry; readonly windows: DesktopWindows },
  key: Key,
  action: Action,
  signal: AbortSignal,
): Promise<{ readonly by: string; readonly byKey: Key } | undefined> {
  if (action === 'scroll' || action === 'hover' || windowActions.has(action)) return undefined
  const own = windowOf(access, key) ?? (action === 'menu' ? mainWindow(access) : undefined)
  const others = access.windows.filter((window) => window !== own && isShown(access, window))
  if (own === undefined || others.length === 0) return undefined
  const cover =
    windows.missing === undefined
      ? await aboveOf(access, await geometry.stackOf(access, [own, ...others], signal), own, others)
      : others.findLast((window) => isModal(access, window))
  if (cover === undefined) return undefined
  return { by: `dialog ${JSON.stringify(access.row(cover)?.title ?? '')}`, byKey: cover }
}

function isShown(access: AppAccess, window: Key): boolean {
  return ((access.row(window)?.flags ?? 0) & Flag.hidden) === 0
}

function isModal(access: AppAccess, window: Key): boolean {
  return ((access.row(window)?.flags ?? 0) & Flag.modal) !== 0
}

/** Of two blocking dialogs the topmost must be answered first. Menus are above everything. */
function aboveOf(
  access: AppAccess,
  stack: ReadonlyMap<Key, Stacked>,
  own: Key,
  others: readonly Key[],
): Key | undefined {
  const at = stack.get(own)
  if (at === undefined) return undefined
  return others.find((window) => {
    const over = stack.get(window)
    if (isModal(access, window)) return (over?.place ?? Number.POSITIVE_INFINITY) < at.place
    return over !== undefined && blocks(over, at, stack)
  })
}
