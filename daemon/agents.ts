/** Who a token belongs to. Tokens are kept as digests alone. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Agent } from './session.ts'

export const owner: Agent = Object.freeze({ name: 'owner', scope: 'admin' })

export class Agents {
  readonly #entries: { readonly digest: Buffer; readonly agent: Agent }[] = []

  add(agent: Agent, token: string): void {
    this.#entries.push({ digest: digestOf(token), agent })
  }

  /** Compares with every entry, and digests of one length only, so that time tells nothing. */
  byToken(token: string): Agent | undefined {
    const digest = digestOf(token)
    let found: Agent | undefined
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, digest)) found = entry.agent
    return found
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
