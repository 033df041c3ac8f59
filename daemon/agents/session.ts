/** A client session, and the state kept for it. */
import type { Added, Agent } from './agents.ts'
import type { Functions } from './functions.ts'
import type { Nudges } from './nudges.ts'
import type { Outcomes } from './outcomes.ts'

/**
 * One client at work: an MCP connection, or a caller that names its session. Unnamed calls of an agent share one session.
 * A call in one session never moves another session's tab.
 */
export class Session {
  /** Identifies it in pages and browsers, which never learn its name. Never reused. */
  readonly id: string
  /** The name its client gave; undefined for the session shared by an agent's unnamed calls. */
  readonly name: string | undefined
  /** The name of its agent. */
  agent = ''
  /** Time of its last call. */
  at = 0
  /** Number of running calls. */
  running = 0
  /** No further state may be stored for it. */
  hasEnded = false
  /** Its agent's signal. */
  ended: Agent['ended']
  /** What the person has allowed it beyond its agent's rights. */
  added: Added = {}
  #tab: string | undefined
  /** The application that had the focus when the tab was selected. */
  #front: string | undefined
  /** Least recently used first. */
  readonly #tabs = new Set<string>()
  readonly outcomes: Outcomes
  readonly functions: Functions
  readonly nudges: Nudges

  constructor(
    id: string,
    name: string | undefined,
    { outcomes, functions, nudges }: Pick<Session, 'outcomes' | 'functions' | 'nudges'>,
  ) {
    this.id = id
    this.name = name
    this.outcomes = outcomes
    this.functions = functions
    this.nudges = nudges
  }

  /** The session or its agent has ended, so no client returns to it. */
  get isOver(): boolean {
    return this.hasEnded || this.ended?.aborted === true
  }

  get isNamed(): boolean {
    return this.name !== undefined
  }

  /** The tab last opened, navigated or selected; it may be closed by now. */
  get tab(): string | undefined {
    return this.#tab
  }

  /** Whether it was at its tab last: the same application is still focused, or the session is its client's own. */
  isAtTab(front: string | undefined): boolean {
    return this.isNamed || (this.#tab !== undefined && this.#front === front)
  }

  /** Makes it the default of calls that name no tab, for as long as the same application is in front. */
  select(tab: string, front?: string): void {
    this.#tab = tab
    this.#front = front
    this.hold(tab)
  }

  /** Marks the tab as used by this session, so that no other session picks it by default. */
  hold(tab: string): void {
    this.#tabs.delete(tab)
    this.#tabs.add(tab)
    for (const oldest of this.#tabs) {
      if (this.#tabs.size <= tabsHeld) break
      this.#tabs.delete(oldest)
    }
  }

  /** Forgets tabs that are no longer open. */
  holdOnly(open: ReadonlySet<string>): void {
    for (const tab of this.#tabs) if (!open.has(tab)) this.#tabs.delete(tab)
  }

  holds(tab: string): boolean {
    return this.#tabs.has(tab)
  }

  get tabs(): readonly string[] {
    return [...this.#tabs]
  }

  /** Ending it would lose nothing. */
  get isEmpty(): boolean {
    return this.#tabs.size === 0 && this.running === 0 && this.functions.isEmpty && this.outcomes.size === 0
  }
}

const tabsHeld = 100
