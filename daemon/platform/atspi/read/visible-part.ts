/**
 * The visible part of a container with very many children, found by points or by bisection: listing all children of a
 * spreadsheet would take up all of an application's memory.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { ask, property, type Queried } from '../wire/access.ts'
import { type Item, refOf } from '../wire/cache-items.ts'
import { Has, type Ref } from '../wire/facts.ts'
import { all } from './read-item.ts'
import { drawnBox } from './room.ts'

/** How many cells and list items to read from one container. */
const mostShown = 500
/** How many first children to read if no point hits one. */
const someFirst = 50
/** How many rows and columns to try if only the first visible cell is known. */
const someRows = 40
const someColumns = 12
/** Pixels from its edge. */
const inset = 3

/** `at`: the container. */
export async function visiblePart(at: Queried, { interfaces }: Item, count: number): Promise<Ref[]> {
  const { toolkit } = at.access
  const isTable = (interfaces & Has.Table) !== 0
  if (toolkit.triesAllAtPoint && !isTable && count > 0) return await childrenInSight(at, count)
  const box = await boxOf(at, at.ref)
  if (toolkit.headersThenCells && isTable && box !== undefined) {
    const rows = await rowsUnderHeaders(at, box)
    if (rows !== undefined) return rows
  }
  const indexAt = async (x: number, y: number) => await indexIn(at, await hitAt(at, x, y))
  const [first, last] =
    box === undefined
      ? [undefined, undefined]
      : await all([
          indexAt(box.x + inset, box.y + inset),
          indexAt(box.x + box.width - 1 - inset, box.y + box.height - 1 - inset),
        ] as const)
  if (first !== undefined && isTable) {
    const cells = await tableCells(at, first, last)
    if (cells !== undefined) return cells
  }
  const from = first ?? 0
  const end = Math.min(last ?? from + someFirst - 1, from + mostShown - 1, count > 0 ? count - 1 : from + mostShown)
  return await childrenFrom(at, from, end)
}

/** A list's children lie in order, from top to bottom. */
async function childrenInSight(at: Queried, count: number): Promise<Ref[]> {
  const view = await viewOf(at)
  /** The first child for which the test holds; they are in order. */
  const bisect = async (isReached: (box: Frame) => boolean) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      const box = await boxOf(at, await childAt(at, middle))
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
  return await childrenFrom(at, from, Math.min(end, from + mostShown - 1, count - 1))
}

/** How many containers around a list may cut it off, such as a viewport in a scrolled window. */
const mostCuts = 3

/** The visible part of a list: what lies within all containers around it. */
async function viewOf(at: Queried): Promise<Frame | undefined> {
  let view = await boxOf(at, at.ref)
  let { ref } = at
  for (let level = 0; level < mostCuts && view !== undefined; level++) {
    const around = refOf(await property({ ...at, ref }, 'Accessible', 'Parent'), ref.bus)
    const box: Frame | undefined = await boxOf(at, around)
    if (around === undefined || box === undefined) break
    ref = around
    const y = Math.max(view.y, box.y)
    const height: number = Math.min(view.y + view.height, box.y + box.height) - y
    view = height > 0 ? { ...view, y, height } : undefined
  }
  return view
}

async function hitAt(at: Queried, x: number, y: number): Promise<Ref | undefined> {
  const [hit] = await ask(at, 'Component', 'GetAccessibleAtPoint', 'iiu', [x, y, 0])
  const found = refOf(hit, at.ref.bus)
  return found?.path === at.ref.path ? undefined : found
}

async function childAt(at: Queried, index: number): Promise<Ref | undefined> {
  return refOf((await ask(at, 'Accessible', 'GetChildAtIndex', 'i', [index]))[0], at.ref.bus)
}

async function childrenFrom(at: Queried, from: number, end: number): Promise<Ref[]> {
  return await found(range(from, end).map((index) => childAt(at, index)))
}

