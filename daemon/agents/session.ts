/** A client at work: what it holds, and what is kept for it alone. */
import type { Agent } from './agents.ts'
import type { Functions } from './functions.ts'
import type { Nudges } from './nudges.ts'
import type { Outcomes } from './outcomes.ts'

/**
 * One client at work: an MCP connection, or a caller that names its session. Unnamed calls of an agent share one session.
 * A call in one session never moves another session's tab.
 */
export class Session {
  /** Stands for it in pages and browsers, which never learn its name. Never given twice. */
  readonly id: string
  /** What its client calls it; undefined for the one that all unnamed calls of an agent share. */
  readonly name: string | undefined
  /** The name of its agent. */
  agent = ''
  /** When it last called. */
  at = 0
  /** Calls that are running now. */
  running = 0
  /** Nothing may be kept for it any more. */
  hasEnded = false
  /** That of its agent. */
  ended: Agent['ended']
  #tab: string | undefined
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

  /** It has ended, or its agent has: nobody comes back to it. */
  get isOver(): boolean {
    return this.hasEnded || this.ended?.aborted === true
  }

  get isNamed(): boolean {
    return this.name !== undefined
  }

  /** The tab last opened, navigated or selected in this session; it may be gone by now. */
  get tab(): string | undefined {
    return this.#tab
  }

  /** Calls that name no tab now go to this one. */
  select(tab: string): void {
    this.#tab = tab
    this.hold(tab)
  }

  /** This session works in the tab: no other takes it by itself. */
  hold(tab: string): void {
    this.#tabs.delete(tab)
    this.#tabs.add(tab)
    for (const oldest of this.#tabs) {
      if (this.#tabs.size <= tabsHeld) break
      this.#tabs.delete(oldest)
    }
  }

  /** No other tab is open any more. */
  holdOnly(open: ReadonlySet<string>): void {
    for (const tab of this.#tabs) if (!open.has(tab)) this.#tabs.delete(tab)
  }

  holds(tab: string): boolean {
    return this.#tabs.has(tab)
  }

  get tabs(): readonly string[] {
    return [...this.#tabs]
  }

  /** Nothing would be lost with it. */
  get isEmpty(): boolean {
    return this.#tabs.size === 0 && this.running === 0 && this.functions.isEmpty && this.outcomes.size === 0
  }
}

const tabsHeld = 100
