/**
 * Where elements are on the screen. Toolkits report it, but GTK 4 only relative to its window, and on Wayland it is
 * unknown.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { Flag } from '../../flags.ts'
import type { Key } from '../../row.ts'
import { Role } from '../read/roles.ts'
import { type AppAccess, ask, property } from '../wire/access.ts'
import { refOf } from '../wire/cache-items.ts'
import type { Ref } from '../wire/facts.ts'
import type { Windows, XPopup, XWindow } from '../x11/windows.ts'

/** An element's window, as the window system sees it. */
export interface Surface {
  /** The window among the application's own elements. */
  readonly window: Key
  readonly x?: XWindow
}

const deepest = 100
/** What toolkits report for an element without a position. */
const nowhere = -2147483648

export class Geometry {
  readonly #windows: Windows

  constructor(windows: Windows) {
    this.#windows = windows
  }

  async frames(access: AppAccess, keys: readonly Key[], signal: AbortSignal): Promise<Map<Key, { frame: Frame }>> {
    const found = new Map<Key, { frame: Frame }>()
    const shifts = await this.#shifts(access, signal)
    if (shifts === undefined) return found
    await Promise.all(
      keys.map(async (key) => {
        const frame = await extentsOf(access, key, signal)
        const shift = frame && (await shifts(key))
        if (shift) found.set(key, { frame: { ...frame!, x: frame!.x + shift.x, y: frame!.y + shift.y } })
      }),
    )
    return found
  }

  async frame(access: AppAccess, key: Key, signal: AbortSignal): Promise<Frame | undefined> {
    return (await this.frames(access, [key], signal)).get(key)?.frame
  }

  /** The same for an element that may not have been read yet. */
  async frameAt(access: AppAccess, ref: Ref, signal: AbortSignal): Promise<Frame | undefined> {
    const key = access.key(ref)
    if (key !== undefined) return await this.frame(access, key, signal)
    const box = await extentsAt(access, ref, signal)
    if (access.toolkit !== 'gtk4' || box === undefined) return box
    const popups = await this.#windows.popupsOf(access.owner, signal)
    const shift = popupShift(await popoversAbove(access, ref, signal), popups)
    return shift && { ...box, x: box.x + shift.x, y: box.y + shift.y }
  }

  /** Undefined for the application itself, and for elements no longer in it. */
  async surface(access: AppAccess, key: Key, signal: AbortSignal): Promise<Surface | undefined> {
    const window = windowOf(access, key)
    if (window === undefined) return undefined
    const x = await this.#match(access, window, await this.#windows.windowsOf(access.owner, signal), signal)
    return { window, ...(x !== undefined && { x }) }
  }

