/**
 * Remembers elements that change without any action, such as clocks and counters, so that no action is credited: by what
 * readings find, dated by when it was reported, and by the events of each place, which also tell of what comes and goes
 * between two readings.
 */
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { isTip } from '../model/context.ts'
import type { Node } from '../model/node.ts'
import { alignChanges, isOfChildren, keyIn, type Part, partOf, textPartsOf, theFocus } from './aligned.ts'
import type { Changes, Difference } from './history.ts'
import { sameRow } from './same-row.ts'

type Turned = Changes['changed'][number]

/** The table, list or tree around an element, where it is in one. */
export type TableOf = (key: Key) => Key | undefined

/** A change this soon after an action may be its late effect: it only stirs. */
const lateMs = 3000
/** After this long without a change, forget it. */
const rememberedMs = 120_000
/** Shorter for fields and the focus: usually a person is typing. */
const writtenMs = 5000
const mostKept = 2000
const never = Number.NEGATIVE_INFINITY
const enough = 2
/** What comes and goes by itself does so within this time, in ms, or is taken for still. */
export const watchMs = 1200

/** How far a place can be trusted to change by an action alone; each is calmer than those before it. */
export const Calm = {
  /** It changes by itself. */
  restless: 0,
  /** It may: it has changed while no action could be the cause, or has come, or there was no time yet to hear whether it does. */
  unsure: 1,
  /** The target does not tell of each change, and none was found. */
  unknown: 2,
  /** It was there, watched without interruption for as long as a clock may take between two ticks, and did not stir. */
  still: 3,
} as const
export type Calm = (typeof Calm)[keyof typeof Calm]

/** When something changed while no action was under way, and when none had just ended either. */
interface Moment {
  readonly own: number
  readonly alone: number
}

/** How often it has changed while no action could be the cause, last `at` then, and for how long that counts. */
interface Weight {
  readonly weight: number
  readonly at: number
  readonly ms: number
}

export class Restless {
  readonly #weights = new Map<Part | Others, Weight>()
  #actedAt = never
  #acting = 0
  #since: number | undefined
  #isTold = false
  /** When it last came, or something was written, came or went directly in it, while no action could be the cause. */
  readonly #stirs = new Map<Key | Others, number>()
  /** The latest of what was reported of each element and may not have been read yet. */
  readonly #reports = new Map<Key, Moment & { readonly at: number }>()
  #watching: number | undefined
  /** The last long look without interruption, or the longest. */
  #watched = { ms: 0, until: 0 }
  readonly #tableOf: TableOf
  readonly #now: () => number

  constructor(tableOf: TableOf = () => undefined, now = () => performance.now()) {
    this.#tableOf = tableOf
    this.#now = now
  }

  /**
   * Attributes all changes to the action until the returned function is called. Changes after `trueAt`, when the copy
   * was last known to be true, were not seen, so that time does not count as watched. `isTold`: the target tells of each
   * change.
   */
  begin(trueAt: number, isTold = false): () => void {
    this.#isTold = isTold
    if (this.#acting++ === 0 && this.#since !== undefined)
      this.#addWatched(Math.max(this.#since, this.#actedAt), trueAt)
    return () => {
      this.#acting--
      this.#actedAt = this.#now()
    }
  }

  /** What changes now may do so by the action. */
  get #isBusy(): boolean {
    return this.#acting > 0 && this.#watching === undefined
  }

