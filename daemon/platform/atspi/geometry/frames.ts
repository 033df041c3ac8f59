/**
 * Positions of elements on the screen, in its pixels. Toolkits report them in units of their own, which their windows
 * show how to place; on Wayland they are unknown.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { sameFrame } from '../../element/rectangle.ts'
import type { Key } from '../../element/row.ts'
import type { DesktopWindow, DesktopWindows } from '../desktop/windows.ts'
import { hasState, State } from '../read/states.ts'
import { type AppAccess, property } from '../wire/access.ts'
import { refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import { documentAround, documentPlacement } from './documents.ts'
import { contains, contentBox, deepest, extentsAt, extentsOf, windowBox, windowOf } from './extents.ts'
import { childAround, childAt, innermost, isDenied } from './hits.ts'
import { inUnits, leastShifted, onScreen, type Placement, type Point, placementOf, shiftOf } from './placement.ts'
import { openMenusOf, popoverPlacement, popoversAbove, popoversAround } from './popovers.ts'

/** A window among those of its application. */
export interface Stacked {
  readonly x: DesktopWindow
  /** From the top: 0 is in front. */
  readonly place: number
  readonly owners: ReadonlySet<number>
}

/**
 * Does a modal window keep input from another? It does from the windows it belongs to; if it belongs to none of them,
 * as when it was opened without a parent (Qt 5 and 6 then name the group's leader as its owner), from all below.
 */
export function blocks(over: Stacked, at: Stacked, stack: ReadonlyMap<Key, Stacked>): boolean {
  if (!over.x.modal) return false
  if (over.owners.has(at.x.id)) return true
  return over.place < at.place && ![...stack.values()].some(({ x }) => over.owners.has(x.id))
}

/** An element's window, as the window system sees it. */
export interface Surface {
  /** The window among the application's own elements. */
  readonly window: Key
  readonly x?: DesktopWindow
}

/** The placement of a window: valid until its box or the window system's window changes. */
interface Placed {
  readonly box: Frame
  readonly x: DesktopWindow
  readonly at: Placement
}

/** The placement of an application's elements, as long as nothing moves. */
interface Placing {
  of(key: Key): Promise<Placement | undefined>
  /** The same for an element that may not have been read yet. */
  ofRef(ref: Ref): Promise<Placement | undefined>
}

export class Geometry {
  readonly #windows: DesktopWindows
  readonly #placed = new WeakMap<AppAccess, Map<Key, Placed>>()

  constructor(windows: DesktopWindows) {
    this.#windows = windows
  }

