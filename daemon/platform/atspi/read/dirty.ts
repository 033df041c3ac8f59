/** The parts of elements that may be out of date, until the next reading. */
import type { Ref } from '../wire/facts.ts'

/** Bits: the parts of an element. */
export const Part = {
  states: 1,
  name: 2,
  description: 4,
  role: 8,
  interfaces: 16,
  /** Everything in one item of the bulk read. */
  facts: 31,
  /** Text, value, attributes, actions. */
  extras: 32,
  children: 64,
  all: 127,
} as const

/** With more marks than this a whole reading is no more work. */
const most = 2000

export class Marks {
  /** By element id; bits of `Part`. */
  readonly known = new Map<string, number>()
  /** Elements that sent events but are not in the copy, though they may belong there. */
  readonly unknown = new Map<string, Ref>()
  /** Everything may be out of date. */
  whole = false
  /** Elements may have come, gone or changed state silently. */
  sweep = false

  get empty(): boolean {
    return !this.whole && !this.sweep && this.known.size === 0 && this.unknown.size === 0
  }

  mark(id: string, parts: number): void {
    if (this.whole) return
    this.known.set(id, (this.known.get(id) ?? 0) | parts)
    this.#bound()
  }

  markUnknown(id: string, ref: Ref): void {
    if (this.whole) return
    this.unknown.set(id, ref)
    this.#bound()
  }

  markWhole(): void {
    this.whole = true
    this.known.clear()
    this.unknown.clear()
  }

  /** Returns the marks and clears them. */
  take(): Marks {
    const taken = new Marks()
    taken.merge(this)
    this.known.clear()
    this.unknown.clear()
    this.whole = false
    this.sweep = false
    return taken
  }

  merge(other: Marks): void {
    if (other.whole) this.markWhole()
    if (other.sweep) this.sweep = true
    for (const [id, parts] of other.known) this.mark(id, parts)
    for (const [id, ref] of other.unknown) this.markUnknown(id, ref)
  }

  #bound(): void {
    if (this.known.size + this.unknown.size > most) this.markWhole()
  }
}
