/** The overrides of one tab, in a session of their own: the browser undoes them when that ends, however it ends. */

import type { Emulation } from '../../../../api-schema/emulation.ts'
import { clause, Problem } from '../../../problem.ts'
import type { Route } from '../../tab/overrides.ts'
import { CommandError, type Connection, type Session } from '../wire/connection.ts'
import { keepNetwork, letNetworkGo } from '../wire/network-domain.ts'
import { type Settings, settingsOf, steps, type Where } from './emulated.ts'
import { decide, lawful, patternsOf } from './routing.ts'

/** Frames and workers wait for their overrides before they run their first script. */
const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true } as const
/** Time for a frame or worker to take its overrides. */
const childMs = 5000
const none: Settings = new Map()

export interface TabName {
  readonly targetId: string
  /** In a browser context that only its session uses. */
  readonly isOwn: boolean
}

export class TabOverrides {
  /** The session whose overrides they are. */
  readonly session: string
  readonly #page: Session
  /** Its frames' processes show no other session's tab. */
  readonly #isOwn: boolean
  readonly #children = new Set<Session>()
  readonly #readers = new Set<Session>()
  #emulation: Emulation = {}
  #routes: readonly Route[] = []

  private constructor(page: Session, isOwn: boolean, session: string) {
    this.#page = page
    this.#isOwn = isOwn
    this.session = session
    this.#listen(page, '')
  }

  static async attach(
    connection: Connection,
    { targetId, isOwn }: TabName,
    session: string,
    signal: AbortSignal,
  ): Promise<TabOverrides> {
    const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true }, signal)
    const overrides = new TabOverrides(connection.session(sessionId), isOwn, session)
    try {
      await overrides.#page.send('Target.setAutoAttach', autoAttach, signal)
    } catch (error) {
      overrides.close()
      throw error
    }
    return overrides
  }

  onEnd(listener: () => void): void {
    this.#page.onEnd(listener)
  }

  get emulation(): Emulation {
    return this.#emulation
  }

  get routes(): readonly Route[] {
    return this.#routes
  }

  get isEmpty(): boolean {
    return Object.keys(this.#emulation).length === 0 && this.#routes.length === 0
  }

  async emulate(wanted: Emulation, signal: AbortSignal): Promise<void> {
    const before = this.#emulation
    this.#hold(wanted)
    try {
      await Promise.all(this.#changeAll(before, wanted, signal))
    } catch (error) {
      this.#hold(before)
      await Promise.allSettled(this.#changeAll(wanted, before, AbortSignal.timeout(childMs)))
      if (!(error instanceof CommandError)) throw error
      throw new Problem('unsupported_here', {
        message: `The browser refuses it: ${clause(error.message)}. Nothing has changed.`,
        hint: 'Another client, such as its developer tools, may hold it; close that, or ask for something else.',
      })
    }
  }

  async setRoutes(routes: readonly Route[], signal: AbortSignal): Promise<void> {
    this.#routes = routes
    await Promise.all([this.#page, ...this.#children].map((session) => this.#intercept(session, signal)))
  }

  /** Adds a session that reads the tab. Overrides of the reader's end with it; the page's then count again. */
  async shareWith(reader: Session): Promise<void> {
    this.#readers.add(reader)
    reader.onEnd(() => {
      this.#readers.delete(reader)
      void this.#change(this.#page, none, settingsOf(this.#emulation, 'reader'), AbortSignal.timeout(childMs)).catch(
        () => undefined,
      )
    })
    await this.#change(reader, none, this.#settings(this.#emulation, reader), AbortSignal.timeout(childMs))
  }

  /** Chromium ends touch emulation when it enlarges the viewport for a picture. Never throws. */
  async renew(): Promise<void> {
    const renewed = settingsOf({ touch: this.#emulation.touch === true }, 'reader')
    await this.#change(this.#page, none, renewed, AbortSignal.timeout(childMs)).catch(() => undefined)
  }

  /** Ends the session, and with it all overrides. Never throws. */
  close(): void {
    const before = this.#emulation
    this.#hold({})
    for (const reader of this.#readers)
      void this.#change(reader, settingsOf(before, 'reader'), none, AbortSignal.timeout(childMs))
    const { connection, id } = this.#page
    connection.root.send('Target.detachFromTarget', { sessionId: id! }).catch(() => undefined)
    connection.dropSession(id!)
  }

  #hold(emulation: Emulation): void {
    this.#emulation = emulation
    const isNetwork = this.#settings(emulation, this.#page).has('Network.emulateNetworkConditions')
    const keep = isNetwork ? keepNetwork : letNetworkGo
    keep(this.#page.connection, this)
  }

  #where(session: Session): Where {
    if (session === this.#page) return 'page'
    if (this.#readers.has(session)) return 'reader'
    return this.#isOwn ? 'own' : 'shared'
  }

  #settings(emulation: Emulation, session: Session): Settings {
    return settingsOf(emulation, this.#where(session))
  }

  #changeAll(from: Emulation, to: Emulation, signal: AbortSignal): Promise<void>[] {
    return [...this.#readers, this.#page, ...this.#children].map((session) =>
      this.#change(session, this.#settings(from, session), this.#settings(to, session), signal),
    )
  }

  /** Errors of a frame or worker are ignored: what it cannot take, it does not need. */
  async #change(session: Session, from: Settings, to: Settings, signal: AbortSignal): Promise<void> {
    const sent = steps(from, to).map(([command, params]) => session.send(command, params as never, signal))
    if (session === this.#page) await Promise.all(sent)
    else await Promise.allSettled(sent)
  }

  async #intercept(session: Session, signal: AbortSignal): Promise<void> {
    const sent =
      this.#routes.length === 0
        ? session.send('Fetch.disable', undefined, signal)
        : session.send('Fetch.enable', { patterns: patternsOf(this.#routes) }, signal)
    // Workers that send their requests through their page do not have this domain.
    if (session === this.#page) await sent
    else await sent.catch(() => undefined)
  }

  /** `url`: where a frame's or worker's session was when it began. */
  #listen(session: Session, url: string): void {
    session.on('Fetch.requestPaused', async (paused) => {
      const routes = this.#routes
      const isLimited = routes.some(({ law }) => law !== undefined)
      const used = decide(session, isLimited ? await lawful(session, url, routes, paused) : routes, paused)
      if (used.length > 0)
        this.#routes = this.#routes.map((route) => (used.includes(route) ? { ...route, used: route.used + 1 } : route))
    })
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = session.connection.session(sessionId, session)
      this.#children.add(child)
      child.onEnd(() => this.#children.delete(child))
      this.#listen(child, targetInfo.url)
      const signal = AbortSignal.timeout(childMs)
      // Sent together, in this order: the target waits for no reply in between.
      const sent = [
        child.send('Target.setAutoAttach', autoAttach, signal),
        this.#change(child, none, this.#settings(this.#emulation, child), signal),
        ...(this.#routes.length === 0 ? [] : [this.#intercept(child, signal)]),
        child.send('Runtime.runIfWaitingForDebugger', undefined, signal),
      ]
      void Promise.allSettled(sent)
    })
  }
}
