/**
 * The visible part of a container with very many children, found by points or by bisection: listing all children of a
 * spreadsheet takes up all of an application's memory.
 */
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Bus } from '../wire/bus.ts'
import { type Item, refOf } from '../wire/cache-items.ts'
import { Has, type Ref } from '../wire/facts.ts'
import { tryCall, tryGet } from '../wire/peer.ts'
import { all } from './read-item.ts'

/** Most cells and list items read from one container. */
export const mostShown = 500
/** How many first children to read if no point hits one. */
const someFirst = 50
/** Rows and columns to try if only the first visible cell is known. */
const someRows = 40
const someColumns = 12
/** Distance from its edge, in pixels. */
const inset = 3

export async function visiblePart(
  bus: Bus,
  item: Item,
  count: number,
  toolkit: Toolkit,
  signal: AbortSignal,
): Promise<Ref[]> {
  const { ref, interfaces } = item
  const isTable = (interfaces & Has.Table) !== 0
  if (toolkit.triesAllAtPoint && !isTable && count > 0) return await childrenInSight(bus, ref, count, signal)
  const box = await boxOf(bus, ref, signal)
  const hitAt = async (x: number, y: number) => {
    const [hit] = (await tryCall(bus, ref, 'Component', 'GetAccessibleAtPoint', 'iiu', [x, y, 0], signal)) ?? []
    const found = refOf(hit, ref.bus)
    return found === undefined || found.path === ref.path ? undefined : found
  }
  const at = async (x: number, y: number) => {
    const hit = await hitAt(x, y)
    return hit && (await indexIn(bus, hit, ref, signal))
  }
  if (toolkit.headersThenCells && isTable && box !== undefined) {
    const rows = await rowsUnderHeaders(bus, ref, box, hitAt, signal)
    if (rows !== undefined) return rows
  }
  const [first, last] =
    box === undefined
      ? [undefined, undefined]
      : await all([
          at(box.x + inset, box.y + inset),
          at(box.x + box.width - 1 - inset, box.y + box.height - 1 - inset),
        ] as const)
  if (first !== undefined && isTable) {
    const cells = await tableCells(bus, ref, first, last, signal)
    if (cells !== undefined) return cells
  }
  const from = first ?? 0
  const end = Math.min(last ?? from + someFirst - 1, from + mostShown - 1, count > 0 ? count - 1 : from + mostShown)
  return await childrenFrom(bus, ref, from, end, signal)
}

/** Those of a list lie in order, from the top down. */
async function childrenInSight(bus: Bus, ref: Ref, count: number, signal: AbortSignal): Promise<Ref[]> {
  const view = await viewOf(bus, ref, signal)
  const boxAt = async (index: number) => {
    const child = await childAt(bus, ref, index, signal)
    return child && (await boxOf(bus, child, signal))
  }
  /** The first child that lies as far down as the test says. */
  const bisect = async (isReached: (box: Box) => boolean) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      const box = await boxAt(middle)
      if (box === undefined) return undefined
      if (isReached(box)) high = middle
      else low = middle + 1
    }
    return low
  }
  const first = view && (await bisect(({ y, height }) => y + height > view.y))
  const after = view && (await bisect(({ y }) => y >= view.y + view.height))
  const from = first ?? 0
  const end = first === undefined || after === undefined || after <= first ? from + someFirst - 1 : after - 1
  return await childrenFrom(bus, ref, from, Math.min(end, from + mostShown - 1, count - 1), signal)
}

async function childrenFrom(bus: Bus, ref: Ref, from: number, end: number, signal: AbortSignal): Promise<Ref[]> {
  return await childrenOf(range(from, end).map((index) => () => childAt(bus, ref, index, signal)))
}

/** Containers around a list that may cut it off: a viewport in a scrolled window. */
const mostCuts = 3

