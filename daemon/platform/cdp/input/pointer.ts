/** What a mouse does: moves, presses, drags, turns its wheel. Uses the session of the element's own frame. */

import type { Protocol } from 'devtools-protocol'
import { withTimeLimit } from '../../../time-limit.ts'
import { pause } from '../../acting/polling.ts'
import { stepsOf } from '../../acting/way.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Point } from '../geometry/box.ts'
import { begunDragsScript, countDragsScript, stopDragsScript } from '../injected/act/drags.ts'
import type { Sent } from '../injected/sent.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, evaluateIn, isDialog } from '../wire/world.ts'

export type Button = 'left' | 'right'

type MouseEvent = Protocol.Input.DispatchMouseEventRequest

/**
 * Many pages take over what was typed when its field loses the focus, and their button acts on that at release: a hand
 * leaves time between.
 */
const heldMs = 80
/** Time for the release if the caller gives up meanwhile: the button must not stay down. */
const releasedMs = 2000

/**
 * Sends the events in order without waiting for each; with `isHeld`, those after the first only after a pause. A dialog
 * that one of them opens is its effect, not an error.
 */
export async function send(
  access: TabAccess,
  session: Session,
  events: readonly MouseEvent[],
  signal: AbortSignal,
  isHeld = false,
): Promise<void> {
  if (isHeld) {
    await send(access, session, events.slice(0, 1), signal)
    const release = () => send(access, session, events.slice(1), AbortSignal.timeout(releasedMs))
    return await pause(heldMs, signal).finally(release)
  }
  const sent = events.map((event) => access.send(session, 'Input.dispatchMouseEvent', event, signal))
  try {
    await Promise.all(sent)
  } catch (error) {
    if (!isDialog(error) && !hasLeft(access, session)) throw error
  }
}

/** Has the press itself removed the frame, of another process? Then it worked. */
function hasLeft(access: TabAccess, session: Session): boolean {
  return session !== access.session && !access.sessions.includes(session)
}

const bits = { left: 1, right: 2 } as const

/** Presses and releases at a point. */
export function pressesAt({ x, y }: Point, button: Button, count: 1 | 2): MouseEvent[] {
  const at = { x, y, button }
  return Array.from({ length: count }, (_, before) => before + 1).flatMap((clickCount) => [
    { ...at, type: 'mousePressed', buttons: bits[button], clickCount },
    { ...at, type: 'mouseReleased', buttons: 0, clickCount },
  ])
}

/** Where each tab's pointer was last moved to, and when, in ms. */
const moves = new WeakMap<TabAccess, Point & { readonly session: Session; readonly at: number }>()
/** Within this time nobody else can have moved it. */
const staysMs = 500

export async function moveTo(access: TabAccess, session: Session, { x, y }: Point, signal: AbortSignal): Promise<void> {
  await send(access, session, [{ type: 'mouseMoved', x, y }], signal)
  moves.set(access, { x, y, session, at: performance.now() })
}

/** Every move takes until the next frame, so none is sent to where the pointer has just arrived. */
export async function comeTo(access: TabAccess, session: Session, to: Point, signal: AbortSignal): Promise<void> {
  const last = moves.get(access)
  const isThere = last?.session === session && last.x === to.x && last.y === to.y
  if (!isThere || performance.now() - last.at > staysMs) await moveTo(access, session, to, signal)
}

export async function leave(access: TabAccess, signal: AbortSignal): Promise<void> {
  const last = moves.get(access)
  if (last === undefined) return
  await send(access, last.session, [{ type: 'mouseMoved', x: -1, y: -1 }], signal)
  moves.delete(access)
}

/** In steps, as a hand moves: what is dragged over has to notice each. */
const stepPixels = 12
const [fewestSteps, mostSteps] = [12, 40]
/** Some lists pick up an item only when it is held for a while, so that a finger can scroll them. */
const holdMs = 150
/** Some lists look only now and then where the pointer is, or not while their items glide. */
const rests = 6
const restMs = 50

/**
 * Presses at the first point, moves along the others and releases at the last. If the page begins a native drag (HTML
 * drag and drop), the browser hands over its data and drag events replace the moves.
 */
