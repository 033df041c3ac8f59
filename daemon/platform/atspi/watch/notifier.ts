/** What a source reports of its application: that there is something to reread, that an event came, and its end. */

import { Problem } from '../../../problem.ts'
import { Listeners } from '../../basics/listeners.ts'
import type { Key } from '../../element/row.ts'
import { type Change, Dirty, type Hearing, type Source } from '../../platform.ts'

export class ChangeNotifier {
  readonly #release: () => void
  readonly #events = new Listeners()
  #listener: (change: Change) => void = () => {}
  #hearing: Hearing | undefined
  #isTold = false
  #closed: string | undefined

  /**
   * `release` is called once, when the source is closed or its application is gone; only the end is reported after
   * that.
   */
  constructor(release: () => void) {
    this.#release = release
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  readonly listen: Source['listen'] = (listener, hearing) => {
    ;[this.#listener, this.#hearing] = [listener, hearing]
  }

  /** An event puts this element in doubt. */
  told(key: Key): void {
    this.#hearing?.told(key)
  }

  onEvent(listener: () => void): () => void {
    return this.#events.add(listener)
  }

  event(): void {
    this.#events.emit()
  }

  /** Reported once per reading, which decides then what to read. */
  dirty(root: Key): void {
    if (this.#isTold || this.isClosed) return
    this.#isTold = true
    this.#listener({ kind: 'dirty', key: root, what: Dirty.self })
  }

  /** A reading begins: what changes from now on is reported again. */
  reading(): void {
    this.#isTold = false
  }

  lostTrack(reason: string): void {
    this.#listener({ kind: 'lost-track', reason })
  }

  /** Throws app_not_found. */
  requireOpen(name: string): void {
    if (this.isClosed) throw new Problem('app_not_found', { message: `${name}: ${this.#closed}.` })
  }

  /** The application is gone. */
  end(reason: string): void {
    if (this.isClosed) return
    this.#close(reason)
    this.#listener({ kind: 'closed', reason })
  }

  close(): void {
    if (!this.isClosed) this.#close('it was let go')
  }

  #close(reason: string): void {
    this.#closed = reason
    this.#release()
  }
}
