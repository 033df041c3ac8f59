/** `interact`: one action or several steps, verified before and read back after, with what changed. */
import { cut, longestTold } from '../../api-schema/cut.ts'
import { dialogWords, type ElementWord } from '../../api-schema/methods/interact.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { shapeOf } from '../answers/element-shape.ts'
import { found } from '../answers/find.ts'
import { newTabs, openedDialog, spotText, type Touched, tellEffect, touch } from '../answers/included/effect.ts'
import { expectedBy } from '../answers/included/expected.ts'
import { elementAt, placesOf, tabTarget } from '../answers/scope.ts'
import { inOwnTurn, requireFree } from '../answers/turn.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { act, type Outcome } from '../effect/act.ts'
import { rowOf } from '../effect/actions.ts'
import { checkRequest, exampleOf } from '../platform/acting/requests.ts'
import type { Act, Target } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { lineOf } from '../view/write/outline.ts'
import { answerDialog, blockedTab } from './dialog.ts'

type Step = NonNullable<Params<'interact'>['steps']>[number]
type Format = Params<'interact'>['format']
type Asked = Pick<Params<'interact'>, 'format' | 'front'>

interface Aim {
  readonly warm: Warm
  readonly key: Key
  /** The point that was named, from the top left corner of the element. */
  readonly spot?: { readonly x: number; readonly y: number }
}

interface Done {
  readonly step: Step
  readonly aim: Aim
  readonly outcome: Outcome
  /** Of a drag: where the element is now. */
  readonly at?: string | undefined
}

/** What the steps have done so far. */
interface Deed {
  readonly done: Done[]
  readonly touched: Touched[]
  readonly opened: ReturnType<typeof newTabs>
}

const ofDialog: ReadonlySet<string> = new Set(dialogWords)

export const interact: Handler<'interact'> = async (params, call, world) => {
  const steps = stepsOf(params)
  for (const [index, step] of steps.entries())
    checkStep(step, params.steps === undefined ? 'params' : `params.steps[${index}]`)
  const deed: Deed = { done: [], touched: [], opened: [] }
  for (const [index, step] of steps.entries()) {
    try {
      await perform(step, params, deed, call, world)
    } catch (error) {
      if (index === 0 || !(error instanceof Problem)) throw error
      throw stopped(error, steps.length, deed, params, world)
    }
    const { outcome } = deed.done.at(-1)!
    const isAnswered = outcome.dialog !== undefined && ofDialog.has(steps[index + 1]?.action ?? '')
    // What follows is for the page that is to come.
    const isLeaving = outcome.pending !== undefined && !outcome.pending.isOfFrame
    if (outcome.effect === 'refused' || isLeaving || (outcome.dialog !== undefined && !isAnswered)) break
  }
  return answer(params, steps, deed, call, world)
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
    throw invalid('steps replace action, elementId and find; give one or the other.')
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
  const wrong = (what: string): Problem => invalid(what, path, exampleOf(step))
  if (step.elementId !== undefined && step.find !== undefined) throw wrong('give elementId or find, not both.')
  if (
    step.elementId === undefined &&
    step.find === undefined &&
    !rowOf(step.action).ofFocus &&
    !ofDialog.has(step.action)
  )
    throw wrong(`${step.action} needs an elementId or a find.`)
  checkRequest(step, path)
}

function invalid(what: string, path = 'params', example: object = { elementId: '436', action: 'click' }): Problem {
  return new Problem('invalid_params', {
    message: `${path}: ${what}`,
    hint: `For example: {interact} ${JSON.stringify(example)}`,
    data: { path },
  })
}

