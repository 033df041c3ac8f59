/** A page or application after a call, or a part of it, as outline, text or HTML. */
import { cutAt } from '../../../api-schema/cut.ts'
import type { Expectation } from '../../../api-schema/expectation.ts'
import { given } from '../../../api-schema/given.ts'
import type { Snapshot } from '../../../api-schema/included.ts'
import type { Result } from '../../../api-schema/methods.ts'
import type { Call, World } from '../../dispatch.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Found } from '../../platform/tab/page.ts'
import { Problem } from '../../problem.ts'
import { isWrapper } from '../../tree/model/context.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { fit } from '../../view/fit/budget.ts'
import { outlineOf } from '../../view/write/outline.ts'
import { previewLength } from '../content/preview.ts'
import { shapeOf } from '../look/element-shape.ts'
import { toolsOf } from '../look/tools.ts'
import { coordinatesOf, look, render, stalenessOf } from '../look/view.ts'
import { defaultOptions, type ViewOptions } from '../look/view-options.ts'
import { firstHint, partOf } from '../where/part.ts'
import type { Place } from '../where/scope.ts'

export type SnapshotOptions = NonNullable<Expectation['snapshotOptions']>

export interface Taken {
  readonly snapshot: Snapshot
  /** Options that do not apply to the target. */
  readonly ignored: readonly string[]
}

/** Largest outline kept behind a token; for a larger page `matched` exceeds `shown`. */
const whole = { limit: 10_000, maxTokens: 100_000, maxDepth: 1000 }

/** Throws not_found if the selector matches nothing, invalid_params if it is invalid. */
export async function snapshotOf(
  warm: Warm,
  { selector, limit, maxLength, format, showCoordinates = false, showActions = false }: SnapshotOptions,
  call: Call,
  world: World,
): Promise<Taken> {
  const { page } = warm.source
  const ignored = [
    ...(page === undefined && selector !== undefined ? ['snapshotOptions.selector'] : []),
    ...(page === undefined && format !== 'aria' ? ['snapshotOptions.format'] : []),
  ]
  if (page !== undefined && format !== 'aria') {
    const found = selector === undefined ? undefined : await selected(warm, selector, call)
    const content = await page[format](found?.key, call.signal)
    const { shown, facts } = cutTo(content, maxLength ?? previewLength, maxLength !== undefined, call, world)
    return { snapshot: { [format]: shown, ...facts, ...hintOf(found) }, ignored }
  }
  const freshness = await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  const place = { warm, freshness }
  const found = selector === undefined || page === undefined ? undefined : await selected(warm, selector, call)
  if (found === undefined && maxLength === undefined) {
    const wish = {
      ...defaultOptions,
      ...(limit && { limit }),
      format: 'outline',
      showCoordinates,
      showActions,
    } as const
    const { truncated, settled, disabled: _, skipped: __, ...view } = await viewOf(place, wish, call, world)
    return {
      snapshot: { ...view, ...(truncated && { truncated: true, ...whereOf(truncated) }), ...unless(settled) },
      ignored,
    }
  }
  const keys = found?.inTree ?? [warm.tree.root]
  const asked = { limit, maxLength, isPart: found !== undefined, showCoordinates, showActions }
  const part = await outlinePart(place, keys, asked, call, world)
  return { snapshot: { ...part, ...hintOf(found) }, ignored }
}

type Shown = Omit<Result<'navigate'>, 'tab' | 'url' | 'title'> & Pick<Snapshot, 'positions'> & { revision: number }

/** The current elements within a budget, with a cursor for the rest: navigate's answer. */
export async function viewOf(place: Place, wish: ViewOptions, call: Call, world: World): Promise<Shown> {
  const { warm } = place
  const { told, cost } = toolsOf(warm, wish.maxTokens)
  const within = { ...wish, maxTokens: wish.maxTokens - cost }
  const { answer, left } = await render(look(place, within), place, within, call, world)
  const { elements, outline, positions, matched, shown, disabled, skipped, truncated } = answer
  const { target } = warm
  const { revision } = warm.tree
  const where = target.kind === 'tab' ? { scope: 'tab', tab: target.id } : { scope: 'application', bundleId: target.id }
  const ends = [{ target: target.id, left, revision }]
  const cursor =
    left.length === 0
      ? undefined
      : world.sessions.keepCursor(call.session, { params: { ...wish, ...where, freshness: 'auto' }, ends })
  return {
    ...given({ elements, outline, positions, matched, shown, disabled, skipped }),
    ...told,
    ...given({ truncated, cursor }),
    ...stalenessOf(place),
    revision,
  }
}

