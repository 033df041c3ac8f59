/** Finds a point where a press hits the element and nothing else, or says why there is none. */
import type { Spot } from '../../acting/spot.ts'
import type { Key } from '../../row.ts'
import { hitAt, type Placing, type Point, placingOf, pointToTab, unmoved, viewportOf } from '../geometry/box.ts'
import { isSame, nameOfCover } from '../geometry/locate.ts'
import { reveal } from '../geometry/reveal.ts'
import { drawnSpotScript } from '../injected/act/drawn-spot.ts'
import type { Rank } from '../injected/act/rank.ts'
import {
  hoverScript,
  insteadScript,
  openOverScript,
  type Relation,
  relationScript,
  standInScript,
  stateScript,
  stillScript,
} from '../injected/act/state.ts'
import { moveTo } from '../input/pointer.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { type Held, hold, isGone, isRefused, withNode } from '../wire/world.ts'
import { glance, type Look, type Seen } from './glance.ts'

export interface Aim {
  readonly reason?: 'gone' | 'disabled' | 'hidden' | 'covered' | 'moved' | 'outside' | 'readonly'
  readonly by?: string
  readonly byKey?: Key
  /** In viewport pixels of the element's own session. Absent if no point was asked for, or there is no box. */
  readonly point?: Point
  /** Of what a press there hits. */
  readonly rank?: Rank
}

export interface AimOptions {
  /** A press, rather than only the keyboard or a script? */
  readonly point: boolean
  readonly ifDisabled: boolean
  readonly ifReadonly: boolean
  readonly ifHidden?: boolean
  /** Wait a frame to see whether it moves. */
  readonly still: boolean
  /** Only this point of it will do. */
  readonly spot?: Spot | undefined
}

/** Where it can be hit now, whatever its state. */
export const atOnce: AimOptions = { point: true, ifDisabled: true, ifReadonly: true, still: false }

/** A point that hits the element, or what it hit instead and whether scrolling could separate the two. */
interface Tested {
  readonly point?: Point
  readonly rank?: Rank
  readonly reason?: 'gone' | 'covered' | 'outside'
  readonly hit?: Place
  /** What was hit instead, in the element's own session: an element, or the frame it is in. */
  readonly target?: Place
  readonly text?: string
  readonly mayPart?: boolean
  /** What was hit is around the element. */
  readonly isAround?: boolean
  readonly isUnseen?: boolean
}

/** Frames to wait for a moving element: a typical transition is over by then. */
const animationFrames = 24
/** Scrolling, coming to rest, trying its label: each may need one more look. */
const rounds = 5

export async function aim(access: TabAccess, place: Place, options: AimOptions, signal: AbortSignal): Promise<Aim> {
  const seen = options.point ? unheeded(glance(access, place, options.spot, signal)) : undefined
  try {
    return await withNode(access, place, signal, (held) => {
      const state = stateOf(held, signal)
      return aimAt(access, place, held, options, { state, ...(seen && { seen }) }, signal)
    })
  } catch (error) {
    if (isGone(error)) return { reason: 'gone' }
    throw error
  }
}

export async function isCovered(access: TabAccess, held: Held, signal: AbortSignal): Promise<boolean> {
  return (await aim(access, await held.place(signal), atOnce, signal)).reason === 'covered'
}

type State = ReturnType<typeof stateOf>

/** Requests sent before it is known that they are needed: none changes the page, and each round trip counts. */
export interface Ahead {
  readonly state?: State
  readonly seen?: Promise<Seen>
}

/** Asks for all that an aim at a held element begins with, at once. */
export function ahead(
  access: TabAccess,
  { place, held, spot }: { readonly place: Place; readonly held: Held; readonly spot?: Spot | undefined },
  signal: AbortSignal,
): Ahead {
  return { seen: unheeded(glance(access, place, spot, signal)), state: stateOf(held, signal) }
}

function stateOf(held: Held, signal: AbortSignal) {
  return unheeded(held.call(stateScript, [], signal))
}

