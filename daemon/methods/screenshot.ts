/** `screenshot`: a picture of a tab, its full page, a window, an element or the screen, to a file or inline. */
import { isAbsolute } from 'node:path'
import { cutAt } from '../../api-schema/cut.ts'
import { given } from '../../api-schema/given.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Agent } from '../agents/agents.ts'
import { lackOfApp, notAllowed, pathFor, whoIs } from '../agents/limits.ts'
import { onFile } from '../answers/content/named-file.ts'
import { askedElement } from '../answers/find/asked-element.ts'
import { desktopWith } from '../answers/where/desktop.ts'
import { overridesOf } from '../answers/where/overrides.ts'
import { appTarget, frontTarget } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Key } from '../platform/element/row.ts'
import type { Capture, Picture, PictureOptions } from '../platform/picture.ts'
import type { Source } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { keepPicture, mostInline, pictureFolder } from '../run/picture-files.ts'
import { isThere, writePrivate } from '../run/private-files.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { flat } from '../view/fold/shown.ts'
import { walk } from '../view/select/walk.ts'

type Asked = Params<'screenshot'>

interface Subject {
  readonly warm: Warm
  /** A picture of this element, or of the whole tab if absent. */
  readonly key?: Key
}

/** Most elements considered for labels. */
const mostMarkable = 5000

const noScreen = {
  message: 'There is no desktop here to take a picture of.',
  hint: [
    'Call {status} for what each platform lacks, or {tabs} for what can be pictured.',
    'Call {tabs} for what can be pictured.',
  ],
}

export const screenshot: Handler<'screenshot'> = async (params, call, world) => {
  check(params)
  checkFile(params, call.agent)
  const wish = wishOf(params)
  if (params.screen) {
    const screens = desktopWith('captureScreen', noScreen, world)
    return await answer(await screens.captureScreen(wish, call.signal), wish, { of: 'screen' }, params, call, world)
  }
  const { warm, key } = await subjectOf(params, call, world)
  if (params.grid && warm.source.page === undefined)
    throw new Problem('unsupported_here', {
      message: `A grid is only drawn on tabs: ${warm.target.id} is an application.`,
      hint: 'Omit grid; `marks` draws ids.',
    })
  const { capture } = picturesOf(warm, params)
  const { id, kind } = warm.target
  const picture = await capture(
    {
      ...wish,
      of: key === undefined ? (params.fullPage ? 'page' : 'viewport') : { key },
      ...(params.marks && { marks: await marksOf(warm, call, world) }),
      ...(params.grid && { grid: true }),
    },
    call.signal,
  ).finally(() => overridesOf(warm.target, world)?.renew(warm.target))
  requireUncovered(picture, call.agent)
  return await answer(picture, wish, { of: id, ...(kind === 'tab' && { tab: id }) }, params, call, world)
}

function wishOf({ expectation, filename }: Asked): PictureOptions {
  const { quality, maxWidth, maxHeight, ...options } = expectation?.imageOptions ?? {}
  const format = options.format ?? formatIn(filename) ?? (quality === undefined ? 'png' : 'jpeg')
  return {
    format,
    ...given({ quality, maxWidth, maxHeight }),
  }
}

function formatIn(filename = ''): PictureOptions['format'] | undefined {
  const ending = /\.(png|jpe?g|webp)$/i.exec(filename)?.[1]?.toLowerCase()
  return ending?.replace('jpg', 'jpeg') as PictureOptions['format'] | undefined
}

/** Overwrites a file only if its name says that it is a picture. */
async function keep(data: Buffer, format: string, of: string, filename: string | undefined, call: Call, world: World) {
  if (filename === undefined) return await keepPicture(pictureFolder(world), { data, format, of })
  const path = pathFor(call.agent, filename)
  await onFile('filename', path, async () => {
    await isThere(path)
    await writePrivate(path, data)
  })
  return path
}

async function answer(
  picture: Picture,
  { format }: PictureOptions,
  { of, tab }: { readonly of: string; readonly tab?: string },
  { inline, grid, filename }: Asked,
  call: Call,
  world: World,
): Promise<Result<'screenshot'>> {
  const { data, width, height, scale, marked } = picture
  const hint = hintOf(picture, grid ? tab : undefined)
  return {
    ...(inline ? { data: inlined(data) } : { path: await keep(data, format, of, filename, call, world) }),
    width,
    height,
    bytes: data.length,
    format,
    ...(tab !== undefined && { tab }),
    ...(Math.abs(scale - 1) > 0.005 && { scale: Number(scale.toPrecision(4)) }),
    ...given({ marked, hint }),
  }
}

