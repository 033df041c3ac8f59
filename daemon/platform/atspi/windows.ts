/** The windows of the desktop as X11 and its window manager (EWMH) have them: which there are, and where. */
import type { Frame } from '../../../api-schema/element.ts'
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

/** What a window manager does not manage: open menus, lists, tooltips. */
export interface XPopup {
  readonly id: number
  readonly frame: Frame
}

/** What is at a point of the screen: a window of the list, or what lies over all of them, such as an open menu. */
export interface WindowAt {
  readonly window?: XWindow
  readonly pid?: number
}

export const maximizedStates = ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'] as const

/** For the window manager to show a window that its application has made. */
const firstMs = 500

export class Windows implements WindowsOf {
  readonly #server: XServer
  #reading: Promise<readonly XWindow[]> | undefined

  constructor(server: XServer) {
    this.#server = server
  }

  /** There is an X server, as far as the environment tells. */
  get available(): boolean {
    return this.#server.missing === undefined
  }

  /** Some applications may have no windows here, but on Wayland. */
  get isWayland(): boolean {
    return this.#server.isWayland
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

  /** The same, as soon as there is one; none when it has none after a moment, or may have them on Wayland. */
  async firstOf(pid: number, signal: AbortSignal): Promise<readonly XWindow[]> {
    let own = await this.windowsOf(pid, signal)
    if (own.length > 0 || !this.available || this.isWayland) return own
    const connection = await this.#server.open(signal)
    connection.watch(connection.root, eventMask.propertyChange | eventMask.substructureNotify)
    const look = async () => {
      own = await this.windowsOf(pid, signal)
      return own.length > 0
    }
    await connection.until(look, firstMs, signal)
    return own
  }

  /** As it is now; undefined when it is gone. */
  async read(id: number, signal: AbortSignal): Promise<XWindow | undefined> {
    return await readWindow(await this.#server.open(signal), id)
  }

  /** Of one process, the one on top first. */
  async popupsOf(pid: number, signal: AbortSignal): Promise<readonly XPopup[]> {
    const connection = await this.#server.open(signal)
    const { children } = await connection.request<Tree>('QueryTree', [connection.root])
    const popups = await Promise.all(
      [...children].reverse().map(async (id) => {
        const seen = await attributesOf(connection, id)
        if (seen === undefined || !seen.overrideRedirect || seen.mapState !== viewable) return undefined
        if (numbersOf(await connection.property(id, '_NET_WM_PID'))[0] !== pid) return undefined
        const frame = await frameOf(connection, id)
        return frame && { id, frame }
      }),
    )
    return popups.filter((popup) => popup !== undefined)
  }

  async at(x: number, y: number, signal: AbortSignal): Promise<WindowAt> {
    const connection = await this.#server.open(signal)
    const { width, height } = connection.size
    if (!(x >= 0 && y >= 0 && x < width && y < height)) return {}
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
}

async function readAll(connection: XConnection): Promise<readonly XWindow[]> {
  const stacked = await connection.property(connection.root, '_NET_CLIENT_LIST_STACKING', 4096)
  const ids = stacked === undefined ? await unmanaged(connection) : numbersOf(stacked)
  const windows = await Promise.all(ids.reverse().map((id) => readWindow(connection, id)))
  return windows.filter((window) => window !== undefined)
}

/** Where no window manager keeps a list: what is mapped, bottom first, without menus and the like. */
async function unmanaged(connection: XConnection): Promise<number[]> {
  const { children } = await connection.request<Tree>('QueryTree', [connection.root])
  const shown = await Promise.all(
    children.map(async (id) => {
      const seen = await attributesOf(connection, id)
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

async function attributesOf(connection: XConnection, id: number): Promise<Attributes | undefined> {
  return await connection.request<Attributes>('GetWindowAttributes', [id]).catch(ifGone)
}

async function frameOf(connection: XConnection, id: number): Promise<Frame | undefined> {
  const [size, origin] = await Promise.all([
    connection.request<{ width: number; height: number }>('GetGeometry', [id]).catch(ifGone),
    connection
      .request<{ destX: number; destY: number }>('TranslateCoordinates', [id, connection.root, 0, 0])
      .catch(ifGone),
  ])
  if (size === undefined || origin === undefined) return undefined
  return { x: origin.destX, y: origin.destY, width: size.width, height: size.height }
}

interface Sides {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export async function readWindow(connection: XConnection, id: number): Promise<XWindow | undefined> {
  const get = (name: string) => connection.property(id, name)
  const [frame, pid, words, gtk, name, oldName, states, extents, shadows, owner, active, hidden, modal, ...max] =
    await Promise.all([
      frameOf(connection, id),
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
  if (frame === undefined) return undefined
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

function grow({ x, y, width, height }: Frame, { left, right, top, bottom }: Sides): Frame {
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
}

function shrink({ x, y, width, height }: Frame, { left, right, top, bottom }: Sides): Frame {
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom }
}

function ifGone(error: unknown): undefined {
  if (error instanceof XError) return undefined
  throw error
}
