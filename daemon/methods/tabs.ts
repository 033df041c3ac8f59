/** `tabs`: list, open, close, select. */
import type { Params } from '../../api-schema/methods.ts'
import { openTab, tabList } from '../answers/tabs.ts'
import { requireFree } from '../answers/turn.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Platform, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'

export const tabs: Handler<'tabs'> = async (params, call, world) => {
  await change(params, call, world)
  return { tabs: await tabList(call, world) }
}

async function change(params: Params<'tabs'>, call: Call, world: World): Promise<void> {
  const { action, tab, url } = params
  if (action === 'list') return
  if (action === 'open') {
    const { id } = await openTab(url ?? 'about:blank', params, call, world)
    return call.session.select(id)
  }
  const target = await world.trees.tab(tab!, call.signal)
  requireFree(target, call, world)
  if (action === 'select') {
    const warm = await world.trees.warm(target, call.signal)
    await warm.source.page!.select()
    call.session.select(target.id)
  } else await platformOf(target, world).closeTab!(target, call.signal)
}

function platformOf(target: Target, { platforms }: World): Platform {
  const platform = platforms.find((one) => one.name === target.platform)
  if (platform?.closeTab !== undefined) return platform
  throw new Problem('unsupported_here', {
    message: `The tab ${target.id} belongs to the ${target.platform} platform, which cannot close tabs.`,
  })
}
