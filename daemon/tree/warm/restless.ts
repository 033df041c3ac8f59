/**
 * Remembers elements that change without any action, such as clocks and counters, so that no action is credited: by what
 * readings find, and by the events of each place, which also tell of what comes and goes between two readings.
 */
import { Flag } from '../../platform/flags.ts'
import type { Key } from '../../platform/row.ts'
import type { Difference } from './history.ts'
import { sameRow } from './same-row.ts'
import { isOfChildren, keyIn, type Part, partOf, textPartsOf, thingsIn } from './things.ts'

/** A change this soon after an action may be its late effect; it takes two to count. */
const lateMs = 3000
/** After this long without a change, forget it. */
const rememberedMs = 120_000
/** Shorter for fields: usually a person is typing. */
const writtenMs = 5000
const mostKept = 2000
const enough = 2
/** What comes and goes by itself does so within this time, in ms, or is taken for still. */
export const watchMs = 1200

export class Restless {
  readonly #weights = new Map<Part, { weight: number; at: number; ms: number; isByItself: boolean }>()
  #actedAt = Number.NEGATIVE_INFINITY
  #acting = 0
  #since: number | undefined
  /** Until the action, if one is under way. */
  #heardMs = 0
  /** When something was last written, came or went directly in an element, while no action could be the cause. */
  readonly #stirs = new Map<Key, number>()
  #watching: number | undefined
  /** The last long look without interruption, or the longest. */
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
      this.#heardMs = trueAt - this.#since
      this.#addWatched(Math.max(this.#since, this.#watched.until, this.#actedAt + lateMs), trueAt)
    }
    return () => {
      this.#acting--
      this.#actedAt = this.#now()
    }
  }

  /**
   * Whether the place was recently watched without interruption, while no action could change it, for as long as a clock may
   * take between two ticks, and has not stirred. An agent that acts without a pause watches nothing.
   */
  isStill(part: Part): boolean {
    const { ms, until } = this.#watched
    const stirred = this.#stirs.get(keyIn(part)) ?? Number.NEGATIVE_INFINITY
    return this.#now() - until < rememberedMs && Math.min(ms, until - stirred) >= watchMs
  }

  /** Whether the place stirred, and has not been still since; `isTold`: it would have been heard, if there was time for it. */
  mayStir(part: Part, isTold: boolean): boolean {
    const stirred = this.#stirs.get(keyIn(part)) ?? Number.NEGATIVE_INFINITY
    const isKnown = this.#now() - stirred < rememberedMs || (isTold && this.#heardMs < watchMs)
    return isKnown && !this.isStill(part)
  }

  /** An event of a place. */
  stirred(key: Key): void {
    const at = this.#now()
    if (this.#watching === undefined && this.#acting > 0) return
    this.#stirs.delete(key)
    this.#stirs.set(key, at)
    if (this.#stirs.size > mostKept) this.#stirs.delete(this.#stirs.keys().next().value!)
  }

  /** An action's effects have ended: what changes until `watched` is called does so by itself. */
  watch(): void {
    this.#watching = this.#now()
  }

  /** `isTrue`: the copy is true at the end; `parts`: these have changed by what was read. */
  watched(isTrue: boolean, parts: Iterable<Part>): void {
    const at = this.#now()
    const since = this.#watching ?? at
    this.#watching = undefined
    const stirred = [...this.#stirs].flatMap(([key, then]) => (then < since ? [] : placesOf(key)))
    for (const part of [...parts, ...stirred])
      this.#weights.set(part, { weight: enough, at, ms: rememberedMs, isByItself: true })
    if (isTrue) this.#addWatched(since, at)
  }

  /** Counts the changes of a reading, except while an action is under way. */
  note(difference?: Difference): void {
    const at = this.#now()
    this.#since ??= at
    const things = difference && thingsIn(difference)
    for (const [now, was] of things?.again ?? []) this.#follow(was, now)
    if (this.#acting > 0) return
    const isLate = at - this.#actedAt < lateMs
    // Filling an empty list once does not make it restless.
    for (const change of things?.changed ?? []) {
      if (isOfUses(change)) continue
      const isFilled = isOfChildren(change)
      const isWritten = !isFilled && (change.now.flags & Flag.editable) !== 0
      this.#add(partOf(change), isLate || isFilled ? 1 : enough, at, isWritten ? writtenMs : rememberedMs)
    }
    for (const part of things === undefined ? [] : textPartsOf(things)) this.#add(part, 1, at)
    for (const key of this.#weights.keys()) {
      if (this.#weights.size <= mostKept) break
      this.#weights.delete(key)
    }
  }

  /** What was built again is as restless as it was. */
  #follow(was: Key, now: Key): void {
    for (const name of ['element', 'texts of'] as const) {
      const weight = this.#weights.get(`${name} ${was}`)
      if (weight !== undefined) this.#weights.set(`${name} ${now}`, weight)
    }
  }

  #add(part: Part, by: number, at: number, ms = rememberedMs): void {
    const known = this.#weights.get(part)
    const before = known === undefined || at - known.at >= known.ms ? undefined : known
    const isByItself = by >= enough || before?.isByItself === true
    this.#weights.delete(part)
    this.#weights.set(part, { weight: (before?.weight ?? 0) + by, at, ms, isByItself })
    this.stirred(keyIn(part))
  }

  /** `ownOnly`: ignores late effects of actions. */
  has(part: Part, ownOnly = false): boolean {
    const found = this.#weights.get(part)
    if (found === undefined || found.weight < enough || this.#now() - found.at >= found.ms) return false
    return found.isByItself || !ownOnly
  }

  /** The document was replaced. */
  clear(): void {
    this.#since = undefined
    this.#heardMs = 0
    this.#watching = undefined
    this.#watched = { ms: 0, until: 0 }
    this.#stirs.clear()
    this.#weights.clear()
  }

  #addWatched(from: number, until: number): void {
    const ms = until - from
    if (ms >= Math.min(watchMs, this.#watched.ms)) this.#watched = { ms, until }
  }
}

const placesOf = (key: Key): Part[] => [`element ${key}`, `texts of ${key}`]

const uses = Flag.clickable | Flag.reactive | Flag.focusable

/** Only its capabilities changed: a loaded page goes on to attach listeners. */
function isOfUses({ was, now }: Difference['changed'][number]): boolean {
  return (
    was.key === now.key &&
    sameRow(was, { ...now, flags: now.flags ^ ((was.flags ^ now.flags) & uses), actions: was.actions })
  )
}
