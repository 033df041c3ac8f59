/** All targets of all platforms, and copies of those requested, as many as memory allows. */
import { LRUCache } from 'lru-cache'
import { nearNames } from '../../../api-schema/near-names.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import type { TargetEvent } from '../../../api-schema/target-event.ts'
import type { Law } from '../../platform/law.ts'
import type { Change, Platform, PlatformName, Target } from '../../platform/platform.ts'
import { Problem } from '../../problem.ts'
import type { Ids } from '../identity/ids.ts'
import { fold } from '../index/fold.ts'
import { bounded } from '../warm/bounded.ts'
import { Warm } from '../warm/sync.ts'

export interface TreesLimits {
  /** Limit for all copies together. A single copy may exceed it. */
  readonly elements: number
  /** Time limit for one platform to list its targets, in ms, if its last list can be used instead. */
  readonly list?: number
  /** The same for its first list, which nothing can replace: the platform may have to connect. */
  readonly first?: number
  /** Time limit for attaching to a target, in ms. */
  readonly open?: number
}

/** Which targets a caller may know. */
export interface Sight {
  has(target: Target): boolean
  /** The error for naming a target that the caller may not know. */
  refusal(target: Target): Problem
}

interface Opening {
  readonly warm: Promise<Warm>
  readonly cancel: AbortController
  waiting: number
}

/** Replaced, never changed: the cache weighs an entry only when it is set. */
interface Kept {
  readonly warm: Warm
  readonly size: number
}

/** `at` is a `performance.now()`. */
interface Listed {
  readonly targets: readonly Target[]
  readonly at: number
}

/** Above this many added or removed elements, garbage is worth collecting. */
const manyElements = 5000

const listed = 10

export class Trees {
  readonly #platforms: readonly Platform[]
  readonly #ids: Ids
  readonly #limits: Required<TreesLimits>
  readonly #onGarbage: () => void
  readonly #onEvent: (event: () => TargetEvent, target: () => Target) => void
  readonly #kept: LRUCache<string, Kept>
  readonly #opening = new Map<string, Opening>()
  readonly #closing = new Set<Promise<void>>()
  /** Each platform's last list, and its time. */
  readonly #lists = new Map<PlatformName, Listed>()
  /** Platforms that had the time of a first list. */
  readonly #asked = new Set<PlatformName>()
  /** Above every revision reported so far: a reopened copy must not repeat one. */
  #revision: number
  #closed = false

