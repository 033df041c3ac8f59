/** What is at a point, as the toolkit tells it. */
import { Flag } from '../../flags.ts'
import type { Key } from '../../row.ts'
import { countedFrom } from '../read/room.ts'
import { type AppAccess, ask } from '../wire/access.ts'
import type { Ref } from '../wire/facts.ts'
import { contains, deepest, extentsOf } from './extents.ts'
import type { Point } from './placement.ts'

/**
 * The innermost element at a point of one that is there: one call per level in most toolkits. `guesses`: in those that
 * cannot look up points, by the boxes of what is in it. `pointIn`: in the units that an element is measured in.
 */
export async function innermost(
  access: AppAccess,
  start: Key,
  pointIn: (key: Key) => Promise<Point | undefined>,
  guesses: boolean,
  signal: AbortSignal,
): Promise<Key> {
  let hit = start
  for (let level = 0; level < deepest; level++) {
    const point = await pointIn(hit)
    if (point === undefined) return hit
    const told = await childAt(access, hit, point, signal)
    const inner = told ?? (guesses ? await childAround(access, hit, point, signal) : undefined)
    if (inner === undefined || inner === hit) return hit
    hit = inner
  }
  return hit
}

async function childAt(access: AppAccess, key: Key, { x, y }: Point, signal: AbortSignal): Promise<Key | undefined> {
  const args = [x, y, countedFrom(access.toolkit)]
  const [found] = await ask({ access, ref: access.ref(key)!, signal }, 'Component', 'GetAccessibleAtPoint', 'iiu', args)
  const [bus, path] = (Array.isArray(found) ? found : []) as string[]
  return bus === undefined || path === undefined ? undefined : access.key({ bus, path })
}

async function childAround(access: AppAccess, key: Key, { x, y }: Point, signal: AbortSignal) {
  const children = access.row(key)?.children.filter((child) => ((access.row(child)?.flags ?? 0) & Flag.hidden) === 0)
  const boxes = await Promise.all((children ?? []).map((child) => extentsOf(access, child, signal)))
  // Later children lie on top.
  const at = boxes.findLastIndex((box) => contains(box, x, y))
  return children?.[at]
}

/** Whether the element itself denies that the point is in it. */
export async function isDenied(access: AppAccess, ref: Ref, { x, y }: Point, signal: AbortSignal): Promise<boolean> {
  const args = [x, y, countedFrom(access.toolkit)]
  const [found] = await ask({ access, ref, signal }, 'Component', 'Contains', 'iiu', args)
  return found === false
}
