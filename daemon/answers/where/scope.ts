/** Resolves a call's scope to warm trees and the starting element in each. */
import type { Params } from '../../../api-schema/methods.ts'
import { isNarrow } from '../../agents/limits.ts'
import type { Call, World } from '../../dispatch.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Target } from '../../platform/platform.ts'
import type { Page } from '../../platform/tab/page.ts'
import { Problem } from '../../problem.ts'
import { isInteractable } from '../../tree/model/node.ts'
import { openTabs } from '../../tree/targets/trees.ts'
import type { Freshness, FreshnessChoice, Warm } from '../../tree/warm/sync.ts'

/** Parameters shared by explore, wait and the `find` of interact. */
export type Where = Pick<Params<'explore'>, 'scope' | 'bundleId' | 'tab' | 'elementId' | 'x' | 'y'>

export interface Place {
  readonly warm: Warm
  /** Where to start; defaults to the root. */
  readonly from?: Key
  readonly freshness: Freshness
}

/** The trees of a scope, brought up to date: all of them for `system`, otherwise one. */
export async function placesOf(
  where: Where,
  freshness: FreshnessChoice,
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
      return [await targetPlace(await tabTarget(where.tab, call, world), freshness, call, world)]
    case 'focused':
      return [await targetPlace(await focusedTarget(call, world), freshness, call, world)]
    case undefined:
      return [await targetPlace(await unnamedTarget(call, world), freshness, call, world)]
  }
}

async function targetPlace(target: Target, freshness: FreshnessChoice, call: Call, world: World): Promise<Place> {
  const warm = await world.trees.warm(target, call.signal)
  return { warm, freshness: await warm.freshen({ freshness, signal: call.signal, deadline: call.deadline }) }
}

/** The element with an id, in a tree brought up to date. */
export async function elementAt(
  elementId: string,
  call: Call,
  world: World,
): Promise<{ readonly warm: Warm; readonly key: Key }> {
  const { warm, from } = await elementPlace(elementId, 'auto', call, world)
  return { warm, key: from }
}

async function elementPlace(
  elementId: string,
  freshness: FreshnessChoice,
  call: Call,
  world: World,
): Promise<Place & { readonly from: Key }> {
  const { warm } = world.ids.home(elementId)
  try {
    const fresh = await warm.freshen({ freshness, signal: call.signal, deadline: call.deadline })
    return { warm, from: world.ids.resolve(elementId).node.key, freshness: fresh }
  } catch (error) {
    // The element went with its tab or application; the error should name the element.
    if (warm.closed) world.ids.resolve(elementId)
    throw error
  }
}

/** A browser, named as an application, stands for its selected tab. */
export async function appTarget(bundleId: string, call: Call, world: World): Promise<Target> {
  const target = await world.trees.app(bundleId, call.signal)
  return await selectedTabOf(target, call, world)
}

async function selectedTabOf(target: Target, call: Call, world: World): Promise<Target> {
  if (target.kind === 'tab' || target.platform !== 'cdp') return target
  const tabs = (await world.trees.targets(call.signal, 'cdp')).filter((other) => other.app === target.id)
  const tab = tabs.find(({ id }) => id === call.session.tab) ?? frontOf(tabs)
  if (tab !== undefined) return resting(tab, call)
  throw new Problem('tab_not_found', {
    message: `${target.name} has no tab open.`,
    hint: 'Call {navigate} to open one.',
  })
}

/** The frontmost application; if no platform can tell, the session's tab; otherwise the first target. */
export async function focusedTarget(call: Call, world: World): Promise<Target> {
  const { targets, reason } = await world.trees.listed(call.signal)
  const front = targets.find(isFront)
  const tabs = targets.filter(isTab)
  const others = targets.filter((target) => target.platform !== 'cdp')
  const target =
    front ??
    chosen(tabs, call, world) ??
    frontOf(tabs.filter((tab) => !world.sessions.isOthers(call.session, tab))) ??
    others.find((other) => other.focused) ??
    others[0]
  if (target !== undefined) return resting(target, call)
  if (tabs.length > 0) throw noTab(tabs, call)
  throw nothingOpen(reason)
}

