/** `wait`: until something is there, is gone, has a state, or all is quiet. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { fit } from '../shape/budget.ts'
import { elementsOf } from '../shape/json.ts'
import { outlineOf } from '../shape/outline.ts'
import { stateWordsOf } from '../tree/node.ts'
import type { Shown } from '../tree/walk.ts'
import { shapeOf } from './effect.ts'
import { missHint, tell } from './miss.ts'
import { type Place, placesOf } from './scope.ts'
import { flat, look, plainWish, type View, type Wish } from './view.ts'

/** What a target does not tell of (see `settled`) is looked for again this often. */
const unsettledMs = 400
/** Shown of what was waited for, and told of what stood in the way. */
const limit = 10
const maxTokens = 500

/** What was waited for, where it is; `shown` is empty where there is nothing to show. */
interface Held {
  readonly place: Place
  readonly shown: readonly Shown[]
}

export const wait: Handler<'wait'> = async (params, call, world) => {
  const start = performance.now()
  const wish = wishOf(params)
  let places: readonly Place[] = []
  try {
    for (;;) {
      places = await placesOf(whereOf(params), 'auto', call, world)
      const held = await holds(params, wish, places, call, world)
      if (held !== undefined) {
        await tellAim(held, call)
        return answer(params, held, start, world)
      }
      await untilChanged(places, call)
    }
  } catch (error) {
    if (error instanceof Problem && error.name === 'element_gone' && params.until === 'absent' && isOfOne(params))
      return { waitedMs: since(start), ...(params.format === 'outline' && { outline: '' }), ...revisionOf(places) }
    if (!call.signal.aborted || places.length === 0) throw error
    throw timedOut(params, wish, places, start, error, world)
  }
}

async function tellAim({ place: { warm }, shown }: Held, call: Call): Promise<void> {
  const [first] = [...flat(shown)].filter(({ context }) => !context)
  if (first !== undefined) await call.onAim?.({ warm, key: first.node.key, step: { action: 'wait' }, isNamed: true })
}

/** The state of one element, or its going, needs no look at anything else. */
function whereOf(params: Params<'wait'>): Parameters<typeof placesOf>[0] {
  const { until, elementId } = params
  return until === 'state' && elementId !== undefined ? { scope: 'element', elementId } : params
}

function isOfOne({ scope, filter, elementTypes }: Params<'wait'>): boolean {
  return scope === 'element' && filter === undefined && elementTypes.includes('any')
}

/** An element that loses or gains the state that is waited for must not drop out of sight by it. */
function wishOf(params: Params<'wait'>): Wish {
  const { until, state } = params
  const isHiding = state === 'hidden' || state === 'visible'
  return {
    ...plainWish,
    ...params,
    includeDisabled: params.includeDisabled || until === 'state',
    includeHidden: params.includeHidden || (until === 'state' && isHiding),
    format: 'json',
    limit,
  }
}

async function holds(
  params: Params<'wait'>,
  wish: Wish,
  places: readonly Place[],
  call: Call,
  world: World,
): Promise<Held | undefined> {
  const [first] = places
  if (params.until === 'settled') {
    await Promise.all(places.map(({ warm }) => warm.source.quiet(call.signal)))
    await Promise.all(
      places.map(({ warm }) => warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })),
    )
    return { place: first!, shown: [] }
  }
  if (params.until === 'state') return stateHeld(params, wish, places, world)
  const isOne = isOfOne(params)
  for (const place of places) {
    // An element that is named is there, whether or not it can be acted upon.
    const { answer } = look(place, isOne ? { ...wish, includeNonInteractable: true, includeDisabled: true } : wish)
    if (answer.matched === 0) continue
    return params.until === 'present' ? { place, shown: answer.shown } : undefined
  }
  return params.until === 'absent' ? { place: first!, shown: [] } : undefined
}

function stateHeld(params: Params<'wait'>, wish: Wish, places: readonly Place[], world: World): Held | undefined {
  const one = params.elementId === undefined ? oneMatch(params, wish, places, world) : named(places[0]!)
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
  wish: Wish,
  places: readonly Place[],
  world: World,
): One | undefined {
  const found: One[] = []
  let matched = 0
  for (const place of places) {
    const { answer }: View = look(place, wish)
    matched += answer.matched
    for (const shown of flat(answer.shown)) if (!shown.context) found.push({ place, shown: { ...shown, children: [] } })
  }
  if (matched <= 1) return found[0]
  const candidates = found.map(({ place, shown }) => ({ warm: place.warm, node: shown.node }))
  throw new Problem('element_ambiguous', {
    message: `${matched} elements fit; the state ${state} is of one.`,
    hint: 'Wait with the elementId of one of the candidates, or narrow the filter.',
    data: { candidates: tell(candidates, limit, format === 'outline', (warm) => shapeOf(warm, world)), matched },
  })
}

async function untilChanged(places: readonly Place[], call: Call): Promise<void> {
  const enough = new AbortController()
  const signals = [call.signal, enough.signal]
  if (!places.every(({ freshness }) => freshness.settled)) signals.push(AbortSignal.timeout(unsettledMs))
  const signal = AbortSignal.any(signals)
  try {
    await Promise.race(places.map(({ warm }) => warm.nextChange(signal)))
  } catch (error) {
    if (call.signal.aborted) throw error
  } finally {
    enough.abort()
  }
}

function timedOut(
  params: Params<'wait'>,
  wish: Wish,
  places: readonly Place[],
  start: number,
  error: unknown,
  world: World,
): unknown {
  if (!(error instanceof Problem) || error.name !== 'timeout') return error
  const { until, state, elementId, filter = {}, format } = params
  const where = places.map(({ warm }) => warm.target.id).join(', ')
  const of = elementId === undefined ? `${JSON.stringify(filter)} in ${where}` : `element ${elementId}`
  const what = { state: `the state ${state} of ${of}`, settled: `${where} to settle` }
  const views = places.map((place) => ({ place, view: look(place, wish) }))
  const near = views.flatMap(({ place, view }) => view.answer.near.map((node) => ({ warm: place.warm, node })))
  const there = views.flatMap(({ place, view }) =>
    [...flat(view.answer.shown)].filter(({ context }) => !context).map(({ node }) => ({ warm: place.warm, node })),
  )
  const told = (list: typeof near) => tell(list, 3, format === 'outline', (warm) => shapeOf(warm, world))
  const hint = until === 'present' ? missHint(near, wish) : undefined
  return new Problem('timeout', {
    message: `Waited ${since(start)} ms for ${what[until as keyof typeof what] ?? `${of} to be ${until}`}.`,
    hint: hint ?? 'Call explore to see what is there now, or wait again with a longer timeoutMs.',
    data: {
      ...(until === 'present' && near.length > 0 && { near: told(near) }),
      ...((until === 'absent' || until === 'state') && there.length > 0 && { candidates: told(there) }),
    },
  })
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
