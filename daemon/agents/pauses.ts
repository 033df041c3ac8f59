/** Sessions paused by a person: they may read but not act until the person resumes them. */
import { Problem } from '../problem.ts'

/** Identifies the client, so that a new session of the same name stays paused. */
export interface Pausable {
  readonly id: string
  readonly agent: string
  readonly name: string | undefined
}

/** A pause ends with the session that requested it. */
interface Hold {
  /** The pausing session, and its agent. */
  readonly holder: string
  readonly by: string
  /** Wall-clock time in ms. */
  readonly at: number
  /** The paused session; absent if all but the holder are. */
  readonly only?: string
  readonly but?: string
}

export class Pauses {
  #holds: readonly Hold[] = []

  /** Pauses one session, or all except the one that asks. */
  pause(session: Pausable | undefined, by: Pausable): void {
    const whom = session === undefined ? { but: keyOf(by) } : { only: keyOf(session) }
    this.#holds = [...this.#holds, { holder: by.id, by: by.agent, at: Date.now(), ...whom }]
  }

  /** Resumes one session, or all, whoever paused them. Resuming one of a group paused together resumes the group. */
  resume(session: Pausable | undefined): void {
    const key = session && keyOf(session)
    this.#holds = key === undefined ? [] : this.#holds.filter(({ only }) => only !== key)
  }

  /** A session that ended can no longer resume what it paused. */
  forget({ id }: Pausable): void {
    this.#holds = this.#holds.filter(({ holder }) => holder !== id)
  }

  get isAll(): boolean {
    return this.#holds.some(({ only }) => only === undefined)
  }

  has(session: Pausable): boolean {
    return this.#of(session) !== undefined
  }

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
