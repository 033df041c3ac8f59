/**
 * The scroll areas of Qt: they scroll nothing into view when they are asked to, and cut their content without a word. The
 * wheel over one may turn a value in it, so they are moved by their scroll bars.
 */
import type { Frame } from '../../../../../api-schema/element.ts'
import type { Key } from '../../../element/row.ts'
import { extentsOf } from '../../geometry/extents.ts'
import { Role } from '../../read/roles.ts'
import { hasState, State } from '../../read/states.ts'
import { type AppAccess, ask, lineage, property } from '../../wire/access.ts'
import { statesOf } from '../../wire/cache-items.ts'

type In = { readonly access: AppAccess; readonly signal: AbortSignal }

/** The scroll bars next to what shows the content of an area; none where it is something else. */
export function barsBeside(access: AppAccess, key: Key): readonly Key[] {
  const area = access.toolkit.drawsItems ? access.parent(key) : undefined
  const barsIn = (part: Key) =>
    (access.row(part)?.children ?? []).filter((one) => access.facts(one)?.role === Role.scrollBar)
  if (area === undefined || barsIn(key).length > 0) return []
  return (access.row(area)?.children ?? []).flatMap((part) => (part === key ? [] : barsIn(part)))
}

/** Scrolls the areas around an element until its middle can be seen; false where nothing had to be moved. */
export async function slideIntoView({ access, signal }: In, key: Key): Promise<boolean> {
  let hasMoved = false
  for (const port of lineage(access, key)) {
    for (const bar of port === key ? [] : barsBeside(access, port)) {
      const [box, room] = await Promise.all([key, port].map((one) => extentsOf(access, one, signal)))
      if (box !== undefined && room !== undefined)
        hasMoved = (await slide({ access, signal }, bar, box, room)) || hasMoved
    }
  }
  return hasMoved
}

async function slide({ access, signal }: In, key: Key, box: Frame, room: Frame): Promise<boolean> {
  const bar = { access, ref: access.ref(key)!, signal }
  const [words] = await ask(bar, 'Accessible', 'GetState')
  const [from, size] = hasState(statesOf(words), State.horizontal)
    ? (['x', 'width'] as const)
    : (['y', 'height'] as const)
  const away = box[from] + box[size] / 2 - (room[from] + room[size] / 2)
  if (Math.abs(away) <= room[size] / 2) return false
  const before = Number(await property(bar, 'Value', 'CurrentValue'))
  // Its values are the area's own units.
  await access.set(bar.ref, 'Value', 'CurrentValue', 'd', before + away, signal).catch(() => {})
  return Number(await property(bar, 'Value', 'CurrentValue')) !== before
}
