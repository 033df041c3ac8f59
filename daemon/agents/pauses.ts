/** Sessions that a person has paused: they may look, and not act, until the person resumes them. */
import { Problem } from '../problem.ts'

/** Whose calls are held: a client stays held, whatever session of its name comes after. */
export interface Pausable {
  readonly id: string
  readonly agent: string
  readonly name: string | undefined
}

/** A hold lives no longer than the session that asked for it. */
interface Hold {
  /** The session that paused, and its agent. */
  readonly holder: string
  readonly by: string
  /** When, as the person's clock has it, in ms. */
  readonly at: number
  /** Whom it holds; without it, every session but one. */
  readonly only?: string
  readonly but?: string
}

export class Pauses {
  #holds: readonly Hold[] = []

  /** One session, or all others than the one that asks. */
  pause(session: Pausable | undefined, by: Pausable): void {
    const whom = session === undefined ? { but: keyOf(by) } : { only: keyOf(session) }
    this.#holds = [...this.#holds, { holder: by.id, by: by.agent, at: Date.now(), ...whom }]
  }

  /** One session, or all, whoever paused them. A session of those that are paused together resumes with all of them. */
  resume(session: Pausable | undefined): void {
    const key = session && keyOf(session)
    this.#holds = key === undefined ? [] : this.#holds.filter(({ only }) => only !== key)
  }

  /** A session has ended: nobody is there to resume what it paused. */
  forget({ id }: Pausable): void {
    this.#holds = this.#holds.filter(({ holder }) => holder !== id)
  }

  get isAll(): boolean {
    return this.#holds.some(({ only }) => only === undefined)
  }

  has(session: Pausable): boolean {
    return this.#of(session) !== undefined
  }

  /** Throws paused. */
  require(session: Pausable): void {
    const hold = this.#of(session)
    if (hold === undefined) return
    const time = new Date(hold.at).toTimeString().slice(0, 8)
    throw new Problem('paused', {
      message: `The person (${hold.by}) has paused ${hold.only === undefined ? 'all sessions' : 'this session'} at ${time} and is at work. Nothing was done.`,
      data: { by: hold.by, since: new Date(hold.at).toISOString(), session: session.id },
    })
  }

  #of(session: Pausable): Hold | undefined {
    if (this.#holds.length === 0) return undefined
    const key = keyOf(session)
    return this.#holds.find(({ only, but }) => (only === undefined ? but !== key : only === key))
  }
}

function keyOf({ agent, name }: Pausable): string {
  return JSON.stringify([agent, name])
}
