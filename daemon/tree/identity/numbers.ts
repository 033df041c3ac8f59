/** Numbers for new ids, taken in blocks, so that none is given twice, also after a restart. */

const block = 1000

export class Numbers {
  readonly #reserve: (count: number) => number
  #next = 0
  #end = 0

  /** `reserve` gives the first of so many numbers that nobody has. */
  constructor(reserve: (count: number) => number) {
    this.#reserve = reserve
  }

  take(): number {
    this.#fill()
    return this.#next++
  }

  /** The one that `take` will give. */
  get next(): number {
    this.#fill()
    return this.#next
  }

  #fill(): void {
    if (this.#next !== this.#end) return
    this.#next = this.#reserve(block)
    this.#end = this.#next + block
  }
}