async function perform(step: Step, { format, front }: Asked, deed: Deed, call: Call, world: World): Promise<void> {
  if (ofDialog.has(step.action)) return await answerTo(step, deed, call, world)
  const aim = await aimOf(step, format, call, world)
  const { warm, key } = aim
  const isSame = isNamed(step) ? world.ids.proofOf(warm, key) : undefined
  await inOwnTurn(warm, call, world, async () => {
    const wish: Act = { ...(await wishOf(step, aim, world)), ...(front && { front }) }
    await call.onAim?.({ ...aim, step, isNamed: isNamed(step) })
    if (warm.source.page !== undefined) call.session.hold(warm.target.id)
    const touched = deed.touched.find((one) => one.warm === warm) ?? touch(warm, warm.tree.revision)
    const tabs = await tabsOf(warm, call, world)
    const describe = (node: Parameters<Options['describe']>[0]) => lineOf(node, shapeOf(warm, world))
    const role = warm.tree.node(key)?.role
    const outcome = await act(warm, key, wish, { ...call, describe, isSame }).catch((error: unknown) => {
      audit({ warm, role, action: wish.action, effect: error instanceof Problem ? error.name : 'failed' }, call, world)
      throw error
    })
    audit({ warm, role, action: wish.action, effect: outcome.effect }, call, world)
    world.recorder.note(warm, key, wish, outcome.before)
    const opened = tabs.length === 0 ? [] : newTabs(warm.target, tabs, await tabsOf(warm, call, world))
    deed.opened.push(...opened)
    for (const { tab } of opened) call.session.hold(tab)
    const { doubt, ...sure } = outcome
    const at = wish.action === 'drag' ? spotText(warm, key, wish.to?.key, world) : undefined
    deed.done.push({ step, aim, at, outcome: opened.length > 0 ? { ...sure, effect: 'confirmed' } : outcome })
    if (!deed.touched.includes(touched)) deed.touched.push(touched)
    if (step.action !== 'focus' && isNamed(step)) touched.pressed.add(key)
  })
}

interface Audited {
  readonly warm: Warm
  readonly role: string | undefined
  readonly action: string
  /** Or the name of the error. */
  readonly effect: string
}

/** For whoever asks later what was done, where and by whom; never a text of the screen, a value or a key. */
function audit({ warm, role, action, effect }: Audited, { agent, session }: Call, { log }: World): void {
  const { app, id } = warm.target
  log.info({ agent: agent.name, session: session.name, app, target: id, role, action, effect }, 'action')
}

/** In a tab, whose elements are out of reach while the dialog is open. */
async function answerTo(step: Step, deed: Deed, call: Call, world: World): Promise<void> {
  const warm = await blockedBy(step, deed, call, world)
  requireFree(warm.target, call, world)
  await call.onAim?.({ warm, key: warm.tree.root, step, isNamed: false })
  const { touched, outcome } = await answerDialog(warm, step.action === 'accept', step.value, call)
  audit({ warm, role: 'dialog', action: step.action, effect: outcome.effect }, call, world)
  deed.done.push({ step, aim: { warm, key: warm.tree.root }, outcome })
  if (!deed.touched.some((one) => one.warm === warm)) deed.touched.push(touched)
}

async function blockedBy({ elementId, find }: Step, { done }: Deed, call: Call, world: World): Promise<Warm> {
  if (elementId !== undefined) return world.ids.home(elementId).warm
  if (find?.scope === 'tab') {
    const target = await tabTarget(find.tab, call, world)
    return await world.trees.warm(target, call.signal)
  }
  if (find !== undefined) return (await placesOf(find, 'auto', call, world))[0]!.warm
  const before = done.at(-1)
  return before?.outcome.dialog === undefined ? await blockedTab(call, world) : before.aim.warm
}

type Options = Parameters<typeof act>[3]

function isNamed(step: Step): boolean {
  const { action, elementId, find } = step
  if (ofDialog.has(action)) return false
  return elementId !== undefined || (find !== undefined && !isOfWhole(step))
}

/** The dialog a browser has open; it knows without asking the page. */
async function tabsOf({ source, target }: Warm, { signal }: Call, { platforms }: World): Promise<readonly Target[]> {
  if (source.page === undefined) return []
  const platform = platforms.find(({ name }) => name === target.platform)
  return (await platform?.targets(signal)) ?? []
}

async function wishOf(step: Step, aim: Aim, world: World): Promise<Act> {
  const { value, keys, path, files } = step
  const to: Step['to'] = step.to ?? aim.spot
  const action = step.action as ElementWord
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
  if (find !== undefined && isOfPoint(step)) return await aimAt(find, call, world)
  if (find !== undefined && !isOfWhole(step))
    return await found(find, { format, outcome: 'Nothing was done.' }, call, world)
  if (elementId !== undefined) return await elementAt(elementId, call, world)
  const { warm } = (await placesOf(find ?? {}, 'auto', call, world))[0]!
  const focused = rowOf(action).ofFocus ? await warm.source.focused(call.signal) : undefined
  return { warm, key: focused ?? warm.tree.root }
}

