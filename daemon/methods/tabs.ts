/** `tabs`: lists, opens, closes and selects tabs. */
import type { Params, Result } from '../../api-schema/methods.ts'
import { quoted } from '../../api-schema/quoted.ts'
import { agreedIn } from '../answers/consent/consent.ts'
import { requireFree } from '../answers/consent/turn.ts'
import { attachFor } from '../answers/where/own-browsers.ts'
import { goTo } from '../answers/where/scope.ts'
import { absolute, openTab, tabList, tabsListed } from '../answers/where/tabs.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Platform, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { requireAddress } from '../reach.ts'
import { withTimeLimit } from '../time-limit.ts'

/** A page that takes longer keeps loading after the answer. */
const arriveMs = 5000
/** Addresses a tab can navigate to; the browser's own pages can only be opened in a new tab. */
const reachable = /^(?:https?|file|data):/i

export const tabs: Handler<'tabs'> = async (params, call, world) => {
  if (params.action === 'open') return { tabs: await open(params, call, world) }
  if (params.action === 'attach') {
    const attached = await attachFor(params, call, world)
    return { ...(await tabsListed(call, world)), attached }
  }
  await change(params, call, world)
  return await tabsListed(call, world)
}

/** Opens an empty tab first, so that the daemon is attached before the page can open a dialog. */
async function open(params: Params<'tabs'>, call: Call, world: World): Promise<Result<'tabs'>['tabs']> {
  const url = absolute(params.url ?? 'about:blank')
  const comes = reachable.test(url)
  await call.permitted(() => requireAddress(call.agent, url))
  await agreedIn({}, [url], `open ${quoted(url)}`, call)
  const target = await openTab(comes ? 'about:blank' : url, params, call, world)
  await goTo(target, call, world)
  const title = comes ? await titleOf(url, target, call, world) : undefined
  const list = await tabList(call, world)
  return title ? list.map((one) => (one.tab === target.id ? { ...one, title } : one)) : list
}

/** The loaded page's title. What prevents it is reported by later calls. */
async function titleOf(
  url: string,
  target: Target,
  { signal, deadline }: Call,
  { trees }: World,
): Promise<string | undefined> {
  const patience = withTimeLimit(signal, arriveMs)
  try {
    const { page } = (await trees.warm(target, patience)).source
    const soon = Math.min(deadline, performance.now() + arriveMs)
    return (await page!.navigate({ url }, 'domcontentloaded', patience, soon)).title
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

async function change(params: Params<'tabs'>, call: Call, world: World): Promise<void> {
  const { action, tab } = params
  if (action === 'list') return
  // By position in the list: #0 is the first.
  const place = /^#\d+$/.test(tab!) ? (await tabList(call, world))[Number(tab!.slice(1))]?.tab : undefined
  const { trees } = world
  const named = place ?? tab!
  const toClose = action === 'close' ? trees.tabToClose?.(named, call.signal) : undefined
  const target = await (toClose ?? trees.tab(named, call.signal))
  requireFree(target, call, world)
  if (action === 'select') {
    const warm = await trees.warm(target, call.signal)
    await warm.source.page!.select()
    await goTo(target, call, world)
  } else await platformOf(target, world).closeTab!(target, call.signal)
}

function platformOf(target: Target, { platforms }: World): Platform {
  const platform = platforms.find((one) => one.name === target.platform)
  if (platform?.closeTab !== undefined) return platform
  throw new Problem('unsupported_here', {
    message: `The tab ${target.id} belongs to the ${target.platform} platform, which cannot close tabs.`,
  })
}
