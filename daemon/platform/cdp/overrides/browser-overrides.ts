/** The overrides of one browser's tabs and contexts, each for a session. */
import type { Protocol } from 'devtools-protocol'
import type { Emulation } from '../../../../api-schema/emulation.ts'
import type { Permission, Route, RouteWish } from '../../tab/overrides.ts'
import type { Connection, Session } from '../wire/connection.ts'
import { type TabName, TabOverrides } from './tab-overrides.ts'

interface Permitted extends Permission {
  readonly session: string
  readonly contextId: string | undefined
}

export class BrowserOverrides {
  readonly #connection: Connection
  readonly #tabs = new Map<string, TabOverrides>()
  /** The sessions that read tabs, with the target of each. */
  readonly #readers = new Map<Session, string>()
  #permitted: readonly Permitted[] = []
  #routes = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Adds a session that reads a tab. */
  async readBy(reader: Session, targetId: string): Promise<void> {
    this.#readers.set(reader, targetId)
    reader.onEnd(() => this.#readers.delete(reader))
    await this.#tabs.get(targetId)?.shareWith(reader)
  }

  emulation(targetId: string): Emulation {
    return this.#tabs.get(targetId)?.emulation ?? {}
  }

  async renew(targetId: string): Promise<void> {
    await this.#tabs.get(targetId)?.renew()
  }

  routes(targetId: string): readonly Route[] {
    return this.#tabs.get(targetId)?.routes ?? []
  }

  async emulate(name: TabName, emulation: Emulation, session: string, signal: AbortSignal): Promise<void> {
    const { targetId } = name
    const isNothing = Object.keys(emulation).length === 0
    const tab = isNothing ? this.#tabs.get(targetId) : await this.#tab(name, session, signal)
    try {
      await tab?.emulate(emulation, signal)
    } finally {
      this.#closeIfEmpty(targetId)
    }
  }

  async addRoute(name: TabName, wish: RouteWish, session: string, signal: AbortSignal): Promise<Route> {
    const tab = await this.#tab(name, session, signal)
    const route = { ...wish, id: `r${++this.#routes}`, used: 0 }
    await tab.setRoutes([...tab.routes, route], signal)
    return route
  }

  async removeRoutes(targetId: string, id: string | undefined, signal: AbortSignal): Promise<boolean> {
    const tab = this.#tabs.get(targetId)
    if (tab === undefined) return false
    const left = id === undefined ? [] : tab.routes.filter((route) => route.id !== id)
    if (left.length === tab.routes.length) return false
    await tab.setRoutes(left, signal)
    this.#closeIfEmpty(targetId)
    return true
  }

  permissions(contextId: string | undefined): readonly Permission[] {
    return this.#permitted
      .filter((one) => one.contextId === contextId)
      .map(({ origin, name, setting }) => ({ origin, name, setting }))
  }

  async permit(
    contextId: string | undefined,
    origin: string,
    names: readonly string[],
    setting: Permission['setting'] | undefined,
    session: string,
    signal: AbortSignal,
  ): Promise<void> {
    await Promise.all(names.map((name) => this.#set(contextId, origin, name, setting ?? 'prompt', signal)))
    const others = this.#permitted.filter(
      (one) => one.contextId !== contextId || one.origin !== origin || !names.includes(one.name),
    )
    const added = setting === undefined ? [] : names.map((name) => ({ origin, name, setting, session, contextId }))
    this.#permitted = [...others, ...added]
  }

  /** Undoes the overrides of one tab, or of all. Never throws. */
  leave(targetId?: string): void {
    for (const [id, tab] of this.#tabs) {
      if (targetId !== undefined && id !== targetId) continue
      this.#tabs.delete(id)
      tab.close()
    }
  }

  /** Undoes what a session has overridden. Never throws. */
  async end(session: string, signal: AbortSignal): Promise<void> {
    for (const [targetId, tab] of this.#tabs) {
      if (tab.session !== session) continue
      this.#tabs.delete(targetId)
      tab.close()
    }
    const own = this.#permitted.filter((one) => one.session === session)
    this.#permitted = this.#permitted.filter((one) => one.session !== session)
    await Promise.allSettled(
      own.map(({ contextId, origin, name }) => this.#set(contextId, origin, name, 'prompt', signal)),
    )
  }

  async #tab(name: TabName, session: string, signal: AbortSignal): Promise<TabOverrides> {
    const { targetId } = name
    const known = this.#tabs.get(targetId)
    if (known !== undefined) return known
    const tab = await TabOverrides.attach(this.#connection, name, session, signal)
    this.#tabs.set(targetId, tab)
    for (const [reader, read] of this.#readers) if (read === targetId) await tab.shareWith(reader)
    tab.onEnd(() => {
      if (this.#tabs.get(targetId) === tab) this.#tabs.delete(targetId)
    })
    return tab
  }

  /** Detaches from the tab once nothing is overridden in it. */
  #closeIfEmpty(targetId: string): void {
    const tab = this.#tabs.get(targetId)
    if (tab === undefined || !tab.isEmpty) return
    this.#tabs.delete(targetId)
    tab.close()
  }

  async #set(
    browserContextId: string | undefined,
    origin: string,
    name: string,
    setting: Protocol.Browser.PermissionSetting,
    signal: AbortSignal,
  ): Promise<void> {
    const where = { origin, ...(browserContextId !== undefined && { browserContextId }) }
    await this.#connection.root.send('Browser.setPermission', { permission: { name }, setting, ...where }, signal)
  }
}