/** Its find names a point and nothing else. */
function isOfPoint({ find, action, to }: Step): boolean {
  if (find?.scope !== 'position' || to !== undefined || !rowOf(action).atPoint) return false
  return Object.keys(find.filter ?? {}).length === 0 && find.elementTypes.includes('any')
}

/** The point itself is pressed, whatever the size of what is there. */
async function aimAt(find: NonNullable<Step['find']>, call: Call, world: World): Promise<Aim> {
  const { warm, from = warm.tree.root } = (await placesOf(find, 'auto', call, world))[0]!
  const frames = (await warm.source.frames([from], call.signal)).get(from)
  const frame = find.tab === undefined ? frames?.frame : frames?.pageFrame
  const aim = { warm, key: from }
  return frame === undefined ? aim : { ...aim, spot: { x: find.x! - frame.x, y: find.y! - frame.y } }
}

/** Its find only names an application or tab, which is enough for the action. */
function isOfWhole({ find, action }: Step): boolean {
  if (find === undefined || !(rowOf(action).ofFocus || rowOf(action).ofWindow)) return false
  const { scope, filter = {}, elementTypes } = find
  const isOne = scope === undefined || scope === 'application' || scope === 'tab' || scope === 'focused'
  return isOne && Object.keys(filter).length === 0 && elementTypes.includes('any')
}

/** The steps before the failure were done; what they changed must not be lost. */
function stopped(error: Problem, count: number, deed: Deed, params: Params<'interact'>, world: World): Problem {
  const { done, touched } = deed
  const message = error.message.replace(/ Nothing was done\.$/, '')
  const { changed, outline } = tellEffect(touched, { format: params.format, maxTokens: params.maxTokens }, world)
  const before = done.length === 1 ? 'Step 1 was done' : `Steps 1 to ${done.length} were done`
  const made = outline === undefined || outline === '' ? '' : `, and changed: ${outline.replaceAll('\n', '; ')}`
  return new Problem(error.name, {
    message: `Step ${done.length + 1} of ${count}: ${message} ${before}${made}.`,
    hint: error.advice,
    data: { ...error.data, step: done.length + 1, done: done.length, ...(changed !== undefined && { changed }) },
  })
}

function answer(
  params: Params<'interact'>,
  steps: readonly Step[],
  deed: Deed,
  call: Call,
  world: World,
): Result<'interact'> {
  const { done, touched, opened } = deed
  const { step, aim, outcome, at } = done.at(-1)!
  const { format, maxTokens } = params
  const target = isNamed(step) ? aim : undefined
  const { diff } = expectedBy('interact', params.expectation)
  const files = done.flatMap((one) => one.outcome.files ?? [])
  const { pending } = outcome
  const stopped = done.find((one) => one.outcome.stopped !== undefined)?.outcome.stopped
  const isSettled = done.every((one) => one.outcome.settled)
  const untaken = done.findLast(
    (one, at) => one.outcome.untaken !== undefined && !done.slice(at + 1).some(({ aim }) => aim.warm === one.aim.warm),
  )
  const isConfirmed = done.every((one) => one.outcome.effect === 'confirmed')
  return {
    effect: outcome.effect,
    ...(outcome.doubt !== undefined && { why: outcome.doubt }),
    route: outcome.route,
    ...(at !== undefined && { at }),
    ...(done.some((one) => one.outcome.front) && { front: true }),
    ...(params.steps !== undefined && {
      steps: done.map(({ step, at, outcome: { effect, doubt } }) => ({
        action: step.action,
        effect,
        ...(doubt !== undefined && { why: doubt }),
        ...(at !== undefined && { at }),
      })),
      ...(done.length < steps.length && { left: steps.length - done.length }),
    }),
    ...(untaken !== undefined && { untaken: untaken.outcome.untaken }),
    ...(outcome.refused !== undefined && { refused: outcome.refused }),
    ...(outcome.dialog !== undefined && openedDialog(outcome.dialog, call)),
    ...(opened.length > 0 && { opened }),
    ...(pending !== undefined && { pending: { url: cut(pending.url, longestTold), frame: pending.isOfFrame } }),
    ...(stopped !== undefined && { stopped: cut(stopped, longestTold) }),
    ...(files.length > 0 && { files }),
    ...(params.front && done.every((one) => one.outcome.front === undefined) && { ignored: ['front'] }),
    ...tellEffect(touched, { format, maxTokens, target, diff, isConfirmed }, world),
    ...(!isSettled && { settled: false }),
    ...(diff && { revision: aim.warm.tree.revision }),
  }
}
