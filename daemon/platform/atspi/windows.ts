/** The windows of the desktop as X11 and its window manager (EWMH) have them: which there are, and what can be done. */
import type { Frame } from '../../../api-schema/element.ts'
import { Problem } from '../../problem.ts'
import type { SystemWindow, WindowsOf } from './access.ts'
import { eventMask, numbersOf, type Property, type XConnection, XError } from './x11.ts'
import type { XServer } from './x11-server.ts'

export interface XWindow extends SystemWindow {
  readonly id: number
  readonly pid?: number
  /** What the application draws in. Pixels of the root window, as all frames here. */
  readonly frame: Frame
  /** As a person sees it: with the window manager's frame, without a shadow that the application draws itself. */
  readonly outer: Frame
  readonly active: boolean
  readonly minimized: boolean
  readonly maximized: boolean
  readonly modal: boolean
  /** The window that it belongs to. */
  readonly transientFor?: number
}

/** What is at a point of the screen: a window of the list, or what lies over all of them, such as an open menu. */
export interface WindowAt {
  readonly window?: XWindow
  readonly pid?: number
}

/** `ignored`: the window manager did nothing within its time. */
export type WindowEffect = 'done' | 'already' | 'ignored'

/** How long a window manager may take, an animation included. */
const managerMs = 1000
const pager = 2
const maximizedStates = ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'] as const

export class Windows implements WindowsOf {
  readonly #server: XServer
  #reading: Promise<readonly XWindow[]> | undefined

  constructor(server: XServer) {
    this.#server = server
  }

