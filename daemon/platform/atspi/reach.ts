/** Getting at an element as a person would: its window in front, the focus on it, a point where a press meets it. */
import type { Frame } from '../../../api-schema/element.ts'
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Key } from '../platform.ts'
import { common } from '../rectangle.ts'
import { contains, extentsOf, type Surface, windowOf } from './geometry.ts'
import type { Recipient } from './keyboard.ts'
import type { Point } from './pointer.ts'
import { ask, changed, has, isOn, now, type Subject, unsupported } from './subject.ts'
import type { XWindow } from './windows.ts'

/** How long the focus may be on its way. */
const focusMs = 500
const anywhere = 6

/** Brings the element's window to the front. Throws unsupported_here where no window of X11 shows it. */
export async function bringToFront(subject: Subject): Promise<Surface & { readonly x: XWindow }> {
  const { geometry, manager, access, key, signal } = subject
  // Throws where there is no X server at all.
  if (!subject.windows.available) await subject.windows.list(signal)
  const surface = await geometry.surface(access, key, signal)
  if (surface?.x === undefined)
    throw unsupported('Its window is none of the X server: keys and pointer cannot get there.')
  if (!surface.x.active || surface.x.minimized) {
    const effect = await manager.activate(surface.x.id, signal)
    if (effect === 'ignored') {
      const title = JSON.stringify(surface.x.title ?? '')
      throw changed('covered', `The window manager does not bring the window ${title} to the front.`)
    }
  }
  return { window: surface.window, x: surface.x }
}

/** Where keys go to: a window, for as long as it has the keyboard. */
export function recipient({ windows, signal }: Subject, { id, title }: XWindow): Recipient {
  return {
    window: id,
    verify: async () => {
      if ((await windows.read(id, signal))?.active === true) return
      throw new Problem('element_changed', {
        message: `The window ${JSON.stringify(title ?? '')} has lost the keyboard; what was not pressed yet was left.`,
        hint: 'Call explore to see what came, then go on.',
        data: { reason: 'covered' },
      })
    },
  }
}

/**
 * Gives the element the focus, natively; true when it has it. What cannot have it, or does not take it in time, has
 * not.
 */
export async function grabFocus(subject: Subject): Promise<boolean> {
  const row = await now(subject)
  if (isOn(row, 'focused')) return true
  if (!has(subject, 'Component') || !isOn(row, 'focusable')) return false
  // GTK 4 knows no such thing.
  const [taken] = await ask(subject, 'Component', 'GrabFocus')
  return taken === true && (await comesToFocus(subject))
}

/** Whether it has the focus within a little time. */
export async function comesToFocus(subject: Subject): Promise<boolean> {
  const until = performance.now() + focusMs
  for (;;) {
    if (await holdsFocus(subject)) return true
    if (performance.now() > until) return false
    await new Promise((done) => setTimeout(done, 10))
  }
}

/** Itself, or something in it: a spin button's field, a combo box's. */
async function holdsFocus(subject: Subject): Promise<boolean> {
  const { access, signal } = subject
  if (isOn(await now(subject), 'focused')) return true
  const children = (access.row(subject.key)?.children ?? []).slice(0, 5)
  const rows = await Promise.all(children.map((child) => access.reread(child, signal)))
  return rows.some((row) => row !== undefined && isOn(row, 'focused'))
}

/** A point of the element that a press there would meet, with its window in front. Throws element_changed. */
export async function pointOn(subject: Subject): Promise<{ readonly point: Point; readonly window: XWindow }> {
  const { windows, signal } = subject
  const { x: window, window: top } = await bringToFront(subject)
  const part = await partInView(subject)
  if (part === undefined) throw changed('outside', 'The element lies outside of what can be seen of its window.')
  const point = { x: Math.floor(part.x + part.width / 2), y: Math.floor(part.y + part.height / 2) }
  const there = await windows.at(point.x, point.y, signal)
  const isOwn = there.window === undefined ? there.pid === subject.access.pid : there.window.id === window.id
  if (!isOwn) {
    const name = JSON.stringify(there.window?.title ?? 'another window')
    throw changed('covered', `The element is covered by the window ${name}.`, { name })
  }
  const cover = await coverOf(subject, point, top)
  if (cover !== undefined) throw changed('covered', `The element is covered by ${cover.name}.`, cover)
  return { point, window }
}

/** What of its box its scrolled parents and the screen show; scrolled there where that is needed and can be done. */
export async function partInView(subject: Subject): Promise<Frame | undefined> {
  const part = await visiblePart(subject)
  if (part !== undefined) return part
  await ask(subject, 'Component', 'ScrollTo', 'u', [anywhere])
  return await visiblePart(subject)
}

/** Screen pixels; undefined when nothing of it shows. */
export async function visiblePart({ geometry, access, key, signal }: Subject): Promise<Frame | undefined> {
  const around: Key[] = []
  for (let at = access.parent(key); at !== undefined && at !== access.root; at = access.parent(at)) {
    const isPort = ((access.row(at)?.flags ?? 0) & Flag.scrollable) !== 0
    if (isPort || access.parent(at) === access.root) around.push(at)
  }
  const frames = await geometry.frames(access, [key, ...around], signal)
  let part = frames.get(key)?.frame
  for (const parent of around) {
    const frame = frames.get(parent)?.frame
    // A popup of GTK 4 reaches out of its window.
    if (part === undefined || frame === undefined || access.parent(parent) === access.root) continue
    part = common(part, frame)
  }
  return part
}

const truthful = new Set(['gtk3', 'chromium', 'gecko'])

/** Another element of the window that a press at the point would meet, where the toolkit can be asked. */
async function coverOf({ geometry, access, key, signal }: Subject, { x, y }: Point, top: Key) {
  if (!truthful.has(access.toolkit)) return undefined
  const hit = await geometry.at(access, x, y, signal)
  if (hit === undefined || hit === top || isWithin(access, hit, key) || isWithin(access, key, hit)) return undefined
  // An overlay that lets presses through is told all the same: only what the point is really in counts.
  const box = await extentsOf(access, hit, signal)
  if (!contains(box, x, y) || windowOf(access, hit) === undefined) return undefined
  const row = access.row(hit)
  return { name: `${row?.role ?? 'another element'} ${JSON.stringify(row?.title ?? '')}`, key: hit }
}

export function isWithin(access: Subject['access'], inner: Key, outer: Key): boolean {
  for (let at: Key | undefined = inner; at !== undefined; at = access.parent(at)) if (at === outer) return true
  return false
}
