/** Remembers what changes by itself, such as clocks and counters, so that no action is credited with it. */
import { Flag } from '../../platform/flags.ts'
import type { Key } from '../../platform/row.ts'
import type { Difference } from './history.ts'
import { isOfChildren, placeOf, textPlacesOf, withRewritten } from './rewritten.ts'
import { sameRow } from './same-row.ts'

/** A change so soon after an action may be a late consequence of it; it takes two of these to count. */
const lateMs = 3000
/** What has been still for so long is at rest again. */
const rememberedMs = 120_000
/** The same of a field: it is a person who writes in it, most of the time. */
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
   * Until the function that it returns is called, all that changes is put down to the action. What came after `trueAt`,
   * when the copy was last known to be true, has not been seen, so that time was not watched.
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
   * For how many milliseconds at a time the document has been watched of late while no action could have changed it: a
   * clock may tick between any two short looks. An agent that acts without a pause watches nothing.
   */
  get watchedMs(): number {
    const { ms, until } = this.#watched
    return this.#now() - until < rememberedMs ? ms : 0
  }

  /** For `ms` after all consequences of an action had ended these places went on changing. */
  watched(ms: number, places: Iterable<Key>): void {
    const at = this.#now()
    for (const place of places) this.#weights.set(place, { weight: enough, at, ms: rememberedMs, isByItself: true })
    this.#addWatched(ms)
  }

  /** What a reading changed; what it changed while an action was under way does not count. */
  note(difference?: Difference): void {
    const at = this.#now()
    this.#since ??= at
    if (this.#acting > 0) return
    const isLate = at - this.#actedAt < lateMs
    if (difference !== undefined) {
      const rewritten = withRewritten(difference)
      // A list that has been filled once is not filled again and again.
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

  /** An element, or what else `placeOf` names. `surely`: late consequences of actions do not make it restless. */
  has(place: Key, surely = false): boolean {
    const found = this.#weights.get(place)
    if (found === undefined || found.weight < enough || this.#now() - found.at >= found.ms) return false
    return found.isByItself || !surely
  }

  /** There is another document. */
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

/** Only what can be done with it has changed: a page that has loaded goes on to attach its listeners. */
function isOfUses({ was, now }: Difference['changed'][number]): boolean {
  return (
    was.key === now.key &&
    sameRow(was, { ...now, flags: now.flags ^ ((was.flags ^ now.flags) & uses), actions: was.actions })
  )
}
