/** Single pictures from Mutter's streams: of an area of the screen, and of the window that has the keyboard. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { Turns } from '../../../time-limit.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import { hasProgram, type Still, stillOf, stillsMissing } from '../wayland/still.ts'
import type { Bus } from '../wire/bus.ts'
import { type Recorded, withStream } from './stream.ts'

type Environment = { readonly [name: string]: string | undefined }

const mostStreams = 5

export class MutterStills {
  readonly #bus: Bus
  readonly #env: Environment
  readonly #turns = new Turns()
  missing: Missing | undefined

  constructor(bus: Bus, env: Environment) {
    this.#bus = bus
    this.#env = env
    if (!hasProgram(env)) this.missing = stillsMissing
  }

  async area({ x, y, width, height }: Frame, signal: AbortSignal): Promise<Still> {
    const body = [x, y, width, height, {}]
    return await this.#take({ member: 'RecordArea', signature: 'iiiia{sv}', body }, signal)
  }

  /** The window alone on black, with its shadow. */
  async focusedWindow(signal: AbortSignal): Promise<Still> {
    return await this.#take({ member: 'RecordWindow', signature: 'a{sv}', body: [{}] }, signal)
  }

  async #take(recorded: Recorded, signal: AbortSignal): Promise<Still> {
    if (this.missing !== undefined) throw unsupportedBy(this.missing)
    const still = await this.#turns.run(signal, () => this.#begun(recorded, signal, mostStreams))
    if (still !== undefined) return still
    this.missing = stillsMissing
    throw unsupportedBy(stillsMissing)
  }

  /** A stream may lose the only frame it has. */
  async #begun(recorded: Recorded, signal: AbortSignal, left: number): Promise<Still | undefined> {
    try {
      return await withStream(this.#bus, recorded, signal, (node) => stillOf(node, this.#env, signal))
    } catch (error) {
      if (left === 1 || !(error instanceof Problem) || error.name !== 'unresponsive') throw error
      return await this.#begun(recorded, signal, left - 1)
    }
  }
}
