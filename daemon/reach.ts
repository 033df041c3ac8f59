/**
 * The world as one agent's call may know it. Handlers get this instead of the whole world, so none of them checks
 * rights. Lists omit what is out of reach; naming it is refused, and so is an answer from a page that left the agent's
 * reach during the call.
 */

import type { Agent } from './agents/agents.ts'
import { type Asking, appGrant, fileGrant, lacking, siteGrant } from './agents/grants.ts'
import {
  isNarrow,
  isUnlimited,
  type Lack,
  lackOfAddress,
  lackOfApp,
  lackOfPattern,
  notAllowed,
  outside,
  pathFor,
  whoIs,
} from './agents/limits.ts'
import type { Session } from './agents/session.ts'
import type { Law } from './platform/law.ts'
import type { Applications, Platform, Target } from './platform/platform.ts'
import type { OwnBrowsers } from './platform/tab/own-browsers.ts'
import { Problem } from './problem.ts'
import type { Ids } from './tree/identity/ids.ts'
import type { Sight, Trees } from './tree/targets/trees.ts'
import type { Warm } from './tree/warm/sync.ts'

/** The parts of trees and ids that handlers use. */
export type KnownTrees = Pick<Trees, 'open' | 'targets' | 'listed' | 'app' | 'tab' | 'warm'> & {
  /** For closing a tab only. If absent, `tab` finds everything that may be closed. */
  readonly tabToClose?: (tabId: string, signal: AbortSignal) => Promise<Target>
}
export type KnownIds = Pick<Ids, 'home' | 'resolve' | 'idOf' | 'known' | 'chosen' | 'ahead'>

export interface Known {
  readonly trees: KnownTrees
  readonly ids: KnownIds
  readonly platforms: readonly Platform[]
}

export interface Reach {
  readonly known: Known
  /** Throws not_allowed if a tab used by the call has since gone out of reach. */
  check(acted: boolean): void
}

/** `undefined` for an agent without limits. */
export function reachOf(who: Asking, all: Known): Reach | undefined {
  if (isUnlimited(who.agent)) return undefined
  const sight = sightOf(who, who.session)
  const used = new Set<Warm>()
  const use = (warm: Warm) => {
    if (!sight.has(warm.target)) throw sight.refusal(warm.target)
    used.add(warm)
    return warm
  }
  return {
    known: {
      trees: treesWithin(all.trees, sight, who, use),
      ids: idsWithin(all.ids, who, use),
      platforms: all.platforms.map((platform) => platformWithin(platform, who, sight)),
    },
    check: (acted) => {
      for (const warm of used) if (!stillShows(warm, sight)) throw left(who.agent, warm.target, acted)
    },
  }
}

/** Undefined for an agent that is not limited to sites. */
export function lawOf(agent: Agent): Law | undefined {
  if (!isNarrow(agent)) return undefined
  return {
    name: JSON.stringify([agent.sites, agent.allow]),
    has: (address) => lackOfAddress(agent, address, false) === undefined,
    refusal: (what) => notAllowed(agent, what, '--sites and its host'),
  }
}

/** A limited agent has its own copies, without the documents it may not know. */
function isOf({ agent }: Asking, warm: Warm): boolean {
  return warm.target.platform !== 'cdp' || warm.source.law?.name === lawOf(agent)?.name
}

/** For readers of events, who see changes but no contents. */
export function sightOf(who: { readonly agent: Agent }, session?: Session): Sight {
  return {
    has: (target) => lackOf(who.agent, target, session) === undefined,
    refusal: (target) => {
      const { agent } = who
      const { kind, id, url = '' } = target
      const lack = lackOf(agent, target, session) ?? ''
      const what = kind === 'tab' ? `Tab ${id} shows a page` : `${id} is an application`
      const problem = notAllowed(agent, `${what} that ${whoIs(agent)} may not use.`, lack)
      if (lack.startsWith('--apps')) return lacking(problem, appGrant(id))
      return lack.startsWith('--sites') && /^https?:/i.test(url) ? lacking(problem, siteGrant(url)) : problem
    },
  }
}

function lackOf(agent: Agent, target: Target, session: Session | undefined): Lack {
  const { kind, id, platform, name, aliases = [], url } = target
  if (kind === 'tab') {
    const lack = lackOfAddress(agent, url ?? '', session?.holds(id) === true)
    // Only a person can look up whose page it is: the agent must not learn its address.
    return lack?.startsWith('--sites') ? '--sites and its host' : lack
  }
  // A browser is judged by its tabs, one by one.
  return platform === 'cdp' ? undefined : lackOfApp(agent, [id, name, ...aliases])
}

