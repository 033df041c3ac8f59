/** What is at a point, according to the toolkit. */
import { Flag } from '../../element/flags.ts'
import type { Key, Row } from '../../element/row.ts'
import { countedFrom } from '../read/room.ts'
import { type AppAccess, ask } from '../wire/access.ts'
import { refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { contains, deepest, extentsOf } from './extents.ts'
import type { Point } from './placement.ts'

/**
 * The innermost element at a point, within an element that is there: one call per level in most toolkits. `pointIn`:
 * the point in the units an element is measured in. `inside`: the child of an element at such a point.
 */
export async function innermost(
  start: Ref,
  pointIn: (ref: Ref) => Promise<Point | undefined>,
  inside: (ref: Ref, point: Point) => Promise<Ref | undefined>,
): Promise<Ref> {
  let hit = start
  for (let level = 0; level < deepest; level++) {
    const point = await pointIn(hit)
    const inner = point && (await inside(hit, point))
    if (inner === undefined || areSame(inner, hit)) return hit
    hit = inner
  }
  return hit
}

export function areSame(a: Ref, b: Ref): boolean {
  return a.bus === b.bus && a.path === b.path
}

/** `isRead`: accept only elements that were read. */
export async function childAt(
  access: AppAccess,
  ref: Ref,
  point: Point,
  isRead: boolean,
  signal: AbortSignal,
): Promise<Ref | undefined> {
  const args = [point.x, point.y, countedFrom(access.toolkit)]
  const [found] = await ask({ access, ref, signal }, 'Component', 'GetAccessibleAtPoint', 'iiu', args)
  const child = refOf(found, ref.bus)
  const key = child && access.key(child)
  const over = key === undefined ? undefined : await childOver(access, access.key(ref), key, point, signal)
  if (over !== undefined) return access.ref(over)
  return isRead && key === undefined ? undefined : child
}

/** A sibling that covers the child, in toolkits that name the first child at the point. */
async function childOver(
  access: AppAccess,
  parent: Key | undefined,
  child: Key,
  point: Point,
  signal: AbortSignal,
): Promise<Key | undefined> {
  const row = parent === undefined ? undefined : access.row(parent)
  if (row === undefined || !access.toolkit.namesFirstAtPoint?.has(access.facts(row.key)?.role ?? 0)) return undefined
  const later = row.children.slice(row.children.indexOf(child) + 1)
  for (const over of await stackedAt(access, later, point, signal))
    if (await isSolid(access, over, point, signal)) return over
  return undefined
}

/** Does it stop presses? A popover does; any other box may let them through where it has no contents. */
async function isSolid(access: AppAccess, key: Key, point: Point, signal: AbortSignal): Promise<boolean> {
  const row = access.row(key)
  if (row === undefined) return false
  if (row.opener !== undefined || !isBox(row)) return true
  const inside = await stackedAt(access, row.children, point, signal)
  return (await Promise.all(inside.map((inner) => isSolid(access, inner, point, signal)))).includes(true)
}

function isBox({ role, title, flags }: Row): boolean {
  return role === 'AXGroup' && title === undefined && (flags & (Flag.clickable | Flag.focusable)) === 0
}

/** For toolkits that cannot look up points: by the boxes of the children. */
export async function childAround(
  access: AppAccess,
  ref: Ref,
  point: Point,
  signal: AbortSignal,
): Promise<Ref | undefined> {
  const key = access.key(ref)
  const row = key === undefined ? undefined : access.row(key)
  const [child] = row === undefined ? [] : await stackedAt(access, row.children, point, signal)
  return child === undefined ? undefined : access.ref(child)
}

/** The children that contain the point, last first: it is on top. */
async function stackedAt(
  access: AppAccess,
  children: readonly Key[],
  { x, y }: Point,
  signal: AbortSignal,
): Promise<Key[]> {
  const shown = children.filter((child) => ((access.row(child)?.flags ?? 0) & Flag.hidden) === 0)
  const boxes = await Promise.all(shown.map((child) => extentsOf(access, child, signal)))
  return shown.filter((_, at) => contains(boxes[at], x, y)).reverse()
}

/** Does the element itself deny that it contains the point? */
export async function isDenied(access: AppAccess, ref: Ref, { x, y }: Point, signal: AbortSignal): Promise<boolean> {
  const args = [x, y, countedFrom(access.toolkit)]
  const [found] = await ask({ access, ref, signal }, 'Component', 'Contains', 'iiu', args)
  return found === false
}
