/** `explore`: the elements of a scope. */
import { given } from '../../api-schema/given.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { guarded } from '../answers/content/preview.ts'
import { shapeOf } from '../answers/look/element-shape.ts'
import { roleHint } from '../answers/look/miss.ts'
import { type ReadOn, readOn } from '../answers/look/read-on.ts'
import { toolsOf } from '../answers/look/tools.ts'
import { look, render, stalenessOf } from '../answers/look/view.ts'
import type { ViewOptions } from '../answers/look/view-options.ts'
import { type Place, placesOf } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { changedOf, changedOutline } from '../effect/report/difference.ts'
import { Problem } from '../problem.ts'
import type { Range } from '../view/fold/ranges.ts'

/** Where an answer stopped: the remaining matches of each target. */
interface Cursor {
  readonly params: Params<'explore'>
  readonly ends: readonly { readonly target: string; readonly left: readonly Range[]; readonly revision: number }[]
}

export const explore: Handler<'explore'> = async (params, call, world) => {
  if (params.cursor !== undefined)
    return await goOn(params, world.sessions.cursor(call.session, params.cursor) as Cursor, call, world)
  if (params.format === 'text' || params.format === 'html') return await source(params, params.format, call, world)
  const places = await placesOf(params, params.freshness, call, world)
  if (params.since !== undefined) return since(params, params.since, places, world)
  return await pages(params, places, () => undefined, call, world)
}

/** Continues an earlier answer, with that call's parameters. */
async function goOn(
  { freshness }: Params<'explore'>,
  { params, ends }: Cursor,
  call: Call,
  world: World,
): Promise<Result<'explore'>> {
  const places = await placesOf(params, freshness, call, world)
  const endOf = ({ warm }: Place) => ends.find(({ target }) => target === warm.target.id)
  const left = places.filter((place) => endOf(place) !== undefined)
  if (left.length === 0)
    throw new Problem('not_found', {
      message: 'The target of this cursor is gone.',
      hint: 'Call {explore} without cursor.',
    })
  const result = await pages(params, left, (place) => endOf(place)!.left, call, world)
  if (left.every((place) => place.warm.tree.revision === endOf(place)!.revision)) return result
  return {
    ...result,
    hint: 'The tree has changed since the last part of this answer: some elements may be repeated or missing.',
  }
}

/** One part of each target's view in one answer, within a shared limit and budget; the front target first. */
async function pages(
  params: Params<'explore'>,
  places: readonly Place[],
  leftOf: (place: Place) => readonly Range[] | undefined,
  call: Call,
  world: World,
): Promise<Result<'explore'>> {
  let { limit, maxTokens } = params
  const ends: Cursor['ends'][number][] = []
  const results: Result<'explore'>[] = []
  for (const [index, place] of places.entries()) {
    const share = Math.floor(maxTokens / (places.length - index))
    const isAll = places.length === 1 && leftOf(place) === undefined && isWholeTab(params)
    const { told, cost } = isAll ? toolsOf(place.warm, share) : { told: {}, cost: 0 }
    // Several targets share the screen's coordinates.
    const options = { ...(params as ViewOptions), limit, maxTokens: share - cost, onScreen: places.length > 1 }
    const { warm } = place
    const further = isOfList(params) ? await readOn(place, options, call, { whole: false }) : undefined
    const rendered = await render(look(place, options, leftOf(place)), place, options, call, world)
    const { left } = rendered
    const answer = further === undefined ? rendered.answer : withFurther(rendered.answer, further)
    if (left.length > 0) ends.push({ target: warm.target.id, left, revision: warm.tree.revision })
    if (limit !== undefined) limit = Math.max(0, limit - (answer.shown ?? 0))
    maxTokens -= share
    results.push({ ...answer, ...told })
  }
  const cursor =
    ends.length === 0 ? undefined : world.sessions.keepCursor(call.session, { params, ends } satisfies Cursor)
  const one = results.length === 1 ? results[0]! : joined(results, params)
  const role = one.matched === 0 ? roleHint(places, params.filter) : undefined
  return { ...one, ...given({ hint: role, cursor }) }
}

/** The call asks for nothing in particular. */
function isWholeTab({ scope, elementId, filter, elementTypes, format }: Params<'explore'>): boolean {
  const isFiltered = Object.keys(filter ?? {}).length > 0 || elementTypes.some((type) => type !== 'any')
  return !isFiltered && elementId === undefined && scope !== 'element' && scope !== 'position' && format !== 'count'
}

function isOfList({ scope, freshness, cursor }: Params<'explore'>): boolean {
  return scope === 'element' && freshness !== 'cached' && cursor === undefined
}

