/** Where elements are, what is at a point, and what has the keyboard focus. */
import type { Frame } from '../../../../api-schema/element.ts'
import { spokenName } from '../../element/role-words.ts'
import type { Key } from '../../element/row.ts'
import { activeElementScript } from '../injected/act/focus.ts'
import { windowMetricsScript } from '../injected/frames.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, evaluate, type Held, hold, unlessGone } from '../wire/world.ts'
import { hitAt, isSame, type Point, placingOf, pointFromTab, tabBoxesOf, viewportOf } from './box.ts'

/** Where the tab's viewport lies on the screen: `screen = origin + zoom * page`. */
interface Screen {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/**
 * Rectangles on the screen and in the page (pixels of the tab's viewport, as in a screenshot of it); elements that are
 * gone or have no box are left out.
 */
export async function rectanglesOf(
  access: TabAccess,
  keys: readonly Key[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Key, { frame: Frame; pageFrame: Frame }>> {
  const frames = new Map<Key, { frame: Frame; pageFrame: Frame }>()
  if (keys.length === 0) return frames
  const [{ x, y, zoom }, found] = await Promise.all([screenOf(access, signal), tabBoxesOf(access, keys, signal)])
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

const zoomSteps = [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]

async function screenOf(access: TabAccess, signal: AbortSignal): Promise<Screen> {
  const metrics = await evaluate(access, access.session, windowMetricsScript, signal)
  const { screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight } = metrics
  // Only the window's width in both units separates the zoom from the screen's density, apart from side panels.
  const ratio = innerWidth > 0 && outerWidth > 0 ? outerWidth / innerWidth : 1
  const zoom = zoomSteps.reduce((best, step) => (Math.abs(step - ratio) < Math.abs(best - ratio) ? step : best), 1)
  const side = Math.max(0, (outerWidth - innerWidth * zoom) / 2)
  const top = Math.max(0, outerHeight - innerHeight * zoom - side)
  return { x: screenX + side, y: screenY + top, zoom }
}

/** The innermost element of the tree at a point of the screen, or of the tab's viewport if `page`. */
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

/** What is at a point of the tab's viewport, looking into frames of other processes. */
export async function deepHit(
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

/** The element itself or its nearest ancestor in the tree. */
async function nearestKey(access: TabAccess, place: Place, signal: AbortSignal): Promise<Key | undefined> {
  const own = access.key(place)
  if (access.row(own) !== undefined) return own
  const chain = await ancestry(access, place, signal)
  return chain.find((key) => access.row(key) !== undefined)
}

/** Keys of the element's accessibility node and its ancestors, innermost first, known to the tree or not. */
async function ancestry(access: TabAccess, place: Place, signal: AbortSignal): Promise<Key[]> {
  const { session, backendNodeId } = place
  try {
    const { nodes } = await access.send(session, 'Accessibility.getAXNodeAndAncestors', { backendNodeId }, signal)
    return nodes.flatMap((node) =>
      node.backendDOMNodeId === undefined ? [] : [access.key({ session, backendNodeId: node.backendDOMNodeId })],
    )
  } catch (error) {
    unlessGone(error)
    return []
  }
}

/** Role and name of the nearest element of the tree that does not contain the target; else the page's words. */
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
    const isNamed = (row.title ?? row.description ?? row.placeholder) !== undefined
    return { by: isNamed ? spokenName(row) : (text ?? spokenName(row)), byKey: key }
  }
  return text === undefined ? {} : { by: text }
}

/** The tree's element with the keyboard focus, through shadow roots of both kinds and all frames. */
export async function focusedElement(access: TabAccess, signal: AbortSignal): Promise<Key | undefined> {
  const place = await focusedPlace(access, signal)
  return place === undefined ? undefined : await nearestKey(access, place, signal)
}

export function focusedPlace(access: TabAccess, signal: AbortSignal): Promise<Place | undefined> {
  return focusIn(access, access.session, signal)
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
      const call = { objectId: root, functionDeclaration: activeElementScript, objectGroup }
      const { result: active } = await access.send(session, 'Runtime.callFunctionOn', call, signal)
      if (active.objectId === undefined) break
      const { node } = await access.send(session, 'DOM.describeNode', { objectId: active.objectId }, signal)
      const found = { session, backendNodeId: node.backendNodeId }
      if (isSame(last, found)) break
      last = found
      if (node.frameId !== undefined && !access.documents.mayKnow(node.frameId)) break
      // Scripts cannot see into a closed shadow root or a frame of another origin; the protocol can.
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
