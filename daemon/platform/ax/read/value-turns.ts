/**
 * Whose value to read next when some value changed and it is unknown whose. With few elements, all; with many, a part
 * at each question: first those that changed before, since they tend to change again, and if they did not, those unread
 * for longest.
 */

import { LRUCache } from 'lru-cache'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { valueRefs } from './dirty.ts'
import type { Mirror } from './mirror.ts'

/** Read at one question. */
const atMost = 400
const activeAtMost = 50

export class ValueTurns {
  /** `performance.now()` when each was read, oldest first. */
  readonly #readAt = new Map<Ref, number>()
  readonly #active = new LRUCache<Ref, true>({ max: activeAtMost })
  #changedAt = 0
  /** The last batch held only active ones, and none of them has changed so far. */
  #isInVain = false

  /** Some value changed just now. */
  changed(): void {
    this.#changedAt = performance.now()
  }

  /** The elements whose turn it is, and whether others are left. */
  next(mirror: Mirror): { readonly refs: readonly Ref[]; readonly more: boolean } {
    const all = valueRefs(mirror, mirror.root, Number.POSITIVE_INFINITY) ?? []
    const unsure = new Set(all.filter((ref) => (this.#readAt.get(ref) ?? 0) <= this.#changedAt))
    const active = [...this.#active.rkeys()].filter((ref) => unsure.has(ref))
    this.#isInVain = unsure.size > atMost && active.length > 0
    if (this.#isInVain) return { refs: active, more: true }
    const byAge = [...unsure].sort((a, b) => (this.#readAt.get(a) ?? 0) - (this.#readAt.get(b) ?? 0))
    return { refs: byAge.slice(0, atMost), more: byAge.length > atMost }
  }

  /** The last batch did not include the change: read more for the same question. */
  get isInVain(): boolean {
    return this.#isInVain
  }

  /** Elements read since then have arrived; the mirror still has their old state. */
  take(elements: readonly RawElement[], since: number, mirror: Mirror): void {
    for (const { ref, gone, facts } of elements) {
      if (gone) {
        this.#readAt.delete(ref)
        this.#active.delete(ref)
        continue
      }
      this.#readAt.set(ref, since)
      const was = mirror.raw(ref)
      if (was !== undefined && was.facts.AXValue !== facts.AXValue) this.#markActive(ref)
    }
  }

  #markActive(ref: Ref): void {
    this.#isInVain = false
    this.#active.set(ref, true)
  }
}
