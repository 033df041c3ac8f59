/** The X server, or why there is none. */
import { connect, noX11, type XConnection } from './connection.ts'

/** The variables that describe the desktop. */
export interface Environment {
  readonly DISPLAY?: string | undefined
  readonly WAYLAND_DISPLAY?: string | undefined
  readonly XDG_SESSION_TYPE?: string | undefined
}

const onWayland = 'On Wayland no program may press keys, move the pointer, move windows or take pictures for others.'

/** The X server named by the environment: connected on first use, and reconnected after it was away. */
export class XServer {
  readonly #env: Environment
  #connection: XConnection | undefined
  #opening: Promise<XConnection> | undefined
  #closed = false

  constructor(env: Environment = process.env) {
    this.#env = env
  }

  /** Why there cannot be one, from the environment alone; undefined when one is named. */
  get missing(): string | undefined {
    const { DISPLAY } = this.#env
    if (DISPLAY !== undefined && DISPLAY !== '') return undefined
    return this.isWayland ? onWayland : 'DISPLAY is not set: there is no X server.'
  }

  /** Applications may be on Wayland, where only they know their positions. */
  get isWayland(): boolean {
    const { WAYLAND_DISPLAY, XDG_SESSION_TYPE } = this.#env
    return Boolean(WAYLAND_DISPLAY) || XDG_SESSION_TYPE === 'wayland'
  }

  /** The connection, if there is one already. */
  get connected(): XConnection | undefined {
    return this.#connection?.closed === undefined ? this.#connection : undefined
  }

  /** Throws `unsupported_here` with the reason when there is no server. */
  async open(signal: AbortSignal): Promise<XConnection> {
    signal.throwIfAborted()
    if (this.connected !== undefined) return this.connected
    const missing = this.#closed ? 'The platform was closed.' : this.missing
    if (missing !== undefined) throw noX11(missing)
    this.#opening ??= connect(this.#env.DISPLAY!).finally(() => {
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