  /** Window positions from the top: 0 is in front. Leaves out windows that X does not know. */
  async stackOf(access: AppAccess, keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, number>> {
    const windows = await this.#windows.windowsOf(access.owner, signal)
    const places = new Map<Key, number>()
    for (const key of keys) {
      const found = await this.#match(access, key, windows, signal)
      if (found !== undefined) places.set(key, windows.indexOf(found))
    }
    return places
  }

  /** The innermost element at a point, if this application is the one visible there. */
  async at(access: AppAccess, x: number, y: number, signal: AbortSignal): Promise<Key | undefined> {
    const there = await this.#windows.at(x, y, signal)
    if (there.top === undefined) return undefined
    const own = await this.#windows.windowsOf(access.owner, signal)
    const isOwn = there.owner === access.owner || own.some(({ id }) => id === there.window?.id)
    if (!isOwn) return undefined
    const shifts = await this.#shifts(access, signal)
    for (const start of await this.#startsAt(access, there.window, own, x, y, signal)) {
      const shift = (await shifts?.(start)) ?? { x: 0, y: 0 }
      const hit = await descend(access, start, x - shift.x, y - shift.y, signal)
      if (hit !== undefined) return hit
    }
    return undefined
  }

  /** Where to start: the window X has there, or whatever lies above all windows, newest first. */
  async #startsAt(
    access: AppAccess,
    window: XWindow | undefined,
    own: readonly XWindow[],
    x: number,
    y: number,
    signal: AbortSignal,
  ): Promise<readonly Key[]> {
    if (window !== undefined) {
      const matches = await Promise.all(
        access.windows.map(async (key) => (await this.#match(access, key, own, signal))?.id === window.id),
      )
      return access.windows.filter((_, at) => matches[at])
    }
    const menus = access.toolkit === 'gtk4' ? openMenusOf(access) : [...access.windows].reverse()
    const frames = await this.frames(access, menus, signal)
    return menus.filter((key) => contains(frames.get(key)?.frame, x, y))
  }

  /**
   * The offset to add to an element's extents. Undefined if positions are unknown altogether; the function returns
   * undefined for elements in no window of the window system.
   */
  async #shifts(access: AppAccess, signal: AbortSignal) {
    const none = { x: 0, y: 0 }
    if (!this.#windows.available) return undefined
    if (access.toolkit !== 'gtk4') return async (_key: Key): Promise<Shift | undefined> => none
    const [windows, popups] = await Promise.all([
      this.#windows.windowsOf(access.owner, signal),
      this.#windows.popupsOf(access.owner, signal),
    ])
    const known = new Map<Key, Promise<Shift | undefined>>()
    const ofWindow = async (window: Key): Promise<Shift | undefined> => {
      const [x, box] = await Promise.all([
        this.#match(access, window, windows, signal),
        extentsOf(access, window, signal),
      ])
      // GTK 4 draws a border of equal width on all sides, which belongs to the window but not to its element.
      return (
        x && box && { x: x.frame.x + half(x.frame.width, box.width), y: x.frame.y + half(x.frame.height, box.height) }
      )
    }
    return async (key: Key): Promise<Shift | undefined> => {
      const popup = popups.length === 0 ? undefined : popupShift(await popoversAround(access, key, signal), popups)
      if (popup !== undefined) return popup
      const window = windowOf(access, key)
      if (window === undefined) return undefined
      const shift = known.get(window) ?? ofWindow(window)
      known.set(window, shift)
      return await shift
    }
  }

  /** The X window for an application's window: the one with its title, or else of the closest size. */
  async #match(
    access: AppAccess,
    window: Key,
    windows: readonly XWindow[],
    signal: AbortSignal,
  ): Promise<XWindow | undefined> {
    const known = access.systemWindow?.(window)
    if (known !== undefined) return windows.find(({ id }) => id === known)
    if (windows.length <= 1) return windows[0]
    const title = access.facts(window)?.name.trim()
    const named = windows.filter((one) => one.title?.trim() === title)
    if (named.length === 1) return named[0]
    const left = named.length > 0 ? named : windows
    const box = await extentsOf(access, window, signal)
    if (box === undefined) return left[0]
    const distance = ({ frame, outer }: XWindow) =>
      Math.min(apart(frame, box, access.toolkit !== 'gtk4'), apart(outer, box, access.toolkit !== 'gtk4'))
    return left.toSorted((a, b) => distance(a) - distance(b))[0]
  }
}

interface Shift {
  readonly x: number
  readonly y: number
}

/** In the toolkit's own coordinates; undefined for an element without a position now. */
export async function extentsOf(access: AppAccess, key: Key, signal: AbortSignal): Promise<Frame | undefined> {
  const ref = access.ref(key)
  return ref && (await extentsAt(access, ref, signal))
}

async function extentsAt(access: AppAccess, ref: Ref, signal: AbortSignal): Promise<Frame | undefined> {
  const [box] = await ask({ access, ref, signal }, 'Component', 'GetExtents', 'u', [0])
  const [x, y, width, height] = (Array.isArray(box) ? box : []) as (number | undefined)[]
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined
  return x === nowhere || y === nowhere || width <= 0 || height <= 0 ? undefined : { x, y, width, height }
}

/** An element's window: a child of the application, or the element itself. */
export function windowOf(access: AppAccess, key: Key): Key | undefined {
  let at = key
  for (let level = 0; level < deepest; level++) {
    const parent = access.parent(at)
    if (parent === undefined) return undefined
    if (parent === access.root) return at
    at = parent
  }
  return undefined
}

/** Pixels of shadow and arrow around a GTK 4 popup. */
const aroundPopup = 16

/** Only X has GTK 4's open menus and lists as windows of their own: they are matched by size. */
function popupShift(boxes: readonly (Frame | undefined)[], popups: readonly XPopup[]): Shift | undefined {
  let nearest = 2 * aroundPopup
  let shift: Shift | undefined
  for (const box of boxes) {
    for (const { frame } of box === undefined ? [] : popups) {
      const [across, down] = [frame.width - box!.width, frame.height - box!.height]
      const distance = Math.abs(across) + Math.abs(down)
      if (across < 0 || down < 0 || distance >= nearest) continue
      nearest = distance
      shift = {
        x: frame.x + half(frame.width, box!.width) - box!.x,
        y: frame.y + half(frame.height, box!.height) - box!.y,
      }
    }
  }
  return shift
}

/** The class name of what every GTK 4 menu and list contains. */
const popoverContent = 'GtkPopoverContent'

/** The boxes of the open menus and lists around an element, innermost first. */
async function popoversAround(access: AppAccess, key: Key, signal: AbortSignal): Promise<(Frame | undefined)[]> {
  const around: Key[] = []
  let level = 0
  for (let at: Key | undefined = key; at !== undefined && level++ < deepest; at = access.parent(at)) {
    const isPopover = access.row(at)?.children.some((child) => access.facts(child)?.name === popoverContent)
    if (isPopover === true || access.facts(at)?.role === Role.menu) around.push(at)
  }
  return await Promise.all(around.map((one) => extentsOf(access, one, signal)))
}

/** The same for an element that may not have been read yet. */
async function popoversAbove(access: AppAccess, ref: Ref, signal: AbortSignal): Promise<(Frame | undefined)[]> {
  const boxes: (Frame | undefined)[] = []
  let level = 0
  for (let at: Ref | undefined = ref; at !== undefined && level++ < deepest; ) {
    const key = access.key(at)
    if (key !== undefined) return [...boxes, ...(await popoversAround(access, key, signal))]
    const [name, parent] = await Promise.all(
      ['Name', 'Parent'].map((name) => property({ access, ref: at!, signal }, 'Accessible', name)),
    )
    at = refOf(parent, ref.bus)
    if (name === popoverContent && at !== undefined) boxes.push(await extentsAt(access, at, signal))
  }
  return boxes
}

function openMenusOf(access: AppAccess): Key[] {
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

/** One call per level in most toolkits; in those that cannot look up points, searches the children. */
async function descend(
  access: AppAccess,
  start: Key,
  x: number,
  y: number,
  signal: AbortSignal,
): Promise<Key | undefined> {
  let hit = start
  for (let level = 0; level < deepest; level++) {
    const inner = (await childAt(access, hit, x, y, signal)) ?? (await childAround(access, hit, x, y, signal))
    if (inner === undefined || inner === hit) return hit
    hit = inner
  }
  return hit
}

async function childAt(access: AppAccess, key: Key, x: number, y: number, signal: AbortSignal) {
  const args = [Math.round(x), Math.round(y), 0]
  const [found] = await ask({ access, ref: access.ref(key)!, signal }, 'Component', 'GetAccessibleAtPoint', 'iiu', args)
  const [bus, path] = (Array.isArray(found) ? found : []) as string[]
  return bus === undefined || path === undefined ? undefined : access.key({ bus, path })
}

async function childAround(access: AppAccess, key: Key, x: number, y: number, signal: AbortSignal) {
  const children = access.row(key)?.children.filter((child) => ((access.row(child)?.flags ?? 0) & Flag.hidden) === 0)
  const boxes = await Promise.all((children ?? []).map((child) => extentsOf(access, child, signal)))
  // Later children lie on top.
  const at = boxes.findLastIndex((box) => contains(box, x, y))
  return children?.[at]
}

export function contains(frame: Frame | undefined, x: number, y: number): boolean {
  if (frame === undefined) return false
  return x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height
}

function half(outer: number, inner: number): number {
  return Math.round((outer - inner) / 2)
}

function apart(a: Frame, b: Frame, places: boolean): number {
  const sizes = Math.abs(a.width - b.width) + Math.abs(a.height - b.height)
  return places ? sizes + Math.abs(a.x - b.x) + Math.abs(a.y - b.y) : sizes
}
