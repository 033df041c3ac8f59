/** Titles of tabs that are not attached: Chromium's events do not always report a changed title. */
import type { Protocol } from 'devtools-protocol'
import { untilAborted, withTimeLimit } from '../../../time-limit.ts'
import type { Session } from '../wire/connection.ts'

/** Maximum age of a title. */
const oldestMs = 500
/** How long listing tabs waits for titles. */
const patienceMs = 100

export class Titles {
  readonly #take: (targets: readonly Protocol.Target.TargetInfo[]) => void
  #at = Number.NEGATIVE_INFINITY
  #isAsking = false

  constructor(take: (targets: readonly Protocol.Target.TargetInfo[]) => void) {
    this.#take = take
  }

  /** A browser that hangs is waited for only once, and briefly. */
  async refresh(root: Session, signal: AbortSignal): Promise<void> {
    if (this.#isAsking || performance.now() - this.#at < oldestMs) return
    this.#isAsking = true
    const asked = root.send('Target.getTargets', {}).then(({ targetInfos }) => this.#take(targetInfos))
    const answered = asked
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false
        this.#at = performance.now()
      })
    await untilAborted(answered, withTimeLimit(signal, patienceMs)).catch(() => undefined)
  }
}