  /** `isOfText`: nothing but words has changed there, which in a table may come with those of others. */
  calmOf(part: Part, isOfText = false): Calm {
    const now = this.#now()
    const others = isOfText ? this.#othersOf(keyIn(part)) : undefined
    if (this.#isRestless(part) || (others !== undefined && this.#isRestless(others))) return Calm.restless
    const at = Math.max(...[keyIn(part), ...(others ? [others] : [])].map((place) => this.#stirs.get(place) ?? never))
    const { ms, until } = this.#watched
    if (now - until < rememberedMs && ms >= watchMs && until - at >= watchMs) return Calm.still
    return this.#isTold || now - at < rememberedMs ? Calm.unsure : Calm.unknown
  }

  #isRestless(part: Part | Others): boolean {
    return (this.#knownAt(this.#now(), part)?.weight ?? 0) >= enough
  }

  /** An event of a place. */
  stirred(key: Key): void {
    this.told(key)
    this.#stir(key, this.#moment)
  }

  /** It is reported that something in an element may have changed: that is the date of the change, whenever it is read. */
  told(key: Key): void {
    const known = this.#reports.get(key)
    const { own, alone } = this.#moment
    const latest = { own: Math.max(own, known?.own ?? never), alone: Math.max(alone, known?.alone ?? never) }
    keep(this.#reports, key, { at: this.#now(), ...latest })
  }

  get #moment(): Moment {
    const at = this.#now()
    const isLate = this.#watching === undefined && at - this.#actedAt < lateMs
    return { own: this.#isBusy ? never : at, alone: this.#isBusy || isLate ? never : at }
  }

  /** With its table: another may stir there next. What is known to change by itself speaks for itself alone. */
  #stir(key: Key, { own }: Moment): void {
    const others = placesOf(key).some((part) => this.#isRestless(part)) ? undefined : this.#othersOf(key)
    for (const place of others === undefined ? [key] : [key, others])
      if (own > (this.#stirs.get(place) ?? never)) keep(this.#stirs, place, own)
  }

  /** An action's effects have ended: what changes until `watched` is called does so by itself. */
  watch(): void {
    this.#watching = this.#now()
  }

  /** `isTrue`: the copy is true at the end. */
  watched(isTrue: boolean): void {
    const at = this.#now()
    const since = this.#watching ?? at
    this.#watching = undefined
    const stirred = [...this.#stirs].flatMap(([key, then]) =>
      then < since || typeof key === 'string' ? [] : placesOf(key),
    )
    for (const part of stirred) keep(this.#weights, part, { weight: enough, at, ms: rememberedMs })
    if (isTrue) this.#addWatched(since, at)
  }

  /** Counts the changes of a reading, except those of the time of an action. What is reported after `began` may be read again. */
  note(difference?: Difference, began = this.#now()): void {
    const at = this.#now()
    const aligned = difference && alignChanges(difference)
    for (const [now, was] of aligned?.again ?? []) this.#follow(was, now)
    if (this.#since !== undefined) for (const { key } of aligned?.added ?? []) keep(this.#stirs, key, at)
    this.#since ??= at
    const isOfFocus = ({ was, now }: Turned) => ((was.flags ^ now.flags) & Flag.focused) !== 0
    if (aligned?.changed.some(isOfFocus)) this.#add(theFocus, enough, writtenMs)
    // Filling an empty list once does not make it restless.
    for (const change of aligned?.changed ?? []) {
      if (isOfUses(change) || isOfTips(change, difference!)) continue
      const isFilled = isOfChildren(change)
      const isWritten = !isFilled && (change.now.flags & Flag.editable) !== 0
      this.#add(partOf(change), isFilled ? 1 : enough, isWritten ? writtenMs : rememberedMs)
    }
    for (const part of aligned === undefined ? [] : textPartsOf(aligned)) this.#add(part, 1)
    for (const [key, report] of this.#reports) if (report.at < began) this.#reports.delete(key)
  }

  /** What was built again is as calm as it was. */
  #follow(was: Key, now: Key): void {
    const [old, parts] = [placesOf(was), placesOf(now)]
    for (const [at, part] of parts.entries()) follow(this.#weights, old[at]!, part)
    follow(this.#weights, othersIn(was), othersIn(now))
    follow(this.#stirs, was, now)
    follow(this.#stirs, othersIn(was), othersIn(now))
  }

  /** What was not reported has the date of its reading. */
  #add(part: Part, by: number, ms = rememberedMs): void {
    const key = keyIn(part)
    const moment = this.#reports.get(key) ?? this.#moment
    this.#stir(key, moment)
    const at = moment.alone
    if (at === never) return
    const others = placesOf(key).some((one) => this.#knownAt(at, one)) ? undefined : this.#othersOf(key)
    // One more of a table changes by itself: where several are found so, any of the others may.
    if (others !== undefined) this.#weigh(others, 1, at, rememberedMs)
    this.#weigh(part, by, at, ms)
  }

  #othersOf(key: Key): Others | undefined {
    const table = this.#tableOf(key)
    return table === undefined ? undefined : othersIn(table)
  }

  #weigh(part: Part | Others, by: number, at: number, ms: number): void {
    keep(this.#weights, part, { weight: (this.#knownAt(at, part)?.weight ?? 0) + by, at, ms })
  }

  /** What is still remembered of it then. */
  #knownAt(at: number, part: Part | Others): Weight | undefined {
    const known = this.#weights.get(part)
    return known !== undefined && at - known.at < known.ms ? known : undefined
  }

  /** The document was replaced. */
  clear(): void {
    this.#since = undefined
    this.#actedAt = never
    this.#watching = undefined
    this.#watched = { ms: 0, until: 0 }
    this.#stirs.clear()
    this.#reports.clear()
    this.#weights.clear()
  }

  #addWatched(from: number, until: number): void {
    const ms = until - from
    if (ms >= Math.min(watchMs, this.#watched.ms)) this.#watched = { ms, until }
  }
}

/** As the newest; the oldest is dropped when there are too many. */
function keep<K, V>(all: Map<K, V>, key: K, value: V): void {
  all.delete(key)
  all.set(key, value)
  if (all.size > mostKept) all.delete(all.keys().next().value!)
}

function follow<K, V>(all: Map<K, V>, was: K, now: K): void {
  if (all.has(was)) keep(all, now, all.get(was)!)
}

/** What is in a table and has not been found to change by itself. */
type Others = `others in ${Key}`

const othersIn = (table: Key): Others => `others in ${table}`

const placesOf = (key: Key): Part[] => [`element ${key}`, `texts of ${key}`]

const uses = Flag.clickable | Flag.reactive | Flag.focusable

/** Only tips have come to it or gone: they follow the pointer, and say nothing of what else comes there. */
function isOfTips({ was, now }: Turned, { added, removed }: Difference): boolean {
  const tips = new Set([...added, ...removed].filter(isTip).map(({ key }) => key))
  const others = ({ children }: Node) => children.filter((key) => !tips.has(key))
  return tips.size > 0 && sameRow({ ...was, children: others(was) }, { ...now, children: others(now) })
}

/** Only its capabilities changed: a loaded page goes on to attach listeners. */
function isOfUses({ was, now }: Difference['changed'][number]): boolean {
  return (
    was.key === now.key &&
    sameRow(was, { ...now, flags: now.flags ^ ((was.flags ^ now.flags) & uses), actions: was.actions })
  )
}
