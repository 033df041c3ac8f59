/** `interact`: one action or several steps, verified before and read back after. */
import { given } from '../../api-schema/given.ts'
import type { Params } from '../../api-schema/methods.ts'
import { calledVerbs } from '../../api-schema/step.ts'
import { agreed, typedByPerson } from '../answers/consent/consent.ts'
import { inOwnTurn, requireFree } from '../answers/consent/turn.ts'
import { dialogOf } from '../answers/content/dialogs.ts'
import { found } from '../answers/find/find.ts'
import { AlreadySaid } from '../answers/included/already-said.ts'
import { newTabs, spotText, touch } from '../answers/included/effect.ts'
import { shapeOf } from '../answers/look/element-shape.ts'
import { placesOf, tabTarget } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { act } from '../effect/act.ts'
import { isSameSpot, placeOfDropped } from '../effect/drop.ts'
import { Flag } from '../platform/flags.ts'
import type { Act, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { lineOf } from '../view/write/outline.ts'
import { answerDialog, blockedTab } from './dialog.ts'
import { type Aim, aimOf, isNamed, wishOf } from './steps/aim.ts'
import { answer } from './steps/answer.ts'
import { audit } from './steps/audit.ts'
import { answering, isPassed, isSaidBy, untilOpen } from './steps/boxes.ts'
import { calledStep, stops } from './steps/called.ts'
import { checkStep, invalid, ofDialog } from './steps/check.ts'
import { lookAgain } from './steps/look-again.ts'
import { hasCome, placedIn, placeNamed, waitable, withFocus } from './steps/place.ts'
import type { Progress } from './steps/progress.ts'
import { type ActStep, type CalledStep, isCalledStep, type Step, type Told, wordsOf } from './steps/step.ts'
import { unmet } from './steps/unmet.ts'

type Asked = Pick<Params<'interact'>, 'format' | 'front'>

/** Moves that lead to an act, and often show nothing: the next step does not rest on what they did. */
const isPassing: ReadonlySet<string> = new Set(['hover', 'scroll', 'focus', 'key', 'raise'])
/** Milliseconds that a step waits for the element it names. */
const awaitedMs = 3000

export const interact: Handler<'interact'> = async (params, call, world) => {
  const steps = stepsOf(params).map((step) => placedIn(step, params))
  for (const [index, step] of steps.entries())
    checkStep(step, params.steps === undefined ? 'params' : `params.steps[${index}]`)
  const progress: Progress = { done: [], touched: [], opened: [], told: [], said: new AlreadySaid() }
  for (const [index, listed] of steps.entries()) {
    const moves = isCalledStep(listed) && calledVerbs[listed.action] === 'moves'
    let step = moves ? listed : placedIn(listed, progress.place ?? {})
    try {
      const { box } = progress
      if (box !== undefined && isSaidBy(box, step)) {
        progress.told.push({ step: index + 1, action: step.action, on: wordsOf(step), effect: 'confirmed' })
        if (await isInTheWay(box, steps[index + 1], progress, call, world)) break
        continue
      }
      if (box !== undefined) step = answering(step) ?? step
      step = await withFocus(step, progress.place ?? params, call, world)
      const isBarred = isCalledStep(step)
        ? await readOrMove(step, steps, params, progress, call, world)
        : await actStep(step, steps, params, progress, call, world)
      if (isBarred) break
    } catch (error) {
      if (params.steps === undefined || !(error instanceof Problem)) throw error
      const isRead = isCalledStep(step) && !stops(step) && !call.signal.aborted
      if (!isRead) throw await unmet(error, { index, steps, ...progress }, params, call, world)
      progress.told.push({
        step: index + 1,
        action: step.action,
        on: wordsOf(step),
        error: `${error.name}: ${error.message}`,
      })
    }
  }
  await lookAgain(progress)
  return answer(params, steps, progress, call, world)
}

/** Whether what follows must not be begun. */
async function actStep(
  step: ActStep,
  steps: readonly Step[],
  params: Params<'interact'>,
  progress: Progress,
  call: Call,
  world: World,
): Promise<boolean> {
  const index = progress.told.length
  await lookAgain(progress)
  const before = progress.done.at(-1)?.aim.warm
  if (ofDialog.has(step.action) && before !== undefined && (await untilOpen(before, call, awaitedMs)))
    delete progress.doubted
  if (progress.doubted === undefined) await waitFor(step, index, call, world)
  else if (!(await comesNow(step, call))) return true
  delete progress.doubted
  const tabs = progress.opened.length
  await perform(step, params, progress, call, world)
  const { aim, outcome, at } = progress.done.at(-1)!
  const opened = progress.opened.slice(tabs).at(-1)?.tab
  // Where a person looks now.
  progress.place = opened === undefined ? placeNamed(step, aim.warm.target) : { tab: opened }
  if (opened !== undefined && index < steps.length - 1) await hasCome(opened, call)
  const { effect, doubt: why } = outcome
  const dialog = outcome.dialog && dialogOf(outcome.dialog)
  progress.told.push({ step: index + 1, action: step.action, on: wordsOf(step), effect, why, at, opened, dialog })
  // What follows is for the page that is to come.
  const isLeaving = outcome.pending !== undefined && !outcome.pending.isOfFrame
  const isOpen = effect === 'unverified' && !isPassing.has(step.action) && !isSecret(aim)
  if (isLeaving || isOpen) progress.doubted = index + 1
  return effect === 'refused' || (await isInTheWay(dialog, steps[index + 1], progress, call, world))
}

/** Whether a box bars the way of what follows. */
async function isInTheWay(
  dialog: Told['dialog'],
  next: Step | undefined,
  progress: Progress,
  call: Call,
  world: World,
): Promise<boolean> {
  progress.box = dialog
  if (dialog === undefined || answering(next) !== undefined || isSaidBy(dialog, next)) return false
  if (!isPassed(dialog, next)) return true
  const opener = progress.told.findLastIndex((one) => one.dialog !== undefined)
  await answerTo({ action: 'accept' }, progress, call, world)
  progress.told[opener] = { ...progress.told[opener]!, answered: true }
  delete progress.box
  return progress.done.at(-1)?.outcome.dialog !== undefined
}

/** Nobody reads back what is in it. */
function isSecret({ warm, key }: Aim): boolean {
  return ((warm.tree.node(key)?.flags ?? 0) & Flag.secure) !== 0
}

async function readOrMove(
  step: CalledStep,
  steps: readonly Step[],
  params: Params<'interact'>,
  progress: Progress,
  call: Call,
  world: World,
): Promise<boolean> {
  const kind = calledVerbs[step.action]
  const isAct = kind === 'acts'
  if (progress.doubted !== undefined && (kind === 'moves' || isAct)) return true
  const index = progress.told.length
  if (isAct) await touchedBy(step, progress, call, world)
  if (kind === 'reads') await fillingOf(progress)?.source.page?.fills(call.signal)
  const came = await calledStep(step, index === steps.length - 1, params, call, world)
  progress.told.push({ step: index + 1, action: step.action, on: wordsOf(step), ...came })
  if (!isAct) progress.said.add(came, progress.touched)
  if (kind === 'checks') delete progress.doubted
  if (kind === 'moves') progress.place = { tab: came.tab }
  const isBarred = await isInTheWay(came.dialog, steps[index + 1], progress, call, world)
  if (kind === 'moves' && (came.dialog === undefined || progress.told.at(-1)?.answered))
    await begunAt(came.tab!, progress, call, world)
  return isBarred
}

/** The page that goes on filling itself after the step before: what it holds now is not what is to be read. */
function fillingOf({ told, done, touched }: Progress): Warm | undefined {
  const last = told.at(-1)
  if (last?.loading === true) return touched.at(-1)?.warm
  const isOfAct = last?.effect !== undefined && last.loading === undefined
  return isOfAct && done.at(-1)?.outcome.loading === true ? done.at(-1)!.aim.warm : undefined
}

async function touchedBy({ find }: CalledStep, { touched }: Progress, call: Call, world: World): Promise<void> {
  const warm = await world.trees.warm(await tabTarget(find?.tab, call, world), call.signal)
  if (touched.some((one) => one.warm === warm)) return
  await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  touched.push(touch(warm, warm.tree.revision))
}

/** Changes are reported from the page that was gone to. */
async function begunAt(tab: string, { touched }: Progress, call: Call, world: World): Promise<void> {
  const warm = await world.trees.warm(await world.trees.tab(tab, call.signal), call.signal)
  await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  const before = touched.findIndex((one) => one.warm === warm)
  if (before >= 0) touched.splice(before, 1)
  touched.push(touch(warm, warm.tree.revision))
}

/** What it names was not there, and comes: so the step before it did something after all. */
async function comesNow({ find }: ActStep, call: Call): Promise<boolean> {
  if (find?.filter === undefined) return false
  const { until: _, ...where } = waitable(find)
  const { matched = 0 } = await call.run('explore', { ...where, format: 'count' })
  if (matched > 0) return false
  return await call.run('wait', { ...waitable(find), timeoutMs: awaitedMs }).then(
    () => true,
    () => false,
  )
}

/** Of several steps: what comes with the one before may take a moment. */
async function waitFor({ find, action }: ActStep, index: number, call: Call, world: World): Promise<void> {
  if (index === 0 || find?.filter === undefined) return
  const options = { format: 'outline', outcome: '', action } as const
  const isThere = found(find, options, call, world).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    },
  )
  if (await isThere) return
  await call.run('wait', { ...waitable(find), timeoutMs: awaitedMs }).catch((error: unknown) => {
    // Whether it is there, and what is instead, the action itself finds out.
    if (!(error instanceof Problem)) throw error
  })
}

