/** A clipboard that either another program or the daemon serves; one caller at a time. */
import { Turns } from '../../../time-limit.ts'
import { until } from '../../acting/polling.ts'
import { type Missing, unsupportedBy } from './missing.ts'
import { type Forms, heldBy, type Selection } from './selection.ts'

/** Time for a window to ask for what it pastes. */
const answerMs = 2000

export abstract class ServedSelection implements Selection {
  abstract readonly missing: Missing | undefined
  /** What we serve; undefined while another program does. */
  protected served: Forms | undefined
  /** Called whenever a form was asked for. */
  protected given: (() => void) | undefined
  readonly #turns = new Turns()

  /** What the other program offers. */
  protected abstract get others(): readonly string[]
  /** Can the window system still be asked? */
  protected abstract get isOpen(): boolean
  /** Returns when the latest copy is known. */
  protected abstract ready(signal: AbortSignal): Promise<void>
  /** Gets a form from the other program. */
  protected abstract receive(form: string, signal: AbortSignal): Promise<Buffer | undefined>
  /** Takes over the clipboard, and sets `served` until it is lost; no forms empty it. */
  protected abstract serve(forms: Forms): Promise<void>

  async forms(signal: AbortSignal): Promise<readonly string[]> {
    return await this.#alone(signal, async () => (this.served ? [...this.served.keys()] : this.others))
  }

  async read(form: string, signal: AbortSignal): Promise<Buffer | undefined> {
    return await this.#alone(signal, async () => {
      if (this.served !== undefined) return this.served.get(form)
      return this.others.includes(form) ? await this.receive(form, signal) : undefined
    })
  }

  async offer(forms: Forms, signal: AbortSignal): Promise<void> {
    await this.#alone(signal, () => this.serve(forms))
  }

  async lend(forms: Forms, _window: number, use: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    const held = await heldBy(this, signal)
    if (held === undefined) return false
    return await this.#alone(signal, async () => {
      let isTaken = false
      await this.serve(forms)
      try {
        // Clipboard managers ask at once: whoever asks after this is the window that pastes.
        this.given = () => {
          isTaken = true
        }
        await use()
        return (await until(async () => isTaken, { ms: answerMs, everyMs: 20, signal })) === true
      } finally {
        this.given = undefined
        if (this.isOpen && this.served === forms) await this.serve(held)
      }
    })
  }

  async #alone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.missing !== undefined) throw unsupportedBy(this.missing)
    return await this.#turns.run(signal, async () => {
      await this.ready(signal)
      return await work()
    })
  }
}
