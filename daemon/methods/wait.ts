/** `wait`: until something appears, disappears or reaches a state, or everything is quiet. */
import type { Params, Result } from '../../api-schema/methods.ts'
import { isNarrow } from '../agents/limits.ts'
import type { Wish } from '../agents/wishes.ts'
import { isSaid } from '../answers/find/said.ts'
import { saidTogether } from '../answers/find/said-together.ts'
import { shapeOf } from '../answers/look/element-shape.ts'
import { missHint, tell } from '../answers/look/miss.ts'
import { look, type View } from '../answers/look/view.ts'
import { defaultOptions, type ViewOptions } from '../answers/look/view-options.ts'
import { type Place, placesOf } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { clause, Problem } from '../problem.ts'
import { stateWordsOf } from '../tree/model/node.ts'
import { fit } from '../view/fit/budget.ts'
import { flat, type Shown } from '../view/fold/shown.ts'
import { elementsOf } from '../view/write/json.ts'
import { outlineOf } from '../view/write/outline.ts'
import { untilChanged } from './until-changed.ts'

/** How many matches to show, and how many obstacles to report. */
const limit = 10
const maxTokens = 500
/** A look this recent counts as current: the last one is cut short when time is up. */
const knownMs = 2000

/** What was waited for, and where; `shown` is empty if there is nothing to show. */
interface Held {
  readonly place: Place
  readonly shown: readonly Shown[]
}

