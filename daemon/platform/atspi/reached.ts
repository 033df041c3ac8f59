/** What all sources of applications share, with accessibility or without. */

import { getOrCreate } from '../basics/get-or-create.ts'
import type { Key } from '../element/row.ts'
import type { Source, Target } from '../platform.ts'
import { check } from './act/check.ts'
import type { Tools } from './act/subject/subject.ts'
import { capture } from './capture/capture.ts'
import type { Desktop } from './desktop/desktop.ts'
import { unsupportedBy } from './desktop/missing.ts'
import type { Desktops } from './desktops.ts'
import { Geometry } from './geometry/frames.ts'
import { ChangeNotifier } from './watch/notifier.ts'
import { Quiet } from './watch/quiet.ts'
import type { AppAccess, Owner } from './wire/access.ts'

export interface ReachedOptions {
  readonly owner: Owner
  /** The current target. */
  readonly describe: () => Target
  readonly desktops: Desktops
  /** Called once, when it is closed or its application is gone. */
  readonly closed: () => void
}

const made = new WeakMap<Desktop, Tools>()

function toolsOf(desktop: Desktop): Tools {
  const { windows, manager, input, pictures } = desktop
  return getOrCreate(made, desktop, () => ({ geometry: new Geometry(windows), windows, manager, input, pictures }))
}

export abstract class Reached {
  readonly #options: ReachedOptions
  protected readonly notifier = new ChangeNotifier(() => {
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

  /** The tools that reach its windows, once the source is known to be open. */
  protected async tools(signal: AbortSignal): Promise<Tools> {
    this.begin(signal)
    return toolsOf(await this.#options.desktops.of(this.owner, signal))
  }

  listen(...hears: Parameters<Source['listen']>): void {
    this.notifier.listen(...hears)
  }

  onEvent(listener: () => void): () => void {
    return this.notifier.onEvent(listener)
  }

  async quiet(signal: AbortSignal, onPause?: () => void): Promise<void> {
    if (!this.notifier.isClosed) await this.settling.still(signal, onPause)
  }

  readonly frames: Source['frames'] = async (keys, signal) => {
    const { geometry } = await this.tools(signal)
    return await geometry.frames(this.access, keys, signal)
  }

  readonly at: Source['at'] = async (x, y, _page, signal) => {
    this.begin(signal)
    const { windows } = await this.#options.desktops.session(signal)
    if (windows.missing !== undefined) throw unsupportedBy(windows.missing)
    const { geometry } = await this.tools(signal)
    return await geometry.at(this.access, x, y, signal)
  }

  readonly check: Source['check'] = async (key, act, signal) => {
    const checked = await check(this.access, await this.tools(signal), key, act, signal)
    if (checked.isStirred) this.stirred()
    return checked
  }

  /** What is shown has moved on the way to an element. */
  protected stirred(): void {}

  readonly capture: NonNullable<Source['capture']> = async (options, signal) =>
    capture(this.access, await this.tools(signal), options, signal)

  /** The application is gone. */
  end(reason: string): void {
    this.notifier.end(reason)
  }

  async close(): Promise<void> {
    this.notifier.close()
  }

  protected begin(signal: AbortSignal): void {
    signal.throwIfAborted()
    this.notifier.requireOpen(this.name)
  }

  protected notify(): void {
    this.notifier.dirty(this.root)
  }
}
