/** A session's Network domain: on while anyone wants it, with the largest buffers requested. */
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
  /** As last enabled. */
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
    this.#size = undefined
    this.#session.send('Network.disable').catch(() => undefined)
  }
}

const domains = new WeakMap<Session, NetworkDomain>()

/** A session's network domain, for the life of the session. */
export function networkOf(session: Session): NetworkDomain {
  let domain = domains.get(session)
  if (domain === undefined) {
    domain = new NetworkDomain(session)
    domains.set(session, domain)
  }
  return domain
}
