/**
 * Waits until a page has put itself together from its web components: Chromium (156) crashes pages of Ionic, at their
 * next change of style, if their DOM is followed before.
 */
import { composedScript } from '../injected/composition.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, plainly } from '../wire/world.ts'

export class Documents {
  /** Number of the session's current document. */
  current = 0
  /** The last document that was found to be composed. */
  #composed: number | undefined

  /** Waits once per document; returns its number. Does not fail: a page that cannot be asked is read as it is. */
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
