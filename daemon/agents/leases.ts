/** Leases: a session reserves a target for a while. Other sessions can read it but not act on it. */
import { quoted } from '../../api-schema/quoted.ts'
import { Problem } from '../problem.ts'
import type { Agent } from './agents.ts'
import type { Session } from './session.ts'

/** An application or a tab. */
export interface Leasable {
  readonly kind: string
  readonly id: string
  readonly platform: string
  /** Set for a tab: its application, whose lease covers all its tabs. */
  readonly app?: string
  readonly pid?: number
}

export interface Lease {
  readonly target: Leasable
  readonly session: Session
  readonly agent: string
  readonly purpose: string
  /** Monotonic. */
  readonly until: number
}

const most = 1000

export class Leases {
  readonly #now: () => number
  readonly #kept = new Map<string, Lease>()

  /** `now` is monotonic, in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  list(): readonly Lease[] {
    for (const [name, lease] of this.#kept) if (this.#isOver(lease)) this.#kept.delete(name)
    return [...this.#kept.values()]
  }

  /** Takes or renews. Throws locked if another session has it or a part of it. */
  take(target: Leasable, session: Session, agent: Agent, purpose: string, ttlMs: number): Lease {
    this.require(target, session)
    const parts = this.list().find((lease) => lease.session !== session && isPartOf(lease.target, target))
    if (parts !== undefined) throw this.#locked(parts)
    if (this.#kept.size >= most)
      throw new Problem('limit_exceeded', { message: `There are already ${most} leases.`, hint: 'Try later.' })
    const lease = { target, session, agent: agent.name, purpose, until: this.#now() + ttlMs }
    this.#kept.set(nameOf(target), lease)
    return lease
  }

  /** Releases the session's leases, or those of all sessions if `session` is undefined. */
  release(target: Leasable | undefined, session: Session | undefined): readonly Lease[] {
    const released = this.list().filter(
      (lease) =>
        (session === undefined || lease.session === session) &&
        (target === undefined || nameOf(lease.target) === nameOf(target)),
    )
    for (const { target } of released) this.#kept.delete(nameOf(target))
    return released
  }

  /** Throws locked while another session has it, or its application. */
  require(target: Leasable, session: Session): void {
    if (this.#kept.size === 0) return
    const found = this.list().find((lease) => lease.session !== session && isPartOf(target, lease.target))
    if (found !== undefined) throw this.#locked(found)
  }

  leftMs({ until }: Lease): number {
    return Math.max(0, Math.round(until - this.#now()))
  }

  #isOver({ session, until }: Lease): boolean {
    return until <= this.#now() || session.isOver
  }

  /** The purpose is another agent's text, so it is quoted. */
  #locked(lease: Lease): Problem {
    const { target, agent, purpose } = lease
    const leftMs = this.leftMs(lease)
    const seconds = Math.ceil(leftMs / 1000)
    return new Problem('locked', {
      message: `Another session, of ${agent}, has taken ${target.id} for ${seconds} s: ${quoted(purpose, 200)}. Nothing was done.`,
      hint: [
        `Call again in ${seconds} s, or work elsewhere: {navigate} with a url and without a tab opens one for you.`,
        `Call again in ${seconds} s.`,
      ],
      data: { target: target.id, holder: agent, purpose, leftMs },
    })
  }
}

function isPartOf(part: Leasable, whole: Leasable): boolean {
  if (part.platform !== whole.platform || (part.pid !== whole.pid && part.kind === whole.kind)) return false
  return part.id === whole.id || (part.kind === 'tab' && part.app === whole.id)
}

function nameOf({ platform, id }: Leasable): string {
  return JSON.stringify([platform, id])
}
