/** Where elements are, what is at a point, and what has the keyboard focus. */
import type { Frame } from '../../../api-schema/element.ts'
import type { Key } from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import { around, boxesOf, hitAt, type Placing, type Point, placingOf, pointFromTab, toTab, viewportOf } from './box.ts'
import type { Session } from './connection.ts'
import { contextOf, evaluate, type Held, hold, isGone } from './world.ts'

/** Where the tab's viewport lies on the screen: `screen = origin + zoom * page`. */
interface Screen {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/**
 * Screen frames and page frames (pixels of the tab's viewport, as in a screenshot of it) of the asked elements;
 * what is gone or has no box is left out.
 */
export async function framesOf(
  access: TabAccess,
  keys: readonly Key[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Key, { frame: Frame; pageFrame: Frame }>> {
  const frames = new Map<Key, { frame: Frame; pageFrame: Frame }>()
  if (keys.length === 0) return frames
  const placings = new Map<Session, Promise<Placing | undefined>>()
  const placing = (session: Session) => {
    const known = placings.get(session) ?? placingOf(access, session, signal).catch(goneIsNone)
    placings.set(session, known)
    return known
  }
  const screen = screenOf(access, signal)
  const boxes = keys.map(async (key) => {
    const place = access.place(key)
    if (place === undefined) return undefined
    const [boxes, placed] = await Promise.all([boxesOf(access, place, signal), placing(place.session)])
    const box = around(boxes)
    return box === undefined || placed === undefined ? undefined : toTab(box, placed)
  })
  const [{ x, y, zoom }, ...found] = await Promise.all([screen, ...boxes])
  for (const [index, box] of found.entries()) {
    if (box === undefined) continue
    const { width, height } = box
    frames.set(keys[index]!, {
      pageFrame: rounded(box),
      frame: rounded({ x: x + box.x * zoom, y: y + box.y * zoom, width: width * zoom, height: height * zoom }),
    })
  }
  return frames
}

const rounded = ({ x, y, width, height }: Frame): Frame => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

function goneIsNone(error: unknown): undefined {
  if (!isGone(error)) throw error
}

const windowMetrics = '[screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight, devicePixelRatio]'
const zoomSteps = [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]

async function screenOf(access: TabAccess, signal: AbortSignal): Promise<Screen> {
  const metrics = await evaluate<number[]>(access, access.session, windowMetrics, signal)
  const [screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight] = metrics as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  // Nobody tells the zoom apart from the screen's density; the window's width in both units does, side panels aside.
  const ratio = innerWidth > 0 && outerWidth > 0 ? outerWidth / innerWidth : 1
  const zoom = zoomSteps.reduce((best, step) => (Math.abs(step - ratio) < Math.abs(best - ratio) ? step : best), 1)
  const side = Math.max(0, (outerWidth - innerWidth * zoom) / 2)
  const top = Math.max(0, outerHeight - innerHeight * zoom - side)
  return { x: screenX + side, y: screenY + top, zoom }
}

/** The innermost element of the tree at a point of the screen, or of the tab's viewport when `page`. */
export async function elementAt(
  access: TabAccess,
  x: number,
  y: number,
  page: boolean,
  signal: AbortSignal,
): Promise<Key | undefined> {
  let point: Point = { x, y }
  if (!page) {
    const screen = await screenOf(access, signal)
    point = { x: (x - screen.x) / screen.zoom, y: (y - screen.y) / screen.zoom }
  }
  const hit = await deepHit(access, access.session, point, signal)
  return hit === undefined ? undefined : await nearestKey(access, hit, signal)
}

/** What is at a point of the tab's viewport, into frames of other processes. */
async function deepHit(
  access: TabAccess,
  session: Session,
  tabPoint: Point,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const [viewport, placing] = await Promise.all([
    viewportOf(access, session, signal),
    placingOf(access, session, signal),
  ])
  const point = pointFromTab(tabPoint, placing)
  if (point.x < 0 || point.y < 0 || point.x >= viewport.width || point.y >= viewport.height) return undefined
  const hit = await hitAt(access, session, point, viewport, signal)
  if (hit === undefined) return undefined
  const inner = access.sessions.find((other) => isSame(access.owner(other), hit))
  return inner === undefined ? hit : ((await deepHit(access, inner, tabPoint, signal)) ?? hit)
}

export function isSame(a: Place | undefined, b: Place | undefined): boolean {
  return a !== undefined && b !== undefined && a.session === b.session && a.backendNodeId === b.backendNodeId
}

/** The element itself or its nearest ancestor that is in the tree. */
export async function nearestKey(access: TabAccess, place: Place, signal: AbortSignal): Promise<Key | undefined> {
  const own = access.key(place)
  if (access.row(own) !== undefined) return own
  const chain = await ancestry(access, place, signal)
  return chain.find((key) => access.row(key) !== undefined)
}

/** Keys of the element's accessibility node and of those above it, innermost first, known to the tree or not. */
export async function ancestry(access: TabAccess, place: Place, signal: AbortSignal): Promise<Key[]> {
  const { session, backendNodeId } = place
  try {
    const { nodes } = await access.send(session, 'Accessibility.getAXNodeAndAncestors', { backendNodeId }, signal)
    return nodes.flatMap((node) =>
      node.backendDOMNodeId === undefined ? [] : [access.key({ session, backendNodeId: node.backendDOMNodeId })],
    )
  } catch (error) {
    goneIsNone(error)
    return []
  }
}

/** Role and name of the nearest element of the tree that is not also above the target; else what the page says. */
export async function nameOfCover(
  access: TabAccess,
  hit: Place,
  target: Place,
  text: string | undefined,
  signal: AbortSignal,
): Promise<{ by?: string; byKey?: Key }> {
  const [over, own] = await Promise.all([ancestry(access, hit, signal), ancestry(access, target, signal)])
  const shared = new Set(own)
  for (const key of [access.key(hit), ...over]) {
    const row = shared.has(key) ? undefined : access.row(key)
    if (row === undefined) continue
    const name = row.title ?? row.description ?? row.placeholder
    const role = row.role.replace(/^AX/, '').toLowerCase()
    return { by: name === undefined ? (text ?? role) : `${role} "${name}"`, byKey: key }
  }
  return text === undefined ? {} : { by: text }
}

/** Follows the focus through open shadow roots and same-process frames, as far as a script can see. */
const activeElement = `function () {
  let found = this.activeElement
  for (;;) {
    let inner
    try {
      inner = found && (found.shadowRoot || found.contentDocument)
    } catch {}
    const next = inner && inner.activeElement
    if (!next || next === inner.body) return inner && inner.body && next ? next : found
    found = next
  }
}`

/** The element of the tree with the keyboard focus, through shadow roots of both kinds and all frames. */
export async function focusedElement(access: TabAccess, signal: AbortSignal): Promise<Key | undefined> {
  const place = await focusIn(access, access.session, signal)
  return place === undefined ? undefined : await nearestKey(access, place, signal)
}

async function focusIn(access: TabAccess, session: Session, signal: AbortSignal): Promise<Place | undefined> {
  const objectGroup = 'ix-focus'
  const held: Held[] = []
  const contextId = await contextOf(access, session, signal)
  const { result } = await access.send(
    session,
    'Runtime.evaluate',
    { expression: 'document', contextId, objectGroup },
    signal,
  )
  try {
    let root = result.objectId
    let last: Place | undefined
    while (root !== undefined) {
      const call = { objectId: root, functionDeclaration: activeElement, objectGroup }
      const { result: active } = await access.send(session, 'Runtime.callFunctionOn', call, signal)
      if (active.objectId === undefined) break
      const { node } = await access.send(session, 'DOM.describeNode', { objectId: active.objectId }, signal)
      const found = { session, backendNodeId: node.backendNodeId }
      if (isSame(last, found)) break
      last = found
      // Scripts cannot look into a closed shadow root from outside, nor into a frame of another origin; the protocol can.
      const closed = node.shadowRoots?.find((shadow) => shadow.shadowRootType === 'closed') ?? node.contentDocument
      if (closed === undefined) break
      held.push(await hold(access, { session, backendNodeId: closed.backendNodeId }, signal))
      root = held.at(-1)!.objectId
    }
    if (last === undefined) return undefined
    const inner = access.sessions.find((other) => isSame(access.owner(other), last))
    return inner === undefined ? last : ((await focusIn(access, inner, signal)) ?? last)
  } finally {
    for (const one of held) one.release()
    session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
  }
}
