/** Whether a session's page has done nothing since it was read: then all that was read is still so, reported or not. */
import type { Session } from '../wire/connection.ts'

/**
 * What the browser counts of a page: its scripts, and how often it was styled and laid out. Neither reading it nor what
 * runs in the daemon's own world counts.
 */
const doings: ReadonlySet<string> = new Set(['ScriptDuration', 'RecalcStyleCount', 'LayoutCount'])

export class Stillness {
  readonly #session: Session
  /** What it had done when it was read; undefined if that is unknown, or something was done to it since. */
  #done: string | undefined
  #turn = 0

  constructor(session: Session) {
    this.#session = session
  }

  /** To be called just before it is read. */
  async begin(signal: AbortSignal): Promise<void> {
    this.end()
    const turn = this.#turn
    const done = await this.#doings(signal).catch(() => undefined)
    if (turn === this.#turn) this.#done = done
  }

  /** Something was done to it, which the browser may not count. */
  end(): void {
    this.#turn++
    this.#done = undefined
  }

  async holds(signal: AbortSignal): Promise<boolean> {
    if (this.#done === undefined) return false
    const now = await this.#doings(signal)
    return now !== undefined && now === this.#done
  }

  /** With what was due: a page is styled and laid out before it is looked at. */
  async #doings(signal: AbortSignal): Promise<string | undefined> {
    const [, { metrics }] = await Promise.all([
      this.#session.send('Accessibility.getRootAXNode', {}, signal),
      this.#session.send('Performance.getMetrics', undefined, signal),
    ])
    return metrics.length === 0 ? undefined : JSON.stringify(metrics.filter(({ name }) => doings.has(name)))
  }
}