async function found(refs: readonly Promise<Ref | undefined>[]): Promise<Ref[]> {
  return (await all(refs)).filter((one) => one !== undefined)
}

/** The box of the container, or of something in or around it. */
async function boxOf(at: Queried, ref: Ref | undefined): Promise<Frame | undefined> {
  const box = ref && (await drawnBox({ ...at, ref }))
  return box !== undefined && box.width > 2 * inset && box.height > 2 * inset ? box : undefined
}

/** How many points to try from the bottom of a table upwards: its last rows may not reach there. */
const mostLower = 8

/**
 * The headers, which stay in place, and the whole rows in sight, even if some of their cells are outside. Undefined if
 * it has no row there.
 */
async function rowsUnderHeaders(at: Queried, box: Frame): Promise<Ref[] | undefined> {
  const columns = await property(at, 'Table', 'NColumns')
  if (typeof columns !== 'number' || columns < 1) return undefined
  /** The row of the cell at a point, and how many children precede the first cell. */
  const placeAt = async (y: number) => {
    const index = await indexIn(at, await hitAt(at, box.x + inset, y))
    const [row, column] = await rowAndColumn(at, index)
    return row === undefined || column === undefined ? undefined : { row, before: index! - row * columns - column }
  }
  /** Points on headers hit nothing. */
  const underHeader = async () => {
    const header = await childAt(at, 0)
    const drawn = await boxOf(at, header)
    return drawn && (await placeAt(drawn.y + drawn.height + inset))
  }
  const first = (await placeAt(box.y + inset)) ?? (await underHeader())
  if (first === undefined || first.before < 0) return undefined
  let last = first
  for (let tried = 0; tried < mostLower; tried++) {
    const y = box.y + box.height - 1 - inset - Math.floor((tried * box.height) / mostLower)
    const lower = y > box.y ? await placeAt(y) : undefined
    if (lower === undefined) continue
    last = lower
    break
  }
  const count = Math.min(last.row - first.row + 1, Math.max(1, Math.floor(mostShown / columns)))
  const from = first.before + first.row * columns
  const parts = [childrenFrom(at, 0, first.before - 1), childrenFrom(at, from, from + count * columns - 1)]
  return (await all(parts)).flat()
}

/** The index of the container's child that was hit. */
async function indexIn(at: Queried, hit: Ref | undefined): Promise<number | undefined> {
  const [index] = hit === undefined ? [] : await ask({ ...at, ref: hit }, 'Accessible', 'GetIndexInParent')
  return typeof index === 'number' && index >= 0 && hit?.bus === at.ref.bus ? index : undefined
}

/** Where a table's child is; empty values for one outside the grid, such as a header. */
async function rowAndColumn(at: Queried, index: number | undefined): Promise<(number | undefined)[]> {
  if (index === undefined) return []
  const asked = ['GetRowAtIndex', 'GetColumnAtIndex'].map((member) => ask(at, 'Table', member, 'i', [index]))
  return (await all(asked)).map(([value]) => (typeof value === 'number' && value >= 0 ? value : undefined))
}

/** Row by row; undefined if the table does not report its rows and columns. */
async function tableCells(at: Queried, first: number, last: number | undefined): Promise<Ref[] | undefined> {
  const [[top, left], [bottom, right]] = await all([rowAndColumn(at, first), rowAndColumn(at, last)] as const)
  if (top === undefined || left === undefined) return undefined
  const columns = range(left, right ?? left + someColumns - 1)
  const most = Math.max(1, Math.floor(mostShown / Math.max(1, columns.length)))
  const rows = range(top, Math.min(bottom ?? top + someRows - 1, top + most - 1))
  const cell = async (row: number, column: number) =>
    refOf((await ask(at, 'Table', 'GetAccessibleAt', 'ii', [row, column]))[0], at.ref.bus)
  return await found(rows.flatMap((row) => columns.map((column) => cell(row, column))))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
