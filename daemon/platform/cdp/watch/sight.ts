/** When Chromium looks at the accessibility trees of a session's documents, and what it then tells at once. */
import { setTimeout } from 'node:timers/promises'
import { CommandError, type Session } from '../wire/connection.ts'

/**
 * For so long after it first looks at a document Chromium holds back its events: 250 ms by its source. Measured from the
 * answer to that first look, 20 of 20 events came after 248 ms, 13 after 245, and none after 230 (150).
 */
const heldBackMs = 270
/** For what nobody waits for. */
const ever = new AbortController().signal

export class Sight {
  readonly #session: Session
  /** Ids of the frames below the outermost. */
  readonly #frames: Iterable<string>
  /** When all documents had certainly been looked at; undefined as long as that is unknown. */
  #since: number | undefined
  #documents = 0

  constructor(session: Session, frames: Iterable<string>) {
    this.#session = session
    this.#frames = frames
  }

  get isHeldBack(): boolean {
    return this.#leftMs > 0
  }

  get #leftMs(): number {
    return this.#since === undefined ? Number.POSITIVE_INFINITY : this.#since + heldBackMs - performance.now()
  }

  /** Waits until events are no longer held back, and flushes them, unless that takes longer than `ms`. */
  async waitIfWithin(ms: number, signal: AbortSignal): Promise<void> {
    const left = this.#leftMs
    if (left > ms) return
    await setTimeout(left, undefined, { signal }).catch(() => signal.throwIfAborted())
    await this.flush(signal)
  }

  /** There is a new document. It is looked at while it is being loaded, so that its events come at once when it is read. */
  renew(): void {
    this.#since = undefined
    this.#documents++
    this.flush(ever).then(this.whenRead(), () => {})
  }

  /** To be called when all documents of now have been read. */
  whenRead(): () => void {
    const documents = this.#documents
    return () => {
      if (documents === this.#documents) this.#since ??= performance.now()
    }
  }

  /** Each such read makes the browser report a document's changes before it answers. */
  async flush(signal: AbortSignal): Promise<void> {
    const rootOf = (frameId?: string) =>
      this.#session.send('Accessibility.getRootAXNode', frameId === undefined ? {} : { frameId }, signal)
    const below = [...this.#frames].map((frameId) =>
      rootOf(frameId).catch((error) => {
        // It has gone, or shows nothing.
        if (!(error instanceof CommandError)) throw error
      }),
    )
    await Promise.all([rootOf(), ...below])
  }
}