/** Rejects an invalid selector before the call acts. Whether it matches is only known afterwards. */
export async function checkSelector(warm: Warm, selector: string, { signal }: Call): Promise<void> {
  try {
    await warm.source.page?.query(selector, signal)
  } catch (error) {
    if (error instanceof Problem && error.name === 'invalid_params') throw noSelector(error)
    signal.throwIfAborted()
  }
}

async function selected(warm: Warm, selector: string, { signal }: Call): Promise<Found> {
  try {
    return await partOf(warm, selector, selectorPath, signal)
  } catch (error) {
    throw error instanceof Problem && error.name === 'invalid_params' ? noSelector(error) : error
  }
}

const selectorPath = 'params.expectation.snapshotOptions.selector'

function noSelector({ message }: Problem): Problem {
  return new Problem('invalid_params', {
    message: `${selectorPath}: ${message}`,
    hint: 'For example: {interact} {"elementId":"436","action":"click","expectation":{"snapshotOptions":{"selector":"main .results"}}}',
    data: { path: selectorPath },
  })
}

interface Asked {
  readonly limit: number | undefined
  readonly maxLength: number | undefined
  readonly isPart: boolean
  readonly showCoordinates: boolean
  readonly showActions: boolean
}

async function outlinePart(
  place: Place,
  keys: readonly Key[],
  { limit, maxLength, isPart, showCoordinates, showActions }: Asked,
  call: Call,
  world: World,
): Promise<Snapshot> {
  const { warm } = place
  // A selected part may consist of texts only.
  const wish = { ...defaultOptions, ...whole, ...(limit && { limit }), includeNonInteractable: isPart }
  const views = keys.map((from) => look({ ...place, from }, wish).answer)
  const all = views.flatMap(({ shown }) => shown.flatMap((one) => (isWrapper(one.node) ? one.children : [one])))
  const coordinates = showCoordinates ? await coordinatesOf(warm, all, call.signal) : undefined
  const shape = { ...shapeOf(warm, world), actions: showActions, ...(coordinates && { coordinates }) }
  const matched = views.reduce((sum, view) => sum + view.matched, 0)
  const count = views.reduce((sum, view) => sum + view.count, 0)
  const { settled, ...staleness } = stalenessOf(place)
  const positions = coordinates && {
    positions: warm.source.page === undefined ? ('screen' as const) : ('page' as const),
  }
  const rest = { ...positions, ...unless(settled), ...staleness, revision: warm.tree.revision }
  if (maxLength === undefined) {
    const short = fit(all, defaultOptions.maxTokens, 'outline', shape)
    const outline = outlineOf(short.shown, shape)
    if (short.dropped === 0) return { outline, matched, shown: count, ...rest }
    const content = outlineOf(fit(all, whole.maxTokens, 'outline', shape).shown, shape)
    const { facts } = cutTo(content, 0, true, call, world, outline)
    return { outline, matched, shown: count - short.dropped, ...facts, ...whereOf({ where: short.where() }), ...rest }
  }
  const long = fit(all, whole.maxTokens, 'outline', shape)
  const { shown: outline, facts } = cutTo(outlineOf(long.shown, shape), maxLength, true, call, world)
  return { outline, matched, ...facts, ...rest }
}

/** The start of a text, and fields that describe the rest. */
function cutTo(
  content: string,
  most: number,
  always: boolean,
  { session }: Call,
  { sessions }: World,
  shown = cutAtLine(content, most),
): { readonly shown: string; readonly facts: Partial<Snapshot> } {
  const lengths = { totalLength: content.length, shownLength: shown.length }
  if (shown.length === content.length) return { shown, facts: always ? lengths : {} }
  const facts = { ...lengths, truncated: true, confirmToken: sessions.keep(session, content) }
  return { shown, facts }
}

function hintOf(found: Found | undefined): { readonly hint?: string } {
  const hint = firstHint(found)
  return hint === undefined ? {} : { hint }
}

function unless(settled: boolean | undefined): { readonly settled?: false } {
  return settled === false ? { settled } : {}
}

function whereOf({ where }: { readonly where?: readonly string[] | undefined }): Partial<Snapshot> {
  return where !== undefined && where.length > 0 ? { where } : {}
}

/** Half a line could be taken for a whole one. */
function cutAtLine(content: string, most: number): string {
  const shown = cutAt(content, most)
  const end = content[shown.length] === '\n' ? shown.length : shown.lastIndexOf('\n')
  return shown === content || end <= 0 ? shown : shown.slice(0, end)
}
