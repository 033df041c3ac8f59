/** What an application's source is and does in the same way with accessibility and without. */
import type { Change, Source, Target } from '../platform.ts'
import type { Key } from '../row.ts'
import { Quiet } from './watch/quiet.ts'
import { Telling } from './watch/telling.ts'
import type { AppAccess, Operations, Owner } from './wire/access.ts'

export interface ReachedOptions {
  readonly owner: Owner
  /** The current target. */
  readonly describe: () => Target
  readonly operations: Operations
  /** Called once, when it is closed or its application is gone. */
  readonly closed: () => void
}

export abstract class Reached {
  readonly #options: ReachedOptions
  protected readonly telling = new Telling(() => {
    this.release()
    this.settling.end()
    this.#options.closed()
  })
  protected readonly settling = new Quiet()

  constructor(options: ReachedOptions) {
    this.#options = options
  }

  abstract readonly root: Key
  protected abstract get access(): AppAccess
  /** Called once, at its end. */
  protected abstract release(): void

  get target(): Target {
    return this.#options.describe()
  }

  get name(): string {
    return this.target.name
  }

  get owner(): Owner {
    return this.#options.owner
  }

  protected get operations(): Operations {
    return this.#options.operations
  }

  listen(listener: (change: Change) => void): void {
    this.telling.listen(listener)
  }

  onEvent(listener: () => void): () => void {
    return this.telling.onEvent(listener)
  }

  async quiet(signal: AbortSignal, onPause?: () => void): Promise<void> {
    if (!this.telling.isClosed) await this.settling.still(signal, onPause)
  }

  readonly frames: Source['frames'] = async (keys, signal) => {
    this.begin(signal)
    return await this.operations.frames(this.access, keys, signal)
  }

  readonly at: Source['at'] = async (x, y, _page, signal) => {
    this.begin(signal)
    return await this.operations.at(this.access, x, y, signal)
  }

  readonly check: Source['check'] = async (key, act, signal) => {
    this.begin(signal)
    return await this.operations.check(this.access, key, act, signal)
  }

  readonly capture: NonNullable<Source['capture']> = async (options, signal) => {
    this.begin(signal)
    return await this.operations.capture(this.access, options, signal)
  }

  /** The application is gone. */
  end(reason: string): void {
    this.telling.end(reason)
  }

  async close(): Promise<void> {
    this.telling.close()
  }

  protected begin(signal: AbortSignal): void {
    signal.throwIfAborted()
    this.telling.requireOpen(this.name)
  }

  protected notify(): void {
    this.telling.dirty(this.root)
  }
}
