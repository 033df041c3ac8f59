/** Finds a point where a press hits the element and nothing else, or says why there is none. */
import type { Spot } from '../../acting/spot.ts'
import type { Key } from '../../element/row.ts'
import {
  hitAt,
  isSame,
  type Point,
  placingOf,
  pointFromTab,
  pointToTab,
  viewportOf,
  withinQuad,
} from '../geometry/box.ts'
import { frameOf } from '../geometry/frame.ts'
import { nameOfCover } from '../geometry/locate.ts'
import { reveal } from '../geometry/reveal.ts'
import { type Probe, probeScript } from '../injected/act/probe.ts'
import type { Rank } from '../injected/act/rank.ts'
import { calledScript } from '../injected/boxes.ts'
import { moveTo } from '../input/pointer.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { callOn, type Held, isGone, unlessGone, withNode } from '../wire/world.ts'

export interface Aim {
  readonly reason?: 'gone' | 'disabled' | 'hidden' | 'covered' | 'moved' | 'outside' | 'readonly'
  readonly by?: string
  readonly byKey?: Key
  /** In viewport pixels of the element's own session. Absent if no point was requested, or there is no box. */
  readonly point?: Point
  /** The same point in its own document. */
  readonly local?: Point
  /** What a press there does to the element. */
  readonly rank?: Rank
  /** It had to be scrolled to, or something hovered first, or the page has been scrolled since it was last read. */
  readonly isStirred?: boolean
  /** It was hidden, and something was hovered that shows it. */
  readonly isShown?: boolean
}

export interface AimOptions {
  /** For a press, rather than only the keyboard or a script. */
  readonly point: boolean
  readonly ifDisabled: boolean
  readonly ifReadonly: boolean
  readonly ifHidden?: boolean
  /** Waits for it to come to rest. */
  readonly still: boolean
  /** Only this point of it is acceptable. */
  readonly spot?: Spot | undefined
}

/** Where it can be hit now, whatever its state. */
export const atOnce: AimOptions = { point: true, ifDisabled: true, ifReadonly: true, still: false }

/** Frames to wait for a moving element: a typical transition is over by then. */
const animationFrames = 24
/** Hovering and scrolling may each need another round. */
const rounds = 4

type Found = Probe<Place>

/** The present state in its own document. May reject unhandled: whoever needs the answer awaits it too. */
export function probe(
  held: Held,
  { point, still, spot }: Pick<AimOptions, 'point' | 'still' | 'spot'>,
  signal: AbortSignal,
  mayScroll = point,
): Promise<Found> {
  const asked = [point, point && still ? animationFrames : 0, spot === undefined ? null : { ...spot }, mayScroll]
  const found = held.ask<Found>(probeScript, asked, signal)
  found.catch(() => undefined)
  return found
}

export async function aim(access: TabAccess, place: Place, options: AimOptions, signal: AbortSignal): Promise<Aim> {
  const gone = (error: unknown): Aim => unlessGone(error) ?? { reason: 'gone' }
  return await withNode(access, place, signal, (held) => aimAt(place, held, options, signal)).catch(gone)
}

/** Whether it is still coming up: covered, or not in sight even when scrolled to. */
export async function isComing(access: TabAccess, held: Held, signal: AbortSignal): Promise<boolean> {
  const { reason } = await aim(access, await held.place(signal), atOnce, signal)
  return reason === 'covered' || reason === 'outside'
}

