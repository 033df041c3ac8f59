/** The seat's keyboard and pointer: created on first use; one caller at a time. */
import { Turns } from '../../../time-limit.ts'
import type { Devices, Input } from '../desktop/input.ts'

export class WlInput implements Input {
  readonly by: string
  readonly #plugIn: () => Promise<Devices>
  readonly #turns = new Turns()
  #devices: Promise<Devices> | undefined

  /** The devices stay as long as the connection does: each coming and going is announced to every application. */
  constructor(by: string, plugIn: () => Promise<Devices>) {
    this.by = by
    this.#plugIn = plugIn
  }

  async use<T>(signal: AbortSignal, work: (devices: Devices) => Promise<T>): Promise<T> {
    return await this.#turns.run(signal, async () => {
      this.#devices ??= this.#plugIn()
      return await work(await this.#devices)
    })
  }
}