/** `reason`: why it is not known what is open. */
function nothingOpen(reason: string | undefined): Problem {
  if (reason !== undefined)
    return new Problem('unresponsive', {
      message: `What is open is not known: ${reason}`,
      hint: ['Try again in a few seconds; {status} says what each platform lacks.', 'Try again in a few seconds.'],
    })
  return new Problem('app_not_found', {
    message: 'There is nothing open to explore.',
    hint: [
      'Call {navigate} with a url to open a page, or {status} to see what each platform lacks.',
      'Call {navigate} with a url to open a page.',
      'The person has to open an application or a page first.',
    ],
  })
}

/** The named tab, otherwise the session's current one. Throws tab_not_found. */
export async function tabTarget(tab: string | undefined, call: Call, world: World): Promise<Target> {
  if (tab !== undefined) return await world.trees.tab(tab, call.signal)
  const tabs = await tabsOf(call, world)
  const target = chosen(tabs, call, world)
  if (target !== undefined) return resting(target, call)
  throw noTab(tabs, call)
}

/** The session's current tab, otherwise the front target. */
export async function frontTarget(call: Call, world: World): Promise<Target> {
  const own = await ownTab(call, world)
  return own === undefined ? await focusedTarget(call, world) : resting(own, call)
}

/** For calls that name no target: the session's tab, if it went there last, otherwise the focused target. */
export async function unnamedTarget(call: Call, world: World): Promise<Target> {
  const { session } = call
  const isThere = session.tab !== undefined && session.isAtTab(await frontApp(call, world))
  const own = isThere ? (await tabsOf(call, world)).find(({ id }) => id === session.tab) : undefined
  return own === undefined ? await focusedTarget(call, world) : resting(own, call)
}

/** Makes the tab the session's current one. */
export async function goTo({ id }: Target, call: Call, world: World): Promise<void> {
  call.session.select(id, await frontApp(call, world))
}

/** Irrelevant for a named session. */
async function frontApp({ session, signal }: Call, { trees }: World): Promise<string | undefined> {
  return session.isNamed ? undefined : (await trees.listed(signal)).targets.find(isFront)?.id
}

function isFront({ focused, kind }: Target): boolean {
  return focused === true && kind === 'application'
}

/** Records that the caller did not name the tab, so the answer will. */
function resting(target: Target, { rest }: Call): Target {
  if (isTab(target)) rest.tab = target.id
  return target
}

/** The session's current tab, if any. */
export async function ownTab(call: Call, world: World): Promise<Target | undefined> {
  return chosen(await tabsOf(call, world), call, world)
}

/** Like `ownTab`, but never another session's tab, nor one that is lent: for navigation. */
export async function freeTab(call: Call, world: World): Promise<Target | undefined> {
  const tabs = await tabsOf(call, world)
  const { session } = call
  return chosen(
    session.isNamed
      ? tabs
      : tabs.filter((tab) => tab.id === session.tab || !(tab.lent || world.sessions.isOthers(session, tab))),
    call,
    world,
  )
}

async function tabsOf({ signal }: Call, { trees }: World): Promise<Target[]> {
  return (await trees.targets(signal, 'cdp')).filter(isTab)
}

/** False for recorded tabs, which have no page. */
function isTab({ kind, platform }: Target): boolean {
  return kind === 'tab' && platform === 'cdp'
}

function frontOf(tabs: readonly Target[]): Target | undefined {
  return tabs.find(({ focused }) => focused) ?? tabs[0]
}

