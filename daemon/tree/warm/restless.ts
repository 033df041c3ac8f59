/** Remembers elements that change without any action, such as clocks and counters, so that no action is credited. */
import { Flag } from '../../platform/flags.ts'
import type { Key } from '../../platform/row.ts'
import type { Difference } from './history.ts'
import { isOfChildren, placeOf, textPlacesOf, withRewritten } from './rewritten.ts'
import { sameRow } from './same-row.ts'

/** A change this soon after an action may be its late effect; it takes two to count. */
const lateMs = 3000
/** After this long without a change, forget it. */
const rememberedMs = 120_000
/** Shorter for fields: usually a person is typing. */
const writtenMs = 5000
const mostKept = 2000
const enough = 2

export class Restless {
  readonly #weights = new Map<Key, { weight: number; at: number; ms: number; isByItself: boolean }>()
  #actedAt = Number.NEGATIVE_INFINITY
  #acting = 0
  #since: number | undefined
  #watched = { ms: 0, until: 0 }
  readonly #now: () => number

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * Attributes all changes to the action until the returned function is called. Changes after `trueAt`, when the copy
   * was last known to be true, were not seen, so that time does not count as watched.
   */
  begin(trueAt: number): () => void {
    if (this.#acting++ === 0 && this.#since !== undefined) {
      this.#addWatched(trueAt - Math.max(this.#since, this.#watched.until, this.#actedAt + lateMs))
    }
    return () => {
      this.#acting--
      this.#actedAt = this.#now()
    }
  }

  /**
   * How long the document was recently watched without interruption, in ms, while no action could change it: a clock
   * may tick between two short looks. An agent that acts without a pause watches nothing.
   */
  get watchedMs(): number {
    const { ms, until } = this.#watched
    return this.#now() - until < rememberedMs ? ms : 0
  }

  /** These elements kept changing for `ms` after an action's effects had ended. */
  watched(ms: number, places: Iterable<Key>): void {
    const at = this.#now()
    for (const place of places) this.#weights.set(place, { weight: enough, at, ms: rememberedMs, isByItself: true })
    this.#addWatched(ms)
  }

  /** Counts the changes of a reading, except while an action is under way. */
  note(difference?: Difference): void {
    const at = this.#now()
    this.#since ??= at
    if (this.#acting > 0) return
    const isLate = at - this.#actedAt < lateMs
    if (difference !== undefined) {
      const rewritten = withRewritten(difference)
      // Filling an empty list once does not make it restless.
      for (const change of rewritten.changed) {
        if (isOfUses(change)) continue
        const isFilled = isOfChildren(change)
        const isWritten = !isFilled && (change.now.flags & Flag.editable) !== 0
        this.#add(placeOf(change), isLate || isFilled ? 1 : enough, at, isWritten ? writtenMs : rememberedMs)
      }
      for (const place of textPlacesOf(rewritten)) this.#add(place, 1, at)
    }
    for (const key of this.#weights.keys()) {
      if (this.#weights.size <= mostKept) break
      this.#weights.delete(key)
    }
  }

  #add(place: Key, by: number, at: number, ms = rememberedMs): void {
    const known = this.#weights.get(place)
    const before = known === undefined || at - known.at >= known.ms ? undefined : known
    const isByItself = by >= enough || before?.isByItself === true
    this.#weights.delete(place)
    this.#weights.set(place, { weight: (before?.weight ?? 0) + by, at, ms, isByItself })
  }

  /** An element, or another result of `placeOf`. `ownOnly`: ignores late effects of actions. */
  has(place: Key, ownOnly = false): boolean {
    const found = this.#weights.get(place)
    if (found === undefined || found.weight < enough || this.#now() - found.at >= found.ms) return false
    return found.isByItself || !ownOnly
  }

  /** The document was replaced. */
  clear(): void {
    this.#since = undefined
    this.#watched = { ms: 0, until: 0 }
    this.#weights.clear()
  }

  #addWatched(ms: number): void {
    if (ms > 0) this.#watched = { ms: Math.max(this.watchedMs, ms), until: this.#now() }
  }
}

const uses = Flag.clickable | Flag.reactive | Flag.focusable

/** Only its capabilities changed: a loaded page goes on to attach listeners. */
function isOfUses({ was, now }: Difference['changed'][number]): boolean {
  return (
    was.key === now.key &&
    sameRow(was, { ...now, flags: now.flags ^ ((was.flags ^ now.flags) & uses), actions: was.actions })
  )
}
