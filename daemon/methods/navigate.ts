/** `navigate`: go somewhere in a tab, and see the page that came. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { inTurn } from '../tree/act.ts'
import type { Warm } from '../tree/sync.ts'
import { dialogOf, titleOf } from './effect.ts'
import { viewOf } from './snapshot.ts'
import { opener } from './tabs.ts'
import { plainWish } from './view.ts'
import { wishesOf } from './wishes.ts'

export const navigate: Handler<'navigate'> = async (params, call, world) => {
  const target = await targetOf(params, call, world)
  const { signal } = call
  const warm = await world.trees.warm(target, signal).catch((error) => {
    if (error instanceof Problem && error.data.reason === 'crashed') return undefined
    throw error
  })
  if (warm !== undefined) return await inTurn(warm, signal, () => go(warm, params, call, world))
  return { ...(await goAnew(target, params, call, world)), crashed: true }
}

/** From a page that has crashed, without loading it once more where that is not asked for. */
async function goAnew(target: Target, params: Params<'navigate'>, call: Call, world: World) {
  const { action } = params
  const isHistory = action === 'back' || action === 'forward'
  const platform = world.platforms.find(({ name }) => name === target.platform)
  await platform!.revive!(target, isHistory ? 'reload' : 'blank', call.signal)
  const warm = await world.trees.warm(target, call.signal)
  const again = action === 'reload' && target.url !== undefined ? { action: 'goto' as const, url: target.url } : {}
  return await inTurn(warm, call.signal, () => go(warm, { ...params, ...again }, call, world))
}

async function go(warm: Warm, params: Params<'navigate'>, call: Call, world: World): Promise<Result<'navigate'>> {
  const { source, target } = warm
  const { page } = source
  if (page === undefined)
    throw new Problem('unsupported_here', { message: `${target.id} is not a tab: it cannot navigate.` })
  const { dialog } = page
  if (dialog !== undefined)
    throw new Problem('dialog_open', {
      message: `A dialog (${dialog.type}) is open in tab ${target.id}: ${JSON.stringify(dialog.message)}. The tab stays where it is.`,
      data: { dialog: dialogOf(dialog), tab: target.id },
    })
  let title: string | undefined
  try {
    title = await page.navigate(
      params.action === 'goto' ? { url: absolute(params.url!) } : params.action,
      params.waitFor,
      call.signal,
    )
  } catch (error) {
    // The page came, and its dialog with it: that is where the tab is now.
    if (error instanceof Problem && error.name === 'dialog_open' && page.dialog !== undefined) {
      return { tab: target.id, url: page.url, title: page.title, dialog: dialogOf(page.dialog) }
    }
    throw error
  }
  const now = { tab: warm.target.id, url: page.url }
  const { expectation, maxTokens, format } = params
  // With options the snapshot is a part of its own; and what is not asked for is not read.
  if (!wishesOf('navigate', expectation).snapshot || expectation?.snapshotOptions !== undefined)
    return { ...now, title: title || page.title }
  const freshness = await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  const view = await viewOf({ warm, freshness }, { ...plainWish, maxTokens, format }, call, world)
  return { ...now, url: page.url, title: titleOf(warm), ...view }
}

/** The named tab, else the selected one; a new one where there is none and a url is given. */
async function targetOf({ tab, action }: Params<'navigate'>, call: Call, world: World): Promise<Target> {
  if (tab !== undefined) return await world.trees.tab(tab, call.signal)
  const tabs = (await world.trees.targets(call.signal)).filter(
    (target) => target.kind === 'tab' && target.platform === 'cdp',
  )
  const selected = tabs.find((target) => target.focused) ?? tabs[0]
  if (selected !== undefined) return selected
  if (action === 'goto') return await opener(world).openTab!('about:blank', call.signal)
  throw new Problem('tab_not_found', {
    message: `There is no tab to go ${action} in.`,
    hint: 'Call navigate with a url to open one.',
  })
}

/** `example.com` means a web page, as in an address bar. */
function absolute(url: string): string {
  if (URL.canParse(url) && !/^[\w.-]+:\d+(\/|$)/.test(url)) return url
  const local = /^(localhost|127\.|\[::1\])/.test(url)
  const guess = `${local ? 'http' : 'https'}://${url}`
  if (URL.canParse(guess)) return guess
  throw new Problem('invalid_params', {
    message: `params.url: ${JSON.stringify(url)} is not a url.`,
    hint: 'For example: navigate {"url":"https://example.com"}',
    data: { path: 'params.url' },
  })
}
