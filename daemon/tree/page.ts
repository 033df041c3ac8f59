/** Which matches a page shows: their order, how many there is room for, and where the next page begins. */

/** A range of matches, counted in document order, that comes before the others. */
export interface Pane {
  readonly from: number
  readonly to: number
}

export class Page {
  /** Shown matches. */
  count = 0
  limited = false
  /** Order of the first match that there was no room for. */
  next = Number.POSITIVE_INFINITY
  readonly #limit: number
  readonly #skip: number
  readonly #first: Pane | undefined
  readonly #roomOutside: number
  #inside = 0

  constructor(limit: number, skip: number, first: Pane | undefined) {
    this.#limit = limit
    this.#skip = skip
    this.#first = first
    const ahead = first === undefined ? 0 : Math.max(0, first.to - first.from - skip)
    this.#roomOutside = limit - Math.min(limit, ahead)
  }

  /** Nothing more can be shown, wherever it is. */
  get full(): boolean {
    return this.limited && this.#first === undefined
  }

  /** Pages show what comes first, then the others in document order. */
  orderOf(index: number): number {
    const first = this.#first
    if (first === undefined || index >= first.to) return index
    return index >= first.from ? index - first.from : index + first.to - first.from
  }

  isPast(order: number): boolean {
    return order < this.#skip
  }

  /** Is there room for one more? If not, it is the next page's. */
  hasRoom(order: number): boolean {
    const room = this.#isFirst(order) ? this.#limit - this.#inside : this.#roomOutside - (this.count - this.#inside)
    if (room > 0) return true
    this.limited = true
    if (order < this.next) this.next = order
    return false
  }

  add(order: number, by: 1 | -1): void {
    this.count += by
    if (this.#isFirst(order)) this.#inside += by
  }

  #isFirst(order: number): boolean {
    return this.#first !== undefined && order < this.#first.to - this.#first.from
  }
}
