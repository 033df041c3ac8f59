/** Pictures of screens, windows and elements, taken by the system's own program. All coordinates are screen points. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { around, common } from '../../element/rectangle.ts'
import type { Capture, Picture, PictureOptions } from '../../picture.ts'
import { encodePicture, type Shot } from '../../pictures/encode.ts'
import { type Marks, marksIn } from '../../pictures/labels.ts'
import { type AppAccess, isTrue, windowOf } from '../read/access.ts'
import { isOrdinary, sightOf } from '../read/sight.ts'
import { elementIn, valuesOf, windowsOf } from '../read/visit.ts'
import { isGone } from '../wire/faults.ts'
import type { Call, Calls, RawWindow } from '../wire/messages.ts'
import { isThere, type MacPrograms, run } from '../wire/programs.ts'
import type { Ref } from '../wire/raw-element.ts'
import { screensScript } from '../wire/system-scripts.ts'
import { truthOf } from '../wire/values.ts'

/** What the platform provides. */
export interface PictureServices {
  readonly programs: MacPrograms
  ask<C extends Call>(call: C, params: Calls[C]['params'], signal: AbortSignal): Promise<Calls[C]['result']>
}

const shotMs = 10_000
/** Each costs a request, and more labels would be unreadable. */
const mostLabels = 500

export const recordingHint =
  'Open System Settings > Privacy & Security > Screen & System Audio Recording, switch on the program that runs ixd (`ix doctor` names it), then run `ix service stop` and `ix service start`.'

export function partOf(subject: { readonly window: number } | { readonly area: Frame }): string {
  if ('window' in subject) return `-l${subject.window}`
  const { x, y, width, height } = subject.area
  return `-R${x},${y},${width},${height}`
}

/** The smallest whole-point rectangle that contains it. */
export function outward({ x, y, width, height }: Frame): Frame {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }
}

export async function captureScreen(
  services: PictureServices,
  options: PictureOptions,
  signal: AbortSignal,
): Promise<Picture> {
  await allowed(services, signal)
  const { osascript } = services.programs
  const { code, out, stderr } = await run(osascript, ['-l', 'JavaScript', '-e', screensScript], { signal, ms: shotMs })
  const screens = code === 0 ? framesIn(out.toString()) : []
  if (screens.length === 0)
    throw new Problem('unsupported_here', {
      message: `macOS does not list the screens: ${stderr || 'no answer'}.`,
      hint: 'Call {screenshot} with a bundleId for the window of an application.',
    })
  const area = outward(screens.reduce(around))
  return await encodePicture(await shotOf(services, partOf({ area }), area, signal), options)
}

export async function capture(services: PictureServices, app: AppAccess, options: Capture): Promise<Picture> {
  if (options.of === 'page') throw new Problem('unsupported_here', { message: 'An application has no page.' })
  const { signal } = app
  await allowed(services, signal)
  const ref = options.of === 'viewport' ? app.mirror.root : app.mirror.refOf(options.of.key)
  if (ref === undefined) throw new Problem('element_gone')
  const { root } = app.mirror
  const isWhole = ref === root || app.mirror.roleOf(ref) === 'AXWindow'
  const window = ref === root ? await frontWindow(app) : windowOf(app, ref)
  if (window === undefined) throw unseen(app, 'it has no window that is open')
  await checkShown(app, window)
  const area = isWhole ? await frameOf(app, window) : await partInView(app, ref)
  if (area === undefined) throw unseen(app, isWhole ? 'its window has no place' : 'its window does not show it')
  const windows = await services.ask('windows', {}, signal).then(
    (found) => found.windows,
    () => [],
  )
  const id = await numberOf(app, window, windows)
  // The window server treats a sheet as a separate window, so it would be missing.
  const isAlone = isWhole && id !== undefined && !(await hasSheet(app, window))
  const seen = outward(area)
  const [shot, marks] = await Promise.all([
    shotOf(services, partOf(isAlone ? { window: id } : { area: seen }), isAlone ? area : seen, signal),
    options.marks && labelsOf(app, area, options.marks),
  ])
  const picture = await encodePicture(shot, options, marks)
  const coveredBy = isAlone ? [] : namesOver(app.pid, id, seen, windows)
  return coveredBy.length === 0 ? picture : { ...picture, coveredBy }
}

