/**
 * What changes in a page once an act's own events are over, in the daemon's isolated world: noted by itself, and said to the
 * console, where the browser adds from which call of the page it came.
 */

import { listenEverywhere } from '../listening.ts'
import { eventKinds, isChoice } from './event-kinds.ts'
import { type Marks, marks, noteIn } from './observed.ts'

export interface Later extends Marks {
  /** An event of the browser's own led to it, and nobody knows what to that. */
  readonly isOfBrowser: boolean
  /** It came with the next tasks after the act. */
  readonly isSoon: boolean
  /** What a transition that led to it began with: the act itself, something before it or, by its number, one of these. */
  readonly began: 'act' | 'earlier' | number | undefined
}

export interface After {
  /** What has changed since, by the numbers of the messages to the console. */
  readonly later: ReadonlyMap<number, Later>
  /** Whom the events that the browser has sent by itself since have been to, and their types. */
  readonly pathOfItsOwn: ReadonlySet<EventTarget>
  readonly typesOfItsOwn: ReadonlySet<string>
}

interface Act {
  /** Begins each message. */
  readonly word: string
  /** When it did, in ms. */
  readonly begun: number
  /** When the last of its events came. */
  lastAt(): number
  /** What it changed in their tasks, and what had changed before. */
  readonly atOnce: Marks
  readonly earlier: Marks | undefined
  readonly roots: readonly ShadowRoot[]
}

export function changesAfter({ word, begun, lastAt, atOnce, earlier, roots }: Act) {
  const mostPath = 100
  const mostLater = 200
  const againMs = 250
  const soonMs = 100
  const { ofItsOwn, giving, losing, repeated } = eventKinds()
  const later = new Map<number, Later>()
  const told = new WeakMap<Node, { number: number; at: number }>()
  const pathOfItsOwn = new Set<EventTarget>()
  const typesOfItsOwn = new Set<string>()
  const underWay = new Set<Event>()
  const hear = (event: Event) => {
    if (!event.isTrusted) return
    if (!repeated.includes(event.type)) underWay.add(event)
    if (!isChoice(event)) typesOfItsOwn.add(event.type)
    for (const at of event.composedPath()) if (pathOfItsOwn.size < mostPath) pathOfItsOwn.add(at)
  }
  const stops = [listenEverywhere([...ofItsOwn, ...repeated], hear, roots), listenEverywhere(giving, hear)]
  const end = () => {
    for (const stop of stops) stop()
  }
  const isMarked = ({ added, restyled }: Marks, at: Node) => added.has(at) || restyled.has(at)
  const beganWith = (event: Event): Later['began'] => {
    if (losing.includes(event.type) && !isChoice(event)) return 'earlier'
    // Its name may just be that of old, `webkitTransitionEnd`.
    if (!/transition|animation/i.test(event.type)) return undefined
    const lasted = (event as TransitionEvent).elapsedTime * 1000
    if (event.timeStamp - lasted < begun) return 'earlier'
    for (let at: Node | null = event.target as Node; at; at = at.parentNode || (at as ShadowRoot).host || null) {
      const node = at
      const since = [...later].findLast(([, one]) => isMarked(one, node))?.[0]
      if (since !== undefined) return since
      if (isMarked(atOnce, node)) return 'act'
      if (earlier && isMarked(earlier, node)) return 'earlier'
    }
    return undefined
  }
  const note = (records: readonly MutationRecord[]) => {
    for (const event of underWay) if (event.eventPhase === 0) underWay.delete(event)
    const isInTransition = !!(document as Document & { activeViewTransition?: unknown }).activeViewTransition
    if (later.size >= mostLater) return
    // What stirs a place again so soon is what did before.
    const now = performance.now()
    const before = records.map(({ target }) => told.get(target))
    const isAgain = before.every((one) => one !== undefined && now - one.at < againMs)
    if (isAgain) {
      const place = later.get(before[0]!.number)!
      for (const record of records) noteIn(place, record)
      return
    }
    const number = later.size
    const isOfBrowser = underWay.size > 0 || isInTransition
    const [began, ...others] = new Set([...underWay].map(beganWith))
    const isSoon = now - lastAt() <= soonMs
    const place: Later = { ...marks(), isOfBrowser, isSoon, began: others.length > 0 ? undefined : began }
    for (const record of records) {
      noteIn(place, record)
      told.set(record.target, { number, at: now })
    }
    later.set(number, place)
    console.debug(word, number)
  }
  return { later, pathOfItsOwn, typesOfItsOwn, note, end }
}

export const laterParts = [changesAfter, eventKinds, isChoice, listenEverywhere, marks, noteIn] as const
