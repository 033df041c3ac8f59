/** `explore`: the elements of a scope. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { changedOf, changedOutline } from '../shape/difference.ts'
import { type Place, placesOf } from './scope.ts'
import { look, render, stalenessOf, type Wish } from './view.ts'

/** Text and html are shown up to about so many characters; the rest is fetched by `confirm`. */
const previewLength = 2000

/** Where an answer ended: of which target, and after how many matches. */
interface Cursor {
  readonly params: Params<'explore'>
  readonly target: string
  readonly skip: number
  readonly revision: number
}

export const explore: Handler<'explore'> = async (params, call, world) => {
  if (params.cursor !== undefined)
    return await goOn(params, world.sessions.cursor(call.agent, params.cursor) as Cursor, call, world)
  if (params.format === 'text' || params.format === 'html') return await source(params, params.format, call, world)
  const places = await placesOf(params, params.freshness, call, world)
  if (params.since !== undefined) return since(params, params.since, places, call, world)
  if (places.length === 1) return await page(params, places[0]!, 0, call, world)
  return await several(params, places, call, world)
}

async function goOn(params: Params<'explore'>, cursor: Cursor, call: Call, world: World): Promise<Result<'explore'>> {
  const places = await placesOf(cursor.params, params.freshness, call, world)
  const place = places.find(({ warm }) => warm.target.id === cursor.target)
  if (place === undefined)
    throw new Problem('not_found', {
      message: 'What this cursor goes through is not there any more.',
      hint: 'Call explore without cursor.',
    })
  const result = await page(cursor.params, place, cursor.skip, call, world)
  if (place.warm.tree.revision === cursor.revision) return result
  return {
    ...result,
    hint: 'The tree has changed since the last page: some elements may be shown twice or not at all.',
  }
}

async function page(
  params: Params<'explore'>,
  place: Place,
  skip: number,
  call: Call,
  world: World,
): Promise<Result<'explore'>> {
  const wish = params as Wish
  return await render(look(place, wish, skip), place, wish, call, world, (next) => {
    const cursor: Cursor = { params, target: place.warm.target.id, skip: next, revision: place.warm.tree.revision }
    return world.sessions.keepCursor(call.agent, cursor)
  })
}

/** All targets in one answer: limit and budget are shared, the front one first. */
async function several(
  params: Params<'explore'>,
  places: readonly Place[],
  call: Call,
  world: World,
): Promise<Result<'explore'>> {
  let limit = params.limit
  let maxTokens = params.maxTokens
  const results: Result<'explore'>[] = []
  for (const [index, place] of places.entries()) {
    const share = Math.max(50, Math.floor(maxTokens / (places.length - index)))
    const result = await page({ ...params, limit: Math.max(1, limit), maxTokens: share }, place, 0, call, world)
    limit -= result.shown ?? 0
    maxTokens -= share
    results.push(result)
  }
  const sum = (of: (result: Result<'explore'>) => number | undefined) =>
    results.reduce((total, result) => total + (of(result) ?? 0), 0)
  const cut = results.find((result) => result.truncated !== undefined)
  const matched = sum((result) => result.matched)
  const near = results.flatMap((result) => result.near ?? []).slice(0, 3)
  return {
    ...(params.format === 'json' && { elements: results.flatMap((result) => result.elements ?? []) }),
    ...((params.format === 'outline' || params.format === 'list') && {
      outline: results
        .map((result) => result.outline)
        .filter(Boolean)
        .join('\n'),
    }),
    revision: sum((result) => result.revision),
    matched,
    shown: sum((result) => result.shown),
    settled: results.every((result) => result.settled),
    ...(matched === 0 && { searched: sum((result) => result.searched) }),
    ...(matched === 0 && near.length > 0 && { near }),
    ...(cut !== undefined && {
      truncated: { reason: cut.truncated!.reason, hidden: sum((result) => result.truncated?.hidden) },
      hint: 'To see the rest of one of them, explore it by itself.',
    }),
  }
}

function since(
  params: Params<'explore'>,
  from: number,
  places: readonly Place[],
  _call: Call,
  world: World,
): Result<'explore'> {
  const place = places[0]
  if (place === undefined || places.length > 1) {
    throw new Problem('invalid_params', {
      message: 'params.since: a revision is of one tree, and scope "system" has several.',
      hint: 'Name an application, a tab or an element.',
    })
  }
  const { tree } = place.warm
  const { revision } = tree
  if (from === revision) return { unchanged: true, revision, ...(!place.freshness.settled && stalenessOf(place)) }
  const difference = tree.since(from)
  if (difference === undefined) {
    throw new Problem('not_found', {
      message: `What changed since revision ${from} is not known any more; now it is ${revision}.`,
      hint: 'Call explore without since.',
    })
  }
  const shape = {
    actions: false,
    all: false,
    idOf: (node: Parameters<typeof world.ids.idOf>[1]) => world.ids.idOf(place.warm, node),
  }
  const answer = { revision, ...stalenessOf(place) }
  if (params.format === 'json') return { changed: changedOf(difference, tree, shape, params.maxTokens), ...answer }
  return { outline: changedOutline(difference, tree, shape, params.maxTokens), ...answer }
}

/** Text or html of a page, or of one element of it. */
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
  if (content.length <= previewLength) return { [format]: content, ...answer, shownLength: content.length }
  return {
    [format]: content.slice(0, previewLength),
    ...answer,
    shownLength: previewLength,
    truncated: { reason: 'limit', hidden: content.length - previewLength },
    confirmToken: world.sessions.keep(call.agent, content),
    hint: 'confirm with the token fetches the whole once; less comes by scope element.',
  }
}
