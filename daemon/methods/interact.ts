/** `interact`: one action or several steps, verified before and read back after, with what changed. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Act, Key, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { lineOf } from '../shape/outline.ts'
import { act, inTurn, type Outcome } from '../tree/act.ts'
import type { Warm } from '../tree/sync.ts'
import { dialogOf, newTabs, shapeOf, type Touched, tellEffect, touch } from './effect.ts'
import { found } from './find.ts'
import { placesOf } from './scope.ts'
import { wishesOf } from './wishes.ts'

type Step = NonNullable<Params<'interact'>['steps']>[number]
type Format = Params<'interact'>['format']

interface Aim {
  readonly warm: Warm
  readonly key: Key
}

interface Done {
  readonly step: Step
  readonly aim: Aim
  readonly outcome: Outcome
}

/** What steps have done so far. */
interface Deed {
  readonly done: Done[]
  readonly touched: Touched[]
  readonly opened: ReturnType<typeof newTabs>
}

/** Actions that go to whatever has the focus when no element is named. */
const ofFocus = new Set(['key', 'type', 'scroll'])
/** What is done to a window, or by it: a find that names an application alone is enough. */
const ofWindow = new Set(['menu', 'raise', 'minimize', 'maximize', 'close', 'move', 'resize'])

export const interact: Handler<'interact'> = async (params, call, world) => {
  if (params.idempotencyKey === undefined) return await run(params, call, world)
  return await world.sessions.once(call.agent, params.idempotencyKey, () => run(params, call, world))
}

async function run(params: Params<'interact'>, call: Call, world: World): Promise<Result<'interact'>> {
  const steps = stepsOf(params)
  for (const [index, step] of steps.entries())
    checkStep(step, params.steps === undefined ? 'params' : `params.steps[${index}]`)
  const deed: Deed = { done: [], touched: [], opened: [] }
  for (const [index, step] of steps.entries()) {
    try {
      await perform(step, params.format, deed, call, world)
    } catch (error) {
      if (index === 0 || !(error instanceof Problem)) throw error
      throw stopped(error, steps.length, deed, params, world)
    }
    const { outcome } = deed.done.at(-1)!
    if (outcome.effect === 'refused' || outcome.dialog !== undefined) break
  }
  return answer(params, steps, deed, world)
}

function stepsOf({
  steps,
  action,
  elementId,
  find,
  value,
  keys,
  to,
  path,
  files,
}: Params<'interact'>): readonly Step[] {
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
      ...(files !== undefined && { files }),
    },
  ]
}

function checkStep(step: Step, path: string): void {
  const wrong = (what: string): Problem => invalid(`${what}`, path)
  if (step.elementId !== undefined && step.find !== undefined) throw wrong('elementId and find exclude each other.')
  if (step.elementId === undefined && step.find === undefined && !ofFocus.has(step.action))
    throw wrong(`${step.action} needs an elementId or a find.`)
  if ((step.action === 'set_value' || step.action === 'type') && step.value === undefined)
    throw wrong(`${step.action} needs a value.`)
  if (step.action === 'key' && step.keys === undefined) throw wrong('key needs keys, such as "Enter" or "Control+A".')
  if (step.action === 'drag' && step.to === undefined) throw wrong('drag needs to: {elementId} or {x, y}.')
  if (step.action === 'menu' && step.path === undefined) throw wrong('menu needs a path, such as "File > Save".')
  if (step.action === 'upload' && step.files === undefined) throw wrong('upload needs files: absolute paths.')
}

function invalid(what: string, path = 'params'): Problem {
  return new Problem('invalid_params', {
    message: `${path}: ${what}`,
    hint: 'For example: interact {"elementId":"436","action":"click"}',
    data: { path },
  })
}

async function perform(step: Step, format: Format, deed: Deed, call: Call, world: World): Promise<void> {
  const aim = await aimOf(step, format, call, world)
  const { warm, key } = aim
  await inTurn(warm, call.signal, async () => {
    const wish = await wishOf(step, aim, world)
    await call.onAim?.({ ...aim, step, isNamed: isNamed(step) })
    const touched = deed.touched.find((one) => one.warm === warm) ?? touch(warm, warm.tree.revision)
    const tabs = await tabsOf(warm, call, world)
    const describe = (node: Parameters<Options['describe']>[0]) => lineOf(node, shapeOf(warm, world))
    const outcome = await act(warm, key, wish, { ...call, describe })
    world.recorder.note(warm, key, wish, outcome.before)
    const opened = tabs.length === 0 ? [] : newTabs(tabs, await tabsOf(warm, call, world))
    deed.opened.push(...opened)
    deed.done.push({ step, aim, outcome: opened.length > 0 ? { ...outcome, effect: 'confirmed' } : outcome })
    if (!deed.touched.includes(touched)) deed.touched.push(touched)
    if (step.action !== 'focus' && isNamed(step)) touched.pressed.add(key)
  })
}