  /** All of them, the one on top first. Throws `unsupported_here` where there is no X server. */
  async list(signal: AbortSignal): Promise<readonly XWindow[]> {
    const connection = await this.#server.open(signal)
    // Who asks at the same time gets the same list.
    this.#reading ??= readAll(connection).finally(() => {
      this.#reading = undefined
    })
    return await this.#reading
  }

  /** Of one process, the one on top first; none where there is no X server. */
  async windowsOf(pid: number, signal: AbortSignal): Promise<readonly XWindow[]> {
    if (this.#server.missing !== undefined) return []
    return (await this.list(signal)).filter((window) => window.pid === pid)
  }

  /** As it is now; undefined when it is gone. */
  async read(id: number, signal: AbortSignal): Promise<XWindow | undefined> {
    return await readOne(await this.#server.open(signal), id)
  }

  async at(x: number, y: number, signal: AbortSignal): Promise<WindowAt> {
    const connection = await this.#server.open(signal)
    const listed = new Map((await this.list(signal)).map((window) => [window.id, window]))
    const known = (id: number): WindowAt | undefined => {
      const window = listed.get(id)
      return window && { window, ...(window.pid !== undefined && { pid: window.pid }) }
    }
    let inside = connection.root
    let outermost: number | undefined
    let pid: number | undefined
    // A frame of the window manager, then the window in it; an application's own windows within are its affair.
    for (let level = 0; level < 4; level++) {
      const args = [connection.root, inside, Math.round(x), Math.round(y)]
      const found = await connection.request<{ child: number }>('TranslateCoordinates', args).catch(ifGone)
      if (found === undefined || found.child === 0) break
      inside = found.child
      outermost ??= inside
      const at = known(inside)
      if (at !== undefined) return at
      pid ??= numbersOf(await connection.property(inside, '_NET_WM_PID'))[0]
    }
    if (outermost === undefined) return {}
    // On the frame itself, beside the window that it holds.
    const { children } = (await connection.request<Tree>('QueryTree', [outermost]).catch(ifGone)) ?? { children: [] }
    for (const child of children) {
      const at = known(child)
      if (at !== undefined) return at
    }
    return pid === undefined ? {} : { pid }
  }

  /** Brings it to the front, gives it the keyboard, and takes it out of the bar where it is minimised. */
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
    return await this.#await(id, ({ active, minimized }) => active && !minimized, signal)
  }

  async minimize(id: number, signal: AbortSignal): Promise<WindowEffect> {
    const { connection, window } = await this.#begin(id, signal)
    if (window.minimized) return 'already'
    const iconic = 3
    await connection.message(connection.root, id, 'WM_CHANGE_STATE', [iconic, 0, 0, 0, 0])
    return await this.#await(id, ({ minimized }) => minimized, signal)
  }

  /** `wanted` false gives it back the size that it had before. */
  async maximize(id: number, wanted: boolean, signal: AbortSignal): Promise<WindowEffect> {
    const { connection, window } = await this.#begin(id, signal)
    if (window.maximized === wanted) return 'already'
    const [vertical, horizontal] = await Promise.all(maximizedStates.map((name) => connection.atom(name)))
    const data = [wanted ? 1 : 0, vertical!, horizontal!, pager, 0]
    await connection.message(connection.root, id, '_NET_WM_STATE', data)
    // Managers tell the state first and place the window then.
    const isPlaced = ({ maximized, frame }: XWindow) => maximized === wanted && !same(frame, window.frame)
    const effect = await this.#await(id, isPlaced, signal)
    return (await this.read(id, signal))?.maximized === wanted ? 'done' : effect
  }

  /** Asks the application to close it, as its button does; it may ask its person first. */
  async close(id: number, signal: AbortSignal): Promise<void> {
    const { connection } = await this.#begin(id, signal)
    await connection.message(connection.root, id, '_NET_CLOSE_WINDOW', [0, pager, 0, 0, 0])
    await connection.sync()
  }

  /** Puts the top left of what a person sees of it there. */
  async move(id: number, x: number, y: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#place(id, { x: Math.round(x), y: Math.round(y) }, signal)
  }

  /** The size of what the application draws in; its own limits hold. */
  async resize(id: number, width: number, height: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#place(id, { width: Math.round(width), height: Math.round(height) }, signal)
  }

  async #place(id: number, wanted: Partial<Frame>, signal: AbortSignal): Promise<WindowEffect> {
    const { connection, window } = await this.#begin(id, signal)
    const now: Frame = { x: window.outer.x, y: window.outer.y, width: window.frame.width, height: window.frame.height }
    if (Object.entries(wanted).every(([side, value]) => now[side as keyof Frame] === value)) return 'already'
    const northWest = 1
    const bits = [wanted.x, wanted.y, wanted.width, wanted.height].map((value, at) =>
      value === undefined ? 0 : 1 << (8 + at),
    )
    const flags = bits.reduce((sum, bit) => sum | bit, northWest | (pager << 12))
    // An application that draws its shadow itself is placed with it.
    const shadow = shadowOf(window)
    const data = [
      flags,
      (wanted.x ?? 0) - shadow.left,
      (wanted.y ?? 0) - shadow.top,
      wanted.width ?? 0,
      wanted.height ?? 0,
    ]
    await connection.message(connection.root, id, '_NET_MOVERESIZE_WINDOW', data)
    return await this.#await(id, ({ frame, outer }) => !same(frame, window.frame) || !same(outer, window.outer), signal)
  }

  async #begin(id: number, signal: AbortSignal): Promise<{ connection: XConnection; window: XWindow }> {
    const connection = await this.#server.open(signal)
    connection.watch(connection.root, eventMask.propertyChange | eventMask.substructureNotify)
    const window = await readOne(connection, id)
    if (window === undefined) throw new Problem('element_gone', { message: 'The window is gone.' })
    return { connection, window }
  }

  async #await(id: number, holds: (window: XWindow) => boolean, signal: AbortSignal): Promise<WindowEffect> {
    const connection = await this.#server.open(signal)
    connection.watch(id, eventMask.propertyChange | eventMask.structureNotify)
    try {
      const seen = async () => {
        const window = await readOne(connection, id)
        return window !== undefined && holds(window)
      }
      return (await connection.until(seen, managerMs, signal)) ? 'done' : 'ignored'
    } finally {
      connection.unwatch(id)
    }
  }
}

async function readAll(connection: XConnection): Promise<readonly XWindow[]> {
  const stacked = await connection.property(connection.root, '_NET_CLIENT_LIST_STACKING', 4096)
  const ids = stacked === undefined ? await unmanaged(connection) : numbersOf(stacked)
  const windows = await Promise.all(ids.reverse().map((id) => readOne(connection, id)))
  return windows.filter((window) => window !== undefined)
}

