/** Verifies, just before an action, that the element is there and can take it. */
import type { Act, Check, Key } from '../platform.ts'
import type { TabAccess } from './access.ts'
import { type AimOptions, aim } from './aim.ts'

type Action = Act['action']

/** Actions that a pointer does, so that nothing may lie above the element. */
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
const editing = new Set<Action>(['set_value', 'type', 'increment', 'decrement'])
const harmless = new Set<Action>(['hover', 'scroll', 'focus'])

export function aimFor(action: Action, still: boolean): AimOptions {
  return {
    point: pressing.has(action),
    ifDisabled: harmless.has(action),
    ifReadonly: !editing.has(action),
    // Pages hide fields for files behind something that looks better.
    ifHidden: action === 'upload',
    still,
  }
}

export async function check(access: TabAccess, key: Key, act: Act, signal: AbortSignal): Promise<Check> {
  const place = access.place(key)
  if (place === undefined) return { reason: 'gone' }
  const [{ reason, by, byKey }, row] = await Promise.all([
    aim(access, place, aimFor(act.action, true), signal),
    access.reread(key, signal),
  ])
  // It is in the document still, so it was taken out of the accessibility tree.
  if (row === undefined && act.action !== 'upload') return { reason: reason ?? 'hidden' }
  return {
    ...(row !== undefined && { row }),
    ...(reason !== undefined && { reason }),
    ...(by !== undefined && { by }),
    ...(byKey !== undefined && { byKey }),
  }
}
