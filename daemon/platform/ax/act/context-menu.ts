/** Menus of elements: by their own action if a menu comes of it, otherwise by the pointer. */
import { native } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { spotOf } from '../../acting/spot.ts'
import type { Act, Performed } from '../../platform.ts'
import { asked, tried } from '../input/attempt.ts'
import { click } from '../input/pointer.ts'
import { press } from '../input/press.ts'
import { type AppAccess, windowOf } from '../read/access.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isLayerRole } from '../wire/roles.ts'

/** Milliseconds: if a menu has not come by then, it will not. */
const comeMs = 400
const lookMs = 40
/** Roles made to open a menu when pressed; a right click would go to what is under the pointer. */
const openers: ReadonlySet<string> = new Set(['AXMenuBarItem', 'AXPopUpButton', 'AXMenuButton'])

export async function rightClick(app: AppAccess, ref: Ref, act: Act): Promise<Performed> {
  const spot = spotOf(act)
  // Only the pointer can tell what is at one point of it.
  const shown = spot === undefined ? await ownMenu(app, ref) : undefined
  return shown ?? (await click(app, ref, { button: 'right', spot }))
}

export async function showMenu(app: AppAccess, ref: Ref, act: Act): Promise<Performed> {
  const role = app.mirror.roleOf(ref) ?? ''
  if (!openers.has(role)) return await rightClick(app, ref, act)
  // An open title reports that by being selected, and its menu existed before.
  const shown = role === 'AXMenuBarItem' ? await tried(app, ref, 'AXShowMenu') : await ownMenu(app, ref)
  return shown ?? (await press(app, ref))
}

/** Undefined if no menu came: many views have the action, report success, and have no menu. */
async function ownMenu(app: AppAccess, ref: Ref): Promise<Performed | undefined> {
  const before = await layersAround(app, ref)
  const answer = await asked(app, ref, 'AXShowMenu')
  if (answer === 'lacking') return undefined
  if (answer === 'silent') return native
  const came = async () => [...(await layersAround(app, ref))].some((one) => !before.has(one))
  return (await until(came, { ms: comeMs, everyMs: lookMs, signal: app.signal })) ? native : undefined
}

/** Menus belong to the element, its window or the application; some are popovers or windows of their own. */
async function layersAround(app: AppAccess, ref: Ref): Promise<Set<Ref>> {
  const { root } = app.mirror
  const layers = new Set<Ref>()
  for (const at of new Set([ref, app.mirror.parent(ref) ?? root, windowOf(app, ref) ?? root, root]))
    for (const { ref: one, facts } of (await app.readUnder(at, { depth: 1, menus: true })).values())
      if (one !== at && typeof facts.AXRole === 'string' && isLayerRole(facts.AXRole)) layers.add(one)
  return layers
}
