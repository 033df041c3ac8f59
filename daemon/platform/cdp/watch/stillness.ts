/** Has a session's page done nothing since it was read? Then all that was read still holds, reported or not. */
import type { Session } from '../wire/connection.ts'

/**
 * Metrics by which the browser counts a page's work: its scripts, and how often it was styled and laid out. Reading the
 * page does not count, nor does what runs in the daemon's own world.
 */
const doings: ReadonlySet<string> = new Set(['ScriptDuration', 'RecalcStyleCount', 'LayoutCount'])

export class Stillness {
  readonly #session: Session
  /** What it had done when it was read; undefined if unknown, or if something was done to it since. */
  #done: string | undefined
  #turn = 0

  constructor(session: Session) {
    this.#session = session
  }

  /** Call just before the page is read. */
  async begin(signal: AbortSignal): Promise<void> {
    this.end()
    const turn = this.#turn
    const done = await this.#doings(signal).catch(() => undefined)
    if (turn === this.#turn) this.#done = done
  }

  /** Something was done to it that the browser may not count. */
  end(): void {
    this.#turn++
    this.#done = undefined
  }

  async holds(signal: AbortSignal): Promise<boolean> {
    if (this.#done === undefined) return false
    const now = await this.#doings(signal)
    return now !== undefined && now === this.#done
  }

  /** Includes pending work: a page is styled and laid out before it is looked at. */
  async #doings(signal: AbortSignal): Promise<string | undefined> {
    const [, { metrics }] = await Promise.all([
      this.#session.send('Accessibility.getRootAXNode', {}, signal),
      this.#session.send('Performance.getMetrics', undefined, signal),
    ])
    return metrics.length === 0 ? undefined : JSON.stringify(metrics.filter(({ name }) => doings.has(name)))
  }
}
