/** Maps tokens to agents. Only digests of tokens are kept. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../api-schema/method.ts'

/** The caller. Tokens, cursors and the like belong to its name. */
export interface Agent {
  readonly name: string
  readonly scope: Scope
}

export const owner: Agent = Object.freeze({ name: 'owner', scope: 'admin' })

export class Agents {
  readonly #entries: { readonly digest: Buffer; readonly agent: Agent }[] = []

  add(agent: Agent, token: string): void {
    this.#entries.push({ digest: digestOf(token), agent })
  }

  /** Compares with every entry, and only digests of equal length, so that timing reveals nothing. */
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
