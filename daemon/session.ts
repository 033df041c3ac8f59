/** What the daemon keeps for an agent between two calls: whole answers behind previews, cursors, functions. */
import { randomBytes } from 'node:crypto'
import type { Scope } from '../api-schema/method.ts'
import { Functions } from './functions.ts'
import { Nudges } from './nudges.ts'
import { Problem } from './problem.ts'

/** Who calls. Tokens, cursors and the like belong to the name. */
export interface Agent {
  readonly name: string
  readonly scope: Scope
}

export interface SessionLimits {
  /** Characters of all kept answers together, and of a single one. */
  readonly characters: number
  readonly single: number
  readonly cursors: number
  readonly confirmMs: number
  readonly cursorMs: number
  /** Outcomes that are kept for a call that is sent again. */
  readonly outcomes: number
  readonly outcomeMs: number
}

const defaults: SessionLimits = {
  characters: 16 * 1024 * 1024,
  single: 8 * 1024 * 1024,
  cursors: 2000,
  confirmMs: 120_000,
  cursorMs: 600_000,
  outcomes: 1000,
  outcomeMs: 600_000,
}

/** A cursor is no secret, being of one agent, and an agent pays for each character. */
const cursorBytes = 6

interface Kept<T> {
  readonly agent: string
  readonly value: T
  readonly until: number
}

export class Sessions {
  readonly #limits: SessionLimits
  readonly #now: () => number
  /** In order of age; the oldest go first when there is no room. */
  readonly #contents = new Map<string, Kept<string>>()
  readonly #cursors = new Map<string, Kept<object>>()
  readonly #outcomes = new Map<string, Kept<Promise<unknown>>>()
  #characters = 0
  readonly functions = new Functions()
  readonly nudges: Nudges

  /** `now` is monotonic, in ms. */
  constructor(limits: Partial<SessionLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...defaults, ...limits }
    this.#now = now
    this.nudges = new Nudges(now)
  }

  /** Characters up to which an answer can be kept. */
  get longest(): number {
    return this.#limits.single
  }

  /** Keeps the whole of an answer; the token fetches it once, for this agent alone. */
  keep(agent: Agent, content: string): string {
    if (content.length > this.#limits.single) {
      throw new Problem('limit_exceeded', {
        message: `The answer has ${content.length} characters; at most ${this.#limits.single} are kept.`,
        hint: 'Ask for less: a narrower scope, a filter, or a script that returns only the part that is needed.',
      })
    }
    this.#dropExpired(this.#contents, (kept) => this.#release(kept))
    for (const [token, kept] of this.#contents) {
      if (this.#characters + content.length <= this.#limits.characters) break
      this.#contents.delete(token)
      this.#release(kept)
    }
    const token = newToken()
    this.#contents.set(token, {
      agent: agent.name,
      value: content,
      until: this.#now() + this.#limits.confirmMs,
    })
    this.#characters += content.length
    return token
  }

  /** Hands the content over and forgets it. Another agent's token is as unknown as a made-up one. */
  confirm(agent: Agent, token: string): string {
    const kept = this.#contents.get(token)
    if (kept === undefined || kept.agent !== agent.name || kept.until <= this.#now()) {
      throw new Problem('not_found', {
        message: 'The confirmToken is unknown, spent or expired.',
        hint: `Make the original call again; its token holds for ${this.#limits.confirmMs / 1000} s and for one call.`,
      })
    }
    this.#contents.delete(token)
    this.#release(kept)
    return kept.value
  }

  /** A cursor can be used again until it expires. */
  keepCursor(agent: Agent, state: object): string {
    this.#dropExpired(this.#cursors)
    for (const token of this.#cursors.keys()) {
      if (this.#cursors.size < this.#limits.cursors) break
      this.#cursors.delete(token)
    }
    const token = newToken(cursorBytes)
    this.#cursors.set(token, { agent: agent.name, value: state, until: this.#now() + this.#limits.cursorMs })
    return token
  }

  cursor(agent: Agent, token: string): object {
    const kept = this.#cursors.get(token)
    if (kept === undefined || kept.agent !== agent.name || kept.until <= this.#now()) {
      throw new Problem('invalid_params', {
        message: 'params.cursor: expected a cursor from an earlier answer; this one is unknown or expired.',
        hint: 'Make the call again without cursor.',
        data: { path: 'params.cursor' },
      })
    }
    return kept.value
  }

  /**
   * Runs the work at most once for a key: whoever comes again gets the first outcome, also while it is under way.
   * A failure that did nothing may be tried again.
   */
  once<T>(agent: Agent, key: string, work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify([agent.name, key])
    this.#dropExpired(this.#outcomes)
    const before = this.#outcomes.get(name)
    if (before !== undefined) return before.value as Promise<T>
    for (const oldest of this.#outcomes.keys()) {
      if (this.#outcomes.size < this.#limits.outcomes) break
      this.#outcomes.delete(oldest)
    }
    const outcome = work()
    this.#outcomes.set(name, { agent: agent.name, value: outcome, until: this.#now() + this.#limits.outcomeMs })
    outcome.catch((error: unknown) => {
      if (didNothing(error)) this.#outcomes.delete(name)
    })
    return outcome
  }

  #release(kept: Kept<string>): void {
    this.#characters -= kept.value.length
  }

  #dropExpired<T>(map: Map<string, Kept<T>>, dropped: (kept: Kept<T>) => void = () => {}): void {
    const now = this.#now()
    for (const [token, kept] of map) {
      if (kept.until > now) return
      map.delete(token)
      dropped(kept)
    }
  }
}

/** Refused before the act; a time limit or an unknown outcome may have come after it. */
function didNothing(error: unknown): boolean {
  if (!(error instanceof Problem) || error.data.done !== undefined) return false
  return error.name !== 'unknown_outcome' && error.name !== 'timeout' && error.name !== 'internal_error'
}

/** Never begins with `-`, which a command line would take for a flag. */
function newToken(bytes = 16): string {
  return randomBytes(bytes).toString('base64url').replace(/^-/, '_')
}
