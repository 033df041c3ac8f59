/** Finds the point at which a press meets an element and nothing else, or says why there is none. */
import type { Key } from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import {
  type Box,
  boxesOf,
  clip,
  hitAt,
  type Placing,
  type Point,
  placingOf,
  pointToTab,
  unmoved,
  type Viewport,
  viewportOf,
} from './box.ts'
import { isSame, nameOfCover } from './geometry.ts'
import { relationScript, standInScript, stateScript, stillScript } from './page-scripts.ts'
import { reveal } from './reveal.ts'
import { type Held, hold, isGone, withNode } from './world.ts'

export interface Aim {
  readonly reason?: 'gone' | 'disabled' | 'hidden' | 'covered' | 'moved' | 'outside' | 'readonly'
  readonly by?: string
  readonly byKey?: Key
  /** In pixels of the viewport of the element's own session. Absent when no point was asked for, or there is no box. */
  readonly point?: Point
}

export interface AimOptions {
  /** A press, or only the keyboard or a script? */
  readonly point: boolean
  readonly ifDisabled: boolean
  readonly ifReadonly: boolean
  readonly ifHidden?: boolean
  /** Wait for a frame to see whether it moves. */
  readonly still: boolean
}

interface State {
  readonly gone?: boolean
  readonly disabled: boolean
  readonly hidden: boolean
  readonly readonly: boolean
  readonly modal: boolean
}

interface Relation {
  readonly rank: 0 | 1 | 2
  readonly text: string
  readonly mayPart: boolean
}

/** A point that meets the element, or what it met instead and whether scrolling may part the two. */
interface Tested {
  readonly point?: Point
  readonly reason?: 'gone' | 'covered' | 'outside'
  readonly hit?: Place
  /** What of the element's own session was met in its stead: the element, or the frame that it is in. */
  readonly target?: Place
  readonly text?: string
  readonly mayPart?: boolean
}

/** Frames that a moving element is waited for: a usual transition is over by then. */
const frames = 24
/** Scrolled, come to rest, by its label: each may take one more look. */
const rounds = 5

export async function aim(access: TabAccess, place: Place, options: AimOptions, signal: AbortSignal): Promise<Aim> {
  try {
    return await withNode(access, place, signal, async (held) => {
      const state = await held.call<State>(stateScript, [], signal)
      if (state.gone) return { reason: 'gone' }
      if (state.hidden && !options.ifHidden) return { reason: 'hidden' }
      if (state.disabled && !options.ifDisabled) return { reason: 'disabled' }
      if (state.readonly && !options.ifReadonly) return { reason: 'readonly' }
      if (!options.point && !state.modal) return {}
      const found = await new Sight(access, place, held, signal).find(options.still)
      // The keyboard goes past what lies above an element, but not past a modal dialog.
      return options.point || found.reason === 'covered' ? found : {}
    })
  } catch (error) {
    if (isGone(error)) return { reason: 'gone' }
    throw error
  }
}

interface Look {
  readonly points: readonly Point[]
  /** How many parts of it have a size. */
  readonly boxes: number
  /** Nothing of it is outside of the viewport. */
  readonly isWhole: boolean
  readonly viewport: Viewport
  readonly placing: Placing
}

/** One search for a point; lives for that long. */
class Sight {
  readonly #access: TabAccess
  readonly #place: Place
  readonly #held: Held
  readonly #signal: AbortSignal

  constructor(access: TabAccess, place: Place, held: Held, signal: AbortSignal) {
    this.#access = access
    this.#place = place
    this.#held = held
    this.#signal = signal
  }

  async find(still: boolean): Promise<Aim> {
    let at = this.#place
    let scrolled = false
    let covered: Tested | undefined
    for (let round = 0; round < rounds; round++) {
      const moving = still ? this.#held.call<string>(stillScript, [frames], this.#signal) : Promise.resolve('still')
      moving.catch(() => undefined)
      const seen = await this.#look(at)
      if (seen.boxes === 0) {
        const standIn = at === this.#place ? await this.#standIn() : undefined
        if (standIn === undefined) return {}
        at = standIn
        continue
      }
      const tested: Tested = seen.points.length === 0 ? { reason: 'outside', mayPart: true } : await this.#test(seen)
      const moved = await moving
      if (moved === 'moving') return { reason: 'moved' }
      // What it met on its way says nothing of where it has come to rest.
      if (moved === 'settled') continue
      if (tested.reason === undefined) return { point: tested.point! }
      if (!scrolled && (tested.mayPart === true || !seen.isWhole)) {
        scrolled = true
        await this.#scroll()
        continue
      }
      const label = at === this.#place && tested.reason === 'covered' ? await this.#label() : undefined
      if (label === undefined) return await this.#tell(covered ?? tested)
      covered = tested
      at = label
    }
    return covered === undefined ? { reason: 'moved' } : await this.#tell(covered)
  }

