/** A session whose windows nothing reaches: elements are read, and used by what they can do themselves. */
import type { Finding } from '../../platform.ts'
import type { Desktop } from './desktop.ts'
import { type Missing, unsupportedBy } from './missing.ts'

export interface Nothing extends Missing {
  /** What `ix doctor` calls the session. */
  readonly session: string
  /** Can applications show anything all the same? */
  readonly isShown: boolean
}

export class NoDesktop implements Desktop {
  readonly input: Desktop['input']
  readonly windows: Desktop['windows']
  readonly manager: Desktop['manager']
  readonly pictures: Desktop['pictures']
  readonly clipboard: Desktop['clipboard']
  readonly #nothing: Nothing

  constructor(nothing: Nothing) {
    this.#nothing = nothing
    const missing = nothing
    const fail = async (): Promise<never> => {
      throw unsupportedBy(nothing)
    }
    const none = async () => []
    this.input = { by: 'none', missing, use: fail }
    this.windows = {
      ...{ missing, list: fail, screen: fail, read: fail, popupsOf: fail, at: fail },
      ...{ windowsOf: none, firstOf: none, watch: () => () => {}, follow: () => {} },
    }
    this.manager = { activate: fail, minimize: fail, maximize: fail, close: fail, move: fail, resize: fail }
    this.pictures = { missing, take: fail }
    this.clipboard = { missing, forms: fail, read: fail, offer: fail, lend: fail }
  }

  async open(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (!this.#nothing.isShown) throw unsupportedBy(this.#nothing)
  }

  async findings(): Promise<Finding[]> {
    const { session, why: detail, remedy } = this.#nothing
    const missing = ['input', 'screenshots', 'windows'].map(
      (what) => ({ what, state: 'missing', detail, remedy }) as const,
    )
    return [{ what: 'session', state: 'note', detail: session }, ...missing]
  }

  close(): void {}
}
