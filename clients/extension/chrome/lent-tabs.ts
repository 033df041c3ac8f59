/** Plays a browser for the daemon: one that has only the lent tabs. */
import { type Command, codes, errorOf, type Notice, type Params, Refusal, type Reply } from './protocol.ts'
import { TabSessions } from './tab-sessions.ts'

/** As in events of `Target`. */
interface TargetInfo {
  readonly targetId: string
  readonly type: 'page'
  readonly title: string
  readonly url: string
  readonly attached: boolean
  readonly canAccessOpener: boolean
  readonly openerId?: string
}

interface Lent {
  readonly sessions: TabSessions
  info: TargetInfo
  /** Windows and tabs that its page has announced and that have not appeared yet. */
  opening: number
}

type RootCommand = (params: Params) => object | Promise<object>

export class LentTabs {
  readonly #send: (message: Reply | Notice) => void
  /** Called for a tab that is no longer lent, whoever ended it. */
  readonly #onBack: (tabId: number) => void
  readonly #tabs = new Map<number, Lent>()
  #isOver = false
  readonly #commands: { readonly [method: string]: RootCommand } = {
    'Browser.getVersion': () => ({ protocolVersion: '1.3', product: product(), userAgent: navigator.userAgent }),
    'Target.setDiscoverTargets': () => {
      for (const { info } of this.#tabs.values()) this.#tellTarget('Target.targetCreated', info)
      return {}
    },
    'Target.getTargets': async () => {
      await this.refresh()
      return { targetInfos: [...this.#tabs.values()].map(({ info }) => info) }
    },
    'Target.getTargetInfo': ({ targetId }) => ({ targetInfo: this.#byTarget(targetId).info }),
    'Target.attachToTarget': ({ targetId }) => ({ sessionId: this.#byTarget(targetId).sessions.begin() }),
    'Target.detachFromTarget': async ({ sessionId, targetId }) => {
      if (targetId !== undefined) await this.takeBack(this.#byTarget(targetId).sessions.tabId)
      else this.#bySession(String(sessionId))?.end(String(sessionId))
      return {}
    },
  }

  constructor(send: (message: Reply | Notice) => void, onBack: (tabId: number) => void) {
    this.#send = send
    this.#onBack = onBack
  }

  get size(): number {
    return this.#tabs.size
  }

  has(tabId: number | undefined): boolean {
    return tabId !== undefined && this.#tabs.has(tabId)
  }

  /** From here on Chromium shows its bar above the page. Throws the browser's message if no program may look there. */
  async lend(tabId: number, openerTabId?: number): Promise<void> {
    await chrome.debugger.attach({ tabId }, '1.3')
    const openerId = openerTabId === undefined ? undefined : this.#tabs.get(openerTabId)?.info.targetId
    const info = (await infos()).get(tabId)
    if (info === undefined || this.#isOver) {
      await chrome.debugger.detach({ tabId }).catch(() => undefined)
      throw new Error(this.#isOver ? 'Interface Explorer is not reached.' : 'The tab is gone.')
    }
    const lent: Lent = {
      sessions: new TabSessions(tabId, (notice) => this.#send(notice)),
      info: { ...info, ...(openerId !== undefined && { openerId }) },
      opening: 0,
    }
    this.#tabs.set(tabId, lent)
    this.#tellTarget('Target.targetCreated', lent.info)
  }

  async takeBack(tabId: number): Promise<void> {
    if (!this.#tabs.has(tabId)) return
    this.back(tabId)
    await chrome.debugger.detach({ tabId }).catch(() => undefined)
  }

  /** The tab is closed, or the person ended the lending in the bar above the page. */
  back(tabId: number): void {
    const lent = this.#tabs.get(tabId)
    if (lent === undefined) return
    this.#tabs.delete(tabId)
    lent.sessions.endAll()
    this.#send({ method: 'Target.targetDestroyed', params: { targetId: lent.info.targetId } })
    this.#onBack(tabId)
  }

  /** Nobody is left to lend to; tabs whose lending is under way are not lent. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#tabs.keys()].map((tabId) => this.takeBack(tabId)))
  }

  /** Whether a new tab was opened by the page of this one. A browser also names the tab that was in front. */
  isOpenedBy(tabId: number): boolean {
    const lent = this.#tabs.get(tabId)
    if (lent === undefined || lent.opening === 0) return false
    lent.opening--
    return true
  }

  /** An event of the browser for a tab. */
  take({ tabId, sessionId }: Debuggee, method: string, params?: object): void {
    const lent = this.#tabs.get(tabId)
    if (lent === undefined) return
    if (method === 'Page.windowOpen') lent.opening++
    lent.sessions.take(sessionId, method, params as Params)
  }

  /** Refreshes titles and addresses, which are not reported without the right to all tabs. */
  async refresh(): Promise<void> {
    const now = await infos()
    for (const [tabId, lent] of this.#tabs) {
      const info = now.get(tabId)
      if (info === undefined || (info.title === lent.info.title && info.url === lent.info.url)) continue
      lent.info = { ...lent.info, title: info.title, url: info.url }
      this.#tellTarget('Target.targetInfoChanged', lent.info)
    }
  }

  /** Replies in any order; never throws. */
  async receive({ id, sessionId, method, params }: Command): Promise<void> {
    const to = sessionId === undefined ? {} : { sessionId }
    try {
      this.#send({ id, result: await this.#carryOut(sessionId, method, params ?? {}), ...to })
    } catch (error) {
      this.#send({ id, error: errorOf(error), ...to })
    }
  }

  async #carryOut(sessionId: string | undefined, method: string, params: Params): Promise<object> {
    if (sessionId === undefined) {
      const command = this.#commands[method]
      if (command === undefined) throw new Refusal(codes.unknownMethod, `'${method}' wasn't found`)
      return await command(params)
    }
    const sessions = this.#bySession(sessionId)
    if (sessions === undefined) throw new Refusal(codes.noSession, 'Session with given id not found.')
    return await sessions.command(sessionId, method, params)
  }

  #byTarget(targetId: unknown): Lent {
    for (const lent of this.#tabs.values()) if (lent.info.targetId === targetId) return lent
    throw new Refusal(codes.failed, 'No target with given id found')
  }

  #bySession(sessionId: string): TabSessions | undefined {
    for (const { sessions } of this.#tabs.values()) if (sessions.has(sessionId)) return sessions
    return undefined
  }

  #tellTarget(method: 'Target.targetCreated' | 'Target.targetInfoChanged', targetInfo: TargetInfo): void {
    this.#send({ method, params: { targetInfo } })
  }
}

/** By tab. */
async function infos(): Promise<ReadonlyMap<number, TargetInfo>> {
  const all = await chrome.debugger.getTargets()
  return new Map(
    all.flatMap(({ id: targetId, tabId, title, url }) =>
      tabId === undefined
        ? []
        : [[tabId, { targetId, type: 'page', title, url, attached: true, canAccessOpener: false }]],
    ),
  )
}

/** `Chrome/150.0.0.0`: browsers tell pages and extensions no more. */
function product(): string {
  return /\b(?:Edg|OPR|Chrome)\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? 'Chrome/0'
}
