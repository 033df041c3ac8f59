/** `dialog`, and accept and dismiss of `interact`: answers the dialog that blocks a tab, and reports the changes. */
import { agreedDialog } from '../answers/consent/consent.ts'
import { requireFree } from '../answers/consent/turn.ts'
import { dialogOf } from '../answers/content/dialogs.ts'
import { reportEffect, type Touched, touch } from '../answers/included/effect.ts'
import { expectedBy } from '../answers/included/expected.ts'
import { ownTab } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Outcome } from '../effect/act.ts'
import { settle } from '../effect/settle.ts'
import type { OpenDialog } from '../platform/tab/dialog.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/warm/sync.ts'

export const dialog: Handler<'dialog'> = async (params, call, world) => {
  const { tab, accept, text, format, maxTokens, expectation } = params
  const { diff } = expectedBy('dialog', expectation)
  const warm =
    tab === undefined
      ? await blockedTab(call, world)
      : await world.trees.warm(await world.trees.tab(tab, call.signal), call.signal)
  requireFree(warm.target, call, world)
  const { handled, touched, outcome } = await answerDialog(warm, accept, text, call)
  return {
    handled: dialogOf(handled),
    tab: warm.target.id,
    ...reportEffect([touched], { format, maxTokens, diff }, world),
    ...(outcome.dialog !== undefined && { dialog: dialogOf(outcome.dialog) }),
    ...(!outcome.settled && { settled: false }),
    ...(diff && { revision: warm.tree.revision }),
  }
}

interface Answered {
  readonly handled: OpenDialog
  readonly touched: Touched
  readonly outcome: Outcome
}

/** Bypasses the queue of actions on the tab: the action at its head may be waiting for this answer. */
export async function answerDialog(
  warm: Warm,
  accept: boolean,
  text: string | undefined,
  call: Call,
): Promise<Answered> {
  const { page, target } = warm.source
  if (page === undefined)
    throw new Problem('unsupported_here', {
      message: `${target.id} is not a tab: its only dialogs are among its elements.`,
      hint: 'Call {explore} for the dialog, and {interact} with action click on its button.',
    })
  await agreedDialog(warm, accept, call)
  const touched = touch(warm, warm.tree.revision)
  const handled = await page.answerDialog(accept, text)
  const { settled } = await settle(warm, call)
  const next = page.dialog
  const replaced = warm.epoch !== touched.epoch
  return {
    handled,
    touched,
    outcome: {
      effect: next === handled ? 'unverified' : 'confirmed',
      route: 'native',
      before: touched.before,
      replaced,
      moved: replaced || page.url !== touched.url,
      settled,
      loading: page.isFilling,
      ...(next !== undefined && { dialog: next }),
    },
  }
}

/** The tab with the session's dialog: its current one, otherwise the one it has acted in. */
export async function blockedTab(call: Call, world: World): Promise<Warm> {
  const { session, signal } = call
  const { trees, sessions } = world
  const own = await ownTab(call, world)
  const blocked = trees.open.filter((warm) => warm.source.page?.dialog !== undefined)
  const near = [
    blocked.filter(({ target }) => target.id === own?.id),
    blocked.filter(({ target }) => session.holds(target.id)),
    session.isNamed ? [] : blocked.filter(({ target }) => !sessions.isOthers(session, target)),
  ].find((some) => some.length > 0)
  if (near?.length === 1) return near[0]!
  const ids = (near ?? blocked).map(({ target }) => target.id)
  if (ids.length > 0)
    throw new Problem('not_found', {
      message: `Dialogs are open in ${ids.join(' and ')}${near === undefined ? ', which other sessions are using' : ''}.`,
      hint: 'Name the tab.',
      data: { candidates: ids },
    })
  if (own !== undefined) return await trees.warm(own, signal)
  throw new Problem('not_found', {
    message: 'No explored tab has an open dialog.',
    hint: ['Call {tabs} to see the tabs.', 'Call {explore} to see what is there.'],
  })
}
