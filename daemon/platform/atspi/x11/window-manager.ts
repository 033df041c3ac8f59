/** Asks the window manager to do something with a window (EWMH), and reads the effect back. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { sameFrame } from '../../element/rectangle.ts'
import type { DesktopWindow, WindowEffect, WindowManager } from '../desktop/windows.ts'
import { eventMask, type XConnection } from './connection.ts'
import type { XServer } from './server.ts'
import { maximizedStates, readWindow } from './windows.ts'

/** How long a window manager may take, including animations. */
const managerMs = 1000
/** After this, a window that is not in its place may at least be close to it. */
const placedMs = 400
/** A window that has not moved for this long has arrived. */
const stillMs = 100
/** The requester: a program acting for the user, not an application. */
const pager = 2

export class XWindowManager implements WindowManager {
  readonly #server: XServer

  constructor(server: XServer) {
    this.#server = server
  }

  async activate(id: number, signal: AbortSignal): Promise<WindowEffect> {
    const { connection, window } = await this.#begin(id, signal)
    if (window.active && !window.minimized) return 'already'
    if (!(await isManaged(connection))) {
      connection.send('ConfigureWindow', id, { stackMode: 0 })
      connection.send('SetInputFocus', id, 2)
      await connection.sync()
      return 'done'
    }
    await connection.message(connection.root, id, '_NET_ACTIVE_WINDOW', [pager, 0, 0, 0, 0])
    const effect = await this.#await(id, ({ active, minimized }) => active && !minimized, signal)
    if (effect === 'done' && window.minimized) await this.#whenStill(id, signal)
    return effect
  }

  async minimize(id: number, signal: AbortSignal): Promise<WindowEffect> {
    const { connection, window } = await this.#begin(id, signal)
    if (window.minimized) return 'already'
    const iconic = 3
    await connection.message(connection.root, id, 'WM_CHANGE_STATE', [iconic, 0, 0, 0, 0])
    return await this.#await(id, ({ minimized }) => minimized, signal)
  }

  async maximize(id: number, wanted: boolean, signal: AbortSignal): Promise<WindowEffect> {
    const { connection, window } = await this.#begin(id, signal)
    if (window.maximized === wanted) return 'already'
    const [vertical, horizontal] = await Promise.all(maximizedStates.map((name) => connection.atom(name)))
    const data = [wanted ? 1 : 0, vertical!, horizontal!, pager, 0]
    await connection.message(connection.root, id, '_NET_WM_STATE', data)
    // Managers set the state first, then move the window, and resize it last.
    const { width, height } = window.frame
    const isPlaced = ({ maximized, frame }: DesktopWindow) =>
      maximized === wanted && (frame.width !== width || frame.height !== height)
    const effect = await this.#await(id, isPlaced, signal)
    return (await readWindow(connection, id))?.maximized === wanted ? 'done' : effect
  }

  async close(id: number, signal: AbortSignal): Promise<void> {
    const { connection } = await this.#begin(id, signal)
    await connection.message(connection.root, id, '_NET_CLOSE_WINDOW', [0, pager, 0, 0, 0])
    await connection.sync()
  }

  async move(id: number, x: number, y: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#place(id, { x: Math.round(x), y: Math.round(y) }, signal)
  }

  async resize(id: number, width: number, height: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#place(id, { width: Math.round(width), height: Math.round(height) }, signal)
  }

  async #place(id: number, wanted: Partial<Frame>, signal: AbortSignal): Promise<WindowEffect> {
    const { connection, window } = await this.#begin(id, signal)
    const isThere = (now: DesktopWindow) =>
      Object.entries(wanted).every(([side, value]) => placeOf(now)[side as keyof Frame] === value)
    if (isThere(window)) return 'already'
    const northWest = 1
    const bits = [wanted.x, wanted.y, wanted.width, wanted.height].map((value, at) =>
      value === undefined ? 0 : 1 << (8 + at),
    )
    const flags = bits.reduce((sum, bit) => sum | bit, northWest | (pager << 12))
    // If an application draws its own shadow, its position includes that.
    const shadow = shadowOf(window)
    const data = [
      flags,
      (wanted.x ?? 0) - shadow.left,
      (wanted.y ?? 0) - shadow.top,
      wanted.width ?? 0,
      wanted.height ?? 0,
    ]
    await connection.message(connection.root, id, '_NET_MOVERESIZE_WINDOW', data)
    // Some get there in steps; others only come close, since the application accepts no other size.
    if ((await this.#await(id, isThere, signal, placedMs)) === 'done') return 'done'
    return await this.#await(
      id,
      ({ frame, outer }) => !sameFrame(frame, window.frame) || !sameFrame(outer, window.outer),
      signal,
    )
  }

  async #begin(id: number, signal: AbortSignal): Promise<{ connection: XConnection; window: DesktopWindow }> {
    const connection = await this.#server.open(signal)
    connection.watch(connection.root, eventMask.propertyChange | eventMask.substructureNotify)
    const window = await readWindow(connection, id)
    if (window === undefined) throw new Problem('element_gone', { message: 'The window is gone.' })
    return { connection, window }
  }

  /** Managers animate a window back to its place: until it is there, its position is not final. */
  async #whenStill(id: number, signal: AbortSignal): Promise<void> {
    const connection = await this.#server.open(signal)
    let last: Frame | undefined
    for (const end = performance.now() + managerMs; performance.now() < end; ) {
      const frame = (await readWindow(connection, id))?.frame
      if (frame === undefined || sameFrame(frame, last)) return
      last = frame
      await connection.until(async () => false, stillMs, signal)
    }
  }

  async #await(
    id: number,
    holds: (window: DesktopWindow) => boolean,
    signal: AbortSignal,
    limitMs = managerMs,
  ): Promise<WindowEffect> {
    const connection = await this.#server.open(signal)
    connection.watch(id, eventMask.propertyChange | eventMask.structureNotify)
    try {
      const seen = async () => {
        const window = await readWindow(connection, id)
        return window !== undefined && holds(window)
      }
      return (await connection.until(seen, limitMs, signal)) ? 'done' : 'ignored'
    } finally {
      connection.unwatch(id)
    }
  }
}

async function isManaged(connection: XConnection): Promise<boolean> {
  return (await connection.property(connection.root, '_NET_SUPPORTING_WM_CHECK')) !== undefined
}

/** The visible position, and the size of the application's drawing area. */
function placeOf({ outer, frame }: DesktopWindow): Frame {
  return { x: outer.x, y: outer.y, width: frame.width, height: frame.height }
}

/** How far the application draws beyond the visible window. */
function shadowOf({ frame, outer }: DesktopWindow): { readonly left: number; readonly top: number } {
  return { left: Math.max(0, outer.x - frame.x), top: Math.max(0, outer.y - frame.y) }
}
