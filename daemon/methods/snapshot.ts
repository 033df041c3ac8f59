/** The page or application after a call, or a part of it, as outline, text or html. */
import type { Expectation } from '../../api-schema/expectation.ts'
import type { Snapshot } from '../../api-schema/included.ts'
import type { Result } from '../../api-schema/methods.ts'
import type { Call, World } from '../dispatch.ts'
import type { Found } from '../platform/page.ts'
import type { Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { fit } from '../shape/budget.ts'
import { outlineOf } from '../shape/outline.ts'
import { cutAt } from '../shape/text.ts'
import { isWrapper } from '../tree/context.ts'
import type { Warm } from '../tree/sync.ts'
import { shapeOf } from './effect.ts'
import { previewLength } from './preview.ts'
import type { Place } from './scope.ts'
import { look, plainWish, render, stalenessOf, type Wish } from './view.ts'

export type SnapshotOptions = NonNullable<Expectation['snapshotOptions']>

export interface Taken {
  readonly snapshot: Snapshot
  /** Options that the target cannot have. */
  readonly ignored: readonly string[]
}

/** The most that is kept of an outline behind a token; of a larger page `matched` tells more than `shown`. */
const whole = { limit: 10_000, maxTokens: 100_000, maxDepth: 1000 }

/** Throws not_found where the selector finds nothing, invalid_params where it is none. */
export async function snapshotOf(
  warm: Warm,
  { selector, maxLength, format }: SnapshotOptions,
  call: Call,
  world: World,
): Promise<Taken> {
  const { page } = warm.source
  const ignored = [
    ...(page === undefined && selector !== undefined ? ['snapshotOptions.selector'] : []),
    ...(page === undefined && format !== 'aria' ? ['snapshotOptions.format'] : []),
  ]
  if (page !== undefined && format !== 'aria') {
    const found = selector === undefined ? undefined : await partOf(warm, selector, call)
    const content = await page[format](found?.key, call.signal)
    const { shown, facts } = cutTo(content, maxLength ?? previewLength, maxLength !== undefined, call, world)
    return { snapshot: { [format]: shown, ...facts }, ignored }
  }
  const freshness = await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  const place = { warm, freshness }
  const found = selector === undefined || page === undefined ? undefined : await partOf(warm, selector, call)
  if (found === undefined && maxLength === undefined) {
    const { truncated, settled, ...view } = await viewOf(place, { ...plainWish, format: 'outline' }, call, world)
    return {
      snapshot: { ...view, ...(truncated && { truncated: true, ...whereOf(truncated) }), ...unless(settled) },
      ignored,
    }
  }
  return {
    snapshot: outlinePart(place, found?.inTree ?? [warm.tree.root], maxLength, found !== undefined, call, world),
    ignored,
  }
}

/** The present elements within a budget, with a cursor for the rest: what navigate answers with. */
export async function viewOf(
  place: Place,
  wish: Wish,
  call: Call,
  world: World,
): Promise<
  Pick<
    Result<'navigate'>,
    'elements' | 'outline' | 'matched' | 'shown' | 'truncated' | 'cursor' | 'settled' | 'ageMs' | 'reason' | 'revision'
  >
> {
  const { warm } = place
  const { answer, left } = await render(look(place, wish), place, wish, call, world)
  const { elements, outline, matched, shown, truncated } = answer
  const { target } = warm
  const { revision } = warm.tree
  const where = target.kind === 'tab' ? { scope: 'tab', tab: target.id } : { scope: 'application', bundleId: target.id }
  const ends = [{ target: target.id, left, revision }]
  const cursor =
    left.length === 0
      ? undefined
      : world.sessions.keepCursor(call.agent, { params: { ...wish, ...where, freshness: 'auto' }, ends })
  return {
    ...(elements !== undefined && { elements }),
    ...(outline !== undefined && { outline }),
    ...(matched !== undefined && { matched }),
    ...(shown !== undefined && { shown }),
    ...(truncated !== undefined && { truncated }),
    ...(cursor !== undefined && { cursor }),
    ...stalenessOf(place),
    revision,
  }
}

/** A selector that is none is refused before anything is done. Whether it finds something is known only afterwards. */
export async function checkSelector(warm: Warm, selector: string, { signal }: Call): Promise<void> {
  try {
    await warm.source.page?.query(selector, signal)
  } catch (error) {
    if (error instanceof Problem && error.name === 'invalid_params') throw noSelector(error)
    signal.throwIfAborted()
  }
}

async function partOf({ source, target }: Warm, selector: string, { signal }: Call): Promise<Found> {
  let found: Found | undefined
  try {
    found = await source.page!.query(selector, signal)
  } catch (error) {
    throw error instanceof Problem && error.name === 'invalid_params' ? noSelector(error) : error
  }
  if (found !== undefined) return found
  throw new Problem('not_found', {
    message: `The selector ${JSON.stringify(cutAt(selector, 100))} matches nothing in ${target.id}.`,
    hint: 'Call expand on an element of that part for selectors that hold, or leave the selector out.',
    data: { path: selectorPath },
  })
}

const selectorPath = 'params.expectation.snapshotOptions.selector'

function noSelector({ message }: Problem): Problem {
  return new Problem('invalid_params', {
    message: `${selectorPath}: ${message}`,
    hint: 'For example: {"snapshotOptions":{"selector":"main .results"}}',
    data: { path: selectorPath },
  })
}

function outlinePart(
  place: Place,
  keys: readonly Key[],
  maxLength: number | undefined,
  isPart: boolean,
  call: Call,
  world: World,
): Snapshot {
  const { warm } = place
  // Of a part that is named its texts matter as well.
  const wish = { ...plainWish, ...whole, includeNonInteractable: isPart }
  const views = keys.map((from) => look({ ...place, from }, wish).answer)
  const all = views.flatMap(({ shown }) => shown.flatMap((one) => (isWrapper(one.node) ? one.children : [one])))
  const shape = shapeOf(warm, world)
  const matched = views.reduce((sum, view) => sum + view.matched, 0)
  const count = views.reduce((sum, view) => sum + view.count, 0)
  const { settled, ...staleness } = stalenessOf(place)
  const rest = { ...unless(settled), ...staleness, revision: warm.tree.revision }
  if (maxLength === undefined) {
    const short = fit(all, plainWish.maxTokens, 'outline', shape)
    const outline = outlineOf(short.shown, shape)
    if (short.dropped === 0) return { outline, matched, shown: count, ...rest }
    const content = outlineOf(fit(all, whole.maxTokens, 'outline', shape).shown, shape)
    const { facts } = cutTo(content, 0, true, call, world, outline)
    return { outline, matched, shown: count - short.dropped, ...facts, ...whereOf(short), ...rest }
  }
  const long = fit(all, whole.maxTokens, 'outline', shape)
  const { shown: outline, facts } = cutTo(outlineOf(long.shown, shape), maxLength, true, call, world)
  return { outline, matched, ...facts, ...rest }
}

/** The beginning of a text, and what is to be told of the rest. */
function cutTo(
  content: string,
  most: number,
  always: boolean,
  { agent }: Call,
  { sessions }: World,
  shown = cutAt(content, most),
): { readonly shown: string; readonly facts: Partial<Snapshot> } {
  const lengths = { totalLength: content.length, shownLength: shown.length }
  if (shown.length === content.length) return { shown, facts: always ? lengths : {} }
  const facts = { ...lengths, truncated: true, confirmToken: sessions.keep(agent, content) }
  return { shown, facts }
}

function unless(settled: boolean | undefined): { readonly settled?: false } {
  return settled === false ? { settled } : {}
}

function whereOf({ where }: { readonly where?: readonly string[] | undefined }): Partial<Snapshot> {
  return where !== undefined && where.length > 0 ? { where } : {}
}
