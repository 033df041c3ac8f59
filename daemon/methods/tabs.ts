/** `tabs`: list, open, close, select. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Platform, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { titleOf } from './effect.ts'

export const tabs: Handler<'tabs'> = async (params, call, world) => {
  await change(params, call, world)
  return { tabs: await tabList(call, world) }
}

async function change({ action, tab, url }: Params<'tabs'>, call: Call, world: World): Promise<void> {
  if (action === 'list') return
  if (action === 'open') {
    await opener(world).openTab!(url ?? 'about:blank', call.signal)
    return
  }
  const target = await world.trees.tab(tab!, call.signal)
  if (action === 'select') {
    const warm = await world.trees.warm(target, call.signal)
    await warm.source.page!.select()
  } else await platformOf(target, world).closeTab!(target, call.signal)
}

/** Of all browsers. */
export async function tabList({ signal }: Call, { trees }: World): Promise<Result<'tabs'>['tabs']> {
  const open = new Map(trees.open.map((warm) => [warm.target.id, warm]))
  const targets = await trees.targets(signal)
  return targets
    .filter((target) => target.kind === 'tab')
    .map((target) => {
      const warm = open.get(target.id)
      const dialog = warm?.target.dialog
      return {
        tab: target.id,
        title: warm === undefined ? target.name : titleOf(warm),
        url: target.url ?? '',
        app: target.app ?? '',
        ...(target.focused && { selected: true }),
        ...(dialog !== undefined && { dialog }),
      }
    })
}

/** The platform that can open a tab. */
export function opener({ platforms }: World): Platform {
  const platform = platforms.find((one) => one.openTab !== undefined)
  if (platform !== undefined) return platform
  throw new Problem('unsupported_here', {
    message: 'The browser platform is switched off in this daemon.',
    hint: 'Start ixd with --platforms cdp among the others.',
  })
}

function platformOf(target: Target, { platforms }: World): Platform {
  const platform = platforms.find((one) => one.name === target.platform)
  if (platform?.closeTab !== undefined) return platform
  throw new Problem('unsupported_here', {
    message: `The tab ${target.id} is of a ${target.platform} platform, which cannot close tabs.`,
  })
}