export const wait: Handler<'wait'> = async (params, call, world) => {
  const start = performance.now()
  if (params.fromPerson) return await fromPerson(start, call, world)
  const options = wishOf(params)
  let places: readonly Place[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  try {
    for (;;) {
      places = await placesOf(whereOf(params), 'auto', call, world)
      if (places.every(({ freshness }) => freshness.problem === undefined)) lookedAt = performance.now()
      const held = await holds(params, options, places, call, world)
      if (held !== undefined) {
        await tellAim(held, call)
        return answer(params, held, start, world)
      }
      await untilChanged(places, call, params.until === 'settled')
    }
  } catch (error) {
    if (error instanceof Problem && error.name === 'element_gone' && params.until === 'absent' && isOfOne(params))
      return { waitedMs: since(start), ...(params.format === 'outline' && { outline: '' }), ...revisionOf(places) }
    if (!call.signal.aborted || places.length === 0) throw error
    throw timedOut(params, options, places, { start, lookedAt }, error, world)
  }
}

async function fromPerson(
  start: number,
  { agent, session, signal }: Call,
  { wishes, ids }: World,
): Promise<Result<'wait'>> {
  const isKnown = (id: string) => {
    try {
      return ids.home(id) !== undefined
    } catch {
      return false
    }
  }
  // An agent limited to sites or applications has ids other than those that the person sees.
  const isOfIts = (wish: Wish) => !isNarrow(agent) || isKnown(wish.elementId)
  const takes = (wish: Wish) => (wish.session ?? session.id) === session.id && isOfIts(wish)
  try {
    const { session: _, ...said } = await wishes.next(takes, signal)
    return { fromPerson: said, waitedMs: since(start) }
  } catch (error) {
    if (!(error instanceof Problem) || error.name !== 'timeout' || error.data.reason === 'gone') throw error
    throw new Problem('timeout', {
      message: `The person has said nothing within ${since(start)} ms.`,
      hint: 'They do it in `ix view`. Call {wait} with fromPerson again, with a longer timeoutMs: what they say meanwhile is kept.',
    })
  }
}

async function tellAim({ place: { warm }, shown }: Held, call: Call): Promise<void> {
  const [first] = [...flat(shown)].filter(({ context }) => !context)
  if (first !== undefined) await call.onAim?.({ warm, key: first.node.key, step: { action: 'wait' }, isNamed: true })
}

/** Waiting for one element's state or disappearance needs nothing else. */
function whereOf(params: Params<'wait'>): Parameters<typeof placesOf>[0] {
  const { until, elementId } = params
  return until === 'state' && elementId !== undefined ? { scope: 'element', elementId } : params
}

function isOfOne({ scope, filter, elementTypes }: Params<'wait'>): boolean {
  return scope === 'element' && filter === undefined && elementTypes.includes('any')
}

/**
 * The awaited state must not filter the element out. `wait` is usually for a text (“Saved”); a state belongs to one
 * control, and the text next to it would only be a second match.
 */
function wishOf(params: Params<'wait'>): ViewOptions {
  const { until, state } = params
  const isHiding = state === 'hidden' || state === 'visible'
  return {
    ...defaultOptions,
    ...params,
    includeDisabled: params.includeDisabled || until === 'state',
    includeNonInteractable: params.includeNonInteractable ?? until !== 'state',
    includeHidden: params.includeHidden || (until === 'state' && isHiding),
    format: 'json',
    limit,
  }
}

async function holds(
  params: Params<'wait'>,
  options: ViewOptions,
  places: readonly Place[],
  call: Call,
  world: World,
): Promise<Held | undefined> {
  const [first] = places
  if (params.until === 'settled') {
    return (await isStill(places, call)) ? { place: first!, shown: [] } : undefined
  }
  if (params.until === 'state') return stateHeld(params, options, places, world)
  const isOne = isOfOne(params)
  for (const place of places) {
    // A named element counts whether or not it is interactable.
    const view = look(place, isOne ? { ...options, includeNonInteractable: true, includeDisabled: true } : options)
    const { answer } = view
    const isThere = isSaid(view) && !isPageAlone(answer, place, params)
    if (!isThere && saidTogether(place, params).length === 0) continue
    return params.until === 'present' ? { place, shown: isThere ? answer.shown : [] } : undefined
  }
  return params.until === 'absent' ? { place: first!, shown: [] } : undefined
}

/** Quiet, read completely, unchanged when read again: on a restless page quiet only ends by its time limit. */
async function isStill(places: readonly Place[], call: Call): Promise<boolean> {
  const look = async ({ warm }: Place) => {
    await warm.source.quiet(call.signal)
    const { settled } = await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
    return settled && warm.tree.complete ? warm.tree.revision : undefined
  }
  const first = await Promise.all(places.map(look))
  if (first.includes(undefined)) return false
  const second = await Promise.all(places.map(look))
  return second.every((revision, at) => revision === first[at])
}

/** A page or window whose title has the words was not meant: it would be there before and after. */
function isPageAlone({ matched, shown }: View['answer'], { warm, from }: Place, { filter }: Params<'wait'>): boolean {
  if (matched > 1 || from !== undefined || filter === undefined || filter.role !== undefined) return false
  return [...flat(shown)].every(({ node, context }) => context || node.key === warm.tree.root)
}

function stateHeld(
  params: Params<'wait'>,
  options: ViewOptions,
  places: readonly Place[],
  world: World,
): Held | undefined {
  const one = params.elementId === undefined ? oneMatch(params, options, places, world) : named(places[0]!)
  if (one === undefined || !stateWordsOf(one.shown.node).includes(params.state!)) return undefined
  return { place: one.place, shown: [one.shown] }
}

interface One {
  readonly place: Place
  readonly shown: Shown
}

function named(place: Place): One | undefined {
  const node = place.warm.tree.node(place.from!)
  return node && { place, shown: { node, context: false, children: [], order: 0 } }
}

function oneMatch(
  { state, format }: Params<'wait'>,
  options: ViewOptions,
  places: readonly Place[],
  world: World,
): One | undefined {
  const found: One[] = []
  let matched = 0
  for (const place of places) {
    const { answer }: View = look(place, options)
    matched += answer.matched
    for (const shown of flat(answer.shown)) if (!shown.context) found.push({ place, shown: { ...shown, children: [] } })
  }
  if (matched <= 1) return found[0]
  const candidates = found.map(({ place, shown }) => ({ warm: place.warm, node: shown.node }))
  throw new Problem('element_ambiguous', {
    message: `${matched} elements match; a state is checked on one element: ${state}.`,
    hint: 'Wait with the elementId of one of the candidates, or narrow the filter.',
    data: { candidates: tell(candidates, limit, format === 'outline', (warm) => shapeOf(warm, world)), matched },
  })
}

function timedOut(
  params: Params<'wait'>,
  options: ViewOptions,
  places: readonly Place[],
  { start, lookedAt }: { readonly start: number; readonly lookedAt: number },
  error: unknown,
  world: World,
): unknown {
  if (!(error instanceof Problem) || error.name !== 'timeout') return error
  const { until, state, elementId, filter = {}, format } = params
  const where = places.map(({ warm }) => warm.target.id).join(', ')
  const of = elementId === undefined ? `${JSON.stringify(filter)} in ${where}` : `element ${elementId}`
  const what = { state: `the state ${state} of ${of}`, settled: `${where} to settle` }
  const views = places.map((place) => ({ place, view: look(place, options) }))
  const near = views.flatMap(({ place, view }) => view.answer.near.map((node) => ({ warm: place.warm, node })))
  const there = views.flatMap(({ place, view }) =>
    [...flat(view.answer.shown)].filter(({ context }) => !context).map(({ node }) => ({ warm: place.warm, node })),
  )
  const told = (list: typeof near) => tell(list, 3, format === 'outline', (warm) => shapeOf(warm, world))
  const isKnown = performance.now() - lookedAt < knownMs
  const isCutShort = ({ freshness: { problem } }: Place) => isKnown && problem?.name === 'unresponsive'
  const reports = places.map((place) => ({ ...place, ...(isCutShort(place) ? undefined : place.freshness) }))
  const inTheWay = reports.map(({ problem }) => problem).find((problem) => problem !== undefined)
  const miss = until === 'present' ? missHint(near, options) : undefined
  const next = 'Call {explore} to see what is there now, or {wait} again with a longer timeoutMs.'
  const still = until === 'absent' && there[0] !== undefined ? stillThere(there[0], world) : undefined
  const unseen =
    still ?? reports.map(({ warm, reason }) => warm.source.unseen ?? reason).find((why) => why !== undefined)
  return new Problem('timeout', {
    message: `Waited ${since(start)} ms for ${what[until as keyof typeof what] ?? `${of} to be ${until}`}${unseen === undefined ? '' : `: ${clause(unseen)}`}.`,
    hint: inTheWay?.advice ?? miss ?? next,
    data: {
      ...(until === 'present' && near.length > 0 && { near: told(near) }),
      ...((until === 'absent' || until === 'state') && there.length > 0 && { candidates: told(there) }),
    },
  })
}

/** What the last look found: that time is up says nothing new about the page. */
function stillThere(one: Parameters<typeof tell>[0][number], world: World): string {
  const [line] = tell([one], 1, true, (warm) => shapeOf(warm, world))
  return `${String(line).trim()} is there`
}

function answer({ format }: Params<'wait'>, { place, shown }: Held, start: number, world: World): Result<'wait'> {
  const { warm } = place
  const shape = shapeOf(warm, world)
  const head = { waitedMs: since(start), revision: warm.tree.revision }
  const fitted = fit(shown, maxTokens, format, shape).shown
  if (format === 'outline') return { outline: outlineOf(fitted, shape), ...head }
  return { ...(fitted.length > 0 && { elements: elementsOf(fitted, shape) }), ...head }
}

function revisionOf(places: readonly Place[]): { readonly revision?: number } {
  return places[0] === undefined ? {} : { revision: places[0].warm.tree.revision }
}

function since(start: number): number {
  return Math.round(performance.now() - start)
}