/** Where no window manager keeps a list: what is mapped, bottom first, without menus and the like. */
async function unmanaged(connection: XConnection): Promise<number[]> {
  const { children } = await connection.request<Tree>('QueryTree', [connection.root])
  const shown = await Promise.all(
    children.map(async (id) => {
      const seen = await connection.request<Attributes>('GetWindowAttributes', [id]).catch(ifGone)
      const isShown = seen !== undefined && seen.mapState === viewable && !seen.overrideRedirect && seen.klass === 1
      return isShown && (await connection.property(id, 'WM_CLASS')) !== undefined
    }),
  )
  return children.filter((_, at) => shown[at])
}

interface Tree {
  readonly children: readonly number[]
}

interface Attributes {
  readonly mapState: number
  readonly overrideRedirect: number
  readonly klass: number
}
const viewable = 2

async function isManaged(connection: XConnection): Promise<boolean> {
  return (await connection.property(connection.root, '_NET_SUPPORTING_WM_CHECK')) !== undefined
}

interface Sides {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

async function readOne(connection: XConnection, id: number): Promise<XWindow | undefined> {
  const get = (name: string) => connection.property(id, name)
  const [size, origin, pid, words, gtk, name, oldName, states, extents, shadows, owner, active, hidden, modal, ...max] =
    await Promise.all([
      connection.request<{ width: number; height: number }>('GetGeometry', [id]).catch(ifGone),
      connection
        .request<{ destX: number; destY: number }>('TranslateCoordinates', [id, connection.root, 0, 0])
        .catch(ifGone),
      get('_NET_WM_PID'),
      get('WM_CLASS'),
      get('_GTK_APPLICATION_ID'),
      get('_NET_WM_NAME'),
      get('WM_NAME'),
      get('_NET_WM_STATE'),
      get('_NET_FRAME_EXTENTS'),
      get('_GTK_FRAME_EXTENTS'),
      get('WM_TRANSIENT_FOR'),
      connection.property(connection.root, '_NET_ACTIVE_WINDOW'),
      connection.atom('_NET_WM_STATE_HIDDEN'),
      connection.atom('_NET_WM_STATE_MODAL'),
      ...maximizedStates.map((state) => connection.atom(state)),
    ])
  if (size === undefined || origin === undefined) return undefined
  const frame = { x: origin.destX, y: origin.destY, width: size.width, height: size.height }
  const state = new Set(numbersOf(states))
  const [instance, className] = strings(words)
  const application = strings(gtk)[0]
  const title = name === undefined ? oldName?.data.toString('latin1') : name.data.toString('utf8')
  const [process] = numbersOf(pid)
  const [transientFor] = numbersOf(owner)
  return {
    id,
    frame,
    outer: shrink(grow(frame, sides(extents)), sides(shadows)),
    active: numbersOf(active)[0] === id,
    minimized: state.has(hidden),
    maximized: max.every((atom) => state.has(atom)),
    modal: state.has(modal),
    ...(process !== undefined && { pid: process }),
    ...(instance && { wmInstance: instance }),
    ...(className && { wmClass: className }),
    ...(application && { gtkApplicationId: application }),
    ...(title && { title }),
    ...(transientFor && { transientFor }),
  }
}

function strings(property: Property | undefined): string[] {
  return property === undefined ? [] : property.data.toString('utf8').split('\0')
}

function sides(property: Property | undefined): Sides {
  const [left = 0, right = 0, top = 0, bottom = 0] = numbersOf(property)
  return { left, right, top, bottom }
}

function same(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

function grow({ x, y, width, height }: Frame, { left, right, top, bottom }: Sides): Frame {
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
}

function shrink({ x, y, width, height }: Frame, { left, right, top, bottom }: Sides): Frame {
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom }
}

/** How far the application draws beyond what a person sees as the window. */
function shadowOf({ frame, outer }: XWindow): { readonly left: number; readonly top: number } {
  return { left: Math.max(0, outer.x - frame.x), top: Math.max(0, outer.y - frame.y) }
}

function ifGone(error: unknown): undefined {
  if (error instanceof XError) return undefined
  throw error
}
