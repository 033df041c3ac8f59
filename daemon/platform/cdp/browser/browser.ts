/**
 * One browser: finds its endpoint, connects, tracks its tabs by events, reconnects after a crash or restart. Owns the
 * connection and, if the daemon started it, the process.
 */
import { Problem } from '../../../problem.ts'
import type { Law } from '../../law.ts'
import type { TabWish, Target } from '../../platform.ts'
import type { StorageState, Stored } from '../../storage-state.ts'
import { BrowserOverrides } from '../overrides/browser-overrides.ts'
import { Tab } from '../source.ts'
import { inOwnSession } from '../wire/attachment.ts'
import { Connection } from '../wire/connection.ts'
import { withoutCredentials } from '../wire/credentials.ts'
import { loadStorage, nameOfContext, saveStorage, Visited } from './context-storage.ts'
import { type Endpoint, type Hold, webSocketUrl } from './endpoint.ts'
import { firstTab } from './first-tab.ts'
import { OwnContexts } from './own-contexts.ts'
import { Titles } from './titles.ts'

/** How long a closing tab counts as gone despite its events. */
const closingMs = 1000

/** URLs of the tab that a browser starts with; `data:,` is chromedriver's. */
const blankUrls = new Set(['about:blank', 'data:,'])
/** To close what a session leaves. */
const endMs = 5000

/** What the browser says about a target. */
interface Known {
  readonly targetId: string
  readonly type: string
  readonly title: string
  readonly url: string
  readonly browserContextId?: string
  readonly openerId?: string
}

interface TabInfo {
  readonly id: string
  title: string
  url: string
  /** The session it was opened for. */
  session?: string
  /** It is in that session's own context. */
  readonly isOwn: boolean
  /** The context's id as the browser reports it, also for the default one. */
  readonly contextId: string
  /** The tab that opened it. */
  readonly opener?: string
  /** Order of selection: the largest is the selected tab. */
  selected: number
}