/** False if the browser has left the page that the copy was made from. */
function stillShows({ target, tree }: Warm, sight: Sight): boolean {
  const url = tree.node(tree.root)?.url
  return (
    sight.has(target) && (target.kind !== 'tab' || url === undefined || url === '' || sight.has({ ...target, url }))
  )
}

function left(agent: Agent, { id }: Target, acted: boolean): Problem {
  const done = acted ? ' What was asked for was done, or begun.' : ''
  const what = `Tab ${id} has gone to a page that ${whoIs(agent)} may not use.`
  return notAllowed(agent, `${what}${done}`, '--sites and its host', { tab: id, ...(acted && { done: 1 }) })
}

function treesWithin(trees: KnownTrees, sight: Sight, who: Asking, use: (warm: Warm) => Warm): KnownTrees {
  const { permitted, session } = who
  // A session may close what it opened, wherever that has gone, since closing reveals nothing. test/e2e/reach.test.ts
  const closable: Sight = {
    has: (target) => sight.has(target) || target.session === session.id,
    refusal: sight.refusal,
  }
  return {
    get open() {
      return trees.open.filter((warm) => sight.has(warm.target) && isOf(who, warm))
    },
    targets: async (signal, platform) => (await trees.targets(signal, platform)).filter((target) => sight.has(target)),
    listed: async (signal) => {
      const { targets, ...rest } = await trees.listed(signal)
      return { targets: targets.filter((target) => sight.has(target)), ...rest }
    },
    app: (name, signal) => permitted(() => trees.app(name, signal, sight)),
    tab: (id, signal) => permitted(() => trees.tab(id, signal, sight)),
    tabToClose: (id, signal) => trees.tab(id, signal, closable),
    warm: async (target, signal) => {
      if (!sight.has(target)) throw sight.refusal(target)
      return use(await trees.warm(target, signal, lawOf(who.agent)))
    },
  }
}

/** Ids can be guessed, and errors about ids describe the element, so a limited agent gets the plain error for foreign ones. */
function idsWithin(ids: KnownIds, who: Asking, use: (warm: Warm) => Warm): KnownIds {
  const guarded = <T extends { readonly warm: Warm }>(id: string, work: () => T): T => {
    try {
      const found = work()
      use(found.warm)
      if (!isOf(who, found.warm)) throw new Problem('element_gone')
      return found
    } catch (error) {
      if (!(error instanceof Problem) || error.name === 'not_allowed' || !isNarrow(who.agent)) throw error
      throw new Problem('element_gone', { message: `There is no element ${JSON.stringify(id)}, or it is gone.` })
    }
  }
  return {
    home: (id) => guarded(id, () => ids.home(id)),
    resolve: (id) => guarded(id, () => ids.resolve(id)),
    idOf: (warm, node) => ids.idOf(warm, node),
    known: (warm, node) => ids.known(warm, node),
    chosen: (warm, key) => ids.chosen(warm, key),
    ahead: (warm, node) => ids.ahead(warm, node),
  }
}

function platformWithin(platform: Platform, who: Asking, sight: Sight): Platform {
  const { applications, clipboard } = platform
  const { agent, session } = who
  const shared = (what: string) =>
    notAllowed(agent, `${what} belongs to all applications; ${whoIs(agent)} may only use some.`, '--scope admin')
  return {
    name: platform.name,
    get recorded() {
      return platform.recorded
    },
    status: () => platform.status(),
    ...(platform.findings && { findings: (signal, options) => platform.findings!(signal, options) }),
    targets: async (signal) => (await platform.targets(signal)).filter((target) => sight.has(target)),
    open: (target, signal) => platform.open(target, signal),
    ...(platform.openTab && {
      openTab: async (wish, signal) => {
        await who.permitted(() => requireAddress(who.agent, wish.url))
        const target = await platform.openTab!(wish, signal)
        session.hold(target.id)
        return target
      },
    }),
    // Saved storage covers all sites that the context has visited.
    ...(platform.saveStorage && {
      saveStorage: async (target, signal) => {
        if (isNarrow(agent)) throw shared('The sign-in state')
        return await platform.saveStorage!(target, signal)
      },
    }),
    ...(platform.loadStorage && {
      loadStorage: async (state, wish, signal) => {
        if (isNarrow(agent)) throw shared('The sign-in state')
        const loaded = await platform.loadStorage!(state, wish, signal)
        session.hold(loaded.target.id)
        return loaded
      },
    }),
    ...(platform.closeTab && { closeTab: (target, signal) => platform.closeTab!(target, signal) }),
    ...(platform.overrides && { overrides: platform.overrides }),
    ...(platform.ownBrowsers && { ownBrowsers: ownWithin(platform.ownBrowsers, agent) }),
    ...(platform.revive && { revive: (target, how, signal) => platform.revive!(target, how, signal) }),
    ...(clipboard && {
      clipboard: isNarrow(agent)
        ? { read: () => Promise.reject(shared('The clipboard')), write: () => Promise.reject(shared('The clipboard')) }
        : clipboard,
    }),
    ...(applications && { applications: applicationsWithin(applications, who) }),
    ...(platform.captureScreen && {
      captureScreen: async (options, signal) => {
        if (isNarrow(agent)) throw shared('The screen')
        return await platform.captureScreen!(options, signal)
      },
    }),
    close: () => platform.close(),
  }
}

