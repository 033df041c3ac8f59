/**
 * Whose value is read next, when some value is another one and nobody knows whose. Of few elements all are; of many a part at
 * each question: first those that changed before, for they change again, and where they did not, those that were not read for longest.
 */
import type { Mirror } from './mirror.ts'
import { valueRefs } from './pending.ts'
import type { RawElement, Ref } from './raw-element.ts'

/** One question reads so many. */
const atMost = 400
const livelyAtMost = 50

export class ValueTurns {
  /** `performance.now()` when each was read, the oldest first. */
  readonly #readAt = new Map<Ref, number>()
  readonly #lively = new Set<Ref>()
  #toldAt = 0
  /** Only lively ones were given out last, and none of them was found changed since. */
  #isInVain = false

  /** Some value is another one since now. */
  told(): void {
    this.#toldAt = performance.now()
  }

  /** Those whose turn it is, and whether others are left. */
  next(mirror: Mirror): { readonly refs: readonly Ref[]; readonly more: boolean } {
    const all = valueRefs(mirror, mirror.root, Number.POSITIVE_INFINITY) ?? []
    const unsure = new Set(all.filter((ref) => (this.#readAt.get(ref) ?? 0) <= this.#toldAt))
    const lively = [...this.#lively].filter((ref) => unsure.has(ref))
    this.#isInVain = unsure.size > atMost && lively.length > 0
    if (this.#isInVain) return { refs: lively, more: true }
    const byAge = [...unsure].sort((a, b) => (this.#readAt.get(a) ?? 0) - (this.#readAt.get(b) ?? 0))
    return { refs: byAge.slice(0, atMost), more: byAge.length > atMost }
  }

  /** The change was not among those that were given out: some more are to be read for the same question. */
  get isInVain(): boolean {
    return this.#isInVain
  }

  /** Elements came, read since then; the mirror still has them as they were. */
  take(elements: readonly RawElement[], since: number, mirror: Mirror): void {
    for (const { ref, gone, facts } of elements) {
      if (gone) {
        this.#readAt.delete(ref)
        this.#lively.delete(ref)
        continue
      }
      this.#readAt.set(ref, since)
      const was = mirror.raw(ref)
      if (was !== undefined && was.facts.AXValue !== facts.AXValue) this.#enliven(ref)
    }
  }

  #enliven(ref: Ref): void {
    this.#isInVain = false
    this.#lively.delete(ref)
    this.#lively.add(ref)
    const [oldest] = this.#lively
    if (this.#lively.size > livelyAtMost) this.#lively.delete(oldest!)
  }
}
