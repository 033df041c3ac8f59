/** All sessions and their stored answers and cursors, within shared limits. */
import { randomBytes } from 'node:crypto'
import { Problem } from '../problem.ts'
import type { Agent } from './agents.ts'
import { dropExpired } from './expired.ts'
import { Functions } from './functions.ts'
import { Nudges } from './nudges.ts'
import { Outcomes } from './outcomes.ts'
import { Pauses } from './pauses.ts'
import { Session } from './session.ts'

export interface SessionLimits {
  /** Characters of all stored answers, and of a single one. */
  readonly characters: number
  readonly single: number
  readonly cursors: number
  readonly confirmMs: number
  readonly cursorMs: number
  /** Idempotency keys per session. */
  readonly outcomes: number
  readonly outcomeMs: number
  readonly sessions: number
  /** Idle time after which a session ends. */
  readonly idleMs: number
}

const defaults: SessionLimits = {
  characters: 16 * 1024 * 1024,
  single: 8 * 1024 * 1024,
  cursors: 2000,
  confirmMs: 120_000,
  cursorMs: 600_000,
  outcomes: 10_000,
  outcomeMs: 600_000,
  sessions: 1000,
  idleMs: 24 * 3_600_000,
}

/** Minimum time between checks for idle sessions. */
const soonestMs = 100
/** Share of the session limit above which tabs are checked. */
const crowded = 0.9

/** A cursor only works for its own session, so it needs no secrecy, and every character costs tokens. */
const cursorBytes = 6

interface Kept<T> {
  readonly session: Session
  readonly value: T
  readonly until: number
}

