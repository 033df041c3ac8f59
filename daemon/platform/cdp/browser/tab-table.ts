/** The tabs of one browser, kept by its events. In a person's own browser, only those for agents. */
import type { Target } from '../../platform.ts'
import { withoutCredentials } from '../wire/credentials.ts'
import { Visited } from './context-storage.ts'
import type { OwnContexts } from './own-contexts.ts'
import { TheirTabs } from './theirs.ts'

/** How long a closing tab counts as gone despite its events. */
const closingMs = 1000

/** URLs of the tab that a browser starts with; `data:,` is chromedriver's. */
const blankUrls = new Set(['about:blank', 'data:,'])

/** What the browser says about a target. */
export interface Known {
  readonly targetId: string
  readonly type: string
  readonly title: string
  readonly url: string
  readonly browserContextId?: string
  readonly openerId?: string
}

export interface TabInfo {
  readonly id: string
  title: string
  url: string
  /** The session it was opened for. */
  session?: string
  /** It is in that session's own context. */
  readonly isOwn: boolean
  /** The person's own tab, lent for a while. */
  readonly isLent: boolean
  /** The context's id as the browser reports it, even for the default one. */
  readonly contextId: string
  /** The tab that opened it. */
  readonly opener?: string
  /** Order of selection: the largest is the selected tab. */
  selected: number
}

export class TabTable {
  readonly #tabs = new Map<string, TabInfo>()
  /** Targets being closed, which may still send events. */
  readonly #closing = new Set<string>()
  readonly #newId: () => string
  /** Only in a person's own browser. */
  readonly theirs: TheirTabs | undefined
  #contexts: Pick<OwnContexts, 'sessionOf'> | undefined
  #selections = 0
  visited = new Visited()

  constructor(newId: () => string, isPersonal: boolean) {
    this.#newId = newId
    if (isPersonal) this.theirs = new TheirTabs()
  }

  get size(): number {
    return this.#tabs.size
  }

  /** For a new connection, on which the daemon has these contexts. */
  begin(contexts: Pick<OwnContexts, 'sessionOf'>): void {
    this.clear()
    this.#contexts = contexts
    this.visited = new Visited()
  }

  clear(): void {
    this.#tabs.clear()
    this.theirs?.clear()
  }

  /** `isGiven`: it was opened for an agent, or lent. In a person's own browser all other tabs are theirs. */
  know({ targetId, type, title, url, browserContextId = '', openerId }: Known, isGiven = false): void {
    if (type !== 'page' || url.startsWith('devtools://') || this.#closing.has(targetId)) return
    const known = this.#tabs.get(targetId)
    const owner = this.#contexts?.sessionOf(browserContextId)
    const opener = openerId === undefined ? undefined : this.#tabs.get(openerId)
    const isOfAgents = known !== undefined || owner !== undefined || opener !== undefined
    // Tabs that a lent tab opened before it was lent stay theirs.
    if (this.theirs !== undefined && !isGiven && (!isOfAgents || this.theirs.has(targetId))) {
      this.theirs.note({ targetId, title, url, browserContextId })
      return
    }
    this.visited.add(browserContextId, url)
    if (known !== undefined) {
      Object.assign(known, { title, url })
      return
    }
    const session = owner ?? opener?.session
    this.#tabs.set(targetId, {
      id: this.#newId(),
      title,
      url,
      selected: ++this.#selections,
      isOwn: owner !== undefined,
      isLent: this.theirs?.take(targetId) !== undefined || opener?.isLent === true,
      contextId: browserContextId,
      ...(session !== undefined && { session }),
      ...(opener !== undefined && { opener: opener.id }),
    })
  }

  /** Adds a tab that was opened for a session, as its selected tab. */
  add(known: Known, session: string): Target {
    // Its event may have come first.
    this.theirs?.take(known.targetId)
    this.know(known, true)
    const tab = this.#tabs.get(known.targetId)!
    tab.session = session
    this.select(known.targetId)
    return this.target(known.targetId)
  }

  get(targetId: string): TabInfo | undefined {
    return this.#tabs.get(targetId)
  }

  /** Tabs that are not in a context of the session's own. */
  ofSession(session: string): readonly (readonly [targetId: string, tab: TabInfo])[] {
    return [...this.#tabs].filter(([, tab]) => tab.session === session && !tab.isOwn)
  }

  idOf(tab: string): string | undefined {
    for (const [targetId, info] of this.#tabs) if (info.id === tab) return targetId
    return undefined
  }

  select(targetId: string): void {
    const tab = this.#tabs.get(targetId)
    if (tab !== undefined) tab.selected = ++this.#selections
  }

  forget(targetId: string): void {
    this.#tabs.delete(targetId)
    this.#closing.delete(targetId)
    this.theirs?.take(targetId)
  }

  closing(targetId: string): void {
    this.#tabs.delete(targetId)
    this.#closing.add(targetId)
    // A page may ask the person whether to leave, and then stay.
    setTimeout(() => this.#closing.delete(targetId), closingMs).unref()
  }

  /** Makes the blank tab that a browser starts with the session's, if it is still there. */
  takeBlank(session: string): string | undefined {
    const [targetId, blank] =
      [...this.#tabs].find(([, tab]) => blankUrls.has(tab.url) && tab.session === undefined) ?? []
    if (blank !== undefined) blank.session = session
    return targetId
  }

  /** Returns the tab id; undefined if it is not one of theirs. */
  lend(targetId: string): string | undefined {
    const tab = this.theirs?.all.find((one) => one.targetId === targetId)
    if (tab !== undefined) this.know({ ...tab, type: 'page' }, true)
    return this.#tabs.get(targetId)?.id
  }

  get lent(): readonly (TabInfo & { readonly targetId: string })[] {
    return [...this.#tabs].filter(([, { isLent }]) => isLent).map(([targetId, tab]) => ({ ...tab, targetId }))
  }

  /** Makes a lent tab theirs again, with what it opened. Returns all those targets. */
  takeBack(targetId: string): readonly string[] {
    const lent = this.#tabs.get(targetId)
    if (lent?.isLent !== true) return []
    this.#tabs.delete(targetId)
    this.theirs!.note({ targetId, title: lent.title, url: lent.url, browserContextId: lent.contextId })
    const opened = [...this.#tabs].filter(([, { opener }]) => opener === lent.id)
    return [targetId, ...opened.flatMap(([other]) => this.takeBack(other))]
  }

  /** The selected one first. */
  all(): Target[] {
    const order = [...this.#tabs].sort(([, a], [, b]) => b.selected - a.selected)
    return order.map(([targetId], at) => ({ ...this.target(targetId), focused: at === 0 }))
  }

  target(targetId: string): Target {
    return this.describe(this.#tabs.get(targetId)!)
  }

  /** Omits the fields that only the browser knows. */
  describe(tab: TabInfo): Target {
    return {
      kind: 'tab',
      id: tab.id,
      platform: 'cdp',
      name: tab.title,
      url: withoutCredentials(tab.url),
      focused: tab.selected === this.#selections,
      ...(tab.session !== undefined && { session: tab.session }),
      ...(tab.isOwn && { own: true as const }),
      ...(tab.isLent && { lent: true as const }),
      ...(tab.opener !== undefined && { opener: tab.opener }),
    }
  }
}
