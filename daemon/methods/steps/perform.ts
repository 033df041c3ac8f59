/** Performs one step that is an action, and notes its outcome. */
import type { Params } from '../../../api-schema/methods.ts'
import { agreed, typedByPerson } from '../../answers/consent/consent.ts'
import { inOwnTurn, requireFree } from '../../answers/consent/turn.ts'
import { newTabs, spotText, touch } from '../../answers/included/effect.ts'
import { downloadReports } from '../../answers/included/reports.ts'
import { shapeOf } from '../../answers/look/element-shape.ts'
import { placesOf, tabTarget } from '../../answers/where/scope.ts'
import type { Call, World } from '../../dispatch.ts'
import { act } from '../../effect/act.ts'
import { isSameSpot, placeOfDropped } from '../../effect/drop.ts'
import { Flag } from '../../platform/element/flags.ts'
import type { Act, Target } from '../../platform/platform.ts'
import { Problem } from '../../problem.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { lineOf } from '../../view/write/outline.ts'
import { answerDialog, blockedTab } from '../dialog.ts'
import { type Aim, aimOf, isNamed, wishOf } from './aim.ts'
import { audit } from './audit.ts'
import { ofDialog } from './check.ts'
import { lastOf, type Progress } from './progress.ts'
import type { ActStep } from './step.ts'

type Asked = Pick<Params<'interact'>, 'format' | 'front'>

/** One action on an element, in its own turn, or an answer to a dialog of the browser. */
export async function perform(
  step: ActStep,
  { format, front }: Asked,
  progress: Progress,
  call: Call,
  world: World,
): Promise<void> {
  if (ofDialog.has(step.action)) return await answerTo(step, progress, call, world)
  const aim = await aimOf(step, format, lastOf(progress), call, world)
  const { warm, key } = aim
  const chosen = isNamed(step) ? world.ids.chosen(warm, key) : { key }
  const plain: Act = { ...(await wishOf(step, aim, format, call, world)), ...(front && { front }) }
  // Before its turn, so that nobody waits while the person decides.
  const isAgreed = await agreed(warm, key, plain, call)
  // Only the act itself gets the secret: neither the step nor what is noted of it holds it.
  const secret = step.fromPerson ? await typedByPerson(warm, key, call) : undefined
  const wish = secret === undefined ? plain : { ...plain, value: secret }
  const isMeant = () => chosen.isSame?.() !== false && isAgreed?.() !== false && (secret === undefined || isSecret(aim))
  // The person was asked about this element, not about one that takes its place.
  const subject = isAgreed === undefined && secret === undefined ? chosen : { key, isSame: isMeant }
  await inOwnTurn(warm, call, world, async () => {
    await call.onAim?.({ ...aim, step, isNamed: isNamed(step) })
    if (warm.source.page !== undefined) call.session.hold(warm.target.id)
    const touched = progress.touched.find((one) => one.warm === warm) ?? touch(warm, warm.tree.revision)
    const tabs = await tabsOf(warm, call, world)
    const describe = (node: Parameters<Options['describe']>[0]) => lineOf(node, shapeOf(warm, world))
    const role = warm.tree.node(key)?.role
    const begun = Date.now()
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
    const downloads = warm.source.page?.downloads
    const isAsked = outcome.effect === 'unverified' && downloads?.isListening === true
    const saved = isAsked ? await downloadReports(downloads, { seq: undefined, at: begun }, call) : []
    progress.saved.push(...saved)
    const { doubt, ...sure } = outcome
    const isOfPlace = wish.action === 'drag' && wish.from === undefined
    // After a tool has placed something, the tool stays where it is, and so may what a page has not accepted yet.
    const isTold = isOfPlace && !isSameSpot(spot, placeOfDropped(warm.tree, at, wish.to?.key))
    progress.done.push({
      step,
      aim: { ...aim, key: at },
      at: isTold ? spotText(warm, at, wish.to?.key, world) : undefined,
      outcome: opened.length + saved.length > 0 ? { ...sure, effect: 'confirmed' } : outcome,
    })
    if (!progress.touched.includes(touched)) progress.touched.push(touched)
    if (step.action !== 'focus' && isNamed(step)) touched.pressed.add(at)
  })
}

/** In a tab, whose elements are out of reach while the dialog is open. */
export async function answerTo(step: ActStep, progress: Progress, call: Call, world: World): Promise<void> {
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

/** The browser lists them without asking a page. */
async function tabsOf({ source, target }: Warm, { signal }: Call, { platforms }: World): Promise<readonly Target[]> {
  if (source.page === undefined) return []
  const platform = platforms.find(({ name }) => name === target.platform)
  return (await platform?.targets(signal)) ?? []
}

/** What it holds is never read back. */
export function isSecret({ warm, key }: Aim): boolean {
  return ((warm.tree.node(key)?.flags ?? 0) & Flag.secure) !== 0
}