function check({ tab, bundleId, elementId, find, screen, fullPage, marks, grid }: Asked): void {
  const named = Object.entries({ tab, bundleId, elementId, screen: screen || undefined })
  const names = named.filter(([, value]) => value !== undefined).map(([name]) => name)
  const other = fullPage ? 'fullPage' : marks ? 'marks' : grid && 'grid'
  const wrong =
    names.length > 1
      ? `a picture shows one thing; found ${names.join(' and ')}`
      : fullPage && (elementId ?? find) !== undefined
        ? `fullPage needs a tab; found it with ${elementId === undefined ? 'find' : 'elementId'}`
        : fullPage && grid
          ? 'a grid has points of what the tab shows; with fullPage there are others'
          : screen && (other || (find && 'find')) && `a picture of the screen takes no ${other || 'find'}`
  if (!wrong) return
  throw new Problem('invalid_params', {
    message: `params: ${wrong}.`,
    hint: 'For example: {screenshot} {"tab":"t1","fullPage":true} or {screenshot} {"elementId":"436"}',
    data: { path: names.length > 1 ? 'params' : `params.${other || 'find'}` },
  })
}

function checkFile({ filename, inline }: Asked, agent: Agent): void {
  if (filename === undefined) return
  const wrong = inline
    ? 'a picture goes to a file or into the answer; found inline, too'
    : formatIn(filename) === undefined
      ? `${filename} does not end in .png, .jpeg or .webp`
      : !isAbsolute(pathFor(agent, filename)) && `${filename} is not an absolute path`
  if (!wrong) return
  throw new Problem('invalid_params', {
    message: `params.filename: ${wrong}.`,
    hint: 'For example: {screenshot} {"filename":"/data/shop.png"}. Without it the daemon keeps the picture in a file of its own, and says where.',
    data: { path: 'params.filename' },
  })
}

async function subjectOf(asked: Asked, call: Call, world: World): Promise<Subject> {
  const element = await askedElement(asked, call, world)
  if (element !== undefined) return element
  const { tab, bundleId } = asked
  const { trees } = world
  if (tab !== undefined) return { warm: await trees.warm(await trees.tab(tab, call.signal), call.signal) }
  const target = bundleId === undefined ? await frontTarget(call, world) : await appTarget(bundleId, call, world)
  return { warm: await trees.warm(target, call.signal) }
}

function picturesOf({ source, target }: Warm, { fullPage }: Asked): Required<Pick<Source, 'capture'>> {
  const { page } = source
  if (page !== undefined) return { capture: (wish, signal) => page.capture(wish, signal) }
  const why = fullPage
    ? 'fullPage needs a tab'
    : target.platform === 'replay'
      ? 'it is a recording, which has no pixels'
      : 'its platform cannot take pictures'
  if (source.capture !== undefined && !fullPage) return { capture: (wish, signal) => source.capture!(wish, signal) }
  throw new Problem('unsupported_here', {
    message: `This screenshot of ${target.id} is not possible: ${why}.`,
    hint: 'Call {explore} to see what it holds, or {tabs} for what can be pictured.',
  })
}

/** Whatever covers a window is in its picture, so the agent must be allowed to see it. */
function requireUncovered({ coveredBy = [] }: Picture, agent: Agent): void {
  const lack = coveredBy.map((name) => lackOfApp(agent, [name])).find((one) => one !== undefined)
  if (lack === undefined) return
  const message = `The picture would show a part of an application that ${whoIs(agent)} may not use.`
  throw notAllowed(agent, message, lack)
}

/** The elements that explore shows as interactable. Only visible ones get ids. */
async function marksOf(warm: Warm, call: Call, world: World): Promise<NonNullable<Capture['marks']>> {
  await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  const everything = { includeHidden: false, includeDisabled: false, includeNonInteractable: false, maxDepth: 1000 }
  const { shown } = walk(warm.tree, { terms: [], filtered: true, limit: mostMarkable, ...everything })
  const marks: NonNullable<Capture['marks']>[number][] = []
  for (const { node, context } of flat(shown)) {
    if (context || node.role === 'AXWebArea') continue
    marks.push({ key: node.key, label: () => world.ids.idOf(warm, node) })
  }
  return marks
}

function inlined(data: Buffer): string {
  if (data.length <= mostInline) return data.toString('base64')
  throw new Problem('limit_exceeded', {
    message: `The picture has ${data.length} bytes; an answer takes at most ${mostInline}.`,
    hint: 'Omit inline, or ask for a smaller one: {screenshot} {"tab":"t1","expectation":{"imageOptions":{"maxWidth":1000,"format":"jpeg"}}}',
  })
}

function hintOf(
  { limited, area, unmarked = 0, coveredBy = [] }: Picture,
  ruled: string | undefined,
): Result<'screenshot'>['hint'] {
  const said = [
    ruled !== undefined &&
      `The numbers are page pixels. To press at 120,80: interact {"action":"click","find":{"tab":"${ruled}","x":120,"y":80}}`,
    limited &&
      `Scaled down: at ${area.width}x${area.height} it is larger than a browser can draw. For more detail, capture one element.`,
    coveredBy.length > 0 &&
      `Partly covered by ${coveredBy.map((name) => JSON.stringify(cutAt(name, 60))).join(' and ')}: activate the application first.`,
    unmarked > 0 && `${unmarked} more elements have no mark, for lack of room.`,
  ].filter(Boolean)
  return said.length === 0 ? undefined : said.join(' ')
}
