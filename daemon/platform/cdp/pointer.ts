/** What a mouse does: moves, presses, drags, turns its wheel. On the session of the element's own frame. */
import type { Protocol } from 'devtools-protocol'
import type { TabAccess } from './access.ts'
import type { Point } from './box.ts'
import type { Session } from './connection.ts'
import { contextOf, isDialog } from './world.ts'

export type Button = 'left' | 'right'

type MouseEvent = Protocol.Input.DispatchMouseEventRequest

/** Sends the events side by side: they are taken in order. A dialog that one opens is its effect, not an error. */
async function send(access: TabAccess, session: Session, events: readonly MouseEvent[], signal: AbortSignal) {
  const sent = events.map((event) => access.send(session, 'Input.dispatchMouseEvent', event, signal))
  try {
    await Promise.all(sent)
  } catch (error) {
    if (!isDialog(error) && !hasLeft(access, session)) throw error
  }
}

/** A frame of another process that went away by the press itself: the press has been taken. */
function hasLeft(access: TabAccess, session: Session): boolean {
  return session !== access.session && !access.sessions.includes(session)
}

const bits = { left: 1, right: 2 } as const

export async function press(
  access: TabAccess,
  session: Session,
  { x, y }: Point,
  button: Button,
  count: 1 | 2,
  signal: AbortSignal,
): Promise<void> {
  const events: MouseEvent[] = [{ type: 'mouseMoved', x, y }]
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    events.push(
      { type: 'mousePressed', x, y, button, buttons: bits[button], clickCount },
      { type: 'mouseReleased', x, y, button, buttons: 0, clickCount },
    )
  }
  await send(access, session, events, signal)
}

export async function moveTo(access: TabAccess, session: Session, { x, y }: Point, signal: AbortSignal): Promise<void> {
  await send(access, session, [{ type: 'mouseMoved', x, y }], signal)
}

export async function wheel(
  access: TabAccess,
  session: Session,
  { x, y }: Point,
  deltaX: number,
  deltaY: number,
  signal: AbortSignal,
): Promise<void> {
  await send(access, session, [{ type: 'mouseWheel', x, y, deltaX, deltaY }], signal)
}

/** Keeps the drags that the page begins, in all documents of the process; `dragstart` passes the window first. */
const countDrags = `function () {
  const state = { begun: [] }
  const windows = [window]
  for (let i = 0; i < windows.length; i++) for (let j = 0; j < windows[i].length; j++) windows.push(windows[i][j])
  const begin = (event) => state.begun.push(event)
  for (const one of windows) {
    try {
      one.addEventListener('dragstart', begin, true)
    } catch {}
  }
  state.stop = () => {
    for (const one of windows) {
      try {
        one.removeEventListener('dragstart', begin, true)
      } catch {}
    }
  }
  return state
}`
const startedDrags = `function () {
  const count = () => this.begun.filter((event) => !event.defaultPrevented).length
  return new Promise((done) => {
    const timer = setTimeout(() => done(count()), 100)
    requestAnimationFrame(() => setTimeout(() => (clearTimeout(timer), done(count())), 0))
  })
}`

const steps = 5

/**
 * Presses at one point and lets go at another, with moves between. Where the page begins a drag of its own (HTML drag
 * and drop) the browser hands the data over and drag events take the place of the moves.
 */
export async function drag(
  access: TabAccess,
  session: Session,
  from: Point,
  to: Point,
  signal: AbortSignal,
): Promise<void> {
  const objectGroup = 'ix-drag'
  const contextId = await contextOf(access, session, signal)
  const [{ result: counter }] = await Promise.all([
    access.send(session, 'Runtime.evaluate', { expression: `(${countDrags})()`, contextId, objectGroup }, signal),
    access.send(session, 'Input.setInterceptDrags', { enabled: true }, signal),
  ])
  const intercepted = interceptedDrag(session)
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
    let data: Protocol.Input.DragData | undefined
    for (let step = 1; step <= steps; step++) {
      const at = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
      if (data === undefined) {
        await send(access, session, [{ type: 'mouseMoved', ...at, ...held }], signal)
        if (await hasStarted(access, session, counter.objectId!, signal)) data = await intercepted.data(signal)
        if (data !== undefined) await dragEvent(access, session, 'dragEnter', at, data, signal)
      } else await dragEvent(access, session, 'dragOver', at, data, signal)
    }
    if (data === undefined) {
      await send(access, session, [{ type: 'mouseReleased', ...to, button: 'left', buttons: 0, clickCount: 1 }], signal)
    } else {
      await dragEvent(access, session, 'dragOver', to, data, signal)
      await dragEvent(access, session, 'drop', to, data, signal)
    }
  } finally {
    intercepted.stop()
    const stop = { objectId: counter.objectId!, functionDeclaration: 'function () { this.stop() }' }
    session.send('Runtime.callFunctionOn', stop).catch(() => undefined)
    session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
    session.send('Input.setInterceptDrags', { enabled: false }).catch(() => undefined)
  }
}

async function hasStarted(
  access: TabAccess,
  session: Session,
  objectId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const call = { objectId, functionDeclaration: startedDrags, returnByValue: true, awaitPromise: true }
  const { result } = await access.send(session, 'Runtime.callFunctionOn', call, signal)
  return Number(result.value) > 0
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

/** The data of the next drag that the browser hands over on the session. */
function interceptedDrag(session: Session): {
  data(signal: AbortSignal): Promise<Protocol.Input.DragData | undefined>
  stop(): void
} {
  const state = dragsOf(session)
  state.data = undefined
  return {
    data: (signal) =>
      new Promise((resolve) => {
        if (state.data !== undefined) return resolve(state.data)
        // The page may yet have called the drag off.
        const bound = AbortSignal.any([signal, AbortSignal.timeout(500)])
        bound.addEventListener('abort', () => resolve(state.data), { once: true })
        state.told = () => resolve(state.data)
      }),
    stop: () => {
      state.told = undefined
      state.data = undefined
    },
  }
}

interface Drags {
  data: Protocol.Input.DragData | undefined
  told: (() => void) | undefined
}

const drags = new WeakMap<Session, Drags>()

function dragsOf(session: Session): Drags {
  let state = drags.get(session)
  if (state === undefined) {
    const fresh: Drags = { data: undefined, told: undefined }
    session.on('Input.dragIntercepted', ({ data }) => {
      fresh.data = data
      fresh.told?.()
    })
    drags.set(session, fresh)
    state = fresh
  }
  return state
}
