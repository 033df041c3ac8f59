/** Pictures of the screens, of windows and of elements, by the system's own program. All places are in points of the screen. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame } from '../../../api-schema/element.ts'
import { Problem } from '../../problem.ts'
import { encodePicture, type Shot } from '../encode-picture.ts'
import type { Capture, Picture, PictureWish } from '../picture.ts'
import { type Marks, marksIn } from '../picture-marks.ts'
import { around, common } from '../rectangle.ts'
import { type AppAccess, windowOf } from './access.ts'
import { isGone } from './faults.ts'
import { isThere, type MacPrograms, run } from './mac-programs.ts'
import type { Call, Calls, RawWindow } from './messages.ts'
import type { Ref } from './raw-element.ts'
import { screensScript } from './system-scripts.ts'
import { truthOf } from './values.ts'
import { elementIn, valuesOf, windowsOf } from './visit.ts'

/** What the platform lends. */
export interface PictureDesk {
  readonly programs: MacPrograms
  ask<C extends Call>(call: C, params: Calls[C]['params'], signal: AbortSignal): Promise<Calls[C]['result']>
}

/** Milliseconds. */
const shotMs = 10_000
/** A request each, and few can be read. */
const mostMarked = 500
/** The Dock, the menu bar and what lies over them. */
const systemLayers = 20
/** In the same window, and cut off by nothing but these. */
const cutters: ReadonlySet<string | undefined> = new Set(['AXScrollArea', 'AXWebArea', 'AXSheet', 'AXWindow'])

export const recordingHint =
  'Open System Settings > Privacy & Security > Screen & System Audio Recording, switch on the program that runs ixd (`ix doctor` names it), then run `ix service stop` and `ix service start`.'

export function partOf(subject: { readonly window: number } | { readonly area: Frame }): string {
  if ('window' in subject) return `-l${subject.window}`
  const { x, y, width, height } = subject.area
  return `-R${x},${y},${width},${height}`
}

/** Whole points, with all of it in them. */
export function outward({ x, y, width, height }: Frame): Frame {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }
}

export async function captureScreen(desk: PictureDesk, wish: PictureWish, signal: AbortSignal): Promise<Picture> {
  await allowed(desk, signal)
  const { osascript } = desk.programs
  const { code, out, said } = await run(osascript, ['-l', 'JavaScript', '-e', screensScript], { signal, ms: shotMs })
  const screens = code === 0 ? framesIn(out.toString()) : []
  if (screens.length === 0)
    throw new Problem('unsupported_here', {
      message: `macOS does not say which screens there are: ${said || 'no answer'}.`,
      hint: 'Call screenshot with a bundleId for the window of an application.',
    })
  const area = outward(screens.reduce(around))
  return await encodePicture(await shotOf(desk, partOf({ area }), area, signal), wish)
}

export async function capture(desk: PictureDesk, app: AppAccess, wish: Capture, signal: AbortSignal): Promise<Picture> {
  if (wish.of === 'page') throw new Problem('unsupported_here', { message: 'An application has no page.' })
  await allowed(desk, signal)
  const ref = wish.of === 'viewport' ? app.mirror.root : app.mirror.refOf(wish.of.key)
  if (ref === undefined) throw new Problem('element_gone')
  const { root } = app.mirror
  const isWhole = ref === root || app.mirror.roleOf(ref) === 'AXWindow'
  const window = ref === root ? await frontWindow(app, signal) : windowOf(app, ref)
  if (window === undefined) throw unseen(app, 'it has no window that is open')
  await checkShown(app, window, signal)
  const area = isWhole ? await frameOf(app, window, signal) : await partInView(app, ref, signal)
  if (area === undefined) throw unseen(app, isWhole ? 'its window has no place' : 'its window does not show it')
  const windows = await desk.ask('windows', {}, signal).then(
    (found) => found.windows,
    () => [],
  )
  const id = await numberOf(app, window, windows, signal)
  // A sheet is a window of the window server's own, and would be missing.
  const isAlone = isWhole && id !== undefined && !(await hasSheet(app, window, signal))
  const seen = outward(area)
  const [shot, marks] = await Promise.all([
    shotOf(desk, partOf(isAlone ? { window: id } : { area: seen }), isAlone ? area : seen, signal),
    wish.marks && marksOf(app, area, wish.marks, signal),
  ])
  const picture = await encodePicture(shot, wish, marks)
  const coveredBy = isAlone ? [] : namesOver(app.pid, id, seen, windows)
  return coveredBy.length === 0 ? picture : { ...picture, coveredBy }
}

/** Throws unsupported_here and permission_denied. Without the permission macOS gives a picture of the empty desktop. */
async function allowed({ programs, ask }: PictureDesk, signal: AbortSignal): Promise<void> {
  if (!isThere(programs.screencapture))
    throw new Problem('unsupported_here', {
      message: `There is no ${programs.screencapture} of macOS here, which takes the pictures.`,
      hint: 'Call explore for what is on the screen.',
    })
  const { screenRecording } = await ask('permission', {}, signal)
  if (screenRecording === false) throw denied('it has no permission to record the screen')
}

function denied(why: string): Problem {
  return new Problem('permission_denied', {
    message: `macOS does not let ixd see the screen: ${why}.`,
    hint: recordingHint,
  })
}

