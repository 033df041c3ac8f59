/** Elements that reach beyond their window are cut off at its edge: the rest cannot be seen. */
import type { Frame } from '../../../../api-schema/element.ts'
import type { Toolkit } from '../toolkits/toolkit.ts'
import type { Line, Queried } from '../wire/access.ts'
import type { Item } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import type { Place } from './place.ts'
import { all } from './read-item.ts'
import { isWebContent, Role, roles } from './roles.ts'
import { areaOf, boxOf, isControl } from './room.ts'
import { isHidden } from './states.ts'

/** In the toolkit's own units. */
export interface Cut {
  readonly window: Frame
  /** The box that is cut. */
  readonly box: Frame
}

/** What opens over a window may reach beyond it. */
const overlays = roles('window dialog menu popupMenu')

/** Only direct children of a window count. */
export function mayBeOutside(item: Item, toolkit: Toolkit, above: (item: Item) => Item | undefined): boolean {
  // The root pane fills the window: if they disagree, Swing reports the window at the wrong place.
  if (toolkit.popoversInside || item.role === Role.rootPane) return false
  if (overlays.has(item.role) || isHidden(item, toolkit)) return false
  const window = above(item)
  return window !== undefined && above(window)?.role === Role.application
}

/** How its window's edge cuts it; undefined if it is inside, or its place is unknown. */
export async function cutBy(at: Queried, window: Ref): Promise<Cut | 'outside' | undefined> {
  const [box, around] = await Promise.all([at, { ...at, ref: window }].map(boxOf))
  return box === undefined || around === undefined || areaOf(around) <= 1 ? undefined : cutOf(box, around)
}

function cutOf(box: Frame, window: Frame): Cut | 'outside' | undefined {
  if (areaOf(box) <= 1) return undefined
  if (areApart(box, window)) return 'outside'
  return isWithin(box, window) ? undefined : { window, box }
}

export function sameCut(a: Cut | undefined, b: Cut | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    isWithin(a.box, b.box) && isWithin(b.box, a.box) && isWithin(a.window, b.window) && isWithin(b.window, a.window)
  )
}

function areApart(a: Frame, b: Frame): boolean {
  const isApart = (from: 'x' | 'y', size: 'width' | 'height') =>
    a[from] >= b[from] + b[size] || a[from] + a[size] <= b[from]
  return isApart('x', 'width') || isApart('y', 'height')
}

function isWithin(a: Frame, b: Frame): boolean {
  return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
}

const scrolls = roles('scrollPane viewport')

type Part = Cut | 'outside' | undefined

export interface CutReading {
  readonly access: Line
  readonly toolkit: Toolkit
  readonly signal: AbortSignal
  readonly places: ReadonlyMap<string, Place>
  readonly cutOf: (id: string) => Cut | undefined
  /** From the last reading. */
  readonly kept: (id: string) => Place | undefined
}

/** Looks only at the contents of what is cut, and again only at those that have changed. */
export class Cuts {
  #looked: ReadonlyMap<string, { readonly cut: Cut; readonly parts: ReadonlyMap<string, Part> }> = new Map()

  /** Ids of what lies beyond the edge, apart from the windows' direct children. `windows`: ids. */
  async outside(windows: readonly string[], reading: CutReading): Promise<ReadonlySet<string>> {
    const { places, kept } = reading
    const outside = new Set<string>()
    const looked = new Map<string, { readonly cut: Cut; readonly parts: ReadonlyMap<string, Part> }>()
    let level: (readonly [id: string, part: Part])[] = windows
      .flatMap((window) => places.get(window)?.children ?? [])
      .map((id) => [id, reading.cutOf(id)])
    while (level.length > 0) {
      const inside = await all(
        level.map(async ([id, cut]) => {
          if (cut === 'outside') outside.add(id)
          if (cut === undefined || cut === 'outside' || !isSeenThrough(id, reading)) return []
          const before = this.#looked.get(id)
          const known = (part: string) =>
            before?.parts.has(part) && sameCut(before.cut, cut) && kept(part) === places.get(part)
          const parts = await all(
            places
              .get(id)!
              .children.map(
                async (part) =>
                  [part, known(part) ? before!.parts.get(part) : await partOf(part, cut, reading)] as const,
              ),
          )
          looked.set(id, { cut, parts: new Map(parts) })
          return parts
        }),
      )
      level = inside.flat()
    }
    this.#looked = looked
    return outside
  }
}

/**
 * Is it a mere container, whose contents have to be looked at? A control shows only itself, and a scrolled part can
 * bring its contents into view.
 */
function isSeenThrough(id: string, { places, toolkit }: CutReading): boolean {
  const { item, children } = places.get(id)!
  if (isControl(item.role) || scrolls.has(item.role) || isWebContent(item.role)) return false
  const isBar = (one: string) => {
    const { item } = places.get(one)!
    return item.role === Role.scrollBar && !isHidden(item, toolkit)
  }
  return !children.some((child) => isBar(child) || places.get(child)!.children.some(isBar))
}

async function partOf(
  id: string,
  { window, box }: Cut,
  { access, signal, places, toolkit }: CutReading,
): Promise<Part> {
  const { item } = places.get(id)!
  if (overlays.has(item.role) || isHidden(item, toolkit)) return undefined
  const own = await boxOf({ access, ref: item.ref, signal })
  // What is not even inside its container has been scrolled away there.
  return own === undefined || areApart(own, box) ? undefined : cutOf(own, window)
}
