/** Is the element there, and can it be acted upon? Read anew, in one request and a hit test, just before the action. */
import type { Frame } from '../../../api-schema/element.ts'
import { Flag } from '../flags.ts'
import type { Act, Check } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { Fault, isGone, isSilence } from './faults.ts'
import type { Ref } from './raw-element.ts'
import { isWindowRole } from './roles.ts'
import { truthOf } from './values.ts'

/** They go to a place and not to an element: what lies above it would take them. */
const pointing: ReadonlySet<Act['action']> = new Set(['double_click', 'right_click', 'hover', 'drag', 'scroll'])
/** They do not care what can be seen. */
const anywhere: ReadonlySet<Act['action']> = new Set(['menu', 'key', 'raise', 'close', 'minimize', 'move', 'resize'])
const writing: ReadonlySet<Act['action']> = new Set(['set_value', 'type'])

export async function check(app: AppAccess, ref: Ref, act: Act, signal: AbortSignal): Promise<Check> {
  const raw = await app.reread(ref, signal).catch((error) => {
    if (isGone(error)) return undefined
    throw error
  })
  if (raw === undefined) return { reason: 'gone' }
  const row = app.mirror.rowFor(raw)
  if (anywhere.has(act.action) || row.role === 'AXApplication') return { row }
  const hider = isHidden(app, ref, row.flags)
  if (hider) return { reason: 'hidden', row }
  if (row.flags & Flag.disabled && act.action !== 'hover' && act.action !== 'focus') return { reason: 'disabled', row }
  if (writing.has(act.action) && row.flags & Flag.readonly) return { reason: 'readonly', row }
  const { frame } = row
  if (frame !== undefined && frame.width * frame.height === 0 && !isWindowRole(row.role))
    return { reason: 'hidden', row }
  const cover = frame === undefined ? undefined : await coverOf(app, ref, frame, act, signal)
  if (cover === undefined) return { row }
  return { reason: 'covered', by: labelOf(app, cover), byKey: app.mirror.keyOf(cover), row }
}

/** By its own word, or as a part of what is hidden. */
function isHidden(app: AppAccess, ref: Ref, flags: number): boolean {
  if (flags & Flag.hidden) return true
  for (const up of app.mirror.ancestors(ref)) {
    if (app.mirror.roleOf(up) === 'AXApplication') return truthOf(app.mirror.raw(up)?.facts.AXHidden) === true
    if ((app.mirror.row(up)?.flags ?? 0) & Flag.hidden) return true
  }
  return false
}

/**
 * A sheet, dialog or menu that lies above takes every press. Within one window the hit test of many applications is too
 * rough to refuse an action of the element's own; for the pointer it is what counts.
 */
async function coverOf(
  app: AppAccess,
  ref: Ref,
  frame: Frame,
  { action }: Act,
  signal: AbortSignal,
): Promise<Ref | undefined> {
  const { mirror } = app
  const at = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const hit = await app.call('at', { pid: app.pid, ...at }, signal).catch((error) => {
    if (!(error instanceof Fault) || isSilence(error)) throw error
    return undefined
  })
  if (hit?.ref === undefined) return undefined
  const chain = [hit.ref, ...hit.chain]
  if (chain.includes(ref)) return undefined
  const own = [ref, ...mirror.ancestors(ref)]
  const layer = chain.find((one) => isLayer(mirror.roleOf(one)))
  const above = layer !== undefined && !own.includes(layer) && isAbove(app, layer) ? layer : undefined
  if (above !== undefined) return above
  const related = own.includes(hit.ref)
  if (related || !pointing.has(action)) return undefined
  return mirror.nearest(chain.filter((one) => !own.includes(one)))
}

function isLayer(role: string | undefined): boolean {
  return role !== undefined && (isWindowRole(role) || role === 'AXPopover' || role === 'AXMenu')
}

/** Another window in front is no obstacle to an action of the element's own, unless it is modal; a sheet or menu is. */
function isAbove(app: AppAccess, layer: Ref): boolean {
  const row = app.mirror.row(layer)
  return row !== undefined && (row.role !== 'AXWindow' || (row.flags & Flag.modal) !== 0)
}

function labelOf(app: AppAccess, ref: Ref): string {
  const row = app.mirror.row(ref)
  if (row === undefined) return 'something else'
  const name = row.title ?? row.description ?? row.placeholder ?? row.identifier
  const role = row.role.replace(/^AX/, '')
  return name === undefined ? role : `${role} “${name.slice(0, 80)}”`
}
