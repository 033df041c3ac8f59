/** Tables without row elements, and cells that contain cells: one for each thing drawn, such as an icon or a text. */
import type { Toolkit } from '../../toolkits/toolkit.ts'
import type { Line } from '../../wire/access.ts'
import type { Place } from '../place.ts'
import { all } from '../read-item.ts'
import { Role } from '../roles.ts'
import { isWithoutRoom } from '../room.ts'
import { isHidden } from '../states.ts'
import { cleanName } from './names.ts'

interface Options {
  readonly access: Line
  readonly toolkit: Toolkit
  readonly signal: AbortSignal
  readonly places: ReadonlyMap<string, Place>
}

/** How many parts to look at. */
const mostParts = 400

/** In cells with several texts: the parts that are not drawn in their row, and so take no room. */
export async function undrawnParts({ access, toolkit, signal, places }: Options): Promise<Set<string>> {
  const undrawn = new Set<string>()
  const parts = [...places.values()].flatMap(({ item, children }) => {
    if (item.role !== Role.tableCell || isHidden(item, toolkit)) return []
    const saying = children.filter((child) => {
      const { role, name } = places.get(child)!.item
      return role === Role.tableCell && name !== ''
    })
    return saying.length > 1 ? saying : []
  })
  const look = async (id: string) => {
    if (await isWithoutRoom({ access, ref: places.get(id)!.item.ref, signal })) undrawn.add(id)
  }
  await all(parts.slice(0, mostParts).map(look))
  return undrawn
}

/** A cell without a text is named by the first text in its row. */
export function textsInRows({ places, toolkit }: Pick<Options, 'places' | 'toolkit'>): Map<string, string> {
  const beside = new Map<string, string>()
  if (!toolkit.headersThenCells) return beside
  for (const { item, children, childCount } of places.values()) {
    if ((item.role !== Role.table && item.role !== Role.treeTable) || childCount !== children.length) continue
    const columns = children.findIndex((child) => places.get(child)!.item.role !== Role.tableColumnHeader)
    for (let at = columns; columns > 0 && at < children.length; at += columns) {
      const cells = children.slice(at, at + columns)
      const names = cells.map((cell) => cleanName(places.get(cell)!.item.name, toolkit))
      const text = names.find((name) => name !== undefined)
      if (text === undefined) continue
      for (const [index, cell] of cells.entries()) if (names[index] === undefined) beside.set(cell, text)
    }
  }
  return beside
}
