/** `wait`: until something is there, is gone, has a state, or all is quiet. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { elementsOf } from '../shape/json.ts'
import { outlineOf } from '../shape/outline.ts'
import { elementOf, type Shape } from '../shape/verbosity.ts'
import { type Node, nameOf, shortRole, stateWordsOf } from '../tree/node.ts'
import type { Warm } from '../tree/sync.ts'
import { type Place, placesOf } from './scope.ts'
import { flat, look, plainWish, type View } from './view.ts'

/** What a target does not tell of (see `settled`) is looked for again this often. */
const unsettledMs = 400
/** Shown of what was waited for. */
const limit = 10

interface Held {
  readonly view: View | undefined
  readonly node: Node | undefined
}

export const wait: Handler<'wait'> = async (params, call, world) => {
  const start = performance.now()
  let last: Place | undefined
  for (;;) {
    const place = await lookAgain(params, call, world, last)
    last = place
    const held = await holds(params, place, call)
    if (held !== undefined) return answer(params, place, held, Math.round(performance.now() - start), world)
    await untilChanged(place, params, call, start)
  }
}

/** Of all the system's targets the front one is watched. */
async function lookAgain(params: Params<'wait'>, call: Call, world: World, last: Place | undefined): Promise<Place> {
  const places = await placesOf(params, 'auto', call, world)
  return places.find(({ warm }) => warm === last?.warm) ?? places[0]!
}

async function holds(params: Params<'wait'>, place: Place, call: Call): Promise<Held | undefined> {
  if (params.until === 'settled') {
    await place.warm.source.quiet(call.signal)
    return { view: undefined, node: undefined }
  }
  const view = look(place, { ...plainWish, ...params, format: 'json', limit })
  if (params.until === 'present') return view.answer.matched > 0 ? { view, node: undefined } : undefined
  if (params.until === 'absent') return view.answer.matched === 0 ? { view: undefined, node: undefined } : undefined
  const node = oneNode(params, place, view)
  return node !== undefined && stateWordsOf(node).includes(params.state!) ? { view: undefined, node } : undefined
}

/** The element whose state is waited for. */
function oneNode({ elementId, scope, state }: Params<'wait'>, place: Place, view: View): Node | undefined {
  if (scope === 'element' && elementId !== undefined) return place.warm.tree.node(place.from!)
  const matches = [...flat(view.answer.shown)].filter((shown) => !shown.context)
  if (matches.length > 1) {
    throw new Problem('element_ambiguous', {
      message: `${view.answer.matched} elements fit; the state ${state} is of one.`,
      data: {
        candidates: matches
          .slice(0, limit)
          .map(({ node }) => ({ role: shortRole(node.role, node.subrole), name: nameOf(node) })),
      },
    })
  }
  return matches[0]?.node
}

async function untilChanged(
  { warm, freshness }: Place,
  params: Params<'wait'>,
  call: Call,
  start: number,
): Promise<void> {
  const signals = freshness.settled ? [call.signal] : [call.signal, AbortSignal.timeout(unsettledMs)]
  try {
    await warm.nextChange(AbortSignal.any(signals))
  } catch (error) {
    if (!call.signal.aborted) return
    throw timedOut(params, warm, Math.round(performance.now() - start), error)
  }
}

function timedOut({ until, state, filter }: Params<'wait'>, warm: Warm, ms: number, error: unknown): Error {
  if (!(error instanceof Problem) || error.name !== 'timeout')
    return error instanceof Error ? error : new Problem('timeout')
  const what = until === 'state' ? `the state ${state}` : `${until} of ${JSON.stringify(filter ?? {})}`
  return new Problem('timeout', {
    message: `Waited ${ms} ms in ${warm.target.id} for ${what}.`,
    hint: 'Call explore to see what is there now.',
  })
}

function answer(
  params: Params<'wait'>,
  { warm }: Place,
  { view, node }: Held,
  waitedMs: number,
  world: World,
): Result<'wait'> {
  const shape: Shape = { actions: false, all: false, idOf: (one) => world.ids.idOf(warm, one) }
  const head = { waitedMs, revision: warm.tree.revision }
  if (node !== undefined) {
    const shown = [{ node, context: false, children: [], order: 0 }]
    return params.format === 'outline'
      ? { outline: outlineOf(shown, shape), ...head }
      : { elements: [elementOf(node, shape)], ...head }
  }
  if (view === undefined) return head
  const { shown } = view.answer
  return params.format === 'outline'
    ? { outline: outlineOf(shown, shape), ...head }
    : { elements: elementsOf(shown, shape), ...head }
}