type Options = Parameters<typeof act>[3]

function isNamed(step: Step): boolean {
  const { elementId, find } = step
  return elementId !== undefined || (find !== undefined && !isOfWhole(step))
}

/** What a browser has open; it knows without being asked. */
async function tabsOf({ source, target }: Warm, { signal }: Call, { platforms }: World): Promise<readonly Target[]> {
  if (source.page === undefined) return []
  const platform = platforms.find(({ name }) => name === target.platform)
  return (await platform?.targets(signal)) ?? []
}

async function wishOf(step: Step, aim: Aim, world: World): Promise<Act> {
  const { action, value, keys, path, to, files } = step
  const target = to?.elementId === undefined ? undefined : world.ids.resolve(to.elementId)
  if (target !== undefined && target.warm !== aim.warm) throw invalid('to.elementId is in another application or tab.')
  return {
    action,
    ...(value !== undefined && { value }),
    ...(keys !== undefined && { keys }),
    ...(path !== undefined && { path }),
    ...(files !== undefined && { files }),
    ...(to !== undefined && {
      to: {
        ...(target !== undefined && { key: target.node.key }),
        ...(to.x !== undefined && { x: to.x }),
        ...(to.y !== undefined && { y: to.y }),
      },
    }),
  }
}

async function aimOf(step: Step, format: Format, call: Call, world: World): Promise<Aim> {
  const { find, elementId, action } = step
  if (find !== undefined && !isOfWhole(step))
    return await found(find, { format, outcome: 'Nothing was done.' }, call, world)
  if (elementId !== undefined) {
    const [place] = await placesOf({ scope: 'element', elementId }, 'auto', call, world)
    return { warm: place!.warm, key: place!.from! }
  }
  const { warm } = (await placesOf(find ?? { scope: 'focused' }, 'auto', call, world))[0]!
  const focused = ofFocus.has(action) ? await warm.source.focused(call.signal) : undefined
  return { warm, key: focused ?? warm.tree.root }
}

/** Its find names an application or tab and nothing in it, which is enough for the action. */
function isOfWhole({ find, action }: Step): boolean {
  if (find === undefined || !(ofFocus.has(action) || ofWindow.has(action))) return false
  const { scope, filter = {}, elementTypes } = find
  const isOne = scope === 'application' || scope === 'tab' || scope === 'focused'
  return isOne && Object.keys(filter).length === 0 && elementTypes.includes('any')
}

/** The steps before the failure were done, and what they changed is not to be lost. */
function stopped(error: Problem, count: number, deed: Deed, params: Params<'interact'>, world: World): Problem {
  const { done, touched } = deed
  const message = error.message.replace(/ Nothing was done\.$/, '')
  const { changed, outline } = tellEffect(touched, { format: params.format, maxTokens: params.maxTokens }, world)
  const before = done.length === 1 ? 'Step 1 was done' : `Steps 1 to ${done.length} were done`
  const made = outline === undefined || outline === '' ? '' : `, and changed: ${outline.replaceAll('\n', '; ')}`
  return new Problem(error.name, {
    message: `Step ${done.length + 1} of ${count}: ${message} ${before}${made}.`,
    hint: error.hint,
    data: { ...error.data, step: done.length + 1, done: done.length, ...(changed !== undefined && { changed }) },
  })
}

function answer(params: Params<'interact'>, steps: readonly Step[], deed: Deed, world: World): Result<'interact'> {
  const { done, touched, opened } = deed
  const { step, aim, outcome } = done.at(-1)!
  const { format, maxTokens } = params
  const target = isNamed(step) ? aim : undefined
  const { diff } = wishesOf('interact', params.expectation)
  const files = done.flatMap((one) => one.outcome.files ?? [])
  const isSettled = done.every((one) => one.outcome.settled)
  return {
    effect: outcome.effect,
    route: outcome.route,
    ...(params.steps !== undefined && {
      steps: done.map((one) => ({ action: one.step.action, effect: one.outcome.effect })),
      ...(done.length < steps.length && { left: steps.length - done.length }),
    }),
    ...(outcome.refused !== undefined && { refused: outcome.refused }),
    ...(outcome.dialog !== undefined && { dialog: dialogOf(outcome.dialog) }),
    ...(opened.length > 0 && { opened }),
    ...(files.length > 0 && { files }),
    ...tellEffect(touched, { format, maxTokens, target, diff }, world),
    ...(!isSettled && { settled: false }),
    ...(diff && { revision: aim.warm.tree.revision }),
  }
}
