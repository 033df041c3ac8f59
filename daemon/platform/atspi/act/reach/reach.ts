/** Reaches an element as a person would: its window in front, the focus on it, a point where a press hits it. */
import type { Frame } from '../../../../../api-schema/element.ts'
import type { Problem } from '../../../../problem.ts'
import { changed, unsupported } from '../../../acting/problems.ts'
import { spotOf } from '../../../acting/spot.ts'
import { Flag } from '../../../element/flags.ts'
import { common } from '../../../element/rectangle.ts'
import { spokenName } from '../../../element/role-words.ts'
import type { Key, Row } from '../../../element/row.ts'
import { type Aim, type Devices, lostKeyboard, type Point, type Recipient } from '../../desktop/input.ts'
import { unsupportedBy } from '../../desktop/missing.ts'
import type { DesktopWindow } from '../../desktop/windows.ts'
import { contains } from '../../geometry/extents.ts'
import type { Surface } from '../../geometry/frames.ts'
import { Role, roles } from '../../read/roles.ts'
import { isInList, isWithoutRoom } from '../../read/room.ts'
import { ask, lineage } from '../../wire/access.ts'
import type { Ref } from '../../wire/facts.ts'
import { has, isOn, now, type Subject, soon } from '../subject/subject.ts'
import { barsBeside } from './area.ts'
import { isOnlyAround, pointsAround, pressedInside, requireAt } from './at-point.ts'

/** How long the focus may take to arrive. */
const focusMs = 500
const anywhere = 6
/** Pixels from a field's start to its text. */
const inField = 8

type Known = Surface & { readonly x: DesktopWindow }

/** The element's window. Throws unsupported_here if the window system does not know it. */
async function surfaceOf({ geometry, access, key, windows, signal }: Subject): Promise<Known> {
  if (windows.missing !== undefined) throw unsupportedBy(windows.missing)
  const surface = await geometry.surface(access, key, signal)
  if (surface?.x === undefined)
    throw unsupported('The window system does not know its window, so keys and pointer cannot reach it.')
  return { window: surface.window, x: surface.x }
}

/** Brings the element's window to the front. Throws unsupported_here if the window system does not know it. */
export async function bringToFront(subject: Subject): Promise<Known> {
  const { manager, signal } = subject
  const surface = await surfaceOf(subject)
  if (!surface.x.active || surface.x.minimized) {
    const effect = await manager.activate(surface.x.id, signal)
    if (effect === 'ignored') throw notBrought(surface.x)
    if (effect === 'done') subject.brought.front = true
  }
  return surface
}

function notBrought({ title = '', minimized }: DesktopWindow): Problem {
  const name = JSON.stringify(title)
  if (!minimized) return changed('covered', `The window manager did not bring the window ${name} to the front.`)
  const hint = 'Call {interact} with action raise on the window, or bring it back by hand, then try again.'
  return changed(
    'hidden',
    `The window ${name} is minimised, and the window manager did not bring it back.`,
    undefined,
    hint,
  )
}

/** Uses the keyboard, with the element's window in front. */
export async function inFront<T>(
  subject: Subject,
  work: (devices: Devices, x: DesktopWindow) => Promise<T>,
): Promise<T> {
  return await subject.input.use(
    subject.signal,
    async (devices) => await work(devices, (await bringToFront(subject)).x),
  )
}

/** Directs keys at a window, whichever of its elements has the focus. */
export function recipient({ id }: DesktopWindow): Recipient {
  return { window: id, verify: async () => {} }
}

/**
 * Directs keys at the element: its focus is checked before each part of a text, or only at first if the keys themselves
 * move the focus.
 */
export function focusedRecipient(subject: Subject, { id }: DesktopWindow, movesFocus = false): Recipient {
  let begun = false
  return {
    window: id,
    verify: async (pressed) => {
      if ((begun && movesFocus) || (await holdsFocus(subject))) begun = true
      else throw lostKeyboard('The element', pressed)
    },
  }
}

/** Focuses the element natively; false if it cannot have the focus or does not take it in time. */
export async function grabFocus(subject: Subject): Promise<boolean> {
  const row = await now(subject)
  if (await isFocused(subject, row)) return true
  if (!has(subject, 'Component') || !isOn(row, 'focusable')) return false
  // GTK 4 lacks this.
  const [taken] = await ask(subject, 'Component', 'GrabFocus')
  return taken === true && (await comesToFocus(subject))
}

/**
 * Qt reports the current item of a list, tree or table as focused wherever the keys go, so the view has to be focused
 * too.
 */
export async function isFocused(subject: Subject, row: Row): Promise<boolean> {
  if (!isOn(row, 'focused')) return false
  const view = viewOf(subject)
  if (view === undefined) return true
  const around = await subject.access.reread(view, subject.signal)
  if (around === undefined) return false
  // Views of Qt 5 say nothing about the focus: only a press proves that the keys go there.
  return isOn(around, 'focusable') ? isOn(around, 'focused') : subject.brought.pressed === true
}

