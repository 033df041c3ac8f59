/**
 * Which applications without an icon in the Dock have items in the menu bar: most of them only work in the background.
 * One message each, which is not repeated at every question.
 */
import type { RawApp } from '../wire/messages.ts'
import type { AxCalls } from './native/ax-calls.ts'
import { AxFault } from './native/ax-fault.ts'

/** Seconds for one message. */
const messageLimit = 0.1
/** Milliseconds for all of one listing: those that are left are asked at the next one. */
const listingMs = 150
/** Milliseconds until an application is asked again: it may show an item later, or hide it. One that is silent may stay so. */
const again = { answered: 5000, silent: 60_000 } as const

interface Known {
  readonly has: boolean
  readonly until: number
}

export class StatusItems {
  readonly #ax: AxCalls
  readonly #known = new Map<number, Known>()

  constructor(ax: AxCalls) {
    this.#ax = ax
  }

  /** The list with what is known of those that are not regular; `spared` ones are not asked. */
  told(apps: readonly RawApp[], spared: readonly number[]): RawApp[] {
    const others = new Set(apps.filter(({ regular }) => !regular).map(({ pid }) => pid))
    for (const pid of this.#known.keys()) if (!others.has(pid)) this.#known.delete(pid)
    const began = performance.now()
    for (const pid of others) {
      const now = performance.now()
      if (now - began > listingMs) break
      if (!spared.includes(pid) && now >= (this.#known.get(pid)?.until ?? 0)) this.#known.set(pid, this.#ask(pid, now))
    }
    return apps.map((app) => (others.has(app.pid) && this.#known.get(app.pid)?.has ? { ...app, menuBar: true } : app))
  }

  #ask(pid: number, now: number): Known {
    const { cf, progress } = this.#ax
    progress.turnTo(pid)
    const app = this.#ax.application(pid)
    try {
      this.#ax.setTimeout(app, messageLimit)
      const bar = this.#ax.copy(app, 'AXExtrasMenuBar')
      if (bar !== undefined) cf.release(bar)
      return { has: bar !== undefined, until: now + again.answered }
    } catch (error) {
      if (!(error instanceof AxFault)) throw error
      return { has: this.#known.get(pid)?.has ?? false, until: now + again.silent }
    } finally {
      cf.release(app)
      progress.turnTo(undefined)
    }
  }
}
