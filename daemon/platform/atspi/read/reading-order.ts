/**
 * Children in the order in which a person reads them. Toolkits list them as they were made or attached to a grid, which
 * a layout need not follow: a label would stand next to another field than its own.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { common } from '../../element/rectangle.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Place } from './place.ts'
import { all } from './read-item.ts'
import { isWebContent, Role, roles } from './roles.ts'
import type { BoxOf } from './room.ts'
import { isHidden } from './states.ts'

/** Containers that place their children by a layout; lists, menus and tabs list theirs as they are drawn. */
const layouts = roles(
  'alert dialog filler footer form frame grouping header internalFrame layeredPane panel rootPane section',
  'splitPane statusBar toolBar window',
)
/** What is in their rows is short, and there are many. */
const lists = roles('list listBox table tree treeTable')
/** With more children than this drawn, a container is left as it is listed. */
const mostPlaced = 100
/** How far boxes may overlap, in the toolkit's units, and still count as one after the other. */
const touching = 2

interface Reading {
  readonly toolkit: Toolkit
  readonly boxOf: BoxOf
  /** `performance.now()` after which no more boxes are asked for. */
  readonly deadline: number
}

interface Known {
  /** Ids of all children as they are listed, and of those that are shown; or `again`. */
  readonly of: string
  /** Ids of all children. */
  readonly order: readonly string[]
}

/** They are to be asked for again. */
const again = ''

/** Asks for boxes once, and again only where other children are shown: a layout seldom changes their order otherwise. */
export class ReadingOrders {
  #known: ReadonlyMap<string, Known> = new Map()

  /** Ids of children by the id of their container, for those that are read in another order than they are listed in. */
  async of(
    root: string,
    places: ReadonlyMap<string, Place>,
    reading: Reading,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const { toolkit } = reading
    const orders = new Map<string, readonly string[]>()
    if (!toolkit.listsUnplaced) return orders
    const known = new Map<string, Known>()
    const look = async (id: string, { children }: Place, ids: readonly string[]) => {
      const of = `${children.join(' ')}\n${ids.join(' ')}`
      let one = this.#known.get(id)
      if (one?.of !== of) {
        const boxes = await boxesOf(ids, places, reading)
        if (boxes === undefined) return
        // What has no box yet may get one without an event.
        one = { of: boxes.size === ids.length ? of : again, order: inReadingOrder(children, boxes) }
      }
      known.set(id, one)
      if (one.order.some((child, at) => child !== children[at])) orders.set(id, one.order)
    }
    const looks: Promise<void>[] = []
    const stack = [root]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const place = places.get(id)!
      if (isWebContent(place.item.role) || lists.has(place.item.role)) continue
      const shown = place.children.filter((child) => !isHidden(places.get(child)!.item, toolkit))
      const ids = shown.filter((child) => !isOrnament(places.get(child)!))
      if (ids.length > 1 && ids.length <= mostPlaced && layouts.has(place.item.role)) looks.push(look(id, place, ids))
      stack.push(...shown)
    }
    await all(looks)
    this.#known = known
    return orders
  }
}

/** What holds nothing, and is no control and no text, has no place among what is read: it may turn while one waits. */
function isOrnament({ item, children }: Place): boolean {
  return children.length === 0 && (layouts.has(item.role) || item.role === Role.animation)
}

/** Of those that have one; undefined if there is no time to ask. */
async function boxesOf(
  ids: readonly string[],
  places: ReadonlyMap<string, Place>,
  { boxOf, deadline }: Reading,
): Promise<ReadonlyMap<string, Frame> | undefined> {
  if (performance.now() > deadline) return undefined
  const found = await all(ids.map((id) => boxOf(places.get(id)!.item)))
  return new Map(ids.flatMap((id, at) => (found[at] === undefined ? [] : [[id, found[at]] as const])))
}

/**
 * As they are listed, forwards or backwards, if that goes row by row or column by column; otherwise row by row. What
 * stands next to several rows, as a list of pages does, comes before or after all of them. What has no box, and what lies
 * over another one, keeps its place after the one that it is listed after.
 */
export function inReadingOrder(listed: readonly string[], boxes: ReadonlyMap<string, Frame>): string[] {
  const units: Unit[] = []
  const first: string[] = []
  for (const id of listed) {
    const box = boxes.get(id)
    if (box !== undefined && units.every((unit) => !overlap(unit.box, box))) units.push({ box, ids: [id] })
    else (units.at(-1)?.ids ?? first).push(id)
  }
  return [...first, ...arranged(units).flatMap(({ ids }) => ids)]
}

interface Unit {
  readonly box: Frame
  readonly ids: string[]
}

function arranged(units: readonly Unit[]): readonly Unit[] {
  if (isReadable(units)) return units
  const backwards = units.toReversed()
  return isReadable(backwards) ? backwards : (ways(units)[0]?.flatMap(arranged) ?? units)
}

/** Is there a way to read them that goes from each part to the next one? */
function isReadable(units: readonly Unit[]): boolean {
  const all = ways(units)
  return all.length === 0 || all.some((parts) => isInTurn(units, parts) && parts.every(isReadable))
}

function isInTurn(units: readonly Unit[], parts: readonly (readonly Unit[])[]): boolean {
  const turn = new Map(parts.flatMap((part, at) => part.map((unit) => [unit, at] as const)))
  return units.every((unit, at) => at === 0 || turn.get(units[at - 1]!)! <= turn.get(unit)!)
}

/** The ways to part them by straight lines, the most usual first; in each part they are in the given order. */
function ways(units: readonly Unit[]): (readonly (readonly Unit[])[])[] {
  if (units.length < 2) return []
  const [rows, columns] = [split(units, 'y'), split(units, 'x')]
  const all = [rows, joined(columns, 'y'), columns, joined(rows, 'x')].filter((parts) => parts.length > 1)
  const place = new Map(units.map((unit, at) => [unit, at]))
  return all.map((parts) => parts.map((part) => part.toSorted((a, b) => place.get(a)! - place.get(b)!)))
}

/** Parts that a line across all of them would part in turn stay together. */
function joined(parts: readonly (readonly Unit[])[], across: 'x' | 'y'): (readonly Unit[])[] {
  const joint: (readonly Unit[])[] = []
  for (const part of parts) {
    const wider = [...(joint.at(-1) ?? []), ...part]
    if (joint.length > 0 && split(wider, across).length > 1) joint.splice(-1, 1, wider)
    else joint.push(part)
  }
  return joint
}

const sizes = { x: 'width', y: 'height' } as const

function split(units: readonly Unit[], start: 'x' | 'y'): (readonly Unit[])[] {
  const groups: Unit[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const unit of units.toSorted((a, b) => a.box[start] - b.box[start])) {
    if (unit.box[start] >= end - touching) groups.push([unit])
    else groups.at(-1)!.push(unit)
    end = Math.max(end, unit.box[start] + unit.box[sizes[start]])
  }
  return groups
}

function overlap(a: Frame, b: Frame): boolean {
  const both = common(a, b)
  return both !== undefined && both.width > touching && both.height > touching
}
