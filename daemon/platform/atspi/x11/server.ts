/** The X server: connected on first use, and reconnected after it was away. */
import { connect, noX11, type XConnection } from './connection.ts'

export class XServer {
  /** In the form of DISPLAY. */
  readonly name: string
  #connection: XConnection | undefined
  #opening: Promise<XConnection> | undefined
  #closed = false

  constructor(name: string) {
    this.name = name
  }

  /** The connection, if there is one already. */
  get connected(): XConnection | undefined {
    return this.#connection?.closed === undefined ? this.#connection : undefined
  }

  /** Throws `unsupported_here` with the reason if it cannot be reached. */
  async open(signal: AbortSignal): Promise<XConnection> {
    signal.throwIfAborted()
    if (this.connected !== undefined) return this.connected
    if (this.#closed) throw noX11('The platform was closed.')
    this.#opening ??= connect(this.name).finally(() => {
      this.#opening = undefined
    })
    const connection = await this.#opening
    this.#connection = connection
    if (this.#closed) connection.close()
    return connection
  }

  close(): void {
    this.#closed = true
    this.#connection?.close()
  }
}
