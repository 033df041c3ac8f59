/** Sets of list positions as ranges, so that most of a large tree takes a few numbers. */

/** From (inclusive) and to (exclusive). */
export type Range = readonly [from: number, to: number]

/** Collects positions, mostly in ascending order. */
export class Places {
  readonly #runs: [number, number][] = []
  readonly #others: number[] = []

  add(place: number): void {
    const last = this.#runs.at(-1)
    if (last === undefined || place > last[1]) this.#runs.push([place, place + 1])
    else if (place === last[1]) last[1]++
    else this.#others.push(place)
  }

  /** In order, without empty gaps. */
  list(): Range[] {
    if (this.#others.length === 0) return this.#runs.map(([from, to]) => [from, to])
    const all: Range[] = [...this.#runs, ...this.#others.map((place): Range => [place, place + 1])]
    return joined(all)
  }
}

export function joined(ranges: readonly Range[]): Range[] {
  const list: [number, number][] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = list.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else list.push([from, to])
  }
  return list
}

/** Tests positions, in ascending order, against the ranges; without ranges, all pass. */
export class Wanted {
  readonly #ranges: readonly Range[] | undefined
  #at = 0

  constructor(ranges: readonly Range[] | undefined) {
    this.#ranges = ranges
  }

  has(place: number): boolean {
    if (this.#ranges === undefined) return true
    let range = this.#ranges[this.#at]
    while (range !== undefined && place >= range[1]) range = this.#ranges[++this.#at]
    return range !== undefined && place >= range[0]
  }
}
