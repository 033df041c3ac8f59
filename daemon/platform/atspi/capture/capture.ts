/** Pictures of the screen, windows and elements as a person sees them: from the screen's own pixels. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { Flag } from '../../element/flags.ts'
import { around, common } from '../../element/rectangle.ts'
import type { Key } from '../../element/row.ts'
import type { Capture, Picture, PictureOptions } from '../../picture.ts'
import { encodePicture } from '../../pictures/encode.ts'
import { marksIn } from '../../pictures/labels.ts'
import { partInView } from '../act/reach/reach.ts'
import { subjectOf, type Tools } from '../act/subject/subject.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { unsupportedBy } from '../desktop/missing.ts'
import type { DesktopWindow } from '../desktop/windows.ts'
import { windowOf } from '../geometry/extents.ts'
import { type AppAccess, lineage } from '../wire/access.ts'

export async function captureScreen(
  { pictures, windows }: Pick<Desktop, 'pictures' | 'windows'>,
  options: PictureOptions,
  signal: AbortSignal,
): Promise<Picture> {
  if (pictures.missing !== undefined) throw unsupportedBy(pictures.missing)
  return await encodePicture(await pictures.take(await windows.screen(signal), signal), options)
}

export async function capture(
  access: AppAccess,
  tools: Tools,
  options: Capture,
  signal: AbortSignal,
): Promise<Picture> {
  const { pictures, windows } = tools
  if (pictures.missing !== undefined) throw unsupportedBy(pictures.missing)
  const { window, area } = await viewOf(access, tools, options.of, signal)
  const seen = common(area, await windows.screen(signal))
  if (seen === undefined) throw unseen(access, 'is off the screen')
  const over = await windowsOver(tools, access, window, seen, signal)
  const [shot, labels] = await Promise.all([
    pictures.take(seen, signal, window),
    options.marks && labelsOf(access, tools, { seen, over }, options.marks, signal),
  ])
  const picture = await encodePicture(shot, options, labels)
  const coveredBy = over.map(({ title, wmClass }) => title ?? wmClass ?? 'a window')
  return coveredBy.length === 0 ? picture : { ...picture, coveredBy }
}

/** The area to capture, in screen pixels. */
async function viewOf(
  access: AppAccess,
  tools: Tools,
  of: Capture['of'],
  signal: AbortSignal,
): Promise<{ readonly window: DesktopWindow; readonly area: Frame }> {
  if (of === 'page') throw new Problem('unsupported_here', { message: 'An application has no page.' })
  const { geometry, windows } = tools
  const key = of === 'viewport' || of.key === access.root ? undefined : of.key
  const own = await windows.windowsOf(access.owner, signal)
  const window =
    key === undefined
      ? (own.find(({ minimized }) => !minimized) ?? own[0])
      : (await geometry.surface(access, key, signal))?.x
  if (window === undefined) throw unseen(access, 'is unknown to the window system')
  if (window.minimized) throw unseen(access, 'is minimised')
  if (window.unplaced !== undefined) throw unsupportedBy(window.unplaced)
  if (key === undefined || windowOf(access, key) === key) {
    const popups = await windows.popupsOf(access.owner, signal)
    return { window, area: popups.reduce((area, { frame }) => around(area, frame), window.outer) }
  }
  const area = await partInView(
    subjectOf(
      { ...tools, access, act: { action: 'scroll' }, arrived: async () => {}, brought: { front: false }, signal },
      key,
    ),
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

/**
 * Labels for the part visible through scrolled parents; covered elements get none, since it would name whatever is on
 * top.
 */
async function labelsOf(
  access: AppAccess,
  { geometry }: Tools,
  { seen, over }: { readonly seen: Frame; readonly over: readonly DesktopWindow[] },
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
  window: DesktopWindow,
  area: Frame,
  signal: AbortSignal,
): Promise<readonly DesktopWindow[]> {
  const stacked = await windows.list(signal)
  const place = stacked.findIndex(({ id }) => id === window.id)
  const over = stacked.slice(0, Math.max(0, place)).filter((one) => !one.minimized && one.owner !== owner)
  return over.filter(({ outer, unplaced }) => unplaced !== undefined || common(outer, area) !== undefined)
}
