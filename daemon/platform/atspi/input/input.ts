/** A desktop's one keyboard and one pointer: used by one caller at a time. */
import { Problem } from '../../../problem.ts'
import type { XConnection } from '../x11/connection.ts'
import { Selection } from '../x11/selection.ts'
import type { XServer } from '../x11/server.ts'
import { Keyboard } from './keyboard.ts'

export interface InputDevices {
  readonly connection: XConnection
  readonly keyboard: Keyboard
  readonly selection: Selection
}

export class Input {
  readonly #server: XServer
  readonly #selection: Selection
  #devices: InputDevices | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(server: XServer, selection = new Selection(server)) {
    this.#server = server
    this.#selection = selection
  }

  /** Why there is no input, as far as is known; undefined when keys and pointer can be used. */
  get missing(): string | undefined {
    const { connected } = this.#server
    return this.#server.missing ?? (connected?.canFake === false ? noXtest : undefined)
  }

  /** Waits for its turn. Throws unsupported_here without an X server or its XTEST extension. */
  async use<T>(signal: AbortSignal, work: (devices: InputDevices) => Promise<T>): Promise<T> {
    const connection = await this.#server.open(signal)
    if (!connection.canFake) throw new Problem('unsupported_here', { message: noXtest })
    const run = this.#turn.then(async () => {
      signal.throwIfAborted()
      if (this.#devices?.connection !== connection)
        this.#devices = { connection, keyboard: new Keyboard(connection), selection: this.#selection }
      return await work(this.#devices)
    })
    this.#turn = run.catch(() => {})
    return await run
  }

  /** Call before closing the server. */
  close(): void {
    this.#devices?.keyboard.restore()
  }
}

const noXtest = 'The X server lacks the extension XTEST: keys and pointer cannot be used.'