/** The same for an element that is already held. `asked`: the probe under way. */
export async function aimAt(
  place: Place,
  held: Held,
  options: AimOptions,
  signal: AbortSignal,
  asked?: Promise<Found>,
): Promise<Aim> {
  const { access } = held
  let [mayHover, mayScroll] = [options.point, options.point]
  let wasHidden = false
  const stirred = ({ scrolled }: Found) => (scrolled || !(mayHover && mayScroll)) && { isStirred: true }
  const scroll = async () => {
    mayScroll = false
    await reveal(place, held, signal)
  }
  try {
    for (let round = 0; round < rounds; round++) {
      const found = await (asked !== undefined && round === 0 ? asked : probe(held, options, signal, mayScroll))
      if (mayHover && found.hover !== undefined) {
        mayHover = false
        wasHidden = found.hidden === true
        if (await hoverOn(access, found.hover, options, signal)) continue
      }
      const reason = unfit(found, options)
      if (reason !== undefined) return { reason }
      if (!options.point && !found.modal) return {}
      if (found.moving) return { reason: 'moved' }
      if (found.mayScroll) {
        await scroll()
        continue
      }
      const { point: local, rank } = found
      // The keyboard reaches under whatever covers an element, except a modal dialog.
      if (!options.point) return found.reason === 'covered' ? await explained(access, place, found, signal) : {}
      if (local === undefined || rank === undefined) return await explained(access, place, found, signal)
      const { point, ...over } = await outward(access, place.session, local, found.frame, signal)
      if (point !== undefined) return { point, local, rank, ...stirred(found), ...(wasHidden && { isShown: true }) }
      if (!mayScroll) return await explained(access, place, over, signal)
      await scroll()
    }
    return { reason: 'moved' }
  } catch (error) {
    if (isGone(error)) return { reason: 'gone' }
    throw error
  }
}

function unfit(found: Found, { ifHidden, ifDisabled, ifReadonly }: AimOptions): Aim['reason'] {
  if (found.gone) return 'gone'
  if (found.hidden && !ifHidden) return 'hidden'
  if (found.disabled && !ifDisabled) return 'disabled'
  return found.readonly && !ifReadonly ? 'readonly' : undefined
}

/** If hovering shows the element, moves the pointer where it has to be. False if it cannot. */
async function hoverOn(access: TabAccess, at: Place, options: AimOptions, signal: AbortSignal): Promise<boolean> {
  const { point } = await aim(access, at, { ...options, spot: undefined, ifHidden: true }, signal)
  if (point !== undefined) await moveTo(access, at.session, point, signal)
  return point !== undefined
}

interface Missed {
  readonly reason?: 'gone' | 'covered' | 'outside'
  readonly hit?: Place
  readonly text?: string
  /** What was missed: the element, or a frame around it. */
  readonly of?: Place
}

async function explained(access: TabAccess, place: Place, missed: Missed, signal: AbortSignal): Promise<Aim> {
  const { reason, hit, text, of = place } = missed
  if (reason === undefined) return {}
  return { reason, ...(hit !== undefined && (await nameOfCover(access, hit, of, text, signal))) }
}

/** Maps a point of a document's viewport into its session's, unless something covers one of the frames around it. */
async function outward(
  access: TabAccess,
  session: Session,
  local: Point,
  shown: Found['frame'],
  signal: AbortSignal,
): Promise<Missed & { readonly point?: Point }> {
  let point = local
  const frame = shown && (await frameOf(access, shown.root, signal))
  if (shown !== undefined && frame?.owner.session === session) {
    const { backendNodeId } = frame.owner
    const { model } = await access.send(session, 'DOM.getBoxModel', { backendNodeId }, signal)
    point = withinQuad(model.content, local.x / shown.width, local.y / shown.height)
    const hit = await hitAt(access, session, point, await viewportOf(access, session, signal), signal)
    if (hit?.frameId === undefined || !access.documents.isIn(hit.frameId, frame.id))
      return await missedBy(access, hit, frame.owner, signal)
  }
  if (session === access.session) return { point }
  const tabPoint = pointToTab(point, await placingOf(access, session, signal))
  for (let inner = session; inner !== access.session; ) {
    const owner = access.owner(inner)
    if (owner === undefined) return { reason: 'gone' }
    const [viewport, placing] = await Promise.all([
      viewportOf(access, owner.session, signal),
      placingOf(access, owner.session, signal),
    ])
    const hit = await hitAt(access, owner.session, pointFromTab(tabPoint, placing), viewport, signal)
    if (!isSame(hit, owner)) return await missedBy(access, hit, owner, signal)
    inner = owner.session
  }
  return { point }
}

async function missedBy(access: TabAccess, hit: Place | undefined, of: Place, signal: AbortSignal): Promise<Missed> {
  if (hit === undefined) return { reason: 'outside' }
  // A withheld element has no words.
  const text = await callOn(access, hit, calledScript, [], signal).catch(() => undefined)
  signal.throwIfAborted()
  return { reason: 'covered', hit, of, ...(text !== undefined && { text }) }
}
