/** How answers list tabs, and which platform opens new ones. */
import type { Params, Result } from '../../../api-schema/methods.ts'
import { isNarrow } from '../../agents/limits.ts'
import type { Call, World } from '../../dispatch.ts'
import type { Context, Platform, TabWish, Target } from '../../platform/platform.ts'
import { Problem } from '../../problem.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { ownTab } from './scope.ts'

/** Of all browsers. `selected` is the session's current tab. */
export async function tabList(call: Call, world: World): Promise<Result<'tabs'>['tabs']> {
  return (await tabsListed(call, world)).tabs
}

/** The same list, and why it may be incomplete. */
export async function tabsListed(call: Call, world: World): Promise<Result<'tabs'>> {
  const { trees } = world
  const own = await ownTab(call, world)
  const open = new Map(trees.open.map((warm) => [warm.target.id, warm]))
  const { targets, reason } = await trees.listed(call.signal)
  const tabs = targets
    .filter((target) => target.kind === 'tab')
    .map((target) => {
      const warm = open.get(target.id)
      const dialog = warm?.target.dialog
      return {
        tab: target.id,
        title: warm === undefined ? target.name : titleOf(warm),
        url: target.url ?? '',
        app: target.app ?? '',
        ...((target.platform === 'cdp' ? target.id === own?.id : target.focused) && { selected: true }),
        ...(target.own && { context: 'own' as const }),
        ...(target.lent && { lent: true }),
        ...(dialog !== undefined && { dialog }),
      }
    })
  return { tabs, ...(reason !== undefined && { settled: false, reason }) }
}

/** Opens a tab for the session, in the requested or configured context. Does not select it. */
export async function openTab(
  url: string,
  { context, bundleId }: Pick<Params<'tabs'>, 'context' | 'bundleId'>,
  call: Call,
  world: World,
): Promise<Target> {
  const { session, signal } = call
  const platform = opener(world)
  const target = await platform.openTab!(await wishFor(url, context, bundleId, call, world), signal)
  if (!session.hasEnded) return target
  await platform.endSession?.(session.id, () => false)
  throw new Problem('tab_not_found', {
    message: 'The session ended while its tab was opened; the tab is closed again.',
  })
}

/** `example.com` means a web page, as in an address bar. */
export function absolute(url: string): string {
  if (URL.canParse(url) && !/^[\w.-]+:\d+(\/|$)/.test(url)) return url
  const local = /^(localhost|127\.|\[::1\])/.test(url)
  const guess = `${local ? 'http' : 'https'}://${url}`
  // A misspelled scheme would be parsed as a host.
  if (URL.canParse(guess) && !/^[^/?#]*:\/\//.test(url)) return guess
  throw new Problem('invalid_params', {
    message: `params.url: ${JSON.stringify(url)} is not a url.`,
    hint: 'For example: {navigate} {"url":"https://example.com"}',
    data: { path: 'params.url' },
  })
}

/** An agent limited to sites gets its own context: a shared one may be signed in where the agent must not go. */
export function usualContext({ agent }: Call, { config }: World): Context {
  return isNarrow(agent) ? 'own' : config.context
}

/** In the named browser, otherwise in the one that the session uses. */
export async function wishFor(
  url: string,
  context: Context | undefined,
  bundleId: string | undefined,
  call: Call,
  world: World,
): Promise<TabWish> {
  const { session, signal } = call
  const { trees } = world
  const wish = { url, session: session.id, context: context ?? usualContext(call, world) }
  if (bundleId === undefined) {
    const current = (await trees.targets(signal)).find(({ id }) => id === session.tab)
    return current?.app === undefined ? wish : { ...wish, browser: current.app }
  }
  const { id, kind, platform } = await trees.app(bundleId, signal)
  if (kind === 'application' && platform === 'cdp') return { ...wish, browser: id }
  throw new Problem('invalid_params', {
    message: `params.bundleId: ${id} is no browser that tabs can be opened in.`,
    hint: 'Call {tabs} for the browsers: `app` of each tab.',
    data: { path: 'params.bundleId' },
  })
}

/** The platform that can open tabs. */
export function opener({ platforms }: World): Platform {
  const platform = platforms.find((one) => one.openTab !== undefined)
  if (platform !== undefined) return platform
  if (platforms.length > 0 && platforms.every(({ recorded }) => recorded))
    throw new Problem('unsupported_here', {
      message: 'The browser platform is disabled: this daemon plays a recording.',
      hint: 'Run `ix stop`, then call again: this starts a daemon for what is live, as ixd --platforms cdp does.',
    })
  throw noBrowsers()
}

export function noBrowsers(): Problem {
  return new Problem('unsupported_here', {
    message: 'The browser platform is disabled in this daemon.',
    hint: 'Add cdp to the --platforms of ixd.',
  })
}

/** Read from the document, since the browser reports a new title late. */
export function titleOf(warm: Warm): string {
  const root = warm.tree.node(warm.tree.root)
  return (root?.role === 'AXWebArea' ? root.title : undefined) ?? warm.source.page?.title ?? warm.target.name
}
