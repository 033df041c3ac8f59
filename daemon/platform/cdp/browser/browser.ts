/** One browser: its endpoint, connection and tabs, again after a crash. Owns the process if the daemon started it. */
import { Problem } from '../../../problem.ts'
import type { Law } from '../../law.ts'
import type { TabWish, Target } from '../../platform.ts'
import type { StorageState, Stored } from '../../tab/storage-state.ts'
import { BrowserOverrides } from '../overrides/browser-overrides.ts'
import { Tab } from '../source.ts'
import { inOwnSession, releaseSession } from '../wire/attachment.ts'
import { Connection, type Session } from '../wire/connection.ts'
import { loadStorage, nameOfContext, saveStorage } from './context-storage.ts'
import { type Endpoint, type Hold, webSocketUrl } from './endpoint.ts'
import { firstTab } from './first-tab.ts'
import { OwnContexts } from './own-contexts.ts'
import { TabTable } from './tab-table.ts'
import { onlyLent, onlyLentTabs, type Theirs, theirsAlone } from './theirs.ts'
import { Titles } from './titles.ts'

/** Time for closing what a session leaves. */
const endMs = 5000

export class Browser {
  /** Its name in answers and logs. */
  readonly label: string
  readonly id: string
  readonly #endpoint: Endpoint
  readonly #hold: Hold | undefined
  readonly #tabs: TabTable
  /** The sessions that read tabs, and their targets. */
  readonly #readers = new Map<Session, string>()
  #connection: Connection | undefined
  #contexts: OwnContexts | undefined
  overrides: BrowserOverrides | undefined
  #connecting: Promise<Connection> | undefined
  readonly #titles = new Titles((targets) => {
    for (const target of targets) this.#tabs.know(target)
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
    this.#tabs = new TabTable(tabId, hold?.isPersonal === true)
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

  /** It is the person's own. */
  get isPersonal(): boolean {
    return this.#hold?.isPersonal === true
  }

  /** It came with its own connection, which may still be opening. */
  get isHeld(): boolean {
    return this.#hold !== undefined
  }

  /** Only single tabs of it are lent; no others can be opened. */
  get isLending(): boolean {
    return this.#hold?.isLending === true
  }

  /** The daemon started it. */
  get isLaunched(): boolean {
    return this.#hold?.transport !== undefined && !this.isPersonal
  }

