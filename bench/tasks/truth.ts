/** What a tool's browser really shows: asked by a client of its own, past the tool. */
import { Connection } from '../../daemon/platform/cdp/wire/connection.ts'
import { evaluate } from '../stands/stand.ts'
import { pause } from '../times.ts'

/** For a change that comes with an animation. */
const mostMs = 2000
const pauseMs = 100

export class Truth {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  static async open(wsUrl: string): Promise<Truth> {
    return new Truth(await Connection.open(wsUrl, new AbortController().signal))
  }

  async product(): Promise<string> {
    return (await this.#connection.root.send('Browser.getVersion')).product
  }

  /** Nothing that an earlier task left is kept for the next. */
  async forget(origin: string): Promise<void> {
    await this.onEach((session) => session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }))
  }

  /** Whether a page of the browser says so, now or soon. */
  async holds(expression: string): Promise<boolean> {
    const end = performance.now() + mostMs
    for (;;) {
      const said = await this.onEach((session) => evaluate(session, expression).catch(() => false))
      if (said.includes(true)) return true
      if (performance.now() > end) return false
      await pause(pauseMs)
    }
  }

  close(): void {
    this.#connection.close()
  }

  async onEach<T>(work: (session: ReturnType<Connection['session']>) => Promise<T>): Promise<T[]> {
    const { root } = this.#connection
    const { targetInfos } = await root.send('Target.getTargets', {})
    const found: T[] = []
    for (const { targetId, type } of targetInfos) {
      if (type !== 'page') continue
      const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
      found.push(await work(this.#connection.session(sessionId)))
      await root.send('Target.detachFromTarget', { sessionId })
      this.#connection.dropSession(sessionId)
    }
    return found
  }
}
