/** The X server's keyboard and pointer, by its extension XTEST. */
import { Problem } from '../../../problem.ts'
import type { Devices, Input } from '../desktop/input.ts'
import type { Missing } from '../desktop/missing.ts'
import type { Selection } from '../desktop/selection.ts'
import { useX, type XConnection } from './connection.ts'
import { XKeyboard } from './keyboard.ts'
import { XPointer } from './pointer.ts'
import type { XServer } from './server.ts'

interface XDevices extends Devices {
  readonly connection: XConnection
  readonly keyboard: XKeyboard
}

export class XInput implements Input {
  readonly by = 'xtest'
  readonly #server: XServer
  readonly #selection: Selection
  #devices: XDevices | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(server: XServer, selection: Selection) {
    this.#server = server
    this.#selection = selection
  }

  get missing(): Missing | undefined {
    return this.#server.connected?.canFake === false ? { why: noXtest, remedy: useX } : undefined
  }

  async use<T>(signal: AbortSignal, work: (devices: Devices) => Promise<T>): Promise<T> {
    const connection = await this.#server.open(signal)
    if (!connection.canFake) throw new Problem('unsupported_here', { message: noXtest })
    const run = this.#turn.then(async () => {
      signal.throwIfAborted()
      if (this.#devices?.connection !== connection) {
        const keyboard = new XKeyboard(connection)
        const pointer = new XPointer(connection, keyboard)
        this.#devices = { connection, keyboard, pointer, selection: this.#selection }
      }
      return await work(this.#devices)
    })
    this.#turn = run.catch(() => {})
    return await run
  }

  /** Restores the keyboard; call before closing the server. */
  close(): void {
    this.#devices?.keyboard.restore()
  }
}

const noXtest = 'The X server lacks the extension XTEST: keys and pointer cannot be used.'
