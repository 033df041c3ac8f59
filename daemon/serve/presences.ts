/**
 * Clients that hold a request open for as long as they live. When one dies, for example because it was killed, its
 * session ends at once with everything kept for it: tabs of its own context, leases, stored answers.
 */
import type { ServerResponse } from 'node:http'
import type { Agent } from '../agents/agents.ts'
import type { Sessions } from '../agents/sessions.ts'
import { Problem } from '../problem.ts'

interface Presence {
  readonly agent: Agent
  readonly session: string
}

export class Presences {
  readonly #sessions: Sessions
  readonly #most: number
  readonly #open = new Map<ServerResponse, Presence>()

  /** `most` is below the server's connection limit. */
  constructor(sessions: Sessions, most = 64) {
    this.#sessions = sessions
    this.#most = most
  }

  get count(): number {
    return this.#open.size
  }

  /** Throws before anything is sent; otherwise the headers are sent and the answer stays open. */
  add(
    agent: Agent,
    session: string | undefined,
    response: ServerResponse,
    headers: { readonly [name: string]: string },
  ): void {
    if (session === undefined)
      throw new Problem('invalid_request', {
        message: 'A request to /presence names no session.',
        hint: 'Send the header Ix-Session.',
      })
    if (this.#open.size >= this.#most)
      throw new Problem('limit_exceeded', {
        message: `There are already ${this.#most} clients that keep a request open.`,
        hint: 'Go on without: the session ends when it was idle for its time.',
      })
    response.writeHead(200, { ...headers, 'content-type': 'text/plain; charset=utf-8' })
    response.flushHeaders()
    this.#open.set(response, { agent, session })
    const over = () => response.end()
    agent.ended?.addEventListener('abort', over)
    response.once('close', () => {
      agent.ended?.removeEventListener('abort', over)
      this.#open.delete(response)
      if (!response.writableEnded) this.#gone(agent, session)
    })
  }

  /** For shutdown: the open requests end without ending their sessions. */
  close(): void {
    for (const response of [...this.#open.keys()]) response.end()
  }

  #gone(agent: Agent, session: string): void {
    const isThere = [...this.#open.values()].some(
      (other) => other.agent.name === agent.name && other.session === session,
    )
    const known = isThere ? undefined : this.#sessions.known(agent, session)
    if (known !== undefined) void this.#sessions.end(known)
  }
}
