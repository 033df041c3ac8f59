/** A session's Network domain: on while anyone wants it, with the largest buffers requested. */
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Connection, Session } from './connection.ts'

/** In bytes, in the page's process. */
export interface Buffers {
  readonly maxTotalBufferSize: number
  readonly maxResourceBufferSize: number
  readonly maxPostDataSize: number
}

/** For those who want only the events; each needs an object of its own. */
export const noBuffers = (): Buffers => ({ maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 })

type Enable = (buffers: Buffers) => Promise<unknown>

/** For a connection: who needs the domain to stay on once it is, and the domains that nobody else wants any more. */
interface Keeping {
  readonly keepers: Set<object>
  readonly idle: Set<NetworkDomain>
}

const keepings = new WeakMap<Connection, Keeping>()

function keepingOf(connection: Connection): Keeping {
  return getOrCreate<Connection, Keeping>(keepings, connection, () => ({ keepers: new Set(), idle: new Set() }))
}

/**
 * Keeps the domain on: as soon as any session turns it off, Chromium (156) makes the page believe that it is online
 * again. Identified by the object passed.
 */
export function keepNetwork(connection: Connection, keeper: object): void {
  keepingOf(connection).keepers.add(keeper)
}

/** Never throws, waits for nothing. */
export function letNetworkGo(connection: Connection, keeper: object): void {
  const { keepers, idle } = keepingOf(connection)
  if (!keepers.delete(keeper) || keepers.size > 0) return
  for (const domain of idle) domain.disable()
  idle.clear()
}

class NetworkDomain {
  readonly #session: Session
  readonly #wanted = new Set<Buffers>()
  /** The buffer size it was last enabled with. */
  #size: number | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /** Identified by the object passed. Any command goes out before this returns. */
  async want(buffers: Buffers, enable: Enable = (one) => this.#session.send('Network.enable', one)): Promise<void> {
    this.#wanted.add(buffers)
    if (this.#size !== undefined && this.#size >= buffers.maxTotalBufferSize) return
    this.#size = buffers.maxTotalBufferSize
    try {
      await enable(buffers)
    } catch (error) {
      this.#wanted.delete(buffers)
      this.#size = undefined
      throw error
    }
  }

  /** Never throws, waits for nothing. */
  release(buffers: Buffers): void {
    if (!this.#wanted.delete(buffers) || this.#wanted.size > 0) return
    const { keepers, idle } = keepingOf(this.#session.connection)
    if (keepers.size > 0) idle.add(this)
    else this.disable()
  }

  /** Unless it is wanted again. */
  disable(): void {
    if (this.#wanted.size > 0 || this.#size === undefined) return
    this.#size = undefined
    this.#session.send('Network.disable').catch(() => undefined)
  }
}

const domains = new WeakMap<Session, NetworkDomain>()

/** A session's network domain, for the life of the session. */
export function networkOf(session: Session): NetworkDomain {
  return getOrCreate(domains, session, () => new NetworkDomain(session))
}
