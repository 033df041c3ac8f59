/** What windows have in common on all Wayland compositors. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { until } from '../../acting/polling.ts'
import type { Missing } from '../desktop/missing.ts'
import type { DesktopWindow, DesktopWindows, Popup, WindowAt, WindowEffect } from '../desktop/windows.ts'
import type { Owner } from '../wire/access.ts'
import type { WlConnection } from './connection.ts'
import { boundsOf, outputsOf, release } from './outputs.ts'

/** Time for a window that its application has created to appear. */
const firstMs = 500
const effectMs = 1000

export abstract class WlWindows implements DesktopWindows {
  protected readonly connection: WlConnection

  constructor(connection: WlConnection) {
    this.connection = connection
  }

  abstract list(signal: AbortSignal): Promise<readonly DesktopWindow[]>
  abstract watch(changed: (window?: number) => void, gone?: () => void): () => void
  abstract at(x: number, y: number, signal: AbortSignal): Promise<WindowAt>

  async windowsOf(owner: Owner, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    return (await this.list(signal)).filter((window) => window.owner === owner)
  }

  async firstOf(pid: number, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    let own: readonly DesktopWindow[] = []
    const look = async () => {
      own = await this.windowsOf(pid, signal)
      return own.length > 0
    }
    await until(look, { ms: firstMs, everyMs: firstMs, signal, subscribe: (listener) => this.watch(listener) })
    return own
  }

  async screen(): Promise<Frame> {
    const outputs = await outputsOf(this.connection)
    release(outputs)
    return boundsOf(outputs)
  }

  async read(id: number, signal: AbortSignal): Promise<DesktopWindow | undefined> {
    return (await this.list(signal)).find((window) => window.id === id)
  }

  async popupsOf(_owner: Owner, _signal: AbortSignal): Promise<readonly Popup[]> {
    return []
  }

  follow(): void {}

  /** Throws element_gone. */
  async find(id: number, signal: AbortSignal): Promise<DesktopWindow> {
    const window = await this.read(id, signal)
    if (window === undefined) throw new Problem('element_gone', { message: 'The window is gone.' })
    return window
  }

  /** The effect of something that was asked of a window. */
  async comes(id: number, holds: (window: DesktopWindow) => boolean, signal: AbortSignal): Promise<WindowEffect> {
    const seen = async () => {
      const window = await this.read(id, signal)
      return window !== undefined && holds(window)
    }
    const subscribe = (listener: () => void) => this.watch(listener)
    return (await until(seen, { ms: effectMs, everyMs: 100, signal, subscribe })) === true ? 'done' : 'ignored'
  }
}

export const popupsMissing: Missing = {
  why: 'Where open menus and lists are, the compositor tells no other program.',
  remedy: 'Choose with {interact} by action select or menu, or by keys: arrows and Enter.',
}

/** The answer that this window takes a press. */
export function topmost(window: DesktopWindow | undefined): WindowAt {
  if (window === undefined) return {}
  const { id, owner, title } = window
  return { window, top: id, owner, ...(title !== undefined && { title }) }
}

export function isIn({ outer }: Pick<DesktopWindow, 'outer'>, x: number, y: number): boolean {
  const { x: left, y: top, width, height } = outer
  return x >= left && y >= top && x < left + width && y < top + height
}