function stepsOf(params: Params<'interact'>): readonly Step[] {
  const { steps, action, elementId, find, value, fromPerson, keys, to, path, files } = params
  if (steps !== undefined) {
    if (action === undefined && elementId === undefined && find === undefined) return steps as readonly Step[]
    throw invalid('steps replace action, elementId and find; give one or the other.')
  }
  if (action === undefined) throw invalid('action (or steps) is missing.')
  return [{ action, ...given({ elementId, find, value, fromPerson: fromPerson || undefined, keys, to, path, files }) }]
}

async function perform(
  step: ActStep,
  { format, front }: Asked,
  progress: Progress,
  call: Call,
  world: World,
): Promise<void> {
  if (ofDialog.has(step.action)) return await answerTo(step, progress, call, world)
  const aim = await aimOf(step, format, call, world)
  const { warm, key } = aim
  const chosen = isNamed(step) ? world.ids.chosen(warm, key) : { key }
  const plain: Act = { ...(await wishOf(step, aim, format, call, world)), ...(front && { front }) }
  // Before its turn: nobody waits for what the person has not answered.
  const isAgreed = await agreed(warm, key, plain, call)
  // Only the act itself has it: the step, and what is noted of it, do not.
  const secret = step.fromPerson ? await typedByPerson(warm, key, call) : undefined
  const wish = secret === undefined ? plain : { ...plain, value: secret }
  const isMeant = () => chosen.isSame?.() !== false && isAgreed?.() !== false && (secret === undefined || isSecret(aim))
  // What a person has been asked about is this element, and none that comes in its place.
  const subject = isAgreed === undefined && secret === undefined ? chosen : { key, isSame: isMeant }
  await inOwnTurn(warm, call, world, async () => {
    await call.onAim?.({ ...aim, step, isNamed: isNamed(step) })
    if (warm.source.page !== undefined) call.session.hold(warm.target.id)
    const touched = progress.touched.find((one) => one.warm === warm) ?? touch(warm, warm.tree.revision)
    const tabs = await tabsOf(warm, call, world)
    const describe = (node: Parameters<Options['describe']>[0]) => lineOf(node, shapeOf(warm, world))
    const role = warm.tree.node(key)?.role
    const spot = placeOfDropped(warm.tree, key, wish.to?.key)
    const acted = await act(warm, subject, wish, { ...call, describe }).catch((error: unknown) => {
      audit({ warm, role, action: wish.action, effect: error instanceof Problem ? error.name : 'failed' }, call, world)
      throw error
    })
    const { key: at, ...outcome } = acted
    audit({ warm, role, action: wish.action, effect: outcome.effect }, call, world)
    world.recorder.note(warm, at, plain, outcome.before)
    const opened = tabs.length === 0 ? [] : newTabs(warm.target, tabs, await tabsOf(warm, call, world))
    progress.opened.push(...opened)
    for (const { tab } of opened) call.session.hold(tab)
    const { doubt, ...sure } = outcome
    const isOfPlace = wish.action === 'drag' && wish.from === undefined
    // A tool that has placed something stays where it is, and so may what a page has not taken yet.
    const isTold = isOfPlace && !isSameSpot(spot, placeOfDropped(warm.tree, at, wish.to?.key))
    progress.done.push({
      step,
      aim: { ...aim, key: at },
      at: isTold ? spotText(warm, at, wish.to?.key, world) : undefined,
      outcome: opened.length > 0 ? { ...sure, effect: 'confirmed' } : outcome,
    })
    if (!progress.touched.includes(touched)) progress.touched.push(touched)
    if (step.action !== 'focus' && isNamed(step)) touched.pressed.add(at)
  })
}

/** In a tab, whose elements are out of reach while the dialog is open. */
async function answerTo(step: ActStep, progress: Progress, call: Call, world: World): Promise<void> {
  const warm = await blockedBy(step, progress, call, world)
  requireFree(warm.target, call, world)
  await call.onAim?.({ warm, key: warm.tree.root, step, isNamed: false })
  const { touched, outcome } = await answerDialog(warm, step.action === 'accept', step.value, call)
  audit({ warm, role: 'dialog', action: step.action, effect: outcome.effect }, call, world)
  progress.done.push({ step, aim: { warm, key: warm.tree.root }, outcome })
  if (!progress.touched.some((one) => one.warm === warm)) progress.touched.push(touched)
}

async function blockedBy({ elementId, find }: ActStep, { done }: Progress, call: Call, world: World): Promise<Warm> {
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

/** The browser knows them without asking a page. */
async function tabsOf({ source, target }: Warm, { signal }: Call, { platforms }: World): Promise<readonly Target[]> {
  if (source.page === undefined) return []
  const platform = platforms.find(({ name }) => name === target.platform)
  return (await platform?.targets(signal)) ?? []
}