export class Browser {
  /** Its name in answers and logs. */
  readonly label: string
  readonly id: string
  readonly #endpoint: Endpoint
  readonly #hold: Hold | undefined
  readonly #tabs = new Map<string, TabInfo>()
  /** Targets being closed, which may still send events. */
  readonly #closing = new Set<string>()
  readonly #tabId: () => string
  #connection: Connection | undefined
  #contexts: OwnContexts | undefined
  overrides: BrowserOverrides | undefined
  #connecting: Promise<Connection> | undefined
  #selections = 0
  #visited = new Visited()
  readonly #titles = new Titles((targets) => {
    for (const target of targets) this.#know(target)
  })
  #product = ''
  #pid: number | undefined
  #closed = false
  /** Why the browser cannot be reached now. */
  #failure: string | undefined

  constructor(endpoint: Endpoint, id: string, tabId: () => string, hold?: Hold) {
    this.#endpoint = endpoint
    this.label = endpoint.label
    this.id = id
    this.#tabId = tabId
    this.#hold = hold
  }

  get failure(): string | undefined {
    return this.#failure
  }

  get product(): string {
    return this.#product
  }

  get isOpen(): boolean {
    return this.#connection !== undefined && this.#connection.closed === undefined
  }

  /** The daemon started it. */
  get isLaunched(): boolean {
    return this.#hold?.transport !== undefined
  }

  /** The daemon started it, and it has ended for good. */
  get isOver(): boolean {
    return this.#hold !== undefined && this.#failure !== undefined
  }

  async connect(signal: AbortSignal): Promise<Connection> {
    if (this.#connection !== undefined && this.#connection.closed === undefined) return this.#connection
    this.#connecting ??= this.#open(signal).finally(() => {
      this.#connecting = undefined
    })
    return await this.#connecting
  }

  async #open(signal: AbortSignal): Promise<Connection> {
    try {
      if (this.isOver) throw new Error(this.#failure)
      const connection =
        this.#hold?.transport === undefined
          ? await Connection.open(await webSocketUrl(this.#endpoint, signal), signal)
          : new Connection(this.#hold.transport)
      this.#tabs.clear()
      this.#contexts = new OwnContexts(connection)
      this.overrides = new BrowserOverrides(connection)
      this.#visited = new Visited()
      const { root } = connection
      root.on('Target.targetCreated', ({ targetInfo }) => this.#know(targetInfo))
      root.on('Target.targetInfoChanged', ({ targetInfo }) => this.#know(targetInfo))
      root.on('Target.targetDestroyed', ({ targetId }) => {
        this.#tabs.delete(targetId)
        this.#closing.delete(targetId)
      })
      connection.onClose((reason) => {
        this.#failure = reason
        this.#tabs.clear()
      })
      const [version] = await Promise.all([
        root.send('Browser.getVersion', undefined, signal),
        root.send('Target.setDiscoverTargets', { discover: true }, signal),
        root.send('SystemInfo.getProcessInfo', undefined, signal).then(
          ({ processInfo }) => {
            this.#pid = processInfo.find((process) => process.type === 'browser')?.id
          },
          () => {},
        ),
      ])
      if (this.#hold !== undefined) await firstTab(root, () => this.#tabs.size > 0, signal)
      this.#product = version.product
      this.#connection = connection
      this.#failure = undefined
      if (this.#closed) connection.close()
      return connection
    } catch (error) {
      const { url, label } = this.#endpoint
      // It may quote the address, and with it a token.
      this.#failure = String(error instanceof Error ? error.message : error).replaceAll(url, label)
      throw new Problem('unresponsive', {
        message: `The browser at ${this.label} cannot be reached: ${this.#failure}.`,
        hint: 'Start it with --remote-debugging-port, or correct --cdp.',
      })
    }
  }

  #know({ targetId, type, title, url, browserContextId = '', openerId }: Known): void {
    if (type !== 'page' || url.startsWith('devtools://') || this.#closing.has(targetId)) return
    this.#visited.add(browserContextId, url)
    const known = this.#tabs.get(targetId)
    if (known !== undefined) {
      Object.assign(known, { title, url })
      return
    }
    const owner = this.#contexts?.sessionOf(browserContextId)
    const opener = openerId === undefined ? undefined : this.#tabs.get(openerId)
    const session = owner ?? opener?.session
    this.#tabs.set(targetId, {
      id: this.#tabId(),
      title,
      url,
      selected: ++this.#selections,
      isOwn: owner !== undefined,
      contextId: browserContextId,
      ...(session !== undefined && { session }),
      ...(opener !== undefined && { opener: opener.id }),
    })
  }

  /** Before the tabs are listed. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (this.isOpen) await this.#titles.refresh(this.#connection!.root, signal)
  }

  /** The browser itself, then its tabs, the selected one first. */
  targets(): Target[] {
    if (!this.isOpen) return []
    const tabs = [...this.#tabs.values()].sort((a, b) => b.selected - a.selected)
    const name = this.#product.replace('/', ' ')
    return [
      {
        kind: 'application',
        id: this.id,
        platform: 'cdp',
        name,
        aliases: ['chromium', 'chrome', 'browser', 'org.chromium.Chromium', 'com.google.Chrome', name.split(' ')[0]!],
        ...(this.#pid !== undefined && { pid: this.#pid }),
      },
      ...tabs.map((tab, index) => this.#target(tab, index === 0)),
    ]
  }

  #target(tab: TabInfo, focused: boolean): Target {
    return {
      kind: 'tab',
      id: tab.id,
      app: this.id,
      platform: 'cdp',
      name: tab.title,
      url: withoutCredentials(tab.url),
      focused,
      ...(tab.session !== undefined && { session: tab.session }),
      ...(tab.isOwn && { own: true as const }),
      ...(tab.opener !== undefined && { opener: tab.opener }),
      ...(this.#pid !== undefined && { pid: this.#pid }),
    }
  }

  /** The protocol's id of a tab; undefined if it is in another browser. */
  targetIdOf(tab: string): string | undefined {
    for (const [targetId, info] of this.#tabs) if (info.id === tab) return targetId
    return undefined
  }

  async attach(targetId: string, law: Law | undefined, signal: AbortSignal): Promise<Tab> {
    const connection = await this.connect(signal)
    const last = { ...this.#tabs.get(targetId)! }
    const describe = () => {
      Object.assign(last, this.#tabs.get(targetId))
      return this.#target(last, last.selected === this.#selections)
    }
    const tab = await Tab.attach(connection, targetId, describe, () => this.select(targetId), signal, law)
    await this.overrides!.readBy(tab.session, targetId)
    return tab
  }

  async select(targetId: string): Promise<void> {
    const connection = await this.connect(AbortSignal.timeout(2000))
    await connection.root.send('Target.activateTarget', { targetId }, AbortSignal.timeout(2000))
    const tab = this.#tabs.get(targetId)
    if (tab !== undefined) tab.selected = ++this.#selections
  }

  async openTab({ url, session, context }: TabWish, signal: AbortSignal): Promise<Target> {
    const { root } = await this.connect(signal)
    const where = context === 'own' ? { browserContextId: await this.#contexts!.of(session) } : {}
    const { targetId } = await root.send('Target.createTarget', { url, ...where }, signal)
    this.#know({ targetId, type: 'page', title: '', url, ...where })
    const tab = this.#tabs.get(targetId)!
    tab.session = session
    tab.selected = ++this.#selections
    return this.#target(tab, true)
  }

  /** The blank tab that a browser starts with, if it is still there: it becomes the session's. */
  takeBlank(session: string): Target | undefined {
    const blank = [...this.#tabs.values()].find((tab) => blankUrls.has(tab.url) && tab.session === undefined)
    if (blank === undefined) return undefined
    blank.session = session
    return this.#target(blank, true)
  }

  /** The context's id as commands take it. */
  async contextOf(targetId: string, signal: AbortSignal): Promise<string | undefined> {
    return await nameOfContext(await this.connect(signal), this.#tabs.get(targetId)!.contextId, signal)
  }

  async saveStorage(targetId: string, signal: AbortSignal) {
    const connection = await this.connect(signal)
    const { contextId } = this.#tabs.get(targetId)!
    return await saveStorage(
      connection,
      await this.contextOf(targetId, signal),
      targetId,
      this.#visited.of(contextId),
      signal,
    )
  }

  async loadStorage(targetId: string, state: StorageState, signal: AbortSignal): Promise<Stored> {
    const connection = await this.connect(signal)
    const { contextId } = this.#tabs.get(targetId)!
    const stored = await loadStorage(connection, await this.contextOf(targetId, signal), targetId, state, signal)
    for (const { origin } of state.origins) this.#visited.add(contextId, origin)
    return stored
  }

  /** Never throws: what remains ends with the connection. */
  async endSession(session: string, mayClose: (tab: string) => boolean): Promise<void> {
    if (!this.isOpen) return
    const signal = AbortSignal.timeout(endMs)
    const tabs = [...this.#tabs].filter(([, tab]) => tab.session === session && !tab.isOwn)
    await Promise.allSettled([
      this.#contexts?.end(session, signal),
      this.overrides?.end(session, signal),
      ...tabs.map(async ([targetId, tab]) => {
        delete tab.session
        if (mayClose(tab.id)) await this.closeTab(targetId, signal)
      }),
    ])
  }

  /** Gives a crashed tab a page again: a blank one, or the same. */
  async revive(targetId: string, how: 'blank' | 'reload', signal: AbortSignal): Promise<void> {
    const connection = await this.connect(signal)
    await inOwnSession(connection, targetId, signal, async (session) => {
      if (how === 'reload') await session.send('Page.reload', {}, signal)
      else await session.send('Page.navigate', { url: 'about:blank' }, signal)
    })
  }

  async closeTab(targetId: string, signal: AbortSignal): Promise<void> {
    const { root } = await this.connect(signal)
    await root.send('Target.closeTarget', { targetId }, signal)
    this.#tabs.delete(targetId)
    this.#closing.add(targetId)
    // A page may ask whether to leave, and stay.
    setTimeout(() => this.#closing.delete(targetId), closingMs).unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#connection?.close()
    await this.#hold?.end()
  }
}
