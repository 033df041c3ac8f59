/** `interact`: one action or several steps, verified before and read back after, with what changed. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Act, Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { changedOf, changedOutline } from '../shape/difference.ts'
import { elementOf, type Shape } from '../shape/verbosity.ts'
import { act, inTurn, type Outcome } from '../tree/act.ts'
import type { Node } from '../tree/node.ts'
import type { Warm } from '../tree/sync.ts'
import { focusedTarget, placesOf } from './scope.ts'
import { flat, look, plainWish } from './view.ts'

type Step = NonNullable<Params<'interact'>['steps']>[number]

interface Aim {
  readonly warm: Warm
  readonly key: Key
}

interface Done {
  readonly aim: Aim
  readonly outcome: Outcome
}

const candidatesTold = 6
/** Actions that go to whatever has the focus when no element is named. */
const untargeted = new Set(['key', 'type', 'scroll'])

export const interact: Handler<'interact'> = async (params, call, world) => {
  if (params.idempotencyKey === undefined) return await run(params, call, world)
  return await world.sessions.once(call.agent, params.idempotencyKey, () => run(params, call, world))
}

async function run(params: Params<'interact'>, call: Call, world: World): Promise<Result<'interact'>> {
  const steps = stepsOf(params)
  const done: Done[] = []
  let first: { warm: Warm; before: number } | undefined
  for (const [index, step] of steps.entries()) {
    try {
      const one = await perform(step, call, world)
      done.push(one)
      first ??= { warm: one.aim.warm, before: one.outcome.before }
      if (one.outcome.effect === 'refused' || one.outcome.dialog !== undefined) break
    } catch (error) {
      if (index === 0 || !(error instanceof Problem)) throw error
      throw stopped(error, index, steps.length)
    }
  }
  return answer(params, steps, done, first!, world)
}

function stepsOf({ steps, action, elementId, find, value, keys, to, path }: Params<'interact'>): readonly Step[] {
  if (steps !== undefined) {
    if (action === undefined && elementId === undefined && find === undefined) return steps
    throw invalid('steps stand instead of action, elementId and find; give one or the other.')
  }
  if (action === undefined) throw invalid('action (or steps) is missing.')
  return [
    {
      action,
      ...(elementId !== undefined && { elementId }),
      ...(find !== undefined && { find }),
      ...(value !== undefined && { value }),
      ...(keys !== undefined && { keys }),
      ...(to !== undefined && { to }),
      ...(path !== undefined && { path }),
    },
  ]
}

function checkStep(step: Step): void {
  if (step.elementId !== undefined && step.find !== undefined) throw invalid('elementId and find exclude each other.')
  if (step.elementId === undefined && step.find === undefined && !untargeted.has(step.action))
    throw invalid(`${step.action} needs an elementId or a find.`)
  if ((step.action === 'set_value' || step.action === 'type') && step.value === undefined)
    throw invalid(`${step.action} needs a value.`)
  if (step.action === 'key' && step.keys === undefined) throw invalid('key needs keys, such as "Enter" or "Control+A".')
  if (step.action === 'drag' && step.to === undefined) throw invalid('drag needs to: {elementId} or {x, y}.')
}

function invalid(what: string): Problem {
  return new Problem('invalid_params', {
    message: `params: ${what}`,
    hint: 'For example: interact {"elementId":"436","action":"click"}',
    data: { path: 'params' },
  })
}

async function perform(step: Step, call: Call, world: World): Promise<Done> {
  checkStep(step)
  const aim = await aimOf(step, call, world)
  return await inTurn(aim.warm, call.signal, async () => {
    const wish = await wishOf(step, aim, world)
    const outcome = await act(aim.warm, aim.key, wish, call)
    world.recorder.note(aim.warm, aim.key, wish, outcome.before)
    return { aim, outcome }
  })
}

async function wishOf(step: Step, aim: Aim, world: World): Promise<Act> {
  const { action, value, keys, path, to } = step
  const target = to?.elementId === undefined ? undefined : world.ids.resolve(to.elementId)
  if (target !== undefined && target.warm !== aim.warm) throw invalid('to.elementId is in another application or tab.')
  return {
    action,
    ...(value !== undefined && { value }),
    ...(keys !== undefined && { keys }),
    ...(path !== undefined && { path }),
    ...(to !== undefined && {
      to: {
        ...(target !== undefined && { key: target.node.key }),
        ...(to.x !== undefined && { x: to.x }),
        ...(to.y !== undefined && { y: to.y }),
      },
    }),
  }
}