/** Its rejection may go unhandled: whoever needs the answer awaits it too. */
function unheeded<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** The same at an element that is held already. */
export async function aimAt(
  access: TabAccess,
  place: Place,
  held: Held,
  options: AimOptions,
  ahead: Ahead,
  signal: AbortSignal,
): Promise<Aim> {
  try {
    const asked = ahead.state ?? stateOf(held, signal)
    const sight = new Sight(access, place, held, options.spot, signal)
    const moving = options.point && options.still ? sight.moving() : undefined
    let state = await asked
    if (state.gone) return { reason: 'gone' }
    let isNew = false
    if (state.hidden && !options.ifHidden) {
      isNew = options.point && (await hoverAround(access, held, options, signal))
      if (isNew) state = await stateOf(held, signal)
      if (state.hidden) return { reason: 'hidden' }
    }
    if (state.disabled && !options.ifDisabled) return { reason: 'disabled' }
    if (state.readonly && !options.ifReadonly) return { reason: 'readonly' }
    if (!options.point && !state.modal) return {}
    let found = await sight.find(options.still, isNew ? {} : { moving, seen: ahead.seen })
    const isMissed = options.point && !isNew && (found.reason === 'covered' || found.reason === 'outside')
    if (isMissed && (await hoverAround(access, held, options, signal))) found = await sight.find(options.still, {})
    // The keyboard reaches under whatever covers an element, except a modal dialog.
    return options.point || found.reason === 'covered' ? found : {}
  } catch (error) {
    if (isGone(error)) return { reason: 'gone' }
    throw error
  }
}

/** Where hovering shows a hidden element, the pointer goes where it has to be. False if nothing is to be hovered. */
async function hoverAround(access: TabAccess, held: Held, options: AimOptions, signal: AbortSignal): Promise<boolean> {
  const node = await held.callForNode(hoverScript, [], signal)
  if (node === undefined) return false
  const place = await node.place(signal)
  const { point } = await aimAt(access, place, node, { ...options, ifHidden: true }, {}, signal)
  if (point !== undefined) await moveTo(access, place.session, point, signal)
  return point !== undefined
}

/** One search for a point. */
class Sight {
  readonly #access: TabAccess
  readonly #place: Place
  readonly #held: Held
  readonly #spot: Spot | undefined
  readonly #signal: AbortSignal

  constructor(access: TabAccess, place: Place, held: Held, spot: Spot | undefined, signal: AbortSignal) {
    this.#access = access
    this.#place = place
    this.#held = held
    this.#spot = spot
    this.#signal = signal
  }

