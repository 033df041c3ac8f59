/** Verifies, just before an action, that the element exists and can take it. */
import { needs } from '../../acting/requests.ts'
import type { Key } from '../../element/row.ts'
import type { Act, Check } from '../../platform.ts'
import { focusScript } from '../injected/act/focus.ts'
import { moveTo } from '../input/pointer.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { type Held, withNode } from '../wire/world.ts'
import { type AimOptions, aim } from './aim.ts'
import { announceAct } from './follow.ts'

type Action = Act['action']

/** Pointer actions: nothing may cover the element. */
const pressing = new Set<Action>([
  'click',
  'double_click',
  'right_click',
  'hover',
  'drag',
  'toggle',
  'expand',
  'collapse',
  'show_menu',
])
/** Their purpose is what the pointer brings. */
const reachesAsEffect = new Set<Action>(['hover', 'drag'])

export function aimFor(action: Action, still: boolean): AimOptions {
  return {
    point: pressing.has(action),
    ifDisabled: !needs(action, 'enabled'),
    ifReadonly: !needs(action, 'editable'),
    // Pages hide file inputs behind something prettier.
    ifHidden: !needs(action, 'visible'),
    still,
  }
}

async function announce(access: TabAccess, place: Place, signal: AbortSignal): Promise<void> {
  // If the element is gone, the aim finds out.
  await withNode(access, place, signal, (held) => announceAct(held, place, signal)).catch(() => undefined)
}

export async function check(access: TabAccess, key: Key, act: Act, signal: AbortSignal): Promise<Check> {
  const place = access.place(key)
  if (place === undefined) return { reason: 'gone' }
  const [{ reason, by, byKey, isStirred, isShown, point }, row] = await Promise.all([
    aim(access, place, aimFor(act.action, true), signal),
    access.reread(key, signal),
    pressing.has(act.action) || act.action === 'key' ? announce(access, place, signal) : undefined,
  ])
  // What the page shows under any pointer, such as a tooltip, is there before the action and does not count as its
  // effect.
  if (point !== undefined && !reachesAsEffect.has(act.action)) await moveTo(access, place.session, point, signal)
  // So is what it shows when it gets the focus, which keys merely need.
  const ready = (held: Held) => held.call(focusScript, [false], signal)
  if (act.action === 'key' && reason === undefined) await withNode(access, place, signal, ready).catch(() => {})
  // Still in the document, so it was removed from the accessibility tree.
  if (row === undefined && needs(act.action, 'visible')) return { reason: reason ?? 'hidden' }
  return {
    ...(row !== undefined && { row }),
    ...(reason !== undefined && { reason }),
    ...(by !== undefined && { by }),
    ...(byKey !== undefined && { byKey }),
    ...(isStirred && { isStirred }),
    ...(isShown && { isShown }),
  }
}
