/**
 * One browser: finds its endpoint, connects, knows its tabs from events, connects again after a crash or restart.
 * Owns the connection and, when the daemon started it, the process.
 */
import { Problem } from '../../problem.ts'
import type { Target } from '../platform.ts'
import { Connection } from './connection.ts'
import type { Launched } from './launch.ts'
import { Tab } from './tab.ts'

/** How long a tab that was told to close is taken for gone whatever events say. */
const closingMs = 1000
/** Titles of tabs that nobody explores may be so old. */
const titlesMs = 500

interface TabInfo {
  readonly id: string
  title: string
  url: string
  /** Order of selection: the largest is the selected tab. */
  selected: number
}

export class Browser {
  /** Given by the owner, or of the process that was started. */
  readonly endpoint: string
  readonly id: string
  readonly #launched: Launched | undefined
  readonly #tabs = new Map<string, TabInfo>()
  /** Targets that were told to close, and of which events may still come. */
  readonly #closing = new Set<string>()
  readonly #tabId: () => string
  #connection: Connection | undefined
  #connecting: Promise<Connection> | undefined
  #selections = 0
  #refreshedAt = Number.NEGATIVE_INFINITY
  #product = ''
  #pid: number | undefined
  #closed = false
  /** Why the browser cannot be reached now. */
  #failure: string | undefined

  constructor(endpoint: string, id: string, tabId: () => string, launched?: Launched) {
    this.endpoint = endpoint
    this.id = id
    this.#tabId = tabId
    this.#launched = launched
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

  /** The browser was started by the daemon and has ended: it will not come back. */
  get isOver(): boolean {
    return this.#launched !== undefined && this.#failure !== undefined
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
      const connection = await Connection.open(await webSocketUrl(this.endpoint, signal), signal)
      this.#tabs.clear()
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
      this.#product = version.product
      this.#connection = connection
      this.#failure = undefined
      if (this.#closed) connection.close()
      return connection
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error)
      throw new Problem('unresponsive', {
        message: `The browser at ${this.endpoint} cannot be reached: ${this.#failure}.`,
        hint: 'Start it with --remote-debugging-port, or correct --cdp.',
      })
    }
  }

  #know({ targetId, type, title, url }: { targetId: string; type: string; title: string; url: string }): void {
    if (type !== 'page' || url.startsWith('devtools://') || this.#closing.has(targetId)) return
    const known = this.#tabs.get(targetId)
    if (known === undefined) this.#tabs.set(targetId, { id: this.#tabId(), title, url, selected: ++this.#selections })
    else Object.assign(known, { title, url })
  }

  /** Asks for titles again, which Chromium does not always tell; at most once in a while. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (!this.isOpen || performance.now() - this.#refreshedAt < titlesMs) return
    this.#refreshedAt = performance.now()
    const { targetInfos } = await this.#connection!.root.send('Target.getTargets', {}, signal)
    for (const info of targetInfos) this.#know(info)
  }

  /** The browser itself, and its tabs, the selected one first. */
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
      url: tab.url,
      focused,
      ...(this.#pid !== undefined && { pid: this.#pid }),
    }
  }

  /** The protocol's id of a tab; undefined when it is not this browser's. */
  targetIdOf(tab: string): string | undefined {
    for (const [targetId, info] of this.#tabs) if (info.id === tab) return targetId
    return undefined
  }

  async attach(targetId: string, signal: AbortSignal): Promise<Tab> {
    const connection = await this.connect(signal)
    const last = { ...this.#tabs.get(targetId)! }
    const describe = () => {
      Object.assign(last, this.#tabs.get(targetId))
      return this.#target(last, last.selected === this.#selections)
    }
    return await Tab.attach(connection, targetId, describe, () => this.select(targetId), signal)
  }

  async select(targetId: string): Promise<void> {
    const connection = await this.connect(AbortSignal.timeout(2000))
    await connection.root.send('Target.activateTarget', { targetId }, AbortSignal.timeout(2000))
    const tab = this.#tabs.get(targetId)
    if (tab !== undefined) tab.selected = ++this.#selections
  }

  async openTab(url: string, signal: AbortSignal): Promise<Target> {
    const { root } = await this.connect(signal)
    const { targetId } = await root.send('Target.createTarget', { url }, signal)
    this.#know({ targetId, type: 'page', title: '', url })
    const tab = this.#tabs.get(targetId)!
    tab.selected = ++this.#selections
    return this.#target(tab, true)
  }

  /** Gives a tab whose page has crashed a page again: a blank one, or the same. */
  async revive(targetId: string, how: 'blank' | 'reload', signal: AbortSignal): Promise<void> {
    const connection = await this.connect(signal)
    const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true }, signal)
    const session = connection.session(sessionId)
    try {
      if (how === 'reload') await session.send('Page.reload', {}, signal)
      else await session.send('Page.navigate', { url: 'about:blank' }, signal)
    } finally {
      connection.root.send('Target.detachFromTarget', { sessionId }).catch(() => undefined)
      connection.dropSession(sessionId)
    }
  }

  async closeTab(targetId: string, signal: AbortSignal): Promise<void> {
    const { root } = await this.connect(signal)
    await root.send('Target.closeTarget', { targetId }, signal)
    this.#tabs.delete(targetId)
    this.#closing.add(targetId)
    // A page may ask whether to leave, and stay.
    setTimeout(() => this.#closing.delete(targetId), closingMs).unref()
  }

  close(): void {
    this.#closed = true
    this.#connection?.close()
    this.#launched?.kill()
  }
}

/** `http://host:port` is asked for its websocket; `ws://…` is taken as it is. */
async function webSocketUrl(endpoint: string, signal: AbortSignal): Promise<string> {
  if (endpoint.startsWith('ws')) return endpoint
  const response = await fetch(new URL('/json/version', endpoint), { signal })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string }
  const url = new URL(webSocketDebuggerUrl)
  // A browser behind a forwarded port names the host that it sees itself.
  url.host = new URL(endpoint).host
  return url.href
}