/** The view that draws this item, in Qt. */
export function viewOf({ access, key }: Pick<Subject, 'access' | 'key'>): Key | undefined {
  const view = access.toolkit.drawsItems ? access.parent(key) : undefined
  return view !== undefined && views.has(access.facts(view)?.role ?? 0) ? view : undefined
}

/** The list of an entry that GTK 4 gives room to only while it is shown. */
export function listOf({ access, key }: Pick<Subject, 'access' | 'key'>): Key | undefined {
  const list = access.toolkit.roomlessEntries ? access.parent(key) : undefined
  const facts = access.facts(key)
  if (list === undefined || facts === undefined || !isInList(facts, access.facts(list))) return undefined
  return list
}

/** GTK 4 may leave an entry that is out of sight the box it had. */
export async function isEntryAway(subject: Subject): Promise<boolean> {
  if (listOf(subject) === undefined) return false
  return await isWithoutRoom(subject)
}

/** Does it show only a part of its contents? Qt has no element around its views that would say so. */
export function isPort(access: Subject['access'], key: Key): boolean {
  if (((access.row(key)?.flags ?? 0) & Flag.scrollable) !== 0) return true
  if (barsBeside(access, key).length > 0) return true
  return access.toolkit.drawsItems === true && views.has(access.facts(key)?.role ?? 0)
}

const views = roles('list table tree treeTable')

/** Does it get the focus within a short time? */
export async function comesToFocus(subject: Subject): Promise<boolean> {
  return (await soon(subject, focusMs, () => holdsFocus(subject))) === true
}

/** Does the element have the focus, or something in it, such as the field of a spin button or combo box? */
async function holdsFocus(subject: Subject): Promise<boolean> {
  const { access, signal } = subject
  if (await isFocused(subject, await now(subject))) return true
  const children = (access.row(subject.key)?.children ?? []).slice(0, 5)
  const rows = await Promise.all(children.map((child) => access.reread(child, signal)))
  return rows.some((row) => row !== undefined && isOn(row, 'focused'))
}

/** Actions that work on a window that is visible but not in front. */
const needsNoFront: ReadonlySet<string> = new Set(['hover', 'scroll'])

/** Nothing in a minimised window is visible, and some windows have a known position only in front. */
async function inSight(subject: Subject): Promise<Known> {
  const surface = await surfaceOf(subject)
  return surface.x.minimized || surface.x.unplaced?.untilFront ? await bringToFront(subject) : surface
}

/**
 * A point where a press hits the element, or where the pointer is on it if nothing is pressed there; its window is in front if
 * the action needs that. Throws element_changed.
 */
export async function pointOn(subject: Subject, presses = true): Promise<Aim> {
  const mayStay = needsNoFront.has(subject.act.action) && !subject.brought.front
  const { x: window, window: top } = mayStay ? await inSight(subject) : await bringToFront(subject)
  const part = await partOnScreen(subject, { window: top, x: window })
  const point = await pointIn(subject, part)
  const there = await aimAt(subject, point, window, top)
  if (there === 'behind') {
    await bringToFront(subject)
    return await pointOn(subject, presses)
  }
  const inner = presses && isOnlyAround(subject) ? pressedInside(subject, there.hit) : undefined
  if (inner === undefined) return there.aim
  for (const other of pointsAround(part)) {
    const free = await aimAt(subject, other, window, top).catch(() => undefined)
    if (
      free !== undefined &&
      free !== 'behind' &&
      free.hit !== undefined &&
      pressedInside(subject, free.hit) === undefined
    )
      return free.aim
  }
  subject.signal.throwIfAborted()
  const name = spokenName(subject.access.row(inner)!)
  const hint = 'Act on what is meant in it.'
  throw changed('covered', `A press on it would press its ${name}.`, { name, key: inner }, hint)
}

/** `behind`: its window may have to be brought to the front. Throws element_changed if a press would go elsewhere. */
async function aimAt(
  subject: Subject,
  point: Point,
  window: DesktopWindow,
  top: Key,
): Promise<{ readonly aim: Aim; readonly hit: Ref | undefined } | 'behind'> {
  const there = await subject.windows.at(point.x, point.y, subject.signal)
  const isOwn = there.window === undefined ? there.owner === subject.access.owner : there.window.id === window.id
  if (!isOwn || there.top === undefined) {
    const mayStay = needsNoFront.has(subject.act.action) && !subject.brought.front
    if (mayStay && !window.active) return 'behind'
    const name = there.title === undefined ? 'another window' : `the window ${JSON.stringify(there.title)}`
    throw changed('covered', `The element is covered by ${name}.`, { name })
  }
  const hit = await requireAt(subject, point, there.window === undefined ? undefined : top)
  return { aim: { point, top: there.top, window: window.id }, hit }
}

/**
 * The part of the element that can be pressed. Throws element_changed if there is none, unsupported_here if it cannot
 * be known.
 */