export class Sessions {
  readonly #limits: SessionLimits
  readonly #now: () => number
  /** Oldest first. */
  readonly #contents = new Map<string, Kept<string>>()
  readonly #cursors = new Map<string, Kept<object>>()
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>()
  readonly pauses = new Pauses()
  #characters = 0
  /** Sessions created so far. */
  #begun = 0
  #onEnded: (session: Session) => Promise<void> = async () => {}
  #holds: (session: Session) => boolean = () => false
  #openTabs: () => Promise<ReadonlySet<string>> = () => Promise.reject(new Error('not known'))
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  /** `now` is monotonic, in ms. */
  constructor(limits: Partial<SessionLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...defaults, ...limits }
    this.#now = now
  }

  /** Called once per ended session. A single listener, which must not throw. */
  onEnded(listener: (session: Session) => Promise<void>): void {
    this.#onEnded = listener
  }

  /** Registers a check for other state of a session, which would be lost with it. */
  alsoHeld(holds: (session: Session) => boolean): void {
    this.#holds = holds
  }

  /** `openTabs` is called before the limit is reached: sessions that only hold closed tabs are then ended. */
  whenCrowded(openTabs: () => Promise<ReadonlySet<string>>): void {
    this.#openTabs = openTabs
  }

  /** The session with this name; unnamed calls share one. Throws limit_exceeded above the limit. */
  of(agent: Agent, name?: string): Session {
    this.#endIdle()
    const key = keyOf(agent, name)
    const known = this.#sessions.get(key)
    const isOwn = known === undefined || known.ended === agent.ended
    // A new agent that reuses the name of one that ended must not inherit its session.
    if (!isOwn) void this.end(known)
    const session = (isOwn ? known : undefined) ?? this.#new(name)
    session.ended = agent.ended
    session.agent = agent.name
    session.at = this.#now()
    this.#sessions.delete(key)
    this.#sessions.set(key, session)
    this.#timer ??= this.#wake()
    return session
  }

  /** Like `of`, but creates none. */
  known(agent: Agent, name: string): Session | undefined {
    return this.#sessions.get(keyOf(agent, name))
  }

  list(): readonly Session[] {
    return [...this.#sessions.values()]
  }

  /** Drops the session's state; its name starts a new session. */
  async end(session: Session): Promise<void> {
    if (session.hasEnded) return
    session.hasEnded = true
    this.pauses.forget(session)
    for (const [key, one] of this.#sessions) if (one === session) this.#sessions.delete(key)
    for (const [token, { session: whose }] of this.#cursors) if (whose === session) this.#cursors.delete(token)
    for (const [token, kept] of this.#contents) {
      if (kept.session !== session) continue
      this.#contents.delete(token)
      this.#release(kept)
    }
    await this.#onEnded(session)
  }

  #endIdle(): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.at + this.#limits.idleMs > this.#now()) break
      if (session.running === 0) void this.end(session)
    }
  }

  /** Ends idle sessions even if nobody calls. */
  #wake(): NodeJS.Timeout {
    const [oldest] = this.#sessions.values()
    const ms = Math.max(soonestMs, (oldest?.at ?? 0) + this.#limits.idleMs - this.#now())
    return setTimeout(() => {
      this.#endIdle()
      this.#timer = this.#sessions.size === 0 ? undefined : this.#wake()
    }, ms).unref()
  }

  #new(name: string | undefined): Session {
    if (this.#sessions.size >= this.#limits.sessions * crowded) this.#letGoOfTabs()
    if (this.#sessions.size >= this.#limits.sessions) this.#makeRoom()
    const id = `s${++this.#begun}`
    return new Session(id, name, {
      outcomes: new Outcomes(this.#limits.outcomeMs, this.#limits.outcomes, this.#now),
      functions: new Functions(id),
      nudges: new Nudges(this.#now),
    })
  }

  /** One check at a time. If the tabs cannot be listed, all are kept. */
  #letGoOfTabs(): void {
    this.#looking ??= this.#openTabs()
      .then((open) => {
        for (const session of this.#sessions.values()) session.holdOnly(open)
      })
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
      })
  }

  /** A client that uses a new name for each call must not end other agents' sessions. */
  #makeRoom(): void {
    const empty = [...this.#sessions.values()].find((session) => session.isEmpty && !this.#holds(session))
    if (empty !== undefined) return void this.end(empty)
    throw new Problem('limit_exceeded', {
      message: `There are already ${this.#limits.sessions} sessions that hold tabs, leases or functions.`,
      hint: 'Call {session} with action end in those that are done, or use the name of one for several calls.',
    })
  }

  /** Whether another session opened the tab or works in it. */
  isOthers(session: Session, { id, session: opened }: { readonly id: string; readonly session?: string }): boolean {
    return (opened !== undefined && opened !== session.id) || this.isHeldByOther(session, id)
  }

  /** Whether another session works in the tab. */
  isHeldByOther(session: Session, tab: string): boolean {
    for (const other of this.#sessions.values()) if (other !== session && other.holds(tab)) return true
    return false
  }

  /** Longest answer, in characters, that can be stored. */
  get longest(): number {
    return this.#limits.single
  }

  /** Stores the whole answer; the token fetches it once, for this session only. */
  keep(session: Session, content: string): string {
    if (content.length > this.#limits.single) {
      throw new Problem('limit_exceeded', {
        message: `The answer has ${content.length} characters; the most that can be kept is ${this.#limits.single}.`,
        hint: 'Ask for less: a narrower scope, a filter, or a script that returns only what you need.',
        retryable: false,
      })
    }
    dropExpired(this.#contents, this.#now(), (kept) => this.#release(kept))
    for (const [token, kept] of ownFirst(this.#contents, session)) {
      if (this.#characters + content.length <= this.#limits.characters) break
      this.#contents.delete(token)
      this.#release(kept)
    }
    const token = newToken()
    this.#contents.set(token, {
      session,
      value: content,
      until: this.#now() + this.#limits.confirmMs,
    })
    this.#characters += content.length
    return token
  }

  /** Returns the content and forgets it. Another session's token counts as invalid. */
  confirm(session: Session, token: string): string {
    const kept = this.#ofSession(this.#contents, session, token)
    if (kept === undefined) {
      throw new Problem('not_found', {
        message: 'The confirmToken is unknown, used or expired.',
        hint: `Make the original call again; its token is valid for ${this.#limits.confirmMs / 1000} s and one call.`,
      })
    }
    this.#contents.delete(token)
    this.#release(kept)
    return kept.value
  }

  /** A cursor can be reused until it expires. */
  keepCursor(session: Session, state: object): string {
    dropExpired(this.#cursors, this.#now())
    if (this.#cursors.size >= this.#limits.cursors) {
      const [[oldest]] = ownFirst(this.#cursors, session) as [[string, unknown]]
      this.#cursors.delete(oldest)
    }
    const token = newToken(cursorBytes)
    this.#cursors.set(token, { session, value: state, until: this.#now() + this.#limits.cursorMs })
    return token
  }

  cursor(session: Session, token: string): object {
    const kept = this.#ofSession(this.#cursors, session, token)
    if (kept === undefined) {
      throw new Problem('invalid_params', {
        message: 'params.cursor: expected a cursor from an earlier answer; this one is unknown or expired.',
        hint: 'Make the call again without cursor.',
        data: { path: 'params.cursor' },
      })
    }
    return kept.value
  }

  /** Undefined if the token is unknown, expired, or another session's. */
  #ofSession<T>(all: ReadonlyMap<string, Kept<T>>, session: Session, token: string): Kept<T> | undefined {
    const kept = all.get(token)
    return kept?.session === session && kept.until > this.#now() ? kept : undefined
  }

  #release(kept: Kept<string>): void {
    this.#characters -= kept.value.length
  }
}

function keyOf(agent: Agent, name: string | undefined): string {
  return JSON.stringify([agent.name, name])
}

/** In order of eviction: a session that stores much loses its own entries first. */
function ownFirst<T>(kept: ReadonlyMap<string, Kept<T>>, session: Session): [string, Kept<T>][] {
  const all = [...kept]
  const isOwn = ([, one]: [string, Kept<T>]) => one.session === session
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
}

/** Never starts with `-`, which a command line would read as a flag. */
function newToken(bytes = 16): string {
  return randomBytes(bytes).toString('base64url').replace(/^-/, '_')
}
