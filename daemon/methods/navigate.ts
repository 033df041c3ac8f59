/** `navigate`: navigates a tab, and shows the resulting page. */
import type { Params, Result } from '../../api-schema/methods.ts'
import { quoted } from '../../api-schema/quoted.ts'
import { agreedIn } from '../answers/consent/consent.ts'
import { inOwnTurn } from '../answers/consent/turn.ts'
import { dialogOf, openedDialog } from '../answers/content/dialogs.ts'
import { expectedBy } from '../answers/included/expected.ts'
import { viewOf } from '../answers/included/snapshot.ts'
import { defaultOptions } from '../answers/look/view-options.ts'
import { freeTab, goTo } from '../answers/where/scope.ts'
import { absolute, openTab, titleOf, usualContext } from '../answers/where/tabs.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Context, Target } from '../platform/platform.ts'
import { dialogWords } from '../platform/tab/dialog.ts'
import type { Arrival, Page } from '../platform/tab/page.ts'
import { Problem } from '../problem.ts'
import { requireAddress } from '../reach.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { tokens } from '../view/fit/tokens.ts'

export const navigate: Handler<'navigate'> = async (params, call, world) => {
  if (params.action === 'goto') await call.permitted(() => requireAddress(call.agent, absolute(params.url!)))
  const target = await targetOf(params, call, world)
  if (target.platform === 'cdp') await goTo(target, call, world)
  const { signal } = call
  try {
    const warm = await world.trees.warm(target, signal)
    const to = params.action === 'goto' ? absolute(params.url!) : (warm.source.page?.url ?? '')
    await agreedIn(target, [to], `${params.action} ${quoted(to)}`, call)
    return await inOwnTurn(warm, call, world, () => go(warm, params, call, world))
  } catch (error) {
    if (!(error instanceof Problem && error.data.reason === 'crashed') || signal.aborted) throw error
    return { ...(await leaveCrashed(target, params, call, world)), crashed: true }
  }
}

/** Leaves a crashed page, and reloads it only if that was requested. */
async function leaveCrashed(target: Target, params: Params<'navigate'>, call: Call, world: World) {
  const { action } = params
  const isHistory = action === 'back' || action === 'forward'
  const platform = world.platforms.find(({ name }) => name === target.platform)
  await platform!.revive!(target, isHistory ? 'reload' : 'blank', call.signal)
  const warm = await world.trees.warm(target, call.signal)
  const again = action === 'reload' && target.url !== undefined ? { action: 'goto' as const, url: target.url } : {}
  return await inOwnTurn(warm, call, world, () => go(warm, { ...params, ...again }, call, world))
}

async function go(warm: Warm, params: Params<'navigate'>, call: Call, world: World): Promise<Result<'navigate'>> {
  const { source, target } = warm
  const { page } = source
  if (page === undefined)
    throw new Problem('unsupported_here', { message: `${target.id} is not a tab: it cannot navigate.` })
  const { dialog } = page
  if (dialog !== undefined)
    throw new Problem('dialog_open', {
      message: `${dialogWords(dialog, target.id)} The tab has not moved.`,
      data: { dialog: dialogOf(dialog), tab: target.id },
    })
  const to = params.action === 'goto' ? { url: absolute(params.url!) } : params.action
  const { url } = page
  let arrival: Arrival
  try {
    arrival = await page.navigate(to, params.waitFor, call.signal, call.deadline)
  } catch (error) {
    // The page arrived together with its dialog, so the tab is there now.
    if (error instanceof Problem && error.name === 'dialog_open' && page.dialog !== undefined) {
      return { tab: target.id, url: page.url, title: page.title, ...openedDialog(page.dialog, call) }
    }
    throw error
  }
  const { title, loading, isWithin } = arrival
  const now = {
    ...(isWithin && unloaded(url === page.url)),
    tab: warm.target.id,
    url: page.url,
    ...(loading && { loading }),
  }
  const { expectation, maxTokens, format, waitFor } = params
  // With options the snapshot is a separate part; parts not requested are not read.
  if (!expectedBy('navigate', expectation).snapshot || expectation?.snapshotOptions !== undefined)
    return { ...now, title: title || page.title }
  const { freshness, more } = await readWhole(warm, page, waitFor === undefined && !loading, call)
  // The address, printed before the view, counts within the same budget.
  const room = Math.max(least, maxTokens - tokens(page.url))
  const view = await viewOf({ warm, freshness }, { ...defaultOptions, maxTokens: room, format }, call, world)
  return { ...now, ...(more && { loading: true }), url: page.url, title: titleOf(warm), ...view }
}

/** Whoever opens the address of the page that they see may want its current version from the server. */
function unloaded(isThere: boolean) {
  return isThere
    ? { effect: 'noop' as const, why: 'it is there already, and was not loaded again; reload does that' }
    : { why: 'it is a place in the same page, which was not loaded again' }
}

/** What a page adds to itself while it is read belongs to it too. */
async function readWhole(warm: Warm, page: Page, isFilling: boolean, { signal, deadline }: Call) {
  const wish = { freshness: 'auto', signal, deadline } as const
  const freshness = await warm.freshen(wish)
  if (!isFilling || page.dialog !== undefined) return { freshness, more: false }
  const { hasWaited, loading } = await page.fills(
    withTimeLimit(signal, Math.max(0, (deadline - performance.now()) / 2)),
  )
  return { freshness: hasWaited ? await warm.freshen(wish) : freshness, more: loading }
}

/** Least tokens of a view. */
const least = 50

/** The named tab, otherwise the session's current one; a new tab if there is none and a url is given. */
async function targetOf({ tab, action, context }: Params<'navigate'>, call: Call, world: World): Promise<Target> {
  if (tab !== undefined) return inContext(await world.trees.tab(tab, call.signal), context)
  const own = await freeTab(call, world)
  // A current tab stays current, whatever the default context for new ones.
  const wanted = context ?? (own?.id === call.session.tab ? undefined : usualContext(call, world))
  if (own !== undefined && (wanted === undefined || wanted === contextOf(own))) return own
  if (action === 'goto') return await openTab('about:blank', { context }, call, world)
  throw new Problem('tab_not_found', {
    message: `There is no tab to go ${action} in.`,
    hint: 'Call {navigate} with a url to open one.',
  })
}

function contextOf({ own }: Target): Context {
  return own ? 'own' : 'shared'
}

function inContext(target: Target, context: Context | undefined): Target {
  if (context === undefined || context === contextOf(target)) return target
  throw new Problem('invalid_params', {
    message: `params.context: tab ${target.id} is in ${target.own ? 'an own' : 'the shared'} context, not in ${context === 'own' ? 'an own' : 'the shared'} one. It has not moved.`,
    hint: 'Omit `tab` to open a tab in that context, or omit `context`.',
    data: { path: 'params.context' },
  })
}
