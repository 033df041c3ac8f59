/**
 * Documents in a window: an engine of its own draws and measures them, in some applications in pixels, in others in the
 * units of the window around them. A document fills its container, which tells the two apart.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import type { Key } from '../../element/row.ts'
import { roles } from '../read/roles.ts'
import { type AppAccess, lineage } from '../wire/access.ts'
import { extentsOf } from './extents.ts'
import { onScreen, type Placement } from './placement.ts'

const documents = roles('documentFrame documentText documentWeb')
const pixels: Placement = { scale: 1, x: 0, y: 0 }

/** The outermost one. */
export function documentAround(access: AppAccess, key: Key): Key | undefined {
  return lineage(access, key).findLast((at) => documents.has(access.facts(at)?.role ?? 0))
}

/** `at`: the window's placement. Undefined if the document fits in neither. */
export async function documentPlacement(
  access: AppAccess,
  document: Key,
  at: Placement,
  signal: AbortSignal,
): Promise<Placement | undefined> {
  const parent = access.parent(document)
  const [box, around] = await Promise.all([
    extentsOf(access, document, signal),
    parent === undefined ? undefined : extentsOf(access, parent, signal),
  ])
  if (box === undefined || around === undefined) return undefined
  const room = onScreen(around, at)
  return [at, pixels].find((one) => isIn(onScreen(box, one), room, at.scale))
}

/** Inside, but for what rounding to units may add? */
function isIn(inner: Frame, outer: Frame, slack: number): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  )
}
