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
  if (first !== undefined && (interfaces & Has.Table) !== 0) {
    const cells = await tableCells(bus, ref, first, last, signal)
    if (cells !== undefined) return cells
  }
  const from = first ?? 0
  const end = Math.min(last ?? from + someFirst - 1, from + mostShown - 1, count > 0 ? count - 1 : from + mostShown)
  return await childrenOf(range(from, end).map((index) => () => childAt(bus, ref, index, signal)))
}

async function childAt(bus: Bus, ref: Ref, index: number, signal: AbortSignal): Promise<Ref | undefined> {
  const [child] = (await tryCall(bus, ref, 'Accessible', 'GetChildAtIndex', 'i', [index], signal)) ?? []
  return refOf(child, ref.bus)
}

async function childrenOf(asked: readonly (() => Promise<Ref | undefined>)[]): Promise<Ref[]> {
  return (await all(asked.map((ask) => ask()))).filter((one) => one !== undefined)
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

/** Row by row; undefined where the table does not tell its rows and columns. */
async function tableCells(
  bus: Bus,
  ref: Ref,
  first: number,
  last: number | undefined,
  signal: AbortSignal,
): Promise<Ref[] | undefined> {
  const number = async (member: string, index: number) => {
    const [value] = (await tryCall(bus, ref, 'Table', member, 'i', [index], signal)) ?? []
    return typeof value === 'number' && value >= 0 ? value : undefined
  }
  const end = last ?? first
  const [top, left, bottom, right] = await all([
    number('GetRowAtIndex', first),
    number('GetColumnAtIndex', first),
    number('GetRowAtIndex', end),
    number('GetColumnAtIndex', end),
  ] as const)
  if (top === undefined || left === undefined) return undefined
  const columns = range(left, last === undefined || right === undefined ? left + someColumns - 1 : right)
  const most = Math.max(1, Math.floor(mostShown / Math.max(1, columns.length)))
  const lastRow = last === undefined || bottom === undefined ? top + someRows - 1 : bottom
  const rows = range(top, Math.min(lastRow, top + most - 1))
  const cell = async (row: number, column: number) => {
    const [found] = (await tryCall(bus, ref, 'Table', 'GetAccessibleAt', 'ii', [row, column], signal)) ?? []
    return refOf(found, ref.bus)
  }
  return await childrenOf(rows.flatMap((row) => columns.map((column) => () => cell(row, column))))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
