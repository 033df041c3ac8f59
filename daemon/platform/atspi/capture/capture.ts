/** Pictures of the screen, windows and elements as a person sees them: from the screen's own pixels. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { Flag } from '../../flags.ts'
import type { Capture, Picture, PictureOptions } from '../../picture.ts'
import { encodePicture, type Shot } from '../../pictures/encode.ts'
import { marksIn } from '../../pictures/labels.ts'
import { around, common } from '../../pictures/rectangle.ts'
import type { Key } from '../../row.ts'
import { partInView } from '../act/reach.ts'
import { subjectOf, type Tools } from '../act/subject.ts'
import { windowOf } from '../geometry/extents.ts'
import { type AppAccess, lineage } from '../wire/access.ts'
import { noX11, type XConnection } from '../x11/connection.ts'
import { type Image, rgb } from '../x11/pixels.ts'
import type { XServer } from '../x11/server.ts'
import type { XWindow } from '../x11/windows.ts'

/** A large screen has tens of megabytes. */
const imageMs = 3000
const wholePixels = 2
const allPlanes = -1

export async function captureScreen(server: XServer, options: PictureOptions, signal: AbortSignal): Promise<Picture> {
  const connection = await openFor(server, signal)
  return await encodePicture(await shotOf(connection, { x: 0, y: 0, ...connection.size }), options)
}

export async function capture(
  server: XServer,
  access: AppAccess,
  tools: Tools,
  options: Capture,
  signal: AbortSignal,
): Promise<Picture> {
  const connection = await openFor(server, signal)
  const { window, area } = await viewOf(access, tools, options.of, signal)
  const screen = { x: 0, y: 0, ...connection.size }
  const seen = common(area, screen)
  if (seen === undefined) throw unseen(access, 'is off the screen')
  const over = await windowsOver(tools, access, window, seen, signal)
  const [shot, labels] = await Promise.all([
    shotOf(connection, seen),
    options.marks && labelsOf(access, tools, { seen, over }, options.marks, signal),
  ])
  const picture = await encodePicture(shot, options, labels)
  const coveredBy = over.map(({ title, wmClass }) => title ?? wmClass ?? 'a window')
  return coveredBy.length === 0 ? picture : { ...picture, coveredBy }
}

/** Throws unsupported_here: an X server on Wayland only has the pixels of X applications. */
async function openFor(server: XServer, signal: AbortSignal): Promise<XConnection> {
  const connection = await server.open(signal)
  if (server.isWayland) throw noX11('On Wayland no program may see the screen.')
  return connection
}

/** The area to capture, in screen pixels. */
async function viewOf(
  access: AppAccess,
  tools: Tools,
  of: Capture['of'],
  signal: AbortSignal,
): Promise<{ readonly window: XWindow; readonly area: Frame }> {
  if (of === 'page') throw new Problem('unsupported_here', { message: 'An application has no page.' })
  const { geometry, windows } = tools
  const key = of === 'viewport' || of.key === access.root ? undefined : of.key
  const own = await windows.windowsOf(access.owner, signal)
  const window =
    key === undefined
      ? (own.find(({ minimized }) => !minimized) ?? own[0])
      : (await geometry.surface(access, key, signal))?.x
  if (window === undefined) throw unseen(access, 'is unknown to the X server')
  if (window.minimized) throw unseen(access, 'is minimised')
  if (key === undefined || windowOf(access, key) === key) {
    const popups = await windows.popupsOf(access.owner, signal)
    return { window, area: popups.reduce((area, { frame }) => around(area, frame), window.outer) }
  }
  const area = await partInView(
    subjectOf({ ...tools, access, act: { action: 'scroll' }, brought: { front: false }, signal }, key),
  )
  if (area === undefined) throw unseen(access, 'does not show it')
  return { window, area }
}

function unseen({ name }: AppAccess, why: string): Problem {
  return new Problem('not_found', {
    message: `There is nothing to capture: the window of ${name} ${why}.`,
    hint: 'Call {apps} with action activate to bring it to the front, or {interact} with action scroll for an element.',
  })
}

async function shotOf(connection: XConnection, area: Frame): Promise<Shot> {
  const args = [wholePixels, connection.root, area.x, area.y, area.width, area.height, allPlanes]
  const image = await connection.request<Image>('GetImage', args, imageMs)
  return { ...(await rgb(connection, image, area.width)), area }
}

/** The part that scrolled parents show; covered elements get no label, which would name whatever is on top. */
async function labelsOf(
  access: AppAccess,
  { geometry }: Tools,
  { seen, over }: { readonly seen: Frame; readonly over: readonly XWindow[] },
  wanted: NonNullable<Capture['marks']>,
  signal: AbortSignal,
) {
  const ports = new Map(wanted.map(({ key }) => [key, scrolledParents(access, key)]))
  const frames = await geometry.frames(access, [...new Set([...ports].flat(2))], signal)
  const parts = new Map<Key, { readonly frame: Frame }>()
  for (const [key, parents] of ports) {
    const views = parents.map((parent) => frames.get(parent)?.frame).filter((view) => view !== undefined)
    const own = frames.get(key)?.frame
    const frame = views.reduce((part, view) => part && common(part, view), own)
    if (frame !== undefined && !over.some(({ outer }) => holdsMiddle(outer, frame))) parts.set(key, { frame })
  }
  return marksIn(seen, wanted, parts)
}

function scrolledParents(access: AppAccess, key: Key): Key[] {
  return lineage(access, key).filter((at) => at !== key && ((access.row(at)?.flags ?? 0) & Flag.scrollable) !== 0)
}

function holdsMiddle(outer: Frame, { x, y, width, height }: Frame): boolean {
  return common(outer, { x: x + width / 2, y: y + height / 2, width: 1, height: 1 }) !== undefined
}

/** Windows of other applications that overlap the area. */
async function windowsOver(
  { windows }: Tools,
  { owner }: AppAccess,
  window: XWindow,
  area: Frame,
  signal: AbortSignal,
): Promise<readonly XWindow[]> {
  const stacked = await windows.list(signal)
  const place = stacked.findIndex(({ id }) => id === window.id)
  const over = stacked.slice(0, Math.max(0, place)).filter((one) => !one.minimized && one.owner !== owner)
  return over.filter(({ outer }) => common(outer, area) !== undefined)
}
