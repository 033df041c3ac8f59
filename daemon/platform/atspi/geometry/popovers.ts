/** Open menus and lists of GTK 4: only X has windows for them, which are matched by size. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Flag } from '../../element/flags.ts'
import type { Key } from '../../element/row.ts'
import type { Popup } from '../desktop/windows.ts'
import { Role } from '../read/roles.ts'
import { type AppAccess, property } from '../wire/access.ts'
import { refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { deepest, extentsAt, extentsOf } from './extents.ts'
import type { Placement } from './placement.ts'

/** Units of shadow and arrow around a popover. */
const around = 16

export function popoverPlacement(
  boxes: readonly (Frame | undefined)[],
  popups: readonly Popup[],
  scale: number,
): Placement | undefined {
  let nearest = 2 * around * scale
  let found: Placement | undefined
  for (const box of boxes) {
    for (const { frame } of box === undefined ? [] : popups) {
      const [across, down] = [frame.width - scale * box!.width, frame.height - scale * box!.height]
      const distance = Math.abs(across) + Math.abs(down)
      if (across < 0 || down < 0 || distance >= nearest) continue
      nearest = distance
      const [x, y] = [Math.round(across / 2), Math.round(down / 2)]
      found = { scale, x: frame.x + x - scale * box!.x, y: frame.y + y - scale * box!.y }
    }
  }
  return found
}

/** The class name of an element that every menu and list contains. */
const content = 'GtkPopoverContent'

/** The boxes of the open menus and lists around an element, innermost first. */
export async function popoversAround(access: AppAccess, key: Key, signal: AbortSignal): Promise<(Frame | undefined)[]> {
  const found: Key[] = []
  let level = 0
  for (let at: Key | undefined = key; at !== undefined && level++ < deepest; at = access.parent(at)) {
    const isPopover = access.row(at)?.children.some((child) => access.facts(child)?.name === content)
    if (isPopover === true || access.facts(at)?.role === Role.menu) found.push(at)
  }
  return await Promise.all(found.map((one) => extentsOf(access, one, signal)))
}

/** The same for an element that may not have been read yet. */
export async function popoversAbove(access: AppAccess, ref: Ref, signal: AbortSignal): Promise<(Frame | undefined)[]> {
  const boxes: (Frame | undefined)[] = []
  let level = 0
  for (let at: Ref | undefined = ref; at !== undefined && level++ < deepest; ) {
    const key = access.key(at)
    if (key !== undefined) return [...boxes, ...(await popoversAround(access, key, signal))]
    const [name, parent] = await Promise.all(
      ['Name', 'Parent'].map((name) => property({ access, ref: at!, signal }, 'Accessible', name)),
    )
    at = refOf(parent, ref.bus)
    if (name === content && at !== undefined) boxes.push(await extentsAt(access, at, signal))
  }
  return boxes
}

export function openMenusOf(access: AppAccess): Key[] {
  const found: Key[] = []
  const stack = [...access.windows]
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    const row = access.row(key)
    if (row === undefined) continue
    if (access.facts(key)?.role === Role.menu && (row.flags & Flag.hidden) === 0) found.push(key)
    stack.push(...row.children)
  }
  return found
}