  /**
   * Does not own the platforms or the ids. `onGarbage` is called when much memory could be freed, `onEvent` for events
   * of the copies; events can be frequent, so their text is only made on demand.
   */
  constructor(
    platforms: readonly Platform[],
    ids: Ids,
    limits: TreesLimits,
    onGarbage: () => void = () => {},
    onEvent: (event: () => TargetEvent, target: () => Target) => void = () => {},
  ) {
    this.#platforms = platforms
    this.#ids = ids
    this.#limits = { list: 1000, first: 5000, open: 10_000, ...limits }
    this.#onGarbage = onGarbage
    this.#onEvent = onEvent
    // Also after a restart of the daemon: seconds rise faster than revisions do in a daemon's life.
    this.#revision = Math.floor(Date.now() / 1000) - 1_760_000_000
    this.#kept = new LRUCache({
      maxSize: limits.elements,
      noDisposeOnSet: true,
      dispose: ({ warm }) => this.#letGo(warm),
    })
  }

  get open(): readonly Warm[] {
    return [...this.#kept.values()].map(({ warm }) => warm)
  }

  /**
   * Lists one platform or all, concurrently. A platform that fails or is late keeps its last list. Omits recordings if
   * any platform is live: they must be named by id.
   */
  async targets(signal: AbortSignal, platform?: PlatformName): Promise<readonly Target[]> {
    return (await this.#list(signal, { platform })).targets
  }

  /** The same, with a reason if the list may be outdated: silence does not mean that there are no targets. */
  async listed(signal: AbortSignal): Promise<{ readonly targets: readonly Target[]; readonly reason?: string }> {
    const { targets, silent } = await this.#list(signal, {})
    return { targets, ...(silent.length > 0 && { reason: silent.map((name) => this.#silence(name)).join(' ') }) }
  }

  #silence(name: PlatformName): string {
    const before = this.#lists.get(name)
    if (before === undefined) return `${name} did not list its targets; they are not known.`
    const seconds = Math.round((performance.now() - before.at) / 1000)
    return `${name} did not list its targets; its part is from ${seconds} s ago.`
  }

  /** By id, alias, or display name, in this order; case does not count. */
  async app(bundleId: string, signal: AbortSignal, sight?: Sight): Promise<Target> {
    const kept = this.#keptTarget('application', bundleId)
    if (kept !== undefined) return seen(kept, sight)
    const isNamed = ({ kind, id }: Target) => kind === 'application' && id === bundleId
    const { targets, recorded, silent } = await this.#list(signal, { isEnough: isNamed })
    const all = targets.filter((target) => target.kind === 'application')
    const apps = all.filter((app) => sight?.has(app) !== false)
    const asked = fold(bundleId)
    const is = (text: string) => fold(text) === asked
    const find = (among: readonly Target[]) =>
      among.find((app) => app.id === bundleId) ??
      among.find((app) => is(app.id)) ??
      among.find((app) => app.aliases?.some(is)) ??
      among.find((app) => is(app.name))
    const found = find(apps) ?? find(all) ?? recorded.find(isNamed)
    if (found !== undefined) return seen(found, sight)
    const names = apps.flatMap((app) => [app.name, app.id, ...(app.aliases ?? [])])
    const near = [...new Set(nearNames(bundleId, names).map((name) => idOfName(apps, name)))]
    const isTab = targets.some((one) => one.kind === 'tab' && one.id === bundleId && sight?.has(one) !== false)
    const others = isTab ? ` ${bundleId} is a tab: give it as tab.` : nearWords(near, apps)
    if (silent.length > 0)
      throw new Problem('unresponsive', {
        message: `Whether there is an application ${quoted(bundleId, 100)} is not known:${silentWords(silent)}${others}`,
        hint: ['Try again in a few seconds; {status} says what each platform lacks.', 'Try again in a few seconds.'],
        data: { near },
      })
    throw new Problem('app_not_found', {
      message: `There is no application ${quoted(bundleId, 100)}.${others}`,
      data: { near },
    })
  }

  async tab(tabId: string, signal: AbortSignal, sight?: Sight): Promise<Target> {
    const kept = this.#keptTarget('tab', tabId)
    if (kept !== undefined) return seen(kept, sight)
    const isNamed = ({ kind, id }: Target) => kind === 'tab' && id === tabId
    const { targets, recorded, silent } = await this.#list(signal, { isEnough: isNamed })
    const tabs = targets.filter((target) => target.kind === 'tab')
    const found =
      tabs.find((tab) => tab.id === tabId) ?? tabs.find((tab) => tab.aliases?.includes(tabId)) ?? recorded.find(isNamed)
    if (found !== undefined) return seen(found, sight)
    const { words, data } = openTabs(tabs.filter((tab) => sight?.has(tab) !== false))
    throw new Problem('tab_not_found', {
      message: `There is no tab ${quoted(tabId, 100)}. ${words}${silentWords(silent)}`,
      data,
    })
  }

  /** The copy of a target, created if there is none; never close it. A law gets its own, of only what it allows. */
  async warm(target: Target, signal: AbortSignal, law?: Law): Promise<Warm> {
    signal.throwIfAborted()
    if (this.#closed) throw new Problem('internal_error', { message: 'The daemon is stopping.' })
    const lawful = target.platform === 'cdp' ? law : undefined
    const name = nameOf(target, lawful)
    const kept = this.#kept.get(name)?.warm
    if (kept !== undefined && !kept.closed) return kept
    const late = () => new Problem('unresponsive', { message: `Attaching to ${target.name} took too long.` })
    const bounds = { signal, ms: this.#limits.open, late }
    const opening = this.#opening.get(name) ?? this.#startOpening(name, target, lawful)
    if (opening.cancel.signal.aborted) {
      // An abandoned attempt must end first, so that nothing is attached twice.
      await bounded(() => opening.warm.catch(() => undefined), bounds)
      return await this.warm(target, signal, law)
    }
    opening.waiting++
    try {
      return await bounded(() => opening.warm, bounds)
    } finally {
      if (--opening.waiting === 0) opening.cancel.abort(new Problem('timeout', { message: 'Nobody waits any more.' }))
    }
  }

  /** Drops all copies. */
  async close(): Promise<void> {
    this.#closed = true
    const opening = [...this.#opening.values()]
    for (const { cancel } of opening)
      cancel.abort(new Problem('internal_error', { message: 'The daemon is stopping.' }))
    this.#kept.clear()
    await Promise.allSettled(opening.map(({ warm }) => warm))
    await Promise.all(this.#closing)
  }

  /** An attached target exists, so no platform need be asked. */
  #keptTarget(kind: Target['kind'], id: string): Target | undefined {
    return this.open.find(({ target, closed }) => !closed && target.kind === kind && target.id === id)?.target
  }

  /** `recorded` holds recordings if something is live. Does not wait for the remaining platforms once `isEnough` accepts a target. */
  async #list(
    signal: AbortSignal,
    { platform, isEnough }: { platform?: PlatformName | undefined; isEnough?: (target: Target) => boolean },
  ): Promise<{ targets: Target[]; recorded: Target[]; silent: PlatformName[] }> {
    const platforms = this.#platforms.filter(({ name }) => platform === undefined || name === platform)
    const silent: PlatformName[] = []
    const lists: Target[][] = platforms.map(() => [])
    await new Promise<void>((enough) => {
      const listing = platforms.map(async (one, at) => {
        const late = () => new Problem('unresponsive', { message: `${one.name} does not list its targets.` })
        const ms = this.#asked.has(one.name) ? this.#limits.list : this.#limits.first
        try {
          const found = await bounded((own) => one.targets(own), { signal, ms, late })
          lists[at] = [...found]
          this.#lists.set(one.name, { targets: found, at: performance.now() })
          if (isEnough !== undefined && found.some(isEnough)) enough()
        } catch {
          silent.push(one.name)
          lists[at] = [...(this.#lists.get(one.name)?.targets ?? [])]
        } finally {
          this.#asked.add(one.name)
        }
      })
      Promise.all(listing).then(() => enough())
    })
    signal.throwIfAborted()
    const isLive = (at: number) => platforms[at]!.recorded !== true
    if (!lists.some((_, at) => isLive(at))) return { targets: lists.flat(), recorded: [], silent }
    const ofWhich = (live: boolean) => lists.filter((_, at) => isLive(at) === live).flat()
    return { targets: ofWhich(true), recorded: ofWhich(false), silent }
  }

  #startOpening(name: string, target: Target, law: Law | undefined): Opening {
    const cancel = new AbortController()
    const warm = this.#attach(name, target, law, cancel.signal).finally(() => this.#opening.delete(name))
    warm.catch(() => {})
    const opening: Opening = { warm, cancel, waiting: 0 }
    this.#opening.set(name, opening)
    return opening
  }

  async #attach(name: string, target: Target, law: Law | undefined, signal: AbortSignal): Promise<Warm> {
    const platform = this.#platforms.find((one) => one.name === target.platform)
    if (platform === undefined) throw new Problem('unsupported_here', { message: `${target.platform} is not in use.` })
    const source = await platform.open(target, signal, law)
    if (signal.aborted) {
      await source.close()
      signal.throwIfAborted()
    }
    const warm: Warm = new Warm(source, {
      revision: this.#revision,
      onChanged: () => this.#weigh(name, warm),
      onIndexed: () => warm.tree.size >= manyElements && this.#onGarbage(),
      onNews: (change) => this.#tellNews(warm, change),
      onClosed: () => this.#drop(name, warm),
    })
    this.#kept.delete(name)
    this.#ids.adopt(warm)
    this.#kept.set(name, { warm, size: 1 }, { size: 1 })
    this.#tell(warm, () => eventOf(warm, 'opened'))
    return warm
  }

  #tell(warm: Warm, event: () => TargetEvent): void {
    this.#onEvent(event, () => warm.target)
  }

  #tellNews(warm: Warm, change: Change): void {
    if (change.kind === 'closed') return
    if (change.kind === 'dialog') this.#tell(warm, () => ({ ...eventOf(warm, 'dialog'), type: change.type }))
    else
      this.#tell(warm, () => ({ ...eventOf(warm, 'changed'), ...(change.kind === 'replaced' && { replaced: true }) }))
  }

  /** A copy weighs as many elements as it has; the one that just grew is dropped last. */
  #weigh(name: string, warm: Warm): void {
    const kept = this.#kept.peek(name)
    if (kept?.warm !== warm) return
    this.#revision = Math.max(this.#revision, warm.tree.revision)
    this.#tell(warm, () => eventOf(warm, 'changed'))
    const { size } = warm.tree
    if (Math.abs(size - kept.size) >= manyElements) this.#onGarbage()
    this.#kept.set(name, { warm, size }, { size: Math.min(Math.max(size, 1), this.#limits.elements) })
  }

  #drop(name: string, warm: Warm): void {
    if (this.#kept.peek(name)?.warm === warm) this.#kept.delete(name)
  }

  #letGo(warm: Warm): void {
    this.#revision = Math.max(this.#revision, warm.tree.revision) + 1
    this.#ids.forget(warm)
    this.#tell(warm, () => ({ ...eventOf(warm, 'closed'), ...(!warm.closed && { released: true }) }))
    const closing = warm.close().finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
    this.#onGarbage()
  }
}

function seen(target: Target, sight: Sight | undefined): Target {
  if (sight?.has(target) === false) throw sight.refusal(target)
  return target
}

/** Lists the tabs, for an error. */
export function openTabs(tabs: readonly Target[]) {
  const some = tabs.slice(0, listed).map(({ id, name, url }) => ({ tab: id, title: name, url }))
  const more = tabs.length > listed ? `, and ${tabs.length - listed} more` : ''
  const words = tabs.length === 0 ? 'No tab is open.' : `Open: ${some.map(({ tab }) => tab).join(', ')}${more}.`
  return { words, data: { tabs: some } }
}

export function eventOf({ target, tree }: Warm, event: TargetEvent['event']): TargetEvent {
  return { event, target: target.id, platform: target.platform, revision: tree.revision }
}

function nameOf(target: Target, law: Law | undefined): string {
  return `${target.platform} ${target.id} ${law?.name ?? ''}`
}

function idOfName(apps: readonly Target[], name: string): string {
  return apps.find((app) => app.name === name || app.id === name || app.aliases?.includes(name))!.id
}

function nearWords(near: readonly string[], apps: readonly Target[]): string {
  if (near.length > 0) return ` Near: ${near.join(', ')}.`
  const some = apps.slice(0, listed).map((app) => app.id)
  if (some.length === 0) return ' There is no application to explore.'
  return ` There ${some.length === 1 ? 'is' : 'are'} ${some.join(', ')}${apps.length > listed ? ', …' : ''}.`
}

function silentWords(silent: readonly PlatformName[]): string {
  return silent.length === 0 ? '' : ` ${silent.join(' and ')} did not answer.`
}
