/** Element positions as toolkits report them: in their own units, from an origin of their own. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Flag } from '../../element/flags.ts'
import { around } from '../../element/rectangle.ts'
import type { Key } from '../../element/row.ts'
import { drawnBox } from '../read/room.ts'
import type { AppAccess } from '../wire/access.ts'
import type { Ref } from '../wire/facts.ts'

/** Levels of a tree. */
export const deepest = 100
/** How many of a window's elements to ask for a box if it has none itself. */
const mostAsked = 30

/** Undefined for an element without a position now. */
export async function extentsOf(access: AppAccess, key: Key, signal: AbortSignal): Promise<Frame | undefined> {
  const ref = access.ref(key)
  return ref && (await extentsAt(access, ref, signal))
}

export async function extentsAt(access: AppAccess, ref: Ref, signal: AbortSignal): Promise<Frame | undefined> {
  return await drawnBox({ access, ref, signal })
}

/** A window's box, or if it reports none, that of the outermost element inside that does. */
export async function windowBox(access: AppAccess, window: Key, signal: AbortSignal): Promise<Frame | undefined> {
  const inside = [window]
  for (let at = 0; at < Math.min(inside.length, mostAsked); at++) {
    const box = await extentsOf(access, inside[at]!, signal)
    if (box !== undefined) return box
    inside.push(...(access.row(inside[at]!)?.children ?? []))
  }
  return undefined
}

/** The box around all direct children of a window. */
export async function contentBox(access: AppAccess, window: Key, signal: AbortSignal): Promise<Frame | undefined> {
  const children = (access.row(window)?.children ?? []).slice(0, mostAsked)
  const boxes = await Promise.all(children.map((key) => extentsOf(access, key, signal)))
  const drawn = boxes.filter((box) => box !== undefined)
  return drawn.length === 0 ? undefined : drawn.reduce((all, box) => around(all, box))
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

/** The window that stands for the application as a whole: Swing lists a hidden one before those that are shown. */
export function mainWindow(access: AppAccess): Key | undefined {
  const isShown = (key: Key) => ((access.row(key)?.flags ?? 0) & Flag.hidden) === 0
  return access.windows.find(isShown) ?? access.windows[0]
}

export function contains(frame: Frame | undefined, x: number, y: number): boolean {
  if (frame === undefined) return false
  return x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height
}
