/** Which matches a page shows: how many fit, which come first, and which are left for later. */
import { Places, type Range, Wanted } from './ranges.ts'

/** A range of matches, in document order, that has priority. */
export interface Pane {
  readonly from: number
  readonly to: number
}

export interface PageOptions {
  readonly limit: number
  /** Matches left by earlier pages; all if absent. */
  readonly only?: readonly Range[] | undefined
  readonly first: Pane | undefined
}

export class Page {
  /** Number of shown matches. */
  count = 0
  limited = false
  readonly #options: PageOptions
  readonly #wanted: Wanted
  readonly #left = new Places()
  readonly #roomOutside: number
  #inside = 0

  constructor(options: PageOptions) {
    this.#options = options
    const { limit, only, first } = options
    this.#wanted = new Wanted(only)
    this.#roomOutside = limit - Math.min(limit, first === undefined ? 0 : sizeWithin(first, only))
  }

  /** True if no further match can be shown anywhere. */
  get full(): boolean {
    return this.limited && this.#options.first === undefined
  }

  /** Wanted matches that are omitted, for lack of room or in a shortened run. */
  get left(): readonly Range[] {
    return this.#left.list()
  }

  /** Whether the match belongs on this page. Must be called once per match, in document order. */
  isWanted(index: number): boolean {
    return this.#wanted.has(index)
  }

  hasRoom(index: number): boolean {
    const { limit } = this.#options
    const room = this.#isFirst(index) ? limit - this.#inside : this.#roomOutside - (this.count - this.#inside)
    if (room > 0) return true
    this.limited = true
    return false
  }

  leave(index: number): void {
    this.#left.add(index)
  }

  add(index: number, by: 1 | -1): void {
    this.count += by
    if (by < 0) this.#left.add(index)
    if (this.#isFirst(index)) this.#inside += by
  }

  #isFirst(index: number): boolean {
    const { first } = this.#options
    return first !== undefined && index >= first.from && index < first.to
  }
}

function sizeWithin({ from, to }: Pane, only: readonly Range[] | undefined): number {
  if (only === undefined) return to - from
  return only.reduce((sum, range) => sum + Math.max(0, Math.min(to, range[1]) - Math.max(from, range[0])), 0)
}
