/**
 * The part of a container with very many children that is on screen, found by points: to list the children of a
 * spreadsheet takes all of an application's memory.
 */
import type { Bus } from './bus.ts'
import { type Item, refOf } from './cache-items.ts'
import { Has, type Ref } from './facts.ts'
import { tryCall } from './peer.ts'
import { all } from './read-item.ts'

/** Cells and list items that are read of one container. */
export const mostShown = 500
/** Where no point of it answers: its first ones. */
const someFirst = 50
/** Rows and columns that are tried where only the first visible cell is known. */
const someRows = 40
const someColumns = 12
/** Within its edge, in pixels. */
const inset = 3

export async function visiblePart(bus: Bus, item: Item, count: number, signal: AbortSignal): Promise<Ref[]> {
  const { ref, interfaces } = item
  const box = await boxOf(bus, ref, signal)
  const at = async (x: number, y: number) => {
    const [hit] = (await tryCall(bus, ref, 'Component', 'GetAccessibleAtPoint', 'iiu', [x, y, 0], signal)) ?? []
    const found = refOf(hit, ref.bus)
    return found === undefined || found.path === ref.path ? undefined : await indexIn(bus, found, ref, signal)
  }
  const [first, last] =
    box === undefined
      ? [undefined, undefined]
      : await all([
          at(box.x + inset, box.y + inset),
          at(box.x + box.width - 1 - inset, box.y + box.height - 1 - inset),
        ] as const)
  const indexes =
    first !== undefined && (interfaces & Has.Table) !== 0
      ? await tableIndexes(bus, ref, first, last, signal)
      : range(first ?? 0, Math.min(last ?? (first ?? 0) + someFirst - 1, (first ?? 0) + mostShown - 1))
  const wanted = count > 0 ? indexes.filter((index) => index < count) : indexes
  const refs = await all(
    wanted.map(async (index) => {
      const [child] = (await tryCall(bus, ref, 'Accessible', 'GetChildAtIndex', 'i', [index], signal)) ?? []
      return refOf(child, ref.bus)
    }),
  )
  return refs.filter((one) => one !== undefined)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf(bus: Bus, ref: Ref, signal: AbortSignal): Promise<Box | undefined> {
  const [extents] = (await tryCall(bus, ref, 'Component', 'GetExtents', 'u', [0], signal)) ?? []
  if (!Array.isArray(extents) || !extents.every(Number.isFinite)) return undefined
  const [x, y, width, height] = extents as [number, number, number, number]
  return width > 2 * inset && height > 2 * inset && x > -0x80000000 ? { x, y, width, height } : undefined
}

/** The place of the child of the container that holds what was hit. */
async function indexIn(bus: Bus, hit: Ref, container: Ref, signal: AbortSignal): Promise<number | undefined> {
  const [index] = (await tryCall(bus, hit, 'Accessible', 'GetIndexInParent', '', [], signal)) ?? []
  return typeof index === 'number' && index >= 0 && hit.bus === container.bus ? index : undefined
}

async function tableIndexes(
  bus: Bus,
  ref: Ref,
  first: number,
  last: number | undefined,
  signal: AbortSignal,
): Promise<number[]> {
  const number = async (member: string, ...body: number[]) => {
    const [value] = (await tryCall(bus, ref, 'Table', member, 'i'.repeat(body.length), body, signal)) ?? []
    return typeof value === 'number' && value >= 0 ? value : undefined
  }
  const end = last ?? first
  const [top, left, bottom, right] = await all([
    number('GetRowAtIndex', first),
    number('GetColumnAtIndex', first),
    number('GetRowAtIndex', end),
    number('GetColumnAtIndex', end),
  ] as const)
  if (top === undefined || left === undefined) return range(first, first + someFirst - 1)
  const columns = range(left, last === undefined || right === undefined ? left + someColumns - 1 : right)
  const most = Math.max(1, Math.floor(mostShown / Math.max(1, columns.length)))
  const rows = range(
    top,
    Math.min(last === undefined || bottom === undefined ? top + someRows - 1 : bottom, top + most - 1),
  )
  const indexes = await all(rows.flatMap((row) => columns.map((column) => number('GetIndexAt', row, column))))
  return indexes.filter((index) => index !== undefined)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