/** What can be seen of a list: the part that is in all containers around it. */
async function viewOf(bus: Bus, ref: Ref, signal: AbortSignal): Promise<Box | undefined> {
  let view = await boxOf(bus, ref, signal)
  let around = refOf(await tryGet(bus, ref, 'Accessible', 'Parent', signal), ref.bus)
  for (let level = 0; level < mostCuts && around !== undefined && view !== undefined; level++) {
    const box = await boxOf(bus, around, signal)
    if (box === undefined) break
    const y = Math.max(view.y, box.y)
    const height: number = Math.min(view.y + view.height, box.y + box.height) - y
    view = height > 0 ? { ...view, y, height } : undefined
    around = refOf(await tryGet(bus, around, 'Accessible', 'Parent', signal), ref.bus)
  }
  return view
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

/** Most points asked from the bottom of a table up: its last rows may not reach there. */
const mostLower = 8

/**
 * The headers, which stay where they are, and the whole rows in sight, though some of their cells may be outside. Undefined
 * if it has no row there.
 */
async function rowsUnderHeaders(
  bus: Bus,
  ref: Ref,
  box: Box,
  hitAt: (x: number, y: number) => Promise<Ref | undefined>,
  signal: AbortSignal,
): Promise<Ref[] | undefined> {
  const columns = await tryGet(bus, ref, 'Table', 'NColumns', signal)
  if (typeof columns !== 'number' || columns < 1) return undefined
  /** Where a cell is, and how many children come before the first cell. */
  const placeOf = async (hit: Ref | undefined) => {
    const index = hit && (await indexIn(bus, hit, ref, signal))
    if (index === undefined) return undefined
    const [row, column] = await all([
      numberAt(bus, ref, 'GetRowAtIndex', index, signal),
      numberAt(bus, ref, 'GetColumnAtIndex', index, signal),
    ] as const)
    return row === undefined || column === undefined ? undefined : { row, before: index - row * columns - column }
  }
  /** Where headers are drawn, no point hits anything. */
  const underHeader = async () => {
    const header = await childAt(bus, ref, 0, signal)
    const drawn = header && (await boxOf(bus, header, signal))
    return drawn && (await placeOf(await hitAt(box.x + inset, drawn.y + drawn.height + inset)))
  }
  const first = (await placeOf(await hitAt(box.x + inset, box.y + inset))) ?? (await underHeader())
  if (first === undefined || first.before < 0) return undefined
  let last = first
  for (let tried = 0; tried < mostLower; tried++) {
    const y = box.y + box.height - 1 - inset - Math.floor((tried * box.height) / mostLower)
    const found = y > box.y ? await placeOf(await hitAt(box.x + inset, y)) : undefined
    if (found === undefined) continue
    last = found
    break
  }
  const count = Math.min(last.row - first.row + 1, Math.max(1, Math.floor(mostShown / columns)))
  const from = first.before + first.row * columns
  const [headers, cells] = await all([
    childrenFrom(bus, ref, 0, first.before - 1, signal),
    childrenFrom(bus, ref, from, from + count * columns - 1, signal),
  ])
  return [...headers, ...cells]
}

/** The index of the container's child that was hit. */
async function indexIn(bus: Bus, hit: Ref, container: Ref, signal: AbortSignal): Promise<number | undefined> {
  const [index] = (await tryCall(bus, hit, 'Accessible', 'GetIndexInParent', '', [], signal)) ?? []
  return typeof index === 'number' && index >= 0 && hit.bus === container.bus ? index : undefined
}

type TableNumber = 'GetRowAtIndex' | 'GetColumnAtIndex'

/** Of a table's child; undefined where it has none, as a header. */
async function numberAt(
  bus: Bus,
  ref: Ref,
  member: TableNumber,
  index: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const [value] = (await tryCall(bus, ref, 'Table', member, 'i', [index], signal)) ?? []
  return typeof value === 'number' && value >= 0 ? value : undefined
}

/** Row by row; undefined if the table does not report its rows and columns. */
async function tableCells(
  bus: Bus,
  ref: Ref,
  first: number,
  last: number | undefined,
  signal: AbortSignal,
): Promise<Ref[] | undefined> {
  const number = (member: TableNumber, index: number) => numberAt(bus, ref, member, index, signal)
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