async function partOnScreen(subject: Subject, surface: Known): Promise<Frame> {
  const part = await partInView(subject)
  if (part === undefined) {
    const { popupsMissing } = subject.windows
    if (
      popupsMissing !== undefined &&
      (await subject.geometry.isInUnknown(subject.access, subject.key, subject.signal))
    )
      throw unsupportedBy(popupsMissing)
    if (surface.x.unplaced !== undefined) throw unsupportedBy(surface.x.unplaced)
    const misfit = await subject.geometry.misfit(subject.access, surface, subject.signal)
    if (misfit !== undefined)
      throw unsupported(
        `Its place on the screen is unknown: ${misfit}.`,
        'Use what it can do without the pointer, or keys.',
      )
    throw changed('outside', 'The element is outside the visible part of its window.')
  }
  const screen = await subject.windows.screen(subject.signal)
  const seen = common(part, screen)
  if (seen !== undefined) return seen
  throw changed(
    'outside',
    `The element is beyond the edge of the screen, at ${part.x},${part.y} of ${screen.width}x${screen.height}.`,
    undefined,
    'Call {interact} with action move to bring its window onto the screen, or with action maximize, then try again.',
  )
}

/** The point that the caller named, otherwise the middle of the visible part; for a spin button, where its text is. */
async function pointIn(subject: Subject, part: Frame): Promise<Point> {
  const { geometry, access, key, facts, act, signal } = subject
  const spot = spotOf(act)
  if (spot === undefined) {
    // At the end of a spin button are the buttons that change its value.
    const across = facts.role === Role.spinButton ? Math.min(inField, part.width / 2) : part.width / 2
    return { x: Math.floor(part.x + across), y: Math.floor(part.y + part.height / 2) }
  }
  const frame = (await geometry.frame(access, key, signal)) ?? part
  const point = { x: Math.floor(frame.x + spot.x), y: Math.floor(frame.y + spot.y) }
  if (contains(part, point.x, point.y) || (await isInPopup(subject, point))) return point
  const size = `${frame.width}x${frame.height}`
  throw changed('outside', `The point ${spot.x},${spot.y} is not in the visible part of the element, which is ${size}.`)
}

/**
 * Is the point in an open menu that extends beyond a window without readable elements? A picture of the window shows it
 * too.
 */
async function isInPopup({ access, windows, signal }: Subject, { x, y }: Point): Promise<boolean> {
  if (access.systemWindow === undefined) return false
  return (await windows.popupsOf(access.owner, signal)).some(({ frame }) => contains(frame, x, y))
}

/**
 * The part of its box visible through its scrolled parents and on the screen; scrolls it there if necessary and
 * possible.
 */
export async function partInView(subject: Subject): Promise<Frame | undefined> {
  const part = await visiblePart(subject)
  if (part !== undefined) return part
  await scrollTo(subject)
  return await visiblePart(subject)
}

/** Asks the toolkit to scroll it into view; false if it does not. */
export async function scrollTo(subject: Subject): Promise<boolean> {
  const [done] = await ask(subject, 'Component', 'ScrollTo', 'u', [anywhere])
  return done === true
}

/** Screen pixels; undefined when none of it is visible. */
export async function visiblePart(subject: Subject): Promise<Frame | undefined> {
  if (await isEntryAway(subject)) return undefined
  const { geometry, access, key, signal } = subject
  const around = lineage(access, key).filter((at) => {
    // GTK 4 popups extend beyond their window.
    const isInWindow = at !== key && at !== access.root && access.parent(at) !== access.root
    return isInWindow && isPort(access, at)
  })
  const frames = await geometry.frames(access, [key, ...around], signal)
  const rooms = await Promise.all(
    around.map(async (port) => {
      const frame = frames.get(port)?.frame
      return frame === undefined || port === key ? frame : await roomIn(subject, port, frame)
    }),
  )
  let part = frames.get(key)?.frame
  for (const room of rooms) if (part !== undefined && room !== undefined) part = common(part, room)
  return part
}

/** The area in which a view of Qt shows its items: not under its headers, which are its children like the items. */
export async function roomIn({ geometry, access, key, signal }: Subject, port: Key, frame: Frame): Promise<Frame> {
  if (!access.toolkit.drawsItems) return frame
  const all = access.row(port)?.children ?? []
  const [top, left] = [topHeaders, leftHeaders].map((roles) => all.find((at) => roles.has(access.facts(at)?.role ?? 0)))
  const heads = [top, left].filter((head) => head !== undefined)
  const own = new Set(lineage(access, key))
  if (heads.length === 0 || all.some((at) => own.has(at) && isHeader(access.facts(at)?.role ?? 0))) return frame
  const frames = await geometry.frames(access, heads, signal)
  const endOf = (head: Key | undefined, from: 'x' | 'y', size: 'width' | 'height') => {
    const box = head === undefined ? undefined : frames.get(head)?.frame
    return box === undefined ? frame[from] : Math.max(frame[from], box[from] + box[size])
  }
  const [x, y] = [endOf(left, 'x', 'width'), endOf(top, 'y', 'height')]
  return { x, y, width: frame.x + frame.width - x, height: frame.y + frame.height - y }
}

const topHeaders = roles('columnHeader tableColumnHeader')
const leftHeaders = roles('rowHeader tableRowHeader')

function isHeader(role: number): boolean {
  return topHeaders.has(role) || leftHeaders.has(role)
}

export function isWithin(access: Subject['access'], inner: Key, outer: Key): boolean {
  return lineage(access, inner).includes(outer)
}
