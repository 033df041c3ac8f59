/** The Network domain of a session: on for as long as somebody wants it, with the largest buffers of those who do. */
import type { Session } from './connection.ts'

/** Bytes, in the page's process. */
export interface Buffers {
  readonly maxTotalBufferSize: number
  readonly maxResourceBufferSize: number
  readonly maxPostDataSize: number
}

type Enable = (buffers: Buffers) => Promise<unknown>

class NetworkDomain {
  readonly #session: Session
  readonly #wanted = new Set<Buffers>()
  /** As it was switched on last. */
  #size: number | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /** Told apart by the object that is passed. The command, where one is needed, goes out before this returns. */
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
    this.#size = undefined
    this.#session.send('Network.disable').catch(() => undefined)
  }
}

const domains = new WeakMap<Session, NetworkDomain>()

/** The one of a session, for as long as the session lives. */
export function networkOf(session: Session): NetworkDomain {
  let domain = domains.get(session)
  if (domain === undefined) {
    domain = new NetworkDomain(session)
    domains.set(session, domain)
  }
  return domain
}