  /** It has ended for good, or the connection that its owner agreed to has. */
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
      this.#contexts = new OwnContexts(connection)
      this.#tabs.begin(this.#contexts)
      this.overrides = new BrowserOverrides(connection)
      const { root } = connection
      root.on('Target.targetCreated', ({ targetInfo }) => {
        this.#tabs.know(targetInfo)
        if (this.isLending) this.#tabs.lend(targetInfo.targetId)
      })
      root.on('Target.targetInfoChanged', ({ targetInfo }) => this.#tabs.know(targetInfo))
      root.on('Target.targetDestroyed', ({ targetId }) => this.#tabs.forget(targetId))
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
      if (this.#hold !== undefined && !this.isPersonal) await firstTab(root, () => this.#tabs.size > 0, signal)
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

  /** Called before the tabs are listed. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (this.isOpen) await this.#titles.refresh(this.#connection!.root, signal)
  }

  /** The browser itself, then its tabs, the selected one first. */
  targets(): Target[] {
    if (!this.isOpen) return []
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
      ...this.#tabs.all().map((tab) => this.#target(tab)),
    ]
  }

  #target(tab: Target): Target {
    return { ...tab, app: this.id, ...(this.#pid !== undefined && { pid: this.#pid }) }
  }

  /** The protocol's id of a tab; undefined if it is in another browser. */
  targetIdOf(tab: string): string | undefined {
    return this.#tabs.idOf(tab)
  }

  async attach(targetId: string, law: Law | undefined, signal: AbortSignal): Promise<Tab> {
    const connection = await this.connect(signal)
    const last = { ...this.#tabs.get(targetId)! }
    const describe = () => {
      Object.assign(last, this.#tabs.get(targetId))
      return this.#target(this.#tabs.describe(last))
    }
    const tab = await Tab.attach(connection, targetId, describe, () => this.select(targetId), signal, law)
    this.#readers.set(tab.session, targetId)
    tab.session.onEnd(() => this.#readers.delete(tab.session))
    await this.overrides!.readBy(tab.session, targetId)
    return tab
  }

  /** The person's own browser keeps showing what they look at. */
  async select(targetId: string): Promise<void> {
    const { root } = await this.connect(AbortSignal.timeout(2000))
    if (!this.isPersonal) await root.send('Target.activateTarget', { targetId }, AbortSignal.timeout(2000))
    this.#tabs.select(targetId)
  }

  async openTab({ url, session, context }: TabWish, signal: AbortSignal): Promise<Target> {
    if (this.isLending) throw onlyLentTabs(this.label)
    const { root } = await this.connect(signal)
    const where = context === 'own' ? { browserContextId: await this.#contexts!.of(session) } : {}
    // Not among the person's tabs: the protocol has no tab groups, and a covered tab gives no pictures.
    const apart = this.isPersonal && { newWindow: true, background: true }
    const { targetId } = await root.send('Target.createTarget', { url, ...where, ...apart }, signal)
    return this.#target(this.#tabs.add({ targetId, type: 'page', title: '', url, ...where }, session))
  }

  /** Makes the blank tab that a browser starts with the session's, if it is still there. */
  takeBlank(session: string): Target | undefined {
    const targetId = this.#tabs.takeBlank(session)
    return targetId === undefined ? undefined : this.#target({ ...this.#tabs.target(targetId), focused: true })
  }

  get theirs(): readonly Theirs[] {
    return this.#tabs.theirs?.all ?? []
  }

  get lent(): TabTable['lent'] {
    return this.#tabs.lent
  }

  /** Returns the tab id; undefined if it is not one of theirs. */
  lend(targetId: string): string | undefined {
    return this.#tabs.lend(targetId)
  }

  /** Also takes back what it opened. Nothing of ours stays in it. */
  async takeBack(targetId: string): Promise<void> {
    const taken = this.#tabs.takeBack(targetId)
    await Promise.all(taken.map((one) => this.#leave(one)))
    // Its extension releases the tab.
    if (this.isLending)
      for (const one of taken) await this.#connection?.root.send('Target.detachFromTarget', { targetId: one })
  }

  /** Ends all that is being done in a tab, or in all tabs. */
  async #leave(targetId?: string): Promise<void> {
    this.overrides?.leave(targetId)
    const readers = [...this.#readers].filter(([, read]) => targetId === undefined || read === targetId)
    await Promise.all(readers.map(([session]) => releaseSession(session)))
  }

  /** The context's id as commands take it. Throws not_allowed for the person's own: what it stores is theirs. */
  async contextOf(targetId: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.isPersonal && this.#tabs.get(targetId)?.isOwn !== true) throw theirsAlone(this.label)
    return await nameOfContext(await this.connect(signal), this.#tabs.get(targetId)!.contextId, signal)
  }

  async saveStorage(targetId: string, signal: AbortSignal) {
    const connection = await this.connect(signal)
    const { contextId } = this.#tabs.get(targetId)!
    return await saveStorage(
      connection,
      await this.contextOf(targetId, signal),
      targetId,
      this.#tabs.visited.of(contextId),
      signal,
    )
  }

  async loadStorage(targetId: string, state: StorageState, signal: AbortSignal): Promise<Stored> {
    const connection = await this.connect(signal)
    const { contextId } = this.#tabs.get(targetId)!
    const stored = await loadStorage(connection, await this.contextOf(targetId, signal), targetId, state, signal)
    for (const { origin } of state.origins) this.#tabs.visited.add(contextId, origin)
    return stored
  }

  /** Never throws: what remains ends with the connection. */
  async endSession(session: string, mayClose: (tab: string) => boolean): Promise<void> {
    if (!this.isOpen) return
    const signal = AbortSignal.timeout(endMs)
    const tabs = this.#tabs.ofSession(session)
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
    const { id, isLent } = this.#tabs.get(targetId)!
    if (isLent) throw onlyLent(id)
    await root.send('Target.closeTarget', { targetId }, signal)
    this.#tabs.closing(targetId)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.isPersonal && this.isOpen) await this.#leave()
    this.#connection?.close()
    await this.#hold?.end()
  }
}
