/** Browser contexts of the daemon, one per session: cookies and storage that no other session shares. */
import { downloadsOf } from '../feeds/browser-downloads.ts'
import type { Connection } from '../wire/connection.ts'

const makeMs = 5000

export class OwnContexts {
  readonly #connection: Connection
  /** By session; stored while the browser is still creating it, so that each session gets only one. */
  readonly #made = new Map<string, Promise<string>>()
  readonly #sessions = new Map<string, string>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The session that a context was made for. */
  sessionOf(browserContextId: string | undefined): string | undefined {
    return browserContextId === undefined ? undefined : this.#sessions.get(browserContextId)
  }

  /** The session's context, created on first use. The browser ends it with the connection, however that ends. */
  async of(session: string): Promise<string> {
    const before = this.#made.get(session)
    if (before !== undefined) return await before
    // Not the caller's signal: a context created after its caller left would never be found again.
    const making = this.#make(session, AbortSignal.timeout(makeMs))
    this.#made.set(session, making)
    making.catch(() => this.#made.delete(session))
    return await making
  }

  async #make(session: string, signal: AbortSignal): Promise<string> {
    const { root } = this.#connection
    const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true }, signal)
    this.#sessions.set(browserContextId, session)
    await downloadsOf(this.#connection).enter(browserContextId, signal)
    return browserContextId
  }

  /** Closes all its tabs without their unload dialogs. */
  async end(session: string, signal: AbortSignal): Promise<void> {
    const browserContextId = await this.#made.get(session)?.catch(() => undefined)
    this.#made.delete(session)
    if (browserContextId === undefined) return
    downloadsOf(this.#connection).leave(browserContextId)
    await this.#connection.root.send('Target.disposeBrowserContext', { browserContextId }, signal)
    this.#sessions.delete(browserContextId)
  }
}
