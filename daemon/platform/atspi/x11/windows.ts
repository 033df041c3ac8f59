/** The desktop's windows according to X11 and its window manager (EWMH): which there are, and where. */

import type { Frame } from '../../../../api-schema/element.ts'
import { together } from '../../basics/listeners.ts'
import type { DesktopWindow, DesktopWindows, Popup, WindowAt } from '../desktop/windows.ts'
import type { Owner } from '../wire/access.ts'
import { eventMask, ifGone, numbersOf, type Property, type XConnection, type XEvent } from './connection.ts'
import type { XServer } from './server.ts'

export const maximizedStates = ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'] as const

/** Time for the window manager to show a window that its application has created. */
const firstMs = 500

export class XWindows implements DesktopWindows {
  readonly #server: XServer
  readonly #isPartial: boolean
  #reading: Promise<readonly DesktopWindow[]> | undefined

  /** `isPartial`: some applications may have their windows on Wayland, and none here. */
  constructor(server: XServer, isPartial = false) {
    this.#server = server
    this.#isPartial = isPartial
  }

  async list(signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    const connection = await this.#server.open(signal)
    // Concurrent callers share one list.
    this.#reading ??= readAll(connection).finally(() => {
      this.#reading = undefined
    })
    return await this.#reading
  }

  async windowsOf(owner: Owner, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    return (await this.list(signal)).filter((window) => window.owner === owner)
  }

  /** The same once there is a window; none if there is none after a moment, or it may be on Wayland. */
  async firstOf(pid: number, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    let own = await this.windowsOf(pid, signal)
    if (own.length > 0 || this.#isPartial) return own
    const connection = await this.#server.open(signal)
    connection.watch(connection.root, eventMask.propertyChange | eventMask.substructureNotify)
    const look = async () => {
      own = await this.windowsOf(pid, signal)
      return own.length > 0
    }
    await connection.until(look, firstMs, signal)
    return own
  }

  async screen(signal: AbortSignal): Promise<Frame> {
    return { x: 0, y: 0, ...(await this.#server.open(signal)).size }
  }

  async read(id: number, signal: AbortSignal): Promise<DesktopWindow | undefined> {
    return await readWindow(await this.#server.open(signal), id)
  }

  async popupsOf(owner: Owner, signal: AbortSignal): Promise<readonly Popup[]> {
    const connection = await this.#server.open(signal)
    const listed = await this.list(signal)
    const { children } = await connection.request<Tree>('QueryTree', [connection.root])
    const popups = await Promise.all(
      [...children].reverse().map(async (id) => {
        const seen = await attributesOf(connection, id)
        if (seen === undefined || !seen.overrideRedirect || seen.mapState !== viewable) return undefined
        if (ownerOf(connection, id, await pidOf(connection, id), listed) !== owner) return undefined
        const frame = await frameOf(connection, id)
        return frame && { id, frame }
      }),
    )
    return popups.filter((popup) => popup !== undefined)
  }

  watch(changed: (window?: number) => void, gone: () => void = () => {}): () => void {
    const connection = this.#server.connected
    if (connection === undefined) return () => {}
    connection.watch(connection.root, eventMask.propertyChange | eventMask.substructureNotify)
    const hear = ({ name, wid }: XEvent) => {
      if (wid === connection.root) changed()
      else if (name === 'PropertyNotify') changed(wid)
    }
    return together(connection.listen(hear), connection.onClose(gone))
  }

  follow(window: number): void {
    this.#server.connected?.watch(window, eventMask.propertyChange)
  }

  async at(x: number, y: number, signal: AbortSignal): Promise<WindowAt> {
    const connection = await this.#server.open(signal)
    const { width, height } = connection.size
    if (!(x >= 0 && y >= 0 && x < width && y < height)) return {}
    const windows = await this.list(signal)
    const listed = new Map(windows.map((window) => [window.id, window]))
    let outermost: number | undefined
    const known = (id: number): WindowAt | undefined => {
      const window = listed.get(id)
      if (window === undefined) return undefined
      const { title, owner } = window
      return { window, top: outermost!, owner, ...(title !== undefined && { title }) }
    }
    let inside = connection.root
    let pid: number | undefined
    // The window manager's frame, then the window in it; windows inside that are the application's own business.
    for (let level = 0; level < 4; level++) {
      const args = [connection.root, inside, Math.round(x), Math.round(y)]
      const found = await connection.request<{ child: number }>('TranslateCoordinates', args).catch(ifGone)
      if (found === undefined || found.child === 0) break
      inside = found.child
      outermost ??= inside
      const at = known(inside)
      if (at !== undefined) return at
      pid ??= await pidOf(connection, inside)
    }
    if (outermost === undefined) return {}
    // On the frame itself, outside the window that it holds.
    const { children } = (await connection.request<Tree>('QueryTree', [outermost]).catch(ifGone)) ?? { children: [] }
    for (const child of children) {
      const at = known(child)
      if (at !== undefined) return at
    }
    const title = await titleOf(connection, outermost)
    const owner = ownerOf(connection, outermost, pid, windows)
    return { top: outermost, owner, ...(title !== undefined && { title }) }
  }
}

/** Do keys go to the window, or to a part of it? */
export async function hasKeyboard(connection: XConnection, window: number): Promise<boolean> {
  const { focus } = await connection.request<{ focus: number }>('GetInputFocus', [])
  for (let at = focus; at > pointerRoot && at !== connection.root; ) {
    if (at === window) return true
    const tree = await connection.request<{ parent: number }>('QueryTree', [at]).catch(ifGone)
    if (tree === undefined) return false
    at = tree.parent
  }
  return false
}

/** The focus when it is not a window: 0 for nowhere, 1 for whatever is under the pointer. */
const pointerRoot = 1

/** The child of the root window under the pointer, 0 for none, and the pointer's position. */
export async function underPointer(
  connection: XConnection,
): Promise<{ readonly top: number; readonly x: number; readonly y: number }> {
  const { child, rootX, rootY } = await connection.request<{ child: number; rootX: number; rootY: number }>(
    'QueryPointer',
    [connection.root],
  )
  return { top: child, x: rootX, y: rootY }
}

async function readAll(connection: XConnection): Promise<readonly DesktopWindow[]> {
  const stacked = await connection.property(connection.root, '_NET_CLIENT_LIST_STACKING', 4096)
  const ids = stacked === undefined ? await unmanaged(connection) : numbersOf(stacked)
  const windows = await Promise.all(ids.reverse().map((id) => readWindow(connection, id)))
  const found = windows.filter((window) => window !== undefined)
  return found.map((window) => ({ ...window, owner: ownerOf(connection, window.id, window.pid, found) }))
}

/** Its process; if it reports none, that of another window of its client; otherwise the client itself. */
function ownerOf(
  connection: XConnection,
  id: number,
  pid: number | undefined,
  listed: readonly DesktopWindow[],
): Owner {
  if (pid !== undefined) return pid
  const client = connection.clientOf(id)
  const beside = listed.find((one) => one.pid !== undefined && connection.clientOf(one.id) === client)
  return beside?.pid ?? -client
}

async function pidOf(connection: XConnection, id: number): Promise<number | undefined> {
  return numbersOf(await connection.property(id, '_NET_WM_PID'))[0]
}

/** Used without a window manager's list: the mapped windows, bottom first, without menus and the like. */
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

export async function readWindow(connection: XConnection, id: number): Promise<DesktopWindow | undefined> {
  const get = (name: string) => connection.property(id, name)
  const [frame, pid, words, gtk, title, states, extents, shadows, owner, active, hidden, modal, ...max] =
    await Promise.all([
      frameOf(connection, id),
      get('_NET_WM_PID'),
      get('WM_CLASS'),
      get('_GTK_APPLICATION_ID'),
      titleOf(connection, id),
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
  const [process] = numbersOf(pid)
  const [transientFor] = numbersOf(owner)
  return {
    id,
    owner: ownerOf(connection, id, process, []),
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

async function titleOf(connection: XConnection, id: number): Promise<string | undefined> {
  const [name, oldName] = await Promise.all(['_NET_WM_NAME', 'WM_NAME'].map((one) => connection.property(id, one)))
  return name === undefined ? oldName?.data.toString('latin1') : name.data.toString('utf8')
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
