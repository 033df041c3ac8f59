/** Does the element exist, and can it take the action? Rereads it (a request and a hit test) just before the action. */
import type { Frame } from '../../../../api-schema/element.ts'
import { needs } from '../../acting/requests.ts'
import { Flag } from '../../element/flags.ts'
import { spokenName } from '../../element/role-words.ts'
import type { Act, Check } from '../../platform.ts'
import type { AppAccess } from '../read/access.ts'
import { Fault, isGone, isSilence } from '../wire/faults.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isLayerRole, isWindowRole } from '../wire/roles.ts'
import { truthOf } from '../wire/values.ts'

/** These aim at a point, not an element: anything above it would take them. */
const pointing: ReadonlySet<Act['action']> = new Set(['double_click', 'right_click', 'hover', 'drag', 'scroll'])

export async function check(app: AppAccess, ref: Ref, act: Act): Promise<Check> {
  const raw = await app.reread(ref).catch((error) => {
    if (isGone(error)) return undefined
    throw error
  })
  if (raw === undefined) return { reason: 'gone' }
  const row = app.mirror.rowFor(raw)
  // Keys go to whatever has the focus.
  if (!needs(act.action, 'visible') || act.action === 'key' || row.role === 'AXApplication') return { row }
  const hider = isHidden(app, ref, row.flags)
  if (hider) return { reason: 'hidden', row }
  if (row.flags & Flag.disabled && needs(act.action, 'enabled')) return { reason: 'disabled', row }
  if (row.flags & Flag.readonly && needs(act.action, 'editable')) return { reason: 'readonly', row }
  const { frame } = row
  if (frame !== undefined && frame.width * frame.height === 0 && !isWindowRole(row.role))
    return { reason: 'hidden', row }
  const cover = frame === undefined ? undefined : await coverOf(app, ref, frame, act)
  if (cover === undefined) return { row }
  return { reason: 'covered', by: labelOf(app, cover), byKey: app.mirror.keyOf(cover), row }
}

/** Hidden itself, or part of something hidden. */
function isHidden(app: AppAccess, ref: Ref, flags: number): boolean {
  if (flags & Flag.hidden) return true
  for (const up of app.mirror.ancestors(ref)) {
    if (app.mirror.roleOf(up) === 'AXApplication') return truthOf(app.mirror.raw(up)?.facts.AXHidden) === true
    if ((app.mirror.row(up)?.flags ?? 0) & Flag.hidden) return true
  }
  return false
}

/**
 * A sheet, dialog or menu on top takes every press. Within one window many applications' hit tests are too coarse to
 * justify refusing an element's own action; for the pointer the hit test decides.
 */
async function coverOf(app: AppAccess, ref: Ref, frame: Frame, { action }: Act): Promise<Ref | undefined> {
  const { mirror } = app
  const at = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const hit = await app.call('at', { pid: app.pid, ...at }).catch((error) => {
    if (!(error instanceof Fault) || isSilence(error)) throw error
    return undefined
  })
  if (hit?.ref === undefined) return undefined
  const chain = [hit.ref, ...hit.chain]
  if (chain.includes(ref)) return undefined
  const own = [ref, ...mirror.ancestors(ref)]
  const layer = chain.find((one) => isLayerRole(mirror.roleOf(one) ?? ''))
  const above = layer !== undefined && !own.includes(layer) && isAbove(app, layer) ? layer : undefined
  if (above !== undefined) return above
  const related = own.includes(hit.ref)
  if (related || !pointing.has(action)) return undefined
  return mirror.nearest(chain.filter((one) => !own.includes(one)))
}

/** Another window in front does not block an element's own action unless it is modal; a sheet or menu does. */
function isAbove(app: AppAccess, layer: Ref): boolean {
  const row = app.mirror.row(layer)
  return row !== undefined && (row.role !== 'AXWindow' || (row.flags & Flag.modal) !== 0)
}

function labelOf(app: AppAccess, ref: Ref): string {
  const row = app.mirror.row(ref)
  return row === undefined ? 'something else' : spokenName(row)
}
