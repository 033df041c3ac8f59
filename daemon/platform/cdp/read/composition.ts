/**
 * Waits for a page that is still put together from components of its own: Chromium (156) crashes pages of Ionic whose DOM
 * is followed before, at the next change of style.
 */
import { composedScript } from '../injected/composition.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, plainly } from '../wire/world.ts'

export class Documents {
  /** Numbers a session's documents. */
  current = 0
  /** The last that was found composed. */
  #composed: number | undefined

  /** Waits once for each; returns its number. Does not fail: a page that cannot be asked is read as it is. */
  async composed(session: Session, signal: AbortSignal): Promise<number> {
    while (this.#composed !== this.current) {
      const document = this.current
      await untilComposed(session, signal)
      if (document === this.current) this.#composed = document
    }
    return this.current
  }
}

async function untilComposed(session: Session, signal: AbortSignal): Promise<void> {
  try {
    const contextId = await contextOf(plainly, session, signal)
    const asked = { expression: `(${composedScript})()`, contextId, awaitPromise: true }
    await session.send('Runtime.evaluate', asked, signal)
  } catch {
    signal.throwIfAborted()
  }
}
