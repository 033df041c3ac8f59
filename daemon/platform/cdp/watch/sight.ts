/** When Chromium looks at the accessibility trees of a session's documents, and what it then tells at once. */
import { CommandError, type Session } from '../wire/connection.ts'

/** For so long after it first looks at a document Chromium holds back its events: 250 ms by its source, 265 measured (156). */
const heldBackMs = 350
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
    return this.#since === undefined || performance.now() - this.#since < heldBackMs
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
