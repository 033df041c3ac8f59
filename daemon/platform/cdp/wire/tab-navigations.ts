/** A tab's navigations. The page's own holds back all that it is asked; a frame's, what that frame is asked. */

import type { Problem } from '../../../problem.ts'
import { withTimeLimit } from '../../../time-limit.ts'
import type { ReadOptions } from '../../platform.ts'
import type { PendingNavigation } from '../../tab/pending-navigation.ts'
import type { Block, Blocks, Session } from './connection.ts'
import { navigationProblem, type Obstacles } from './obstacles.ts'
import { PendingNavigations } from './pending-navigations.ts'

/** Ms kept from a reading's time to say why there is none. */
const tellMs = 200

export class TabNavigations {
  readonly #page: Session
  readonly #main: PendingNavigations
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
      if (own !== undefined && isStalled) obstacles.navigate(own)
      else obstacles.arrive()
      changed()
    }
    this.#main = new PendingNavigations(page, frameId, { stalled: told, freed: told })
  }

  add(session: Session, frameId: string): void {
    const stalled = () => {
      outer.end(this.problem(session)!)
      this.#changed()
    }
    const outer = new Outer(
      this.#obstacles.blocks,
      new PendingNavigations(session, frameId, { stalled, freed: this.#changed }),
    )
    this.#outer.set(session, outer)
    session.onEnd(() => this.#outer.delete(session))
  }

  get all(): readonly PendingNavigation[] {
    const inner = [...this.#outer.values()].flatMap(({ navigations }) => navigations.all)
    return [...this.#main.all, ...inner.map((one) => ({ ...one, isOfFrame: true }))]
  }

  /** Why a frame in another process cannot be asked. For the page itself `Obstacles` says it. */
  problem(session: Session): Problem | undefined {
    const navigations = this.#outer.get(session)?.navigations
    if (navigations?.own === undefined || !navigations.isStalled) return undefined
    return navigationProblem({ ...navigations.own, isOfFrame: true }, this.#tabId())
  }

  /** What can end the wait for a session's answer. */
  blocks(session: Session): Blocks {
    return this.#outer.get(session) ?? this.#obstacles.blocks
  }

  /** See `TabAccess`. */
  async stay(session: Session, isAtOnce: boolean, signal: AbortSignal): Promise<string | undefined> {
    for (const navigations of [this.#main, this.#outer.get(session)?.navigations]) {
      if (!isAtOnce) await navigations?.decided(signal)
      const url = navigations?.own?.url
      await navigations?.stop(this.#page, signal)
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
    for (const { navigations } of this.#outer.values()) navigations.close()
  }
}

/** A frame in another process, with the work that waits for it, which is also among all that waits. */
class Outer implements Blocks {
  readonly navigations: PendingNavigations
  readonly #all: Blocks
  readonly #own = new Set<Block>()

  constructor(all: Blocks, navigations: PendingNavigations) {
    this.#all = all
    this.navigations = navigations
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
