/** When does Chromium report changes in a session's documents at once? */
import { setTimeout } from 'node:timers/promises'
import type { Take } from '../read/ax-reads.ts'
import { CommandError, type Session } from '../wire/connection.ts'
import type { Stillness } from './stillness.ts'

/**
 * For this long after first looking at a document Chromium holds back its events: 250 ms by its source. Measured from
 * the answer to that first look, 20 of 20 events came after 248 ms, 13 after 245, and none after 230 (150).
 */
const heldBackMs = 270
/** How many nodes are registered at once. */
const batch = 40
/** Ms from a reading to its registration, so that the caller is answered first; no delay once someone waits for it. */
const laterMs = 100
/** For what nobody waits for. */
const ever = new AbortController().signal

interface Registering {
  /** Nodes whose children have to be requested. */
  readonly ids: readonly number[]
  /** Requests the children of a node, which registers them, and takes them in. */
  ask(id: number, signal: AbortSignal): Promise<void>
  readonly take: Take
}

interface Registration {
  readonly abort: AbortController
  /** Aborted when it is to begin at once. */
  readonly soon: AbortController
  /** Nodes that are registered or will be. */
  readonly known: Set<number>
  /** Those that are still to be asked for. */
  readonly left: number[]
  ended: Promise<void>
  isDone: boolean
}

export class EventReporting {
  readonly #session: Session
  /** Ids of the frames below the outermost one. */
  readonly #frames: Iterable<string>
  /** When all documents had certainly been looked at; undefined while that is unknown. */
  #since: number | undefined
  #documents = 0
  /** The registration in progress or done; `undefined` if there is none, or it failed. */
  #registration: Registration | undefined
  readonly #stillness: Stillness

  constructor(session: Session, frames: Iterable<string>, stillness: Stillness) {
    this.#session = session
    this.#frames = frames
    this.#stillness = stillness
  }

  /** There is a new document: looked at while it loads, so that its events are not held back when it is read. */
  renew(): void {
    this.#since = undefined
    this.#documents++
    this.flush(ever).then(this.whenRead(), () => {})
  }

  /** Call before reading all current documents; call the result when they have been read. */
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
        // The frame has gone, or shows nothing.
        if (!(error instanceof CommandError)) throw error
      }),
    )
    await Promise.all([rootOf(), ...below])
  }

  /**
   * Registers what has just been read, in the background: from then on Chromium reports its changes. A later call adds
   * nodes that have come since.
   */
  register(registering: Registering): void {
    const before = this.#registration
    const added = registering.ids.filter((id) => !before?.known.has(id))
    if (before !== undefined && added.length === 0) return
    const mine = before ?? {
      abort: new AbortController(),
      soon: new AbortController(),
      known: new Set(),
      left: [],
      ended: Promise.resolve(),
      isDone: true,
    }
    this.#registration = mine
    for (const id of added) mine.known.add(id)
    mine.left.push(...added)
    if (!mine.isDone) return
    mine.isDone = false
    mine.ended = this.#registerAll(registering, mine).catch(() => {
      if (this.#registration === mine) this.stop()
    })
  }

  /** The registration no longer holds. */
  stop(): void {
    this.#registration?.abort.abort()
    this.#registration?.soon.abort()
    this.#registration = undefined
  }

  async #registerAll({ ask, take }: Registering, registration: Registration): Promise<void> {
    const { left, soon, abort } = registration
    const { signal } = abort
    await setTimeout(laterMs, undefined, { signal: soon.signal, ref: false }).catch(() => {})
    await this.#session.send('Accessibility.getRootAXNode', {}, signal, undefined, ({ node }) => take([node]))
    while (left.length > 0) await Promise.all(left.splice(0, batch).map((id) => ask(id, signal)))
    // At once: nodes that are added later start another run.
    registration.isDone = true
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