  moving(): Promise<'still' | 'settled' | 'moving'> {
    return unheeded(this.#held.call(stillScript, [animationFrames], this.#signal))
  }

  /** `first` is of its first round, where that has begun. */
  async find(
    still: boolean,
    first: {
      readonly moving?: ReturnType<Sight['moving']> | undefined
      readonly seen?: Promise<Seen> | undefined
    },
  ): Promise<Aim> {
    let at = this.#place
    let scrolled = false
    let covered: Tested | undefined
    for (let round = 0; round < rounds; round++) {
      const moving = (round === 0 ? first.moving : undefined) ?? (still ? this.moving() : 'still')
      const { look, hits } = await ((round === 0 ? first.seen : undefined) ??
        glance(this.#access, at, this.#spot, this.#signal))
      if (look.boxes === 0) {
        const standIn = at === this.#place ? await this.#standIn() : undefined
        if (standIn === undefined) return {}
        at = standIn
        continue
      }
      const tested: Tested =
        look.points.length === 0 ? { reason: 'outside', mayPart: true } : await this.#test(look, hits)
      const moved = await moving
      if (moved === 'moving') return { reason: 'moved' }
      // What was hit while it moved says nothing about where it came to rest.
      if (moved === 'settled') continue
      if (tested.reason === undefined) return { point: tested.point!, rank: tested.rank! }
      if (!scrolled && (tested.mayPart === true || !look.isWhole)) {
        scrolled = true
        await this.#scroll()
        continue
      }
      const missed = tested.reason === 'covered' && at === this.#place && this.#spot === undefined
      if (missed && (await this.#hasMoved(look))) continue
      const drawn = missed ? await this.#drawnSpot(look) : undefined
      if (drawn !== undefined) return { point: drawn.point!, rank: drawn.rank! }
      const instead = at === this.#place && tested.reason !== 'gone' ? await this.#instead() : undefined
      if (instead === undefined) {
        // Nothing covers it, and no pointer finds it: only the element's own press is left, as for keys.
        if (tested.isAround && tested.isUnseen && this.#spot === undefined) return {}
        return await this.#explain(covered ?? tested)
      }
      covered = tested
      at = instead
    }
    return covered === undefined ? { reason: 'moved' } : await this.#explain(covered)
  }

  async #explain({ reason, hit, target, text, isAround }: Tested): Promise<Aim> {
    if (reason === undefined) return {}
    if (hit === undefined || target === undefined) return { reason }
    // A page that takes no pointer while something is open: that has to go first.
    const over = isAround ? await this.#openOver() : undefined
    const named = (at: Place, words?: string) => nameOfCover(this.#access, at, target, words, this.#signal)
    return { reason, ...(over === undefined ? await named(hit, text) : await named(over)) }
  }

  async #openOver(): Promise<Place | undefined> {
    const node = await this.#held.callForNode(openOverScript, [], this.#signal)
    return await node?.place(this.#signal)
  }

  /** The first of the points that hits the element itself wins. */
  async #test({ points, placing }: Look, hits: Seen['hits']): Promise<Tested> {
    const over = await this.#overFrame(points[0]!, placing)
    if (over !== undefined) return over
    const direct = hits.findIndex((hit) => isSame(hit, this.#place))
    if (direct === 0) return { point: points[0]!, rank: 2 }
    const relations = await this.#relations(hits)
    const best = hits.findIndex((hit) => hit !== undefined && relations.get(hit.backendNodeId)?.rank === 2)
    if (best >= 0) return { point: points[best]!, rank: 2 }
    const inner = hits.findIndex((hit) => hit !== undefined && relations.get(hit.backendNodeId)?.rank === 1)
    if (inner >= 0) return { point: points[inner]!, rank: 1 }
    const hit = hits.find((one) => one !== undefined)
    if (hit === undefined) return { reason: 'outside', mayPart: true }
    return { reason: 'covered', hit, target: this.#place, mayPart: false, ...relations.get(hit.backendNodeId) }
  }

  /** What was hit where it no longer is covers nothing. */
  async #hasMoved({ points: [before] }: Look): Promise<boolean> {
    const [now] = (await glance(this.#access, this.#place, undefined, this.#signal)).look.points
    return before?.x !== now?.x || before?.y !== now?.y
  }

  /** Where a shape is hit that none of the points of its box is in. */
  async #drawnSpot(look: Look): Promise<Tested | undefined> {
    const found = await this.#held.call(drawnSpotScript, [], this.#signal)
    if (found === null) return undefined
    const point = { x: found[0], y: found[1] }
    const hit = await hitAt(this.#access, this.#place.session, point, look.viewport, this.#signal)
    const tested = await this.#test({ ...look, points: [point] }, [hit])
    return tested.reason === undefined ? tested : undefined
  }

  async #relations(hits: readonly (Place | undefined)[]): Promise<Map<number, Relation>> {
    const places = [
      ...new Map(hits.flatMap((hit) => (hit === undefined ? [] : [[hit.backendNodeId, hit] as const]))).values(),
    ]
    const nodes = await Promise.all(places.map((place) => this.#hold(place)))
    const known = nodes.filter((node) => node !== undefined)
    try {
      const found = await this.#held.call(relationScript, known, this.#signal)
      return new Map(known.map((node, index) => [places[nodes.indexOf(node)]!.backendNodeId, found[index]!]))
    } finally {
      for (const node of known) node.release()
    }
  }

  async #hold(place: Place): Promise<Held | undefined> {
    return await hold(this.#access, place, this.#signal, this.#held.context).catch((error) => {
      // What may not be used is in the way as anything else is.
      if (!isGone(error) && !isRefused(error)) throw error
      return undefined
    })
  }

  /** What covers the element's frame, if that is in another process. */
  async #overFrame(point: Point, placing: Placing): Promise<Tested | undefined> {
    const tabPoint = pointToTab(point, placing)
    for (let session = this.#place.session; session !== this.#access.session; ) {
      const owner = this.#access.owner(session)
      if (owner === undefined) return { reason: 'gone' }
      const [viewport, outer] = await Promise.all([
        viewportOf(this.#access, owner.session, this.#signal),
        owner.session === this.#access.session ? unmoved : placingOf(this.#access, owner.session, this.#signal),
      ])
      const local = { x: (tabPoint.x - outer.x) / outer.scale, y: (tabPoint.y - outer.y) / outer.scale }
      const hit = await hitAt(this.#access, owner.session, local, viewport, this.#signal)
      if (hit === undefined) return { reason: 'outside', mayPart: true }
      if (!isSame(hit, owner)) return { reason: 'covered', hit, target: owner, mayPart: true }
      session = owner.session
    }
    return undefined
  }

  #scroll(): Promise<void> {
    return reveal(this.#access, this.#place, this.#held, this.#signal)
  }

  async #standIn(): Promise<Place | undefined> {
    const node = await this.#held.callForNode(standInScript, [], this.#signal)
    return await node?.place(this.#signal)
  }

  async #instead(): Promise<Place | undefined> {
    const node = await this.#held.callForNode(insteadScript, [], this.#signal)
    return await node?.place(this.#signal)
  }
}
