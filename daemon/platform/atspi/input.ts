/** The one keyboard and the one pointer that a desktop has: who uses them has them alone. */
import { Problem } from '../../problem.ts'
import { Keyboard } from './keyboard.ts'
import type { XConnection } from './x11.ts'
import type { XServer } from './x11-server.ts'

export interface Hands {
  readonly connection: XConnection
  readonly keyboard: Keyboard
}

export class Input {
  readonly #server: XServer
  #hands: Hands | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(server: XServer) {
    this.#server = server
  }

  /** Why there is none, as far as it is known; undefined when keys and pointer can be used. */
  get missing(): string | undefined {
    const { connected } = this.#server
    return this.#server.missing ?? (connected?.canFake === false ? noXtest : undefined)
  }

  /** Waits for its turn. Throws unsupported_here where there is no X server, or one without XTEST. */
  async use<T>(signal: AbortSignal, work: (hands: Hands) => Promise<T>): Promise<T> {
    const connection = await this.#server.open(signal)
    if (!connection.canFake) throw new Problem('unsupported_here', { message: noXtest })
    const run = this.#turn.then(async () => {
      signal.throwIfAborted()
      if (this.#hands?.connection !== connection) this.#hands = { connection, keyboard: new Keyboard(connection) }
      return await work(this.#hands)
    })
    this.#turn = run.catch(() => {})
    return await run
  }

  /** Before the server is let go. */
  close(): void {
    this.#hands?.keyboard.restore()
  }
}

const noXtest = 'The X server lacks the extension XTEST: keys and pointer cannot be used.'
