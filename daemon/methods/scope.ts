/** From a scope in a call to the warm trees, and the place in them, that it means. */
import type { Params } from '../../api-schema/methods.ts'
import type { Call, World } from '../dispatch.ts'
import type { Page } from '../platform/page.ts'
import type { Key, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import type { Freshness, FreshnessWish, Warm } from '../tree/sync.ts'

/** What explore, wait and the `find` of interact have in common. */
export type Where = Pick<Params<'explore'>, 'scope' | 'bundleId' | 'tab' | 'elementId' | 'x' | 'y'>

export interface Place {
  readonly warm: Warm
  /** Where to begin; the root where it is left out. */
  readonly from?: Key
  readonly freshness: Freshness
}

/** The trees of a scope, brought up to date. All of `system`; of every other scope one. */
export async function placesOf(
  where: Where,
  freshness: FreshnessWish,
  call: Call,
  world: World,
): Promise<readonly Place[]> {
  switch (where.scope) {
    case 'element':
      return [await elementPlace(where.elementId!, freshness, call, world)]
    case 'position':
      return [await positionPlace(where, freshness, call, world)]
    case 'system':
      return await systemPlaces(freshness, call, world)
    case 'application':
      return [await targetPlace(await appTarget(where.bundleId!, call, world), freshness, call, world)]
    case 'tab':
      return [await targetPlace(await world.trees.tab(where.tab!, call.signal), freshness, call, world)]
    case 'focused':
      return [await targetPlace(await focusedTarget(call, world), freshness, call, world)]
  }
}

async function targetPlace(target: Target, freshness: FreshnessWish, call: Call, world: World): Promise<Place> {
  const warm = await world.trees.warm(target, call.signal)
  return { warm, freshness: await warm.freshen({ freshness, signal: call.signal, deadline: call.deadline }) }
}

async function elementPlace(elementId: string, freshness: FreshnessWish, call: Call, world: World): Promise<Place> {
  const { warm } = world.ids.home(elementId)
  try {
    const fresh = await warm.freshen({ freshness, signal: call.signal, deadline: call.deadline })
    return { warm, from: world.ids.resolve(elementId).node.key, freshness: fresh }
  } catch (error) {
    // With its tab or application the element is gone, and that is what was asked about.
    if (warm.closed) world.ids.resolve(elementId)
    throw error
  }
}

/** What a browser shows as an application is its selected tab. */
export async function appTarget(bundleId: string, call: Call, world: World): Promise<Target> {
  const target = await world.trees.app(bundleId, call.signal)
  return await selectedTabOf(target, call, world)
}

async function selectedTabOf(target: Target, call: Call, world: World): Promise<Target> {
  if (target.kind === 'tab' || target.platform !== 'cdp') return target
  const tabs = (await world.trees.targets(call.signal)).filter((other) => other.app === target.id)
  const tab = tabs.find((other) => other.focused) ?? tabs[0]
  if (tab !== undefined) return tab
  throw new Problem('tab_not_found', { message: `${target.name} has no tab open.`, hint: 'Call navigate to open one.' })
}

/** The application in front; where no platform can tell, the selected tab; else the first there is. */
export async function focusedTarget(call: Call, world: World): Promise<Target> {
  const targets = await world.trees.targets(call.signal)
  const live = targets.filter((target) => target.platform !== 'replay')
  const front = live.find((target) => target.focused && target.kind === 'application')
  const target =
    front ??
    live.find((other) => other.focused) ??
    live.find((other) => other.kind === 'tab') ??
    targets.find((other) => other.focused) ??
    targets.find((other) => other.platform !== 'cdp')
  if (target !== undefined) return await selectedTabOf(target, call, world)
  throw new Problem('app_not_found', {
    message: 'Nothing is open that could be explored.',
    hint: 'Call navigate with a url to open a page, or status to see what each platform lacks.',
  })
}

/** The selected tab of a browser. */
export async function selectedTab({ signal }: Call, { trees }: World): Promise<Target> {
  const tabs = (await trees.targets(signal)).filter(({ kind, platform }) => kind === 'tab' && platform === 'cdp')
  const target = tabs.find(({ focused }) => focused) ?? tabs[0]
  if (target !== undefined) return target
  throw new Problem('tab_not_found', { message: 'No tab is open.', hint: 'Call navigate with a url to open one.' })
}

/** The page of the named tab, else of the selected one. `why` says what only a page has. */
export async function pageOf(tab: string | undefined, why: string, call: Call, world: World): Promise<Page> {
  const target = tab === undefined ? await selectedTab(call, world) : await world.trees.tab(tab, call.signal)
  const { page } = (await world.trees.warm(target, call.signal)).source
  if (page !== undefined) return page
  throw new Problem('unsupported_here', {
    message: `${target.id} is a recording: ${why}.`,
    hint: 'Call tabs for the tabs of a browser, or navigate to open one.',
  })
}

async function positionPlace({ x, y, tab }: Where, freshness: FreshnessWish, call: Call, world: World): Promise<Place> {
  const targets = tab === undefined ? await onScreen(call, world) : [await world.trees.tab(tab, call.signal)]
  for (const target of targets) {
    const place = await targetPlace(target, freshness, call, world)
    const key = await place.warm.source.at(x!, y!, tab !== undefined, call.signal)
    if (key !== undefined && place.warm.tree.node(key) !== undefined) return { ...place, from: key }
  }
  const where = tab === undefined ? 'on the screen' : `in tab ${tab}`
  throw new Problem('not_found', {
    message: `There is no element at ${x}, ${y} ${where}.`,
    hint: 'Points are counted from the top left of the main display, or of the page with `tab`. Call explore with showCoordinates.',
  })
}

/** What may lie under a point, front first: applications, and of a browser its selected tab. */
async function onScreen(call: Call, world: World): Promise<readonly Target[]> {
  const targets = await world.trees.targets(call.signal)
  const seen = targets.filter((target) => (target.kind === 'tab' ? target.focused : target.platform !== 'cdp'))
  return seen.sort((a, b) => Number(b.focused ?? false) - Number(a.focused ?? false))
}

/** Every target, side by side; one that does not answer is left out, unless none does. */
async function systemPlaces(freshness: FreshnessWish, call: Call, world: World): Promise<readonly Place[]> {
  const targets = (await world.trees.targets(call.signal)).filter(
    (target) => target.kind === 'tab' || target.platform !== 'cdp',
  )
  const places = await Promise.allSettled(targets.map((target) => targetPlace(target, freshness, call, world)))
  const found = places.flatMap((place) => (place.status === 'fulfilled' ? [place.value] : []))
  const failure = places.find((place) => place.status === 'rejected')
  if (found.length === 0 && failure !== undefined) throw failure.reason
  if (found.length === 0)
    throw new Problem('app_not_found', {
      message: 'Nothing is open that could be explored.',
      hint: 'Call navigate with a url to open a page.',
    })
  return found
}
