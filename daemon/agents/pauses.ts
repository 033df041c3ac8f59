/** Sessions that a person has paused: they may look, and not act, until the person resumes them. */
import { Problem } from '../problem.ts'

/** Whose calls are held: a client keeps its pause, whatever session of its name comes after. */
export interface Pausable {
  readonly id: string
  readonly agent: string
  readonly name: string | undefined
}

interface Pause {
  /** Who paused. */
  readonly by: string
  /** When, as the person's clock has it, in ms. */
  readonly at: number
}

export class Pauses {
  readonly #kept = new Map<string, Pause>()
  /** Of every session but the one that paused them. */
  #all: (Pause & { readonly but: string }) | undefined

  /** One session, or all others than the one that asks. */
  pause(session: Pausable | undefined, by: Pausable): void {
    const pause = { by: by.agent, at: Date.now() }
    if (session === undefined) this.#all = { ...pause, but: keyOf(by) }
    else this.#kept.set(keyOf(session), pause)
  }

  /** One session, or all, whoever paused them. A session of those that are paused together resumes with all of them. */
  resume(session: Pausable | undefined): void {
    if (session !== undefined) this.#kept.delete(keyOf(session))
    else {
      this.#all = undefined
      this.#kept.clear()
    }
  }

  get isAll(): boolean {
    return this.#all !== undefined
  }

  has(session: Pausable): boolean {
    return this.#of(session) !== undefined
  }

  /** Throws paused. */
  require(session: Pausable): void {
    const pause = this.#of(session)
    if (pause === undefined) return
    const time = new Date(pause.at).toTimeString().slice(0, 8)
    throw new Problem('paused', {
      message: `The person (${pause.by}) has paused ${pause === this.#all ? 'all sessions' : 'this session'} at ${time} and is at work. Nothing was done.`,
      data: { by: pause.by, since: new Date(pause.at).toISOString(), session: session.id },
    })
  }

  #of(session: Pausable): Pause | undefined {
    if (this.#all === undefined && this.#kept.size === 0) return undefined
    const key = keyOf(session)
    return this.#kept.get(key) ?? (this.#all?.but === key ? undefined : this.#all)
  }
}

function keyOf({ agent, name }: Pausable): string {
  return JSON.stringify([agent, name])
}
