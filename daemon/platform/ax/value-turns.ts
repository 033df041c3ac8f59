/**
 * Whose value is read next, when some value is another one and nobody knows whose. Of few elements all are; of many a part at
 * each question: first those that changed before, for they change again, then those that were not read for longest.
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

  /** Some value is another one since now. */
  told(): void {
    this.#toldAt = performance.now()
  }

  /** Those whose turn it is, and whether others are left. */
  next(mirror: Mirror): { readonly refs: readonly Ref[]; readonly more: boolean } {
    const all = valueRefs(mirror, mirror.root, Number.POSITIVE_INFINITY) ?? []
    const unsure = new Set(all.filter((ref) => (this.#readAt.get(ref) ?? 0) <= this.#toldAt))
    if (unsure.size <= atMost) return { refs: [...unsure], more: false }
    const refs = new Set([...this.#lively].filter((ref) => unsure.has(ref)))
    const byAge = [...unsure].sort((a, b) => (this.#readAt.get(a) ?? 0) - (this.#readAt.get(b) ?? 0))
    for (const ref of byAge) {
      if (refs.size === atMost) break
      refs.add(ref)
    }
    return { refs: [...refs], more: true }
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
    this.#lively.delete(ref)
    this.#lively.add(ref)
    const [oldest] = this.#lively
    if (this.#lively.size > livelyAtMost) this.#lively.delete(oldest!)
  }
}
