/** `dialog`: answers the dialog that holds a tab up, and tells what that changed. */
import type { Handler, World } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { settle } from '../tree/act.ts'
import type { Warm } from '../tree/sync.ts'
import { dialogOf, tellEffect, touch } from './effect.ts'
import { wishesOf } from './wishes.ts'

export const dialog: Handler<'dialog'> = async (params, call, world) => {
  const { tab, accept, text, format, maxTokens, expectation } = params
  const { diff } = wishesOf('dialog', expectation)
  const warm =
    tab === undefined
      ? onlyBlocked(world)
      : await world.trees.warm(await world.trees.tab(tab, call.signal), call.signal)
  const { page, target } = warm.source
  if (page === undefined) throw new Problem('unsupported_here', { message: `${target.id} is not a tab.` })
  const touched = touch(warm, warm.tree.revision)
  const handled = await page.answerDialog(accept, text)
  const { settled } = await settle(warm, call)
  return {
    handled: dialogOf(handled),
    tab: target.id,
    ...tellEffect([touched], { format, maxTokens, diff }, world),
    ...(page.dialog !== undefined && { dialog: dialogOf(page.dialog) }),
    ...(!settled && { settled }),
    ...(diff && { revision: warm.tree.revision }),
  }
}

function onlyBlocked({ trees }: World): Warm {
  const blocked = trees.open.filter((warm) => warm.source.page?.dialog !== undefined)
  if (blocked.length === 1) return blocked[0]!
  if (blocked.length === 0)
    throw new Problem('not_found', {
      message: 'No dialog is open in a tab that is explored.',
      hint: 'Call tabs to see the tabs.',
    })
  const ids = blocked.map((warm) => warm.target.id)
  throw new Problem('not_found', {
    message: `Dialogs are open in ${ids.join(' and ')}.`,
    hint: 'Name the tab.',
    data: { candidates: ids },
  })
}