/** Only the person may know which tabs are open there; methods that list them need the scope admin. */
function ownWithin(own: OwnBrowsers, agent: Agent): OwnBrowsers {
  const theirs = () => notAllowed(agent, "What is open in the person's own browser is theirs.", '--scope admin')
  return {
    list: () => own.list(),
    attach: async (name, time, onAsk) => {
      if (isNarrow(agent))
        throw notAllowed(
          agent,
          `The person's own browser has all their sites; ${whoIs(agent)} may only use some.`,
          '--scope admin',
        )
      return await own.attach(name, time, onAsk)
    },
    detach: () => Promise.reject(theirs()),
    tabs: () => {
      throw theirs()
    },
    join: () => {
      throw theirs()
    },
    lend: () => {
      throw theirs()
    },
    takeBack: () => Promise.reject(theirs()),
  }
}

function applicationsWithin(applications: Applications, who: Asking): Applications {
  return {
    launch: async (name, files, signal) => {
      await who.permitted(() => requireApp(who.agent, name))
      return await applications.launch(name, files, signal)
    },
    activate: (target, signal) => applications.activate(target, signal),
    hide: (target, signal) => applications.hide(target, signal),
    quit: (target, signal) => applications.quit(target, signal),
  }
}

function requireApp(agent: Agent, name: string): void {
  const lack = lackOfApp(agent, [name])
  if (lack === undefined) return
  const problem = notAllowed(agent, `${name} is an application that ${whoIs(agent)} may not use.`, lack)
  throw lack.startsWith('--apps') ? lacking(problem, appGrant(name)) : problem
}

/** For a page about to be opened; an empty one is always allowed. */
export function requireAddress(agent: Agent, url: string): void {
  const lack = lackOfAddress(agent, url, true)
  if (lack === undefined) return
  const { protocol, host } = new URL(url)
  const what = host === '' ? `A page of ${protocol}` : `The site ${host}`
  const problem = notAllowed(agent, `${what} is nothing that ${whoIs(agent)} may open.`, lack)
  throw lack.startsWith('--sites') && /^https?:/i.test(url.trim()) ? lacking(problem, siteGrant(url)) : problem
}

/** For urls with `*` for any text. */
export function requirePattern(agent: Agent, pattern: string): void {
  const lack = lackOfPattern(agent, pattern)
  if (lack === undefined) return
  const what = `${JSON.stringify(pattern)} fits pages that ${whoIs(agent)} may not use. Name the site: https://example.com/*.`
  throw notAllowed(agent, what, lack)
}

interface Filing {
  readonly file?: string
  readonly files?: readonly string[]
  readonly picture?: string
  readonly filename?: string
  readonly steps?: readonly Filing[]
}

/** For files that a call would read or write, wherever its parameters name them. */
export function lackOfFiles(agent: Agent, params: Filing): Problem | undefined {
  const { filename } = params
  const named = filename === undefined ? params : { ...params, filename: pathFor(agent, filename) }
  const away = outside(agent, pathsIn(named))
  if (away.length === 0) return undefined
  const message = `${JSON.stringify(away[0]!.path)} is in no folder whose files ${whoIs(agent)} may use.`
  const problem = notAllowed(agent, message, '--folders and its folder')
  const grant = fileGrant(
    away.map(({ at }) => at),
    away.every(({ path }) => passedOn(params).includes(path)) ? 'pass on' : 'read or write',
  )
  return grant === undefined ? problem : lacking(problem, grant)
}

function passedOn({ files = [], steps = [] }: Filing): readonly string[] {
  return [...files, ...steps.flatMap(passedOn)]
}

function pathsIn({ file, filename, files = [], picture, steps = [] }: Filing): readonly string[] {
  return [file ?? [], filename ?? [], picture ?? [], ...files, ...steps.flatMap(pathsIn)].flat()
}