  async #tell({ reason, hit, target, text }: Tested): Promise<Aim> {
    if (reason === undefined) return {}
    return hit === undefined || target === undefined
      ? { reason }
      : { reason, ...(await nameOfCover(this.#access, hit, target, text, this.#signal)) }
  }

  async #look(at: Place): Promise<Look> {
    const { session } = at
    const [boxes, viewport, placing, tab] = await Promise.all([
      boxesOf(this.#access, at, this.#signal),
      viewportOf(this.#access, session, this.#signal),
      placingOf(this.#access, session, this.#signal),
      session === this.#access.session ? undefined : viewportOf(this.#access, this.#access.session, this.#signal),
    ])
    const visible = boxes.flatMap((box) => clip(box, viewport) ?? [])
    const points = pointsIn(visible).filter((point) => tab === undefined || isInside(pointToTab(point, placing), tab))
    const isWhole = visible.length === boxes.length && visible.every((box, index) => isSameSize(box, boxes[index]!))
    const filled = boxes.filter((box) => box.width > 0 && box.height > 0).length
    return { points, boxes: filled, isWhole, viewport, placing }
  }

  /** Tests the points side by side; the first that meets the element itself is the one. */
  async #test({ points, viewport, placing }: Look): Promise<Tested> {
    const { session } = this.#place
    const [hits, over] = await Promise.all([
      Promise.all(points.map((point) => hitAt(this.#access, session, point, viewport, this.#signal))),
      this.#overFrame(points[0]!, placing),
    ])
    if (over !== undefined) return over
    const direct = hits.findIndex((hit) => isSame(hit, this.#place))
    if (direct === 0) return { point: points[0]! }
    const relations = await this.#relations(hits)
    const best = hits.findIndex((hit) => hit !== undefined && relations.get(hit.backendNodeId)?.rank === 2)
    if (best >= 0) return { point: points[best]! }
    const inner = hits.findIndex((hit) => hit !== undefined && relations.get(hit.backendNodeId)?.rank === 1)
    if (inner >= 0) return { point: points[inner]! }
    const hit = hits.find((one) => one !== undefined)
    if (hit === undefined) return { reason: 'outside', mayPart: true }
    const { text, mayPart } = relations.get(hit.backendNodeId) ?? {}
    return {
      reason: 'covered',
      hit,
      target: this.#place,
      ...(text !== undefined && { text }),
      mayPart: mayPart ?? false,
    }
  }

  async #relations(hits: readonly (Place | undefined)[]): Promise<Map<number, Relation>> {
    const places = [
      ...new Map(hits.flatMap((hit) => (hit === undefined ? [] : [[hit.backendNodeId, hit] as const]))).values(),
    ]
    const nodes = await Promise.all(places.map((place) => this.#hold(place)))
    const known = nodes.filter((node) => node !== undefined)
    try {
      const found = await this.#held.call<Relation[]>(relationScript, known, this.#signal)
      return new Map(known.map((node, index) => [places[nodes.indexOf(node)]!.backendNodeId, found[index]!]))
    } finally {
      for (const node of known) node.release()
    }
  }

  async #hold(place: Place): Promise<Held | undefined> {
    return await hold(this.#access, place, this.#signal, this.#held.context).catch((error) => {
      if (!isGone(error)) throw error
      return undefined
    })
  }

  /** What lies above the frame that the element is in, when that is a frame of another process. */
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

  async #label(): Promise<Place | undefined> {
    const node = await this.#held.callForNode('function () { return (this.labels || [])[0] || null }', [], this.#signal)
    return await node?.place(this.#signal)
  }
}

function isSameSize(a: Box, b: Box): boolean {
  return Math.abs(a.width - b.width) < 1 && Math.abs(a.height - b.height) < 1
}

function isInside(point: Point, { width, height }: Viewport): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < width && point.y < height
}

/** The middle of the largest part first, then points around it, then the middles of the other parts. */
function pointsIn(boxes: readonly Box[]): Point[] {
  const sorted = [...boxes].sort((a, b) => b.width * b.height - a.width * a.height)
  const [largest, ...others] = sorted
  if (largest === undefined) return []
  const at = (box: Box, across: number, down: number): Point => ({
    x: Math.floor(box.x + box.width * across),
    y: Math.floor(box.y + box.height * down),
  })
  const around = [
    [0.2, 0.5],
    [0.8, 0.5],
    [0.5, 0.2],
    [0.5, 0.8],
    [0.1, 0.15],
    [0.9, 0.85],
  ] as const
  return [
    at(largest, 0.5, 0.5),
    ...around.map(([across, down]) => at(largest, across, down)),
    ...others.slice(0, 3).map((box) => at(box, 0.5, 0.5)),
  ]
}
