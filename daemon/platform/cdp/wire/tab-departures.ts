/**
 * The navigations of a whole tab. The page's own holds back everything it is asked; that of a frame in another process,
 * what this frame is asked.
 */

import type { Problem } from '../../../problem.ts'
import { withTimeLimit } from '../../../time-limit.ts'
import type { Departure } from '../../departure.ts'
import type { ReadOptions } from '../../platform.ts'
import type { Block, Blocks, Session } from './connection.ts'
import { Departures } from './departures.ts'
import { departureProblem, type Obstacles } from './obstacles.ts'

/** Ms kept from a reading's time to say why there is none. */
const tellMs = 200

export class TabDepartures {
  readonly #page: Session
  readonly #main: Departures
  readonly #obstacles: Obstacles
  readonly #tabId: () => string
  readonly #changed: () => void
  /** Of frames in other processes. */
  readonly #outer = new Map<Session, Outer>()

  /** `changed`: something held back is free again, or the reverse. */
  constructor(page: Session, frameId: string, obstacles: Obstacles, tabId: () => string, changed: () => void) {
    this.#page = page
    this.#obstacles = obstacles
    this.#tabId = tabId
    this.#changed = changed
    const told = () => {
      const { own, isStalled } = this.#main
      if (own !== undefined && isStalled) obstacles.depart(own)
      else obstacles.arrive()
      changed()
    }
    this.#main = new Departures(page, frameId, { stalled: told, freed: told })
  }

  add(session: Session, frameId: string): void {
    const stalled = () => {
      outer.end(this.problem(session)!)
      this.#changed()
    }
    const outer = new Outer(this.#obstacles.blocks, new Departures(session, frameId, { stalled, freed: this.#changed }))
    this.#outer.set(session, outer)
    session.onEnd(() => this.#outer.delete(session))
  }

  get all(): readonly Departure[] {
    const inner = [...this.#outer.values()].flatMap(({ departures }) => departures.all)
    return [...this.#main.all, ...inner.map((one) => ({ ...one, isOfFrame: true }))]
  }

  /** Why a frame in another process cannot be asked. For the page itself `Obstacles` says it. */
  problem(session: Session): Problem | undefined {
    const departures = this.#outer.get(session)?.departures
    if (departures?.own === undefined || !departures.isStalled) return undefined
    return departureProblem({ ...departures.own, isOfFrame: true }, this.#tabId())
  }

  /** What can end the wait for a session's answer. */
  blocks(session: Session): Blocks {
    return this.#outer.get(session) ?? this.#obstacles.blocks
  }

  /** See `TabAccess`. */
  async stay(session: Session, isAtOnce: boolean, signal: AbortSignal): Promise<string | undefined> {
    for (const departures of [this.#main, this.#outer.get(session)?.departures]) {
      if (!isAtOnce) await departures?.decided(signal)
      const url = departures?.own?.url
      await departures?.stop(this.#page, signal)
      if (url !== undefined) return url
    }
    return undefined
  }

  /** Until nothing holds the page back, or time is up. */
  async over({ signal, deadline }: ReadOptions): Promise<void> {
    if (!this.#obstacles.isHeld) return
    await this.#main.over(withTimeLimit(signal, deadline - performance.now() - tellMs))
  }

  close(): void {
    this.#main.close()
    for (const { departures } of this.#outer.values()) departures.close()
  }
}

/** A frame in another process, with the work that waits for it, which is also among all that waits. */
class Outer implements Blocks {
  readonly departures: Departures
  readonly #all: Blocks
  readonly #own = new Set<Block>()

  constructor(all: Blocks, departures: Departures) {
    this.#all = all
    this.departures = departures
  }

  add(block: Block): void {
    this.#all.add(block)
    this.#own.add(block)
  }

  delete(block: Block): void {
    this.#all.delete(block)
    this.#own.delete(block)
  }

  end(problem: Problem): void {
    for (const block of [...this.#own]) block(problem)
  }
}