/** Throws unsupported_here and permission_denied. Without permission macOS returns a picture of the empty desktop. */
async function allowed({ programs, ask }: PictureServices, signal: AbortSignal): Promise<void> {
  if (!isThere(programs.screencapture))
    throw new Problem('unsupported_here', {
      message: `macOS's ${programs.screencapture}, which takes the pictures, is missing.`,
      hint: 'Call {explore} for what is on the screen.',
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

/** Through a private file, removed before this returns. */
async function shotOf(services: PictureServices, part: string, area: Frame, signal: AbortSignal): Promise<Shot> {
  const folder = await mkdtemp(join(tmpdir(), 'ix-shot-'))
  const file = join(folder, 'shot.png')
  try {
    await (await open(file, 'wx', 0o600)).close()
    // No sound, shadow or pointer.
    const args = ['-x', '-o', '-t', 'png', part, file]
    const { code, stderr } = await run(services.programs.screencapture, args, { signal, ms: shotMs })
    const data = await readFile(file)
    if (code === 0 && data.length > 0) return { data, area }
    throw denied(`screencapture made no picture (${stderr || `exit code ${code}`})`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The window with the keyboard, or a minimised one if there is no other. A sheet is part of a window. */
export async function frontWindow(app: AppAccess): Promise<Ref | undefined> {
  const { AXFocusedWindow: focused, AXMainWindow: main } = await valuesOf(app, app.mirror.root, [
    'AXFocusedWindow',
    'AXMainWindow',
  ])
  const windows = [elementIn(focused), elementIn(main), ...(await windowsOf(app))]
  const refs = [...new Set(windows.filter((ref) => ref !== undefined))]
  const open: Ref[] = []
  for (const ref of refs) {
    const { AXRole: role, AXMinimized: minimized } = await valuesOf(app, ref, ['AXRole', 'AXMinimized'])
    if (truthOf(minimized) === true) continue
    if (role === 'AXWindow') return ref
    open.push(ref)
  }
  return open[0] ?? refs[0]
}

async function checkShown(app: AppAccess, window: Ref): Promise<void> {
  if (await isTrue(app, app.mirror.root, 'AXHidden')) throw unseen(app, 'it is hidden')
  if (await isTrue(app, window, 'AXMinimized')) throw unseen(app, 'its window is minimised')
}

function unseen({ name }: AppAccess, why: string): Problem {
  return new Problem('not_found', {
    message: `There is nothing of ${name} to show: ${why}.`,
    hint: 'Call {apps} with action activate to bring it to the front, or {interact} with action scroll for an element.',
  })
}

async function frameOf(app: AppAccess, ref: Ref): Promise<Frame | undefined> {
  return (await app.call('frames', { refs: [ref] })).frames[0]?.[1]
}

/** The visible part, after scrolling it into view. */
async function partInView(app: AppAccess, ref: Ref): Promise<Frame | undefined> {
  await app.call('perform', { ref, action: 'AXScrollToVisible' }).catch((error) => {
    if (isGone(error)) throw error
  })
  return (await sightOf(app, ref))?.part
}

async function hasSheet(app: AppAccess, window: Ref): Promise<boolean> {
  const found = await app.readUnder(window, { depth: 1 })
  return [...found.values()].some(({ facts }) => facts.AXRole === 'AXSheet' || facts.AXRole === 'AXDrawer')
}

/** The window server's number: from the element itself, or else from the process's window at the same place. */
async function numberOf(app: AppAccess, window: Ref, windows: readonly RawWindow[]): Promise<number | undefined> {
  const { id } = await app.call('windowId', { ref: window })
  if (id !== undefined) return id
  const frame = await frameOf(app, window)
  const sides = (one: Frame) => [one.x, one.y, one.width, one.height].map(Math.round).join()
  return frame && windows.find((one) => one.pid === app.pid && sides(one.frame) === sides(frame))?.id
}

/** Other applications' windows that overlap it. */
function namesOver(pid: number, id: number | undefined, area: Frame, windows: readonly RawWindow[]): string[] {
  const place = windows.findIndex((one) => (id === undefined ? one.pid === pid : one.id === id))
  const over = windows.slice(0, Math.max(0, place)).filter((one) => one.pid !== pid && isOrdinary(one))
  const covering = over.filter(({ frame }) => common(frame, area) !== undefined)
  return [...new Set(covering.map(({ name, owner }) => name || owner || 'a window'))]
}

/** Last known positions decide which elements are worth asking about. */
async function labelsOf(app: AppAccess, area: Frame, wanted: NonNullable<Capture['marks']>): Promise<Marks> {
  const { mirror } = app
  const near = wanted.filter(({ key }) => {
    const frame = mirror.raw(mirror.refOf(key) ?? 0)?.frame
    return frame !== undefined && common(frame, area) !== undefined
  })
  const refs = near.slice(0, mostLabels).flatMap(({ key }) => mirror.refOf(key) ?? [])
  const { frames } = await app.call('frames', { refs }, shotMs)
  const known = new Map(frames.map(([ref, frame]) => [mirror.keyOf(ref), { frame }] as const))
  const marks = marksIn(area, near, known)
  return { ...marks, left: marks.left + Math.max(0, near.length - mostLabels) }
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
