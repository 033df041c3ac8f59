/** Attaching to a browser that the person has open. */
import type { Params } from '../../../api-schema/methods.ts'
import type { Call, World } from '../../dispatch.ts'
import type { OwnBrowsers } from '../../platform/tab/own-browsers.ts'
import { noBrowsers, openTab } from './tabs.ts'

/** Throws unsupported_here. */
export function ownBrowsersOf({ platforms }: Pick<World, 'platforms'>): OwnBrowsers {
  const own = platforms.find(({ ownBrowsers }) => ownBrowsers !== undefined)?.ownBrowsers
  if (own === undefined) throw noBrowsers()
  return own
}

/** What a host reads while the call waits. */
export function tellingWait({ waiting }: Call): (browser: string) => void {
  return (browser) => waiting(`${browser} waits for its person to press Allow,`)
}

/** Returns its application id. Selects a tab of the session there, or opens one, so that later calls act in it. */
export async function attachFor({ bundleId }: Params<'tabs'>, call: Call, world: World): Promise<string> {
  const { session, signal } = call
  const browser = await ownBrowsersOf(world).attach(bundleId, call, tellingWait(call))
  const tabs = (await world.trees.targets(signal, 'cdp')).filter(({ app }) => app === browser.id)
  const own = tabs.find(({ id }) => id === session.tab) ?? tabs.find((tab) => tab.session === session.id)
  session.select((own ?? (await openTab('about:blank', { bundleId: browser.id }, call, world))).id)
  return browser.id
}