async function aimOf(step: Step, call: Call, world: World): Promise<Aim> {
  if (step.find !== undefined) return await found(step.find, call, world)
  if (step.elementId !== undefined) {
    const [place] = await placesOf({ scope: 'element', elementId: step.elementId }, 'auto', call, world)
    return { warm: place!.warm, key: place!.from! }
  }
  const warm = await world.trees.warm(await focusedTarget(call, world), call.signal)
  await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  return { warm, key: (await warm.source.focused(call.signal)) ?? warm.tree.root }
}

/** Exactly one element must fit; a guess is never acted upon. */
async function found(find: NonNullable<Step['find']>, call: Call, world: World): Promise<Aim> {
  const places = await placesOf(find, 'auto', call, world)
  const matches: { warm: Warm; node: Node }[] = []
  const near: { warm: Warm; node: Node }[] = []
  let matched = 0
  for (const place of places) {
    const { answer } = look(place, { ...plainWish, ...find, limit: candidatesTold, maxDepth: 1000 })
    matched += answer.matched
    for (const shown of flat(answer.shown)) if (!shown.context) matches.push({ warm: place.warm, node: shown.node })
    for (const node of answer.near) near.push({ warm: place.warm, node })
  }
  const one = matches[0]
  if (matched === 1 && one !== undefined) return { warm: one.warm, key: one.node.key }
  const told = (list: typeof matches) =>
    list
      .slice(0, candidatesTold)
      .map(({ warm, node }) => elementOf(node, { actions: false, all: false, idOf: (of) => world.ids.idOf(warm, of) }))
  if (matched > 1) {
    throw new Problem('element_ambiguous', {
      message: `${matched} elements fit ${JSON.stringify(find.filter ?? {})}. Nothing was done.`,
      data: { candidates: told(matches) },
    })
  }
  throw new Problem('not_found', {
    message: `Nothing fits ${JSON.stringify(find.filter ?? {})}. Nothing was done.`,
    data: { near: told(near) },
  })
}

function stopped(error: Problem, index: number, count: number): Problem {
  return new Problem(error.name, {
    message: `Step ${index + 1} of ${count}: ${error.message}`,
    hint: error.hint,
    data: { ...error.data, step: index + 1, done: index },
  })
}

function answer(
  params: Params<'interact'>,
  steps: readonly Step[],
  done: readonly Done[],
  first: { warm: Warm; before: number },
  world: World,
): Result<'interact'> {
  const last = done[done.length - 1]!
  const { warm } = last.aim
  const { outcome } = last
  const { page } = warm.source
  const moved = done.some((one) => one.outcome.replaced)
  const isOutline = params.format === 'outline'
  return {
    effect: outcome.effect,
    route: outcome.route,
    ...(params.steps !== undefined && {
      steps: done.map((one, index) => ({ action: steps[index]!.action, effect: one.outcome.effect })),
    }),
    ...(outcome.refused !== undefined && { refused: outcome.refused }),
    ...(outcome.dialog !== undefined && { dialog: { type: outcome.dialog.type, message: outcome.dialog.message } }),
    ...(moved && page !== undefined && { url: page.url, title: page.title }),
    ...(!moved && first.warm === warm && changes(first, params, isOutline, world)),
    ...(!outcome.settled && { settled: false }),
    revision: warm.tree.revision,
  }
}

function changes(
  { warm, before }: { warm: Warm; before: number },
  { maxTokens }: Params<'interact'>,
  isOutline: boolean,
  world: World,
): Pick<Result<'interact'>, 'changed' | 'outline'> {
  const difference = warm.tree.since(before)
  const shape: Shape = { actions: false, all: false, idOf: (node) => world.ids.idOf(warm, node) }
  if (difference === undefined) return {}
  if (isOutline) return { outline: changedOutline(difference, warm.tree, shape, maxTokens) }
  return { changed: changedOf(difference, warm.tree, shape, maxTokens) }
}