/** A named session only has tabs it opened or selected. The shared one may take others, except those in a context of their own. */
function chosen(tabs: readonly Target[], { session }: Call, { sessions }: World): Target | undefined {
  const own = tabs.find(({ id }) => id === session.tab)
  if (own !== undefined || session.isNamed) return own
  return frontOf(tabs.filter((tab) => !sessions.isOthers(session, tab))) ?? frontOf(tabs.filter(({ own }) => !own))
}

function noTab(tabs: readonly Target[], { agent, session }: Call): Problem {
  const { words, data } = openTabs(tabs)
  const how = isNarrow(agent) ? 'is gone, or shows what you may not use' : 'is gone'
  const lost = session.tab === undefined ? '' : `Tab ${session.tab}, this session's current tab, ${how}. `
  const none = session.tab === undefined && tabs.length > 0 ? 'This session has not opened or selected a tab yet. ' : ''
  return new Problem('tab_not_found', {
    message: `${lost}${none}${words}`,
    hint:
      tabs.length === 0
        ? 'Call {navigate} with a url to open one.'
        : ['Call {navigate} with a url to open one, or name one of them by `tab`.', 'Name one of them by `tab`.'],
    data,
  })
}

/** The page of the named or current tab. `why` says what needs a page. */
export async function pageOf(tab: string | undefined, why: string, call: Call, world: World): Promise<Page> {
  const target = await tabTarget(tab, call, world)
  const { page } = (await world.trees.warm(target, call.signal)).source
  if (page !== undefined) return page
  throw new Problem('unsupported_here', {
    message: `${target.id} is a recording: ${why}.`,
    hint: 'Call {tabs} for the tabs of a browser, or {navigate} to open one.',
  })
}

async function positionPlace(
  { x, y, tab }: Where,
  freshness: FreshnessChoice,
  call: Call,
  world: World,
): Promise<Place> {
  const targets = tab === undefined ? await onScreen(call, world) : [await world.trees.tab(tab, call.signal)]
  for (const target of targets) {
    const place = await targetPlace(target, freshness, call, world)
    const key = await place.warm.source.at(x!, y!, tab !== undefined, call.signal)
    if (key !== undefined && place.warm.tree.node(key) !== undefined)
      return { ...place, from: usableAt(place.warm, key) }
  }
  const where = tab === undefined ? 'on the screen' : `in tab ${tab}`
  throw new Problem('not_found', {
    message: `There is no element at ${x}, ${y} ${where}.`,
    hint: 'Points are measured from the top left of the main display, or of the page with `tab`. Call {explore} with showCoordinates.',
  })
}

/** The nearest interactable element at or around it; the element itself if there is none. */
function usableAt({ tree }: Warm, key: Key): Key {
  const node = tree.node(key)!
  return [node, ...tree.ancestors(node)].find(isInteractable)?.key ?? key
}

/** Targets that may lie under a point, front first: applications, and a browser's selected tab. */
async function onScreen(call: Call, world: World): Promise<readonly Target[]> {
  const targets = await world.trees.targets(call.signal)
  const seen = targets.filter((target) => (target.kind === 'tab' ? target.focused : target.platform !== 'cdp'))
  return seen.sort((a, b) => Number(b.focused ?? false) - Number(a.focused ?? false))
}

/** Reads all targets concurrently. Skips those that do not answer, unless none does. */
async function systemPlaces(freshness: FreshnessChoice, call: Call, world: World): Promise<readonly Place[]> {
  const { targets: all, reason } = await world.trees.listed(call.signal)
  const targets = all.filter((target) => target.kind === 'tab' || target.platform !== 'cdp')
  const places = await Promise.allSettled(targets.map((target) => targetPlace(target, freshness, call, world)))
  const found = places.flatMap((place) => (place.status === 'fulfilled' ? [place.value] : []))
  const failure = places.find((place) => place.status === 'rejected')
  if (found.length === 0 && failure !== undefined) throw failure.reason
  if (found.length === 0) throw nothingOpen(reason)
  return found
}
