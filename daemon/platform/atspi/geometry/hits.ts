/** What is at a point, as the toolkit tells it. */
import { Flag } from '../../flags.ts'
import type { Row } from '../../row.ts'
import { countedFrom } from '../read/room.ts'
import { type AppAccess, ask } from '../wire/access.ts'
import { refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { contains, deepest, extentsOf } from './extents.ts'
import type { Point } from './placement.ts'

/**
 * The innermost element at a point of one that is there: one call per level in most toolkits. `pointIn`: in the units
 * that an element is measured in. `inside`: what of an element is at such a point.
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

/** `isRead`: only one that was read. */
export async function childAt(
  access: AppAccess,
  ref: Ref,
  { x, y }: Point,
  isRead: boolean,
  signal: AbortSignal,
): Promise<Ref | undefined> {
  const over = access.toolkit.popoversInWindow && access.windows.includes(access.key(ref) ?? access.root)
  const popover = over ? await childAround(access, ref, { x, y }, signal, isPopover) : undefined
  if (popover !== undefined) return popover
  const args = [x, y, countedFrom(access.toolkit)]
  const [found] = await ask({ access, ref, signal }, 'Component', 'GetAccessibleAtPoint', 'iiu', args)
  const child = refOf(found, ref.bus)
  return child !== undefined && isRead && access.key(child) === undefined ? undefined : child
}

function isPopover({ opener }: Row): boolean {
  return opener !== undefined
}

/** In toolkits that cannot look up points: by the boxes of what is in it. */
export async function childAround(
  access: AppAccess,
  ref: Ref,
  { x, y }: Point,
  signal: AbortSignal,
  fits: (row: Row) => boolean = () => true,
): Promise<Ref | undefined> {
  const key = access.key(ref)
  const row = key === undefined ? undefined : access.row(key)
  const children = row?.children.filter((child) => {
    const row = access.row(child)
    return row === undefined || ((row.flags & Flag.hidden) === 0 && fits(row))
  })
  const boxes = await Promise.all((children ?? []).map((child) => extentsOf(access, child, signal)))
  // Later children lie on top.
  const at = boxes.findLastIndex((box) => contains(box, x, y))
  const child = children?.[at]
  return child === undefined ? undefined : access.ref(child)
}

/** Whether the element itself denies that the point is in it. */
export async function isDenied(access: AppAccess, ref: Ref, { x, y }: Point, signal: AbortSignal): Promise<boolean> {
  const args = [x, y, countedFrom(access.toolkit)]
  const [found] = await ask({ access, ref, signal }, 'Component', 'Contains', 'iiu', args)
  return found === false
}