  async frames(access: AppAccess, keys: readonly Key[], signal: AbortSignal): Promise<Map<Key, { frame: Frame }>> {
    const found = new Map<Key, { frame: Frame }>()
    if (this.#windows.missing !== undefined) return found
    const placing = await this.#placing(access, signal)
    await Promise.all(
      keys.map(async (key) => {
        const box = await extentsOf(access, key, signal)
        const at = box && (await placing.of(key))
        if (at) found.set(key, { frame: onScreen(box!, at) })
      }),
    )
    return found
  }

  async frame(access: AppAccess, key: Key, signal: AbortSignal): Promise<Frame | undefined> {
    return (await this.frames(access, [key], signal)).get(key)?.frame
  }

  /** The same for an element that may not have been read yet. */
  async frameAt(access: AppAccess, ref: Ref, signal: AbortSignal): Promise<Frame | undefined> {
    if (this.#windows.missing !== undefined) return undefined
    const box = await extentsAt(access, ref, signal)
    const at = box && (await (await this.#placing(access, signal)).ofRef(ref))
    return at && onScreen(box!, at)
  }

  /** Undefined for the application itself, and for elements no longer in it. */
  async surface(access: AppAccess, key: Key, signal: AbortSignal): Promise<Surface | undefined> {
    const window = windowOf(access, key)
    if (window === undefined) return undefined
    const x = await this.#match(access, window, await this.#windows.windowsOf(access.owner, signal), signal)
    return { window, ...(x !== undefined && { x }) }
  }

  /** Leaves out windows that the window system does not know. */
  async stackOf(access: AppAccess, keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, Stacked>> {
    const windows = await this.#windows.windowsOf(access.owner, signal)
    const stack = new Map<Key, Stacked>()
    for (const key of keys) {
      const x = await this.#match(access, key, windows, signal)
      if (x !== undefined) stack.set(key, { x, place: windows.indexOf(x), owners: ownersOf(x, windows) })
    }
    return stack
  }

  /** The innermost element at a point, if this application is the one visible there. */
  async at(access: AppAccess, x: number, y: number, signal: AbortSignal): Promise<Key | undefined> {
    const there = await this.#windows.at(x, y, signal)
    if (there.top === undefined) return undefined
    const own = await this.#windows.windowsOf(access.owner, signal)
    const isOwn = there.owner === access.owner || own.some(({ id }) => id === there.window?.id)
    if (!isOwn) return undefined
    const placing = await this.#placing(access, signal)
    for (const start of await this.#startsAt(access, there.window, own, x, y, signal)) {
      const pointIn = pointsIn(placing, { x, y })
      const from = access.ref(start)!
      if ((await pointIn(from)) === undefined) continue
      const inside = async (ref: Ref, point: Point) =>
        (await childAt(access, ref, point, true, signal)) ?? (await childAround(access, ref, point, signal))
      return access.key(await innermost(from, pointIn, inside))
    }
    return undefined
  }

  /**
   * What the toolkit reports at a point of the screen, descending from `start`; `denied` if it cannot tell and the
   * element itself is not there. Only elements that were read are considered, unless the element itself was not.
   */
  async told(
    access: AppAccess,
    ref: Ref,
    start: Ref,
    point: Point,
    signal: AbortSignal,
  ): Promise<{ readonly hit: Ref; readonly denied: () => Promise<boolean> } | undefined> {
    const pointIn = pointsIn(await this.#placing(access, signal), point)
    const there = await pointIn(ref)
    if (there === undefined) return undefined
    const isRead = access.key(ref) !== undefined
    const hit = await innermost(start, pointIn, (at, within) => childAt(access, at, within, isRead, signal))
    return { hit, denied: async () => !access.toolkit.deniesWrongly && (await isDenied(access, ref, there, signal)) }
  }

  /** Is it in an open menu or list whose place the window system does not report? */
  async isInUnknown(access: AppAccess, key: Key, signal: AbortSignal): Promise<boolean> {
    if (!access.toolkit.popoversInside || this.#windows.popupsMissing === undefined) return false
    return (await popoversAround(access, key, signal)).length > 0
  }

  /**
   * Why the place of an element's window is unknown: what the application says about it, and what the window system
   * says.
   */
  async misfit(access: AppAccess, { window, x }: Surface, signal: AbortSignal): Promise<string | undefined> {
    const [at, box] = await Promise.all([
      this.#placing(access, signal).then((placing) => placing.of(window)),
      windowBox(access, window, signal),
    ])
    if (at !== undefined || box === undefined || x === undefined) return undefined
    const { frame } = x
    return `the application says that its window measures ${box.width}x${box.height}, the window system ${frame.width}x${frame.height}`
  }

  /** The window among the application's own elements; undefined if it shows none. */
  async windowOf(access: AppAccess, window: DesktopWindow, signal: AbortSignal): Promise<Key | undefined> {
    return (await this.#shownAs(access, window, await this.#windows.windowsOf(access.owner, signal), signal))[0]
  }

  async #shownAs(access: AppAccess, window: DesktopWindow, own: readonly DesktopWindow[], signal: AbortSignal) {
    const matches = await Promise.all(
      access.windows.map(async (key) => (await this.#match(access, key, own, signal))?.id === window.id),
    )
    return access.windows.filter((_, at) => matches[at])
  }

  /**
   * Where to start: at the window that the window system reports there, or at whatever is above all windows, newest
   * first.
   */
  async #startsAt(
    access: AppAccess,
    window: DesktopWindow | undefined,
    own: readonly DesktopWindow[],
    x: number,
    y: number,
    signal: AbortSignal,
  ): Promise<readonly Key[]> {
    if (window !== undefined) return await this.#shownAs(access, window, own, signal)
    const menus = access.toolkit.popoversInside ? openMenusOf(access) : [...access.windows].reverse()
    const frames = await this.frames(access, menus, signal)
    return menus.filter((key) => contains(frames.get(key)?.frame, x, y))
  }

  async #placing(access: AppAccess, signal: AbortSignal): Promise<Placing> {
    const popups = access.toolkit.popoversInside ? await this.#windows.popupsOf(access.owner, signal) : []
    const known = new Map<Key, Promise<Placement | undefined>>()
    const ofWindow = (window: Key): Promise<Placement | undefined> => {
      const found = known.get(window) ?? this.#placementOf(access, window, signal)
      known.set(window, found)
      return found
    }
    const documents = new Map<Key, Promise<Placement | undefined>>()
    const ofDocument = (document: Key, at: Placement): Promise<Placement | undefined> => {
      const found = documents.get(document) ?? documentPlacement(access, document, at, signal)
      documents.set(document, found)
      return found
    }
    const of = async (near: Key | undefined, boxes: () => Promise<readonly (Frame | undefined)[]>) => {
      const window = near === undefined ? undefined : windowOf(access, near)
      const at = window === undefined ? undefined : await ofWindow(window)
      if (at === undefined) return undefined
      const document = at.scale === 1 ? undefined : documentAround(access, near!)
      if (document !== undefined) return await ofDocument(document, at)
      if (popups.length > 0) return popoverPlacement(await boxes(), popups, at.scale) ?? at
      const isUnknown = access.toolkit.popoversInside && this.#windows.popupsMissing !== undefined
      return isUnknown && (await boxes()).length > 0 ? undefined : at
    }
    return {
      of: (key) => of(key, () => popoversAround(access, key, signal)),
      ofRef: async (ref) => await of(await readAbove(access, ref, signal), () => popoversAbove(access, ref, signal)),
    }
  }

  async #placementOf(access: AppAccess, window: Key, signal: AbortSignal): Promise<Placement | undefined> {
    const { at, isOwn } = await this.#ownPlacement(access, window, signal)
    if (isOwn) return at
    if (this.#windows.popupsMissing !== undefined) return undefined
    // Menus and the like are not listed: they count from the same origin as the window that they came from.
    for (const other of access.windows.toReversed()) {
      const beside = other === window ? undefined : await this.#ownPlacement(access, other, signal)
      if (beside?.isOwn && beside.at !== undefined) return beside.at
    }
    return at
  }

  /**
   * Kept until the window's box or the window system's window changes. `isOwn`: the latter is certainly this window.
   */
  async #ownPlacement(
    access: AppAccess,
    window: Key,
    signal: AbortSignal,
  ): Promise<{ readonly at?: Placement; readonly isOwn: boolean }> {
    const placed = this.#placed.get(access) ?? new Map<Key, Placed>()
    this.#placed.set(access, placed)
    const before = placed.get(window)
    const [box, now] = await Promise.all([
      windowBox(access, window, signal),
      before && this.#windows.read(before.x.id, signal),
    ])
    if (box === undefined) return { isOwn: false }
    if (
      before &&
      now &&
      sameFrame(box, before.box) &&
      sameFrame(now.frame, before.x.frame) &&
      sameFrame(now.outer, before.x.outer)
    )
      return { at: before.at, isOwn: true }
    placed.delete(window)
    const x = await this.#match(access, window, await this.#windows.windowsOf(access.owner, signal), signal)
    if (x === undefined) return { isOwn: false }
    const scale = [...placed.values()].at(-1)?.at.scale
    // Its own box may include a shadow that it draws, which is in none of the window system's rectangles.
    const placementIn = (one: Frame | undefined) => one && placementOf(one, x, scale)
    const byBox = placementIn(box)
    const isThere = byBox !== undefined && (isAtOrigin(box) || shiftOf(byBox) <= mostShift * byBox.scale)
    const at = isThere ? byBox : leastShifted(byBox, placementIn(await contentBox(access, window, signal)))
    const isCalledSo = x.title?.trim() === access.facts(window)?.name.trim()
    if (at === undefined) return { isOwn: isCalledSo }
    const isOwn = isCalledSo || isAtOrigin(box) || shiftOf(at) <= mostShift * at.scale
    if (isOwn) placed.set(window, { box, x, at })
    return { at, isOwn }
  }

  /**
   * The window system's window for an application's: of those with its title, or with no other's, those whose shape
   * fits; of these the one at the right place. If nothing tells their places and they are alike, none.
   */
  async #match(
    access: AppAccess,
    window: Key,
    windows: readonly DesktopWindow[],
    signal: AbortSignal,
  ): Promise<DesktopWindow | undefined> {
    const known = access.systemWindow?.(window)
    if (known !== undefined) return windows.find(({ id }) => id === known)
    if (windows.length <= 1) return windows[0]
    const title = access.facts(window)?.name.trim()
    const named = windows.filter((one) => one.title?.trim() === title)
    if (named.length === 1) return named[0]
    const others = new Set(access.windows.map((other) => other !== window && access.facts(other)?.name.trim()))
    const nameless = windows.filter((one) => !others.has(one.title?.trim()))
    const left = [named, nameless, windows].find((list) => list.length > 0)!
    const box = await windowBox(access, window, signal)
    if (box === undefined) return left[0]
    const facts = access.facts(window)
    const isActive = facts !== undefined && hasState(facts, State.active)
    const distanceOf = (one: DesktopWindow) => {
      const at = placementOf(box, one)
      if (at === undefined) return unfit + (one.active === isActive ? 0 : 1)
      return (isAtOrigin(box) ? 0 : shiftOf(at)) + (one.active === isActive ? 0 : 1)
    }
    const [best, next] = left.toSorted((a, b) => distanceOf(a) - distanceOf(b))
    const areAlike = next !== undefined && best?.unplaced !== undefined && distanceOf(best) === distanceOf(next)
    return areAlike ? undefined : best
  }
}

/** The windows that it belongs to, and stays above. */
function ownersOf({ transientFor }: DesktopWindow, windows: readonly DesktopWindow[]): ReadonlySet<number> {
  const owners = new Set<number>()
  for (let at = transientFor; at !== undefined && !owners.has(at); ) {
    owners.add(at)
    at = windows.find(({ id }) => id === at)?.transientFor
  }
  return owners
}

function pointsIn(placing: Placing, point: Point): (ref: Ref) => Promise<Point | undefined> {
  return async (ref) => {
    const at = await placing.ofRef(ref)
    return at && inUnits(point, at)
  }
}

/** Further than any window is from another. */
const unfit = 1e9
/** Units by which rounding may shift a window. */
const mostShift = 4

/** Its toolkit may count from the window itself: then this position says nothing. */
function isAtOrigin({ x, y }: Frame): boolean {
  return x === 0 && y === 0
}

/** The nearest ancestor that was read. */
async function readAbove(access: AppAccess, ref: Ref, signal: AbortSignal): Promise<Key | undefined> {
  let at: Ref | undefined = ref
  for (let level = 0; at !== undefined && level < deepest; level++) {
    const key = access.key(at)
    if (key !== undefined) return key
    at = refOf(await property({ access, ref: at, signal }, 'Accessible', 'Parent'), ref.bus)
  }
  return undefined
}
