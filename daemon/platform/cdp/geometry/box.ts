/** Boxes of elements in viewport pixels: of their own session's page, and of the tab's. */
import { Problem } from '../../../problem.ts'
import { common } from '../../element/rectangle.ts'
import type { Key } from '../../element/row.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { unlessGone } from '../wire/world.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A session's viewport: its scroll position and size. */
export type Viewport = Box

/** Where a session's viewport lies in the tab's: `tab = offset + scale * local`. */
export interface Placing {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const unmoved: Placing = { x: 0, y: 0, scale: 1 }

/** An element without a box is a fact, not an error; a dialog or an abort is one. */
function withoutBox<T>(error: unknown, value: T): T {
  if (error instanceof Problem && error.name !== 'element_gone') throw error
  if (error instanceof DOMException) throw error
  return value
}

/** One box per line or fragment, in pixels of the session's viewport; none for unrendered elements. */
export async function boxesOf(access: TabAccess, place: Place, signal: AbortSignal): Promise<Box[]> {
  const { session, backendNodeId } = place
  try {
    const { quads } = await access.send(session, 'DOM.getContentQuads', { backendNodeId }, signal)
    return quads.map(boxOf)
  } catch (error) {
    return withoutBox(error, [])
  }
}

function boxOf(quad: readonly number[]): Box {
  const xs = [quad[0]!, quad[2]!, quad[4]!, quad[6]!]
  const ys = [quad[1]!, quad[3]!, quad[5]!, quad[7]!]
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

export function around(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The part of a box inside a viewport. */
export function clip(box: Box, to: { readonly width: number; readonly height: number }): Box | undefined {
  return common(box, { x: 0, y: 0, width: to.width, height: to.height })
}

export async function viewportOf(access: TabAccess, session: Session, signal: AbortSignal): Promise<Viewport> {
  const { cssLayoutViewport } = await access.send(session, 'Page.getLayoutMetrics', undefined, signal)
  const { pageX, pageY, clientWidth, clientHeight } = cssLayoutViewport
  return { x: pageX, y: pageY, width: clientWidth, height: clientHeight }
}

/** Where a session's viewport lies in the tab's. Throws element_gone if its frame is no longer shown. */
export async function placingOf(access: TabAccess, session: Session, signal: AbortSignal): Promise<Placing> {
  if (session === access.session) return unmoved
  const owner = access.owner(session)
  if (owner === undefined) throw new Problem('element_gone', { message: 'The frame of the element is gone.' })
  const [{ model }, outer] = await Promise.all([
    access.send(owner.session, 'DOM.getBoxModel', { backendNodeId: owner.backendNodeId }, signal),
    placingOf(access, owner.session, signal),
  ])
  const content = boxOf(model.content)
  // A transform on the iframe scales its content.
  const scale =
    model.width > 0
      ? Math.hypot(model.border[2]! - model.border[0]!, model.border[3]! - model.border[1]!) / model.width
      : 1
  return { x: outer.x + content.x * outer.scale, y: outer.y + content.y * outer.scale, scale: outer.scale * scale }
}

export function toTab(box: Box, placing: Placing): Box {
  const { x, y, scale } = placing
  return { x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale, height: box.height * scale }
}

export function pointToTab(point: Point, placing: Placing): Point {
  return { x: placing.x + point.x * placing.scale, y: placing.y + point.y * placing.scale }
}

export function pointFromTab(point: Point, placing: Placing): Point {
  return { x: (point.x - placing.x) / placing.scale, y: (point.y - placing.y) / placing.scale }
}

/** A point of a quad, by its share of each side. */
export function withinQuad(quad: readonly number[], across: number, down: number): Point {
  const [x = 0, y = 0, rightX = 0, rightY = 0, , , lowX = 0, lowY = 0] = quad
  return { x: x + (rightX - x) * across + (lowX - x) * down, y: y + (rightY - y) * across + (lowY - y) * down }
}

interface Hit extends Place {
  /** Frame of its document, if that may be known. */
  readonly frameId?: string
}

export function isSame(a: Place | undefined, b: Place | undefined): boolean {
  return a !== undefined && b !== undefined && a.session === b.session && a.backendNodeId === b.backendNodeId
}

/** What a press at a point of the session's viewport would hit, if any; `any` includes what ignores presses. */
export async function hitAt(
  access: TabAccess,
  session: Session,
  point: Point,
  viewport: Viewport,
  signal: AbortSignal,
  any = false,
): Promise<Hit | undefined> {
  // The protocol wants whole document pixels, not viewport pixels.
  const x = Math.floor(point.x + viewport.x)
  const y = Math.floor(point.y + viewport.y)
  try {
    const asked = { x, y, ...(any && { ignorePointerEventsNone: true }) }
    const { backendNodeId, frameId } = await access.send(session, 'DOM.getNodeForLocation', asked, signal)
    const frame = access.documents.shownAs(frameId)
    if (access.documents.mayKnow(frame)) return { session, backendNodeId, frameId }
    // Nothing is known of its contents: the frame itself was hit.
    const owner = await access.send(session, 'DOM.getFrameOwner', { frameId: frame }, signal)
    return { session, backendNodeId: owner.backendNodeId }
  } catch (error) {
    return withoutBox(error, undefined)
  }
}

/** Boxes of elements in the tab's viewport; undefined for those that are gone or have none. */
export async function tabBoxesOf(
  access: TabAccess,
  keys: readonly Key[],
  signal: AbortSignal,
): Promise<readonly (Box | undefined)[]> {
  const placings = new Map<Session, Promise<Placing | undefined>>()
  const placing = (session: Session) => {
    const known = placings.get(session) ?? placingOf(access, session, signal).catch(unlessGone)
    placings.set(session, known)
    return known
  }
  return await Promise.all(
    keys.map(async (key) => {
      const place = access.place(key)
      if (place === undefined) return undefined
      const [own, placed] = await Promise.all([boxesOf(access, place, signal), placing(place.session)])
      const box = around(own)
      return box && placed && toTab(box, placed)
    }),
  )
}