/** Into a file that is nobody else's, and is gone when this returns. */
async function shotOf(desk: PictureDesk, part: string, area: Frame, signal: AbortSignal): Promise<Shot> {
  const folder = await mkdtemp(join(tmpdir(), 'ix-shot-'))
  const file = join(folder, 'shot.png')
  try {
    await (await open(file, 'wx', 0o600)).close()
    // Without a sound, a shadow or the pointer.
    const args = ['-x', '-o', '-t', 'png', part, file]
    const { code, said } = await run(desk.programs.screencapture, args, { signal, ms: shotMs })
    const data = await readFile(file)
    if (code === 0 && data.length > 0) return { data, area }
    throw denied(`screencapture made no picture (${said || `exit code ${code}`})`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The one with the keyboard; a minimised one where there is no other. What has the keyboard may be a sheet, which is a part. */
export async function frontWindow(app: AppAccess, signal: AbortSignal): Promise<Ref | undefined> {
  const { AXFocusedWindow: focused, AXMainWindow: main } = await valuesOf(
    app,
    app.mirror.root,
    ['AXFocusedWindow', 'AXMainWindow'],
    signal,
  )
  const windows = [elementIn(focused), elementIn(main), ...(await windowsOf(app, signal))]
  const refs = [...new Set(windows.filter((ref) => ref !== undefined))]
  const open: Ref[] = []
  for (const ref of refs) {
    const { AXRole: role, AXMinimized: minimized } = await valuesOf(app, ref, ['AXRole', 'AXMinimized'], signal)
    if (truthOf(minimized) === true) continue
    if (role === 'AXWindow') return ref
    open.push(ref)
  }
  return open[0] ?? refs[0]
}

async function checkShown(app: AppAccess, window: Ref, signal: AbortSignal): Promise<void> {
  if (await isTrue(app, app.mirror.root, 'AXHidden', signal)) throw unseen(app, 'it is hidden')
  if (await isTrue(app, window, 'AXMinimized', signal)) throw unseen(app, 'its window is minimised')
}

async function isTrue(app: AppAccess, ref: Ref, attribute: string, signal: AbortSignal): Promise<boolean> {
  return truthOf((await valuesOf(app, ref, [attribute], signal))[attribute]) === true
}

function unseen({ name }: AppAccess, why: string): Problem {
  return new Problem('not_found', {
    message: `There is nothing of ${name} to be pictured: ${why}.`,
    hint: 'Call apps with action activate to bring it to the front, or interact with scroll for an element.',
  })
}

async function frameOf(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<Frame | undefined> {
  return (await app.call('frames', { refs: [ref] }, signal)).frames[0]?.[1]
}

/** Scrolled into view, and cut to what it is scrolled in. */
async function partInView(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<Frame | undefined> {
  await app.call('perform', { ref, action: 'AXScrollToVisible' }, signal).catch((error) => {
    if (isGone(error)) throw error
  })
  const around = [...app.mirror.ancestors(ref)].filter((one) => cutters.has(app.mirror.roleOf(one)))
  const { frames } = await app.call('frames', { refs: [ref, ...around] }, signal)
  const [own, ...others] = frames
  if (own?.[0] !== ref) return undefined
  return others.reduce<Frame | undefined>((seen, [, frame]) => seen && common(seen, frame), own[1])
}

async function hasSheet(app: AppAccess, window: Ref, signal: AbortSignal): Promise<boolean> {
  const found = await app.readUnder(window, { depth: 1 }, signal)
  return [...found.values()].some(({ facts }) => facts.AXRole === 'AXSheet' || facts.AXRole === 'AXDrawer')
}

/** The window server's number: as the element says, else that of the window of the same process at the same place. */
async function numberOf(
  app: AppAccess,
  window: Ref,
  windows: readonly RawWindow[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const { id } = await app.call('windowId', { ref: window }, signal)
  if (id !== undefined) return id
  const frame = await frameOf(app, window, signal)
  const sides = (one: Frame) => [one.x, one.y, one.width, one.height].map(Math.round).join()
  return frame && windows.find((one) => one.pid === app.pid && sides(one.frame) === sides(frame))?.id
}

/** Windows of others that lie over a part of it. */
function namesOver(pid: number, id: number | undefined, area: Frame, windows: readonly RawWindow[]): string[] {
  const place = windows.findIndex((one) => (id === undefined ? one.pid === pid : one.id === id))
  const over = windows.slice(0, Math.max(0, place)).filter((one) => one.pid !== pid && one.onScreen)
  const covering = over.filter(
    ({ layer, frame }) => layer >= 0 && layer < systemLayers && common(frame, area) !== undefined,
  )
  return [...new Set(covering.map(({ name, owner }) => name || owner || 'a window'))]
}

/** Where they were when they were read last says which are worth asking for. */
async function marksOf(
  app: AppAccess,
  area: Frame,
  wanted: NonNullable<Capture['marks']>,
  signal: AbortSignal,
): Promise<Marks> {
  const { mirror } = app
  const near = wanted.filter(({ key }) => {
    const frame = mirror.raw(mirror.refOf(key) ?? 0)?.frame
    return frame !== undefined && common(frame, area) !== undefined
  })
  const refs = near.slice(0, mostMarked).flatMap(({ key }) => mirror.refOf(key) ?? [])
  const { frames } = await app.call('frames', { refs }, signal, shotMs)
  const known = new Map(frames.map(([ref, frame]) => [mirror.keyOf(ref), { frame }] as const))
  const marks = marksIn(area, near, known)
  return { ...marks, left: marks.left + Math.max(0, near.length - mostMarked) }
}

function framesIn(json: string): Frame[] {
  try {
    const found: unknown = JSON.parse(json)
    const isFrame = (one: Frame) => [one.x, one.y, one.width, one.height].every(Number.isFinite)
    return Array.isArray(found) ? found.filter(isFrame) : []
  } catch {
    return []
  }
}