function withFurther(answer: Result<'explore'>, { searched, note }: ReadOn): Result<'explore'> {
  return {
    ...answer,
    ...(answer.searched !== undefined && { searched: answer.searched + searched }),
    hint: note,
  }
}

function joined(results: readonly Result<'explore'>[], { format }: Params<'explore'>): Result<'explore'> {
  const sum = (of: (result: Result<'explore'>) => number | undefined) =>
    results.reduce((total, result) => total + (of(result) ?? 0), 0)
  const cut = results.find((result) => result.truncated !== undefined)
  const matched = sum((result) => result.matched)
  const near = results.flatMap((result) => result.near ?? []).slice(0, 3)
  const hint = results.find((result) => result.hint !== undefined)?.hint
  const where = results.flatMap((result) => result.truncated?.where ?? [])
  const positions = results.find((result) => result.positions !== undefined)?.positions
  const reason = results.find((result) => result.reason !== undefined)?.reason
  return {
    ...(format === 'json' && { elements: results.flatMap((result) => result.elements ?? []) }),
    ...((format === 'outline' || format === 'list') && {
      outline: results.flatMap(({ outline }) => (outline ? [outline] : [])).join('\n'),
    }),
    ...(positions !== undefined && { positions }),
    revision: sum((result) => result.revision),
    matched,
    ...(format !== 'count' && { shown: sum((result) => result.shown) }),
    settled: results.every((result) => result.settled),
    ...(reason !== undefined && { reason }),
    ...((matched === 0 || format === 'count') && { searched: sum((result) => result.searched) }),
    ...(matched === 0 && near.length > 0 && { near }),
    ...(matched === 0 && hint !== undefined && { hint }),
    ...(cut !== undefined && {
      truncated: {
        reason: cut.truncated!.reason,
        hidden: sum((result) => result.truncated?.hidden),
        ...(where.length > 0 && { where }),
      },
    }),
  }
}

function since(params: Params<'explore'>, from: number, places: readonly Place[], world: World): Result<'explore'> {
  const place = places[0]!
  if (places.length > 1) {
    const revision = places.reduce((sum, { warm }) => sum + warm.tree.revision, 0)
    if (from === revision) return { unchanged: true, revision, ...(!places.every(isSettled) && { settled: false }) }
    throw new Problem('invalid_params', {
      message: `params.since: changes are reported for one tree, and this scope has ${places.length}; their common revision is ${revision}.`,
      hint: 'Name an application, a tab or an element.',
      data: { path: 'params.since' },
    })
  }
  const { tree } = place.warm
  const { revision } = tree
  if (from === revision) return { unchanged: true, revision, ...(!place.freshness.settled && stalenessOf(place)) }
  const difference = tree.since(from)
  if (difference === undefined) {
    throw new Problem('not_found', {
      message: `Changes since revision ${from} are ${from > revision ? 'unknown here' : 'no longer known'}; the current revision is ${revision}.`,
      hint: 'Call {explore} without since.',
      data: { revision },
    })
  }
  const shape = shapeOf(place.warm, world)
  const answer = { revision, ...stalenessOf(place) }
  if (params.format === 'json') return { changed: changedOf(difference, tree, shape, params.maxTokens), ...answer }
  return { outline: changedOutline(difference, tree, shape, params.maxTokens), ...answer }
}

const isSettled = ({ freshness }: Place) => freshness.settled

/** Text or HTML of a page or element. */
async function source(
  params: Params<'explore'>,
  format: 'text' | 'html',
  call: Call,
  world: World,
): Promise<Result<'explore'>> {
  const [place] = await placesOf(params, 'auto', call, world)
  const { warm, from } = place!
  const { page } = warm.source
  if (page === undefined || params.scope === 'system') {
    throw new Problem('unsupported_here', {
      message: `${warm.target.id} is not a tab: it has no ${format}.`,
      hint: 'Use format outline, or name a tab.',
    })
  }
  const content = format === 'text' ? await page.text(from, call.signal) : await page.html(from, call.signal)
  const answer = { revision: warm.tree.revision, settled: place!.freshness.settled, totalLength: content.length }
  const { shown, preview } = guarded(content, { less: 'scope element', maxTokens: params.maxTokens }, call, world)
  if (preview === undefined) return { [format]: shown, ...answer, shownLength: shown.length }
  const { shownLength, confirmToken, hint } = preview
  const truncated = { reason: 'maxTokens', hidden: content.length - shownLength } as const
  return { [format]: shown, ...answer, shownLength, truncated, confirmToken, hint }
}
