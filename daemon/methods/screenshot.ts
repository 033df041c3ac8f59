/** `screenshot`: a picture of a tab, its full page or one element, as a file or in the answer. */
import { dirname, join } from 'node:path'
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { keepPicture } from '../picture-files.ts'
import type { Capture, Page, Picture } from '../platform/page.ts'
import type { Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/sync.ts'
import { walk } from '../tree/walk.ts'
import { appTarget, focusedTarget, placesOf } from './scope.ts'
import { flat } from './view.ts'

type Asked = Params<'screenshot'>

interface Subject {
  readonly warm: Warm
  /** Of one element; of the tab where it is left out. */
  readonly key?: Key
}

/** What hosts and models take in one message is less than this. */
const mostInline = 6 * 1024 * 1024
/** Elements that are looked at for marks. */
const mostMarkable = 5000

export const screenshot: Handler<'screenshot'> = async (params, call, world) => {
  check(params)
  const { warm, key } = await subjectOf(params, call, world)
  const page = pageOf(warm)
  const {
    quality,
    maxWidth,
    maxHeight,
    format = quality === undefined ? 'png' : 'jpeg',
  } = params.expectation?.imageOptions ?? {}
  const picture = await page.capture(
    {
      of: key === undefined ? (params.fullPage ? 'page' : 'viewport') : { key },
      format,
      ...(quality !== undefined && { quality }),
      ...(maxWidth !== undefined && { maxWidth }),
      ...(maxHeight !== undefined && { maxHeight }),
      ...(params.marks && { marks: await marksOf(warm, call, world) }),
    },
    call.signal,
  )
  const { data, width, height, scale, marked } = picture
  const hint = hintOf(picture)
  return {
    ...(params.inline
      ? { data: inlined(data) }
      : { path: await keepPicture(folderOf(world), { data, format, of: warm.target.id }) }),
    width,
    height,
    bytes: data.length,
    format,
    ...(warm.target.kind === 'tab' && { tab: warm.target.id }),
    ...(Math.abs(scale - 1) > 0.005 && { scale: Number(scale.toPrecision(4)) }),
    ...(marked !== undefined && { marked }),
    ...(hint !== undefined && { hint }),
  }
}

function check({ tab, bundleId, elementId, fullPage }: Asked): void {
  const named = Object.entries({ tab, bundleId, elementId }).filter(([, value]) => value !== undefined)
  const names = named.map(([name]) => name).join(' and ')
  const wrong =
    named.length > 1
      ? `a picture is of one thing; found ${names}`
      : fullPage && elementId !== undefined && 'fullPage is of a tab; found it with elementId'
  if (!wrong) return
  throw new Problem('invalid_params', {
    message: `params: ${wrong}.`,
    hint: 'For example: screenshot {"tab":"t1","fullPage":true} or screenshot {"elementId":"436"}',
    data: { path: named.length > 1 ? 'params' : 'params.fullPage' },
  })
}

async function subjectOf({ tab, bundleId, elementId }: Asked, call: Call, world: World): Promise<Subject> {
  if (elementId !== undefined) {
    const [place] = await placesOf({ scope: 'element', elementId }, 'auto', call, world)
    return { warm: place!.warm, key: place!.from! }
  }
  const { trees } = world
  if (tab !== undefined) return { warm: await trees.warm(await trees.tab(tab, call.signal), call.signal) }
  const target = bundleId === undefined ? await front(call, world) : await appTarget(bundleId, call, world)
  return { warm: await trees.warm(target, call.signal) }
}

/** The selected tab, where there is one. */
async function front(call: Call, world: World) {
  const tabs = (await world.trees.targets(call.signal)).filter((one) => one.kind === 'tab' && one.platform !== 'replay')
  return tabs.find(({ focused }) => focused) ?? tabs[0] ?? (await focusedTarget(call, world))
}

function pageOf({ source, target }: Warm): Page {
  if (source.page !== undefined) return source.page
  const why =
    target.platform === 'replay'
      ? 'it is a recording, which has no pixels'
      : 'only tabs can be pictured in this version'
  throw new Problem('unsupported_here', {
    message: `There is no screenshot of ${target.id}: ${why}.`,
    hint: 'Call explore for what it holds, or tabs for what can be pictured.',
  })
}

/** What explore would show: what can be acted upon. Ids are given to those that turn out to be seen. */
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
    message: `The picture has ${data.length} bytes; at most ${mostInline} go into an answer.`,
    hint: 'Leave inline out, or pass expectation {"imageOptions":{"maxWidth":1000,"format":"jpeg"}}.',
  })
}

/** In the runtime folder, beside the socket. */
function folderOf({ endpoint }: World): string {
  return join(dirname(endpoint.socket!), 'screenshots')
}

function hintOf({ limited, area, unmarked = 0 }: Picture): Result<'screenshot'>['hint'] {
  const said = [
    limited &&
      `Scaled down: it is ${area.width}x${area.height}, more than a browser can draw. For more detail take one element.`,
    unmarked > 0 && `${unmarked} more elements have no mark, for lack of room.`,
  ].filter(Boolean)
  return said.length === 0 ? undefined : said.join(' ')
}
