/** Windows as KWin has them; open menus and lists are known only as things that cover others. */
import type { Frame } from '../../../../api-schema/element.ts'
import { together } from '../../basics/listeners.ts'
import type { DesktopWindow, WindowAt, WindowEffect, WindowManager } from '../desktop/windows.ts'
import type { WlConnection } from '../wayland/connection.ts'
import { isIn, popupsMissing, WlWindows } from '../wayland/windows.ts'
import type { KwinBridge } from './bridge.ts'
import type { KwinRow, Order } from './script.ts'

/** What KWin adds to a title that another window also has. */
const numbered = / <\d+>\u200e?$/u

export class KwinWindows extends WlWindows {
  /**
   * KWin reports where popups are, and with which shadow; but nobody reports from where applications count their
   * contents.
   */
  readonly popupsMissing = popupsMissing
  readonly #bridge: KwinBridge
  /** Our ids, by KWin's long names. */
  readonly #ids = new Map<string, number>()

  constructor(bridge: KwinBridge, connection: WlConnection) {
    super(connection)
    this.#bridge = bridge
  }

  async list(signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    const rows = await this.#rows(signal)
    const windows = rows.filter(({ popup, special }) => !popup && !special).map((row) => this.#windowOf(row))
    return windows.toSorted((a, b) => Number(a.minimized) - Number(b.minimized))
  }

  /** Panels, open menus and the like take presses too. */
  async at(x: number, y: number, signal: AbortSignal): Promise<WindowAt> {
    const rows = (await this.#rows(signal)).filter(({ minimized, shown }) => shown && !minimized)
    const row = rows.find(({ outer }) => isIn({ outer: frameOf(outer) }, x, y))
    if (row === undefined) return {}
    const found = this.#windowOf(row)
    const { id, owner, title } = found
    const isListed = !row.popup && !row.special
    return { top: id, owner, ...(isListed && { window: found }), ...(title !== undefined && { title }) }
  }

  watch(changed: (window?: number) => void, gone: () => void = () => {}): () => void {
    return together(
      this.#bridge.onChange(() => changed()),
      this.#bridge.onClose(gone),
    )
  }

  /** KWin's name for a window; empty if the window is gone. */
  nameOf(id: number): string {
    return [...this.#ids].find(([, own]) => own === id)?.[0] ?? ''
  }

  /** Topmost first. */
  async #rows(signal: AbortSignal): Promise<readonly KwinRow[]> {
    const rows = await this.#bridge.ask<readonly KwinRow[]>({ do: 'list' }, signal)
    return rows.toSorted((a, b) => b.order - a.order)
  }

  #windowOf(row: KwinRow): DesktopWindow {
    const { pid, called, active, modal, maximized } = row
    const [outer, buffer] = [frameOf(row.outer), frameOf(row.buffer)]
    const title = row.title.replace(numbered, '')
    // Version 5 hides it from scripts: the buffer is inside the window if that has a title bar, around it with a shadow.
    const frame = row.client === undefined ? (isWithin(buffer, outer) ? buffer : outer) : frameOf(row.client)
    return {
      ...{ id: this.#idOf(row.id), pid, owner: pid, frame, outer, surface: buffer, active, modal, maximized },
      // It may be on a virtual desktop that is not shown.
      minimized: row.minimized || !row.shown,
      ...(title !== '' && { title }),
      ...(called !== '' && { wmClass: called, wmInstance: called }),
      ...(row.owner !== undefined && { transientFor: this.#idOf(row.owner) }),
    }
  }

  #idOf(name: string): number {
    const id = this.#ids.get(name) ?? this.#ids.size + 1
    this.#ids.set(name, id)
    return id
  }
}

/** KWin counts in fractions of a unit if the scale is not a whole number. */
function frameOf([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Frame {
  const [left, top] = [Math.round(x), Math.round(y)]
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top }
}

function isWithin(inner: Frame, outer: Frame): boolean {
  return inner.width <= outer.width && inner.height <= outer.height && isIn({ outer }, inner.x, inner.y)
}

export class KwinManager implements WindowManager {
  readonly #bridge: KwinBridge
  readonly #windows: KwinWindows

  constructor(bridge: KwinBridge, windows: KwinWindows) {
    this.#bridge = bridge
    this.#windows = windows
  }

  async activate(id: number, signal: AbortSignal): Promise<WindowEffect> {
    const holds = ({ active, minimized }: DesktopWindow) => active && !minimized
    return await this.#reach(id, { do: 'activate', id: this.#windows.nameOf(id) }, holds, signal)
  }

  async minimize(id: number, signal: AbortSignal): Promise<WindowEffect> {
    const order = { do: 'minimize', id: this.#windows.nameOf(id) } as const
    return await this.#reach(id, order, ({ minimized }) => minimized, signal)
  }

  async maximize(id: number, wanted: boolean, signal: AbortSignal): Promise<WindowEffect> {
    const order = { do: 'maximize', id: this.#windows.nameOf(id), wanted } as const
    return await this.#reach(id, order, ({ maximized }) => maximized === wanted, signal)
  }

  async close(id: number, signal: AbortSignal): Promise<void> {
    await this.#windows.find(id, signal)
    await this.#bridge.ask({ do: 'close', id: this.#windows.nameOf(id) }, signal)
  }

  async move(id: number, x: number, y: number, signal: AbortSignal): Promise<WindowEffect> {
    const { outer } = await this.#windows.find(id, signal)
    const to = { ...outer, x: Math.round(x), y: Math.round(y) }
    return await this.#place(id, to, ({ outer: now }) => now.x === to.x && now.y === to.y, signal)
  }

  async resize(id: number, width: number, height: number, signal: AbortSignal): Promise<WindowEffect> {
    const { frame, outer } = await this.#windows.find(id, signal)
    const wanted = { width: Math.round(width), height: Math.round(height) }
    const around = { width: outer.width - frame.width, height: outer.height - frame.height }
    const to = { ...outer, width: wanted.width + around.width, height: wanted.height + around.height }
    const isSo = ({ frame: now }: DesktopWindow) => now.width === wanted.width && now.height === wanted.height
    return await this.#place(id, to, isSo, signal)
  }

  async #place(
    id: number,
    { x, y, width, height }: Frame,
    holds: (window: DesktopWindow) => boolean,
    signal: AbortSignal,
  ): Promise<WindowEffect> {
    const order = { do: 'place', id: this.#windows.nameOf(id), place: [x, y, width, height] } as const
    return await this.#reach(id, order, holds, signal)
  }

  async #reach(
    id: number,
    order: Order,
    holds: (window: DesktopWindow) => boolean,
    signal: AbortSignal,
  ): Promise<WindowEffect> {
    if (holds(await this.#windows.find(id, signal))) return 'already'
    await this.#bridge.ask(order, signal)
    return await this.#windows.comes(id, holds, signal)
  }
}
