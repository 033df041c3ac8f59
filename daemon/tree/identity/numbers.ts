/** Numbers for new ids, reserved in blocks, so that none repeats, even after a restart. */

const block = 1000

export class Numbers {
  readonly #reserve: (count: number) => number
  #next = 0
  #end = 0

  /** `reserve` returns the first number of a new block of the given size. */
  constructor(reserve: (count: number) => number) {
    this.#reserve = reserve
  }

  take(): number {
    this.#fill()
    return this.#next++
  }

  /** The number that `take` will return. */
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