export async function drag(
  access: TabAccess,
  session: Session,
  [from, ...on]: readonly [Point, ...Point[]],
  signal: AbortSignal,
): Promise<void> {
  const to = on.at(-1)!
  const contextId = await contextOf(access, session, signal)
  const inPage = <T>(script: Sent<T>) => evaluateIn(access, session, contextId, script, signal)
  await Promise.all([
    inPage(countDragsScript),
    access.send(session, 'Input.setInterceptDrags', { enabled: true }, signal),
  ])
  const intercepted = interceptedDrag(session)
  let data: Protocol.Input.DragData | undefined
  try {
    const { x, y } = from
    const held = { button: 'left', buttons: 1 } as const
    await send(
      access,
      session,
      [
        { type: 'mouseMoved', x, y },
        { type: 'mousePressed', x, y, ...held, clickCount: 1 },
      ],
      signal,
    )
    await pause(holdMs, signal)
    const moveOn = async (at: Point) => {
      if (data !== undefined) await dragEvent(access, session, 'dragOver', at, data, signal)
      else await send(access, session, [{ type: 'mouseMoved', ...at, ...held }], signal)
      // Also gives the page the frame in which it draws what the step has changed.
      const isBegun = (await inPage(begunDragsScript)) > 0
      if (data !== undefined || !isBegun) return
      data = await intercepted.data(signal)
      if (data !== undefined) await dragEvent(access, session, 'dragEnter', at, data, signal)
    }
    for (const at of wayOf([from, ...on])) await moveOn(at)
    for (let rest = 1; rest <= rests; rest++) {
      await pause(restMs, signal)
      await moveOn({ x: to.x + (rest % 2), y: to.y + (rest % 2) })
    }
    if (data === undefined) {
      await send(access, session, [{ type: 'mouseReleased', ...to, button: 'left', buttons: 0, clickCount: 1 }], signal)
    } else {
      await dragEvent(access, session, 'dragOver', to, data, signal)
      await dragEvent(access, session, 'drop', to, data, signal)
    }
  } catch (error) {
    await letGo(session, from, () => data ?? intercepted.known())
    throw error
  } finally {
    const isLast = intercepted.stop()
    if (isLast) {
      session.send('Runtime.evaluate', { expression: `(${stopDragsScript})()`, contextId }).catch(() => undefined)
      session.send('Input.setInterceptDrags', { enabled: false }).catch(() => undefined)
    }
  }
}

/** For the browser to hand over a drag that the page began just before the release. */
const letGoMs = 1000

/** After a failure: the button must not stay down, and nothing may be dropped halfway. */
async function letGo(session: Session, from: Point, known: () => Protocol.Input.DragData | undefined): Promise<void> {
  const sent = (event: MouseEvent) => session.send('Input.dispatchMouseEvent', event).catch(() => undefined)
  const release = () => sent({ type: 'mouseReleased', ...from, button: 'left', buttons: 0, clickCount: 1 })
  const cancel = (data: Protocol.Input.DragData) => {
    session.send('Input.dispatchDragEvent', { type: 'dragCancel', ...from, data }).catch(() => undefined)
    void release()
  }
  const data = known()
  if (data !== undefined) return cancel(data)
  void sent({ type: 'mouseMoved', ...from, button: 'left', buttons: 1 })
  const late = new AbortController()
  await Promise.race([release(), pause(letGoMs, late.signal).catch(() => undefined)])
  late.abort()
  const begun = known()
  if (begun !== undefined) cancel(begun)
}

function wayOf(points: readonly Point[]): Point[] {
  const stepsTo = (from: Point, to: Point) =>
    Math.min(mostSteps, Math.max(fewestSteps, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stepPixels)))
  return points.slice(1).flatMap((to, leg) => [...stepsOf([points[leg]!, to], stepsTo(points[leg]!, to))])
}

async function dragEvent(
  access: TabAccess,
  session: Session,
  type: 'dragEnter' | 'dragOver' | 'drop',
  { x, y }: Point,
  data: Protocol.Input.DragData,
  signal: AbortSignal,
): Promise<void> {
  try {
    await access.send(session, 'Input.dispatchDragEvent', { type, x, y, data }, signal)
  } catch (error) {
    if (!isDialog(error)) throw error
  }
}

/** The data of the next drag the browser hands over on the session. */
function interceptedDrag(session: Session): {
  data(signal: AbortSignal): Promise<Protocol.Input.DragData | undefined>
  known(): Protocol.Input.DragData | undefined
  /** False if another drag has begun meanwhile. */
  stop(): boolean
} {
  const state = dragsOf(session)
  state.data = undefined
  const mine = ++state.count
  return {
    data: (signal) =>
      new Promise((resolve) => {
        if (state.data !== undefined) return resolve(state.data)
        // The page may still have cancelled the drag.
        const bound = withTimeLimit(signal, 500)
        bound.addEventListener('abort', () => resolve(state.data), { once: true })
        state.onData = () => resolve(state.data)
      }),
    known: () => (state.count === mine ? state.data : undefined),
    stop: () => {
      if (state.count !== mine) return false
      state.onData = undefined
      state.data = undefined
      return true
    },
  }
}

interface Drags {
  /** The number of drags so far. */
  count: number
  data: Protocol.Input.DragData | undefined
  onData: (() => void) | undefined
}

const drags = new WeakMap<Session, Drags>()

function dragsOf(session: Session): Drags {
  return getOrCreate(drags, session, () => {
    const fresh: Drags = { count: 0, data: undefined, onData: undefined }
    session.on('Input.dragIntercepted', ({ data }) => {
      fresh.data = data
      fresh.onData?.()
    })
    return fresh
  })
}
