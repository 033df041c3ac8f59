/** When Chromium tells at once what changes in a session's documents. */
import { setTimeout } from 'node:timers/promises'
import type { Take } from '../read/ax-reads.ts'
import { CommandError, type Session } from '../wire/connection.ts'
import type { Stillness } from './stillness.ts'

/**
 * For so long after it first looks at a document Chromium holds back its events: 250 ms by its source. Measured from the
 * answer to that first look, 20 of 20 events came after 248 ms, 13 after 245, and none after 230 (150).
 */
const heldBackMs = 270
/** Nodes that are registered at once. */
const batch = 40
/** So much later than a reading, in ms, since what it is for is answered first; or as soon as it is waited for. */
const laterMs = 100
/** For what nobody waits for. */
const ever = new AbortController().signal

interface Registering {
  /** Nodes whose children have to be asked for. */
  readonly ids: readonly number[]
  /** Asks for the children of a node, which registers them, and takes them. */
  ask(id: number, signal: AbortSignal): Promise<void>
  readonly take: Take
}

interface Registration {
  readonly abort: AbortController
  /** Aborted when it is to begin at once. */
  readonly soon: AbortController
  readonly ended: Promise<void>
  isDone: boolean
}

export class Telling {
  readonly #session: Session
  /** Ids of the frames below the outermost. */
  readonly #frames: Iterable<string>
  /** When all documents had certainly been looked at; undefined as long as that is unknown. */
  #since: number | undefined
  #documents = 0
  /** The one in progress or done; `undefined` if none is, or it failed. */
  #registration: Registration | undefined
  readonly #stillness: Stillness

  constructor(session: Session, frames: Iterable<string>, stillness: Stillness) {
    this.#session = session
    this.#frames = frames
    this.#stillness = stillness
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

  /** Registers what has just been read, in the background: from then on Chromium tells of its changes. */
  register(registering: Registering): void {
    if (this.#registration !== undefined) return
    const [abort, soon] = [new AbortController(), new AbortController()]
    const mine = { abort, soon, ended: Promise.resolve(), isDone: false }
    this.#registration = mine
    const end = (isDone: boolean) => {
      mine.isDone = isDone
      if (!isDone && this.#registration === mine) this.stop()
    }
    mine.ended = this.#registerAll(registering, soon.signal, abort.signal).then(
      () => end(true),
      () => end(false),
    )
  }

  /** The registration no longer holds. */
  stop(): void {
    this.#registration?.abort.abort()
    this.#registration?.soon.abort()
    this.#registration = undefined
  }

  async #registerAll({ ids, ask, take }: Registering, soon: AbortSignal, signal: AbortSignal): Promise<void> {
    await setTimeout(laterMs, undefined, { signal: soon, ref: false }).catch(() => {})
    await this.#session.send('Accessibility.getRootAXNode', {}, signal, undefined, ({ node }) => take([node]))
    for (let at = 0; at < ids.length; at += batch)
      await Promise.all(ids.slice(at, at + batch).map((id) => ask(id, signal)))
  }

  /** Is every change reported, now or after waiting for at most this many ms? */
  async isInTime(ms: number, signal: AbortSignal): Promise<boolean> {
    const registration = this.#registration
    const heldBack = (this.#since ?? Number.POSITIVE_INFINITY) + heldBackMs - performance.now()
    if (registration?.isDone && heldBack <= 0) return true
    if (await this.#stillness.holds(signal)) return true
    if (registration === undefined || heldBack > ms) return false
    registration.soon.abort()
    await Promise.race([
      Promise.all([registration.ended, setTimeout(Math.max(0, heldBack), undefined, { signal })]),
      setTimeout(ms, undefined, { signal, ref: false }),
    ]).catch(() => signal.throwIfAborted())
    await this.flush(signal)
    return registration.isDone && registration === this.#registration
  }
}
