/** Windows as sway has them: on monitors and workspaces, side by side or on top of each other. */

import type { Frame } from '../../../../api-schema/element.ts'
import { unsupported } from '../../acting/problems.ts'
import { together } from '../../basics/listeners.ts'
import type { DesktopWindow, WindowAt, WindowEffect, WindowManager } from '../desktop/windows.ts'
import type { WlConnection } from '../wayland/connection.ts'
import { isIn, popupsMissing, topmost, WlWindows } from '../wayland/windows.ts'
import type { SwayIpc, SwayNode } from './sway-ipc.ts'

export class SwayWindows extends WlWindows {
  readonly popupsMissing = popupsMissing
  readonly #ipc: SwayIpc

  constructor(ipc: SwayIpc, connection: WlConnection) {
    super(connection)
    this.#ipc = ipc
  }

  async list(signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    signal.throwIfAborted()
    const found = topmostFirst(await this.#ipc.tree()).map(windowOf)
    // If neither of two is above the other, the one with the keyboard counts as the upper one.
    return found.toSorted((a, b) => Number(a.minimized) - Number(b.minimized) || rank(b) - rank(a))
  }

  async at(x: number, y: number, signal: AbortSignal): Promise<WindowAt> {
    return topmost((await this.list(signal)).find((window) => !window.minimized && isIn(window, x, y)))
  }

  watch(changed: (window?: number) => void, gone: () => void = () => {}): () => void {
    return together(
      this.#ipc.listen(() => changed()),
      this.#ipc.onClose(gone),
    )
  }
}

/** Floating windows are above the others. */
function rank({ active }: DesktopWindow): number {
  return Number(active)
}

function topmostFirst(node: SwayNode): SwayNode[] {
  const { nodes, floating_nodes: floating } = node
  const inside = [...floating.toReversed(), ...nodes].flatMap(topmostFirst)
  return node.pid === undefined ? inside : [node, ...inside]
}

function windowOf(node: SwayNode): DesktopWindow {
  const { id, pid = 0, name, rect, window_rect: inner, deco_rect: deco, app_id, window_properties: onX } = node
  const frame = inside(rect, inner)
  const outer = { x: rect.x, y: rect.y - deco.height, width: rect.width, height: rect.height + deco.height }
  const [wmClass, wmInstance] = [app_id ?? onX?.class, app_id ?? onX?.instance]
  return {
    ...{ id, pid, owner: pid, frame, outer, active: node.focused },
    // On a workspace that is not shown, or behind others in a stack.
    minimized: node.visible === false,
    maximized: (node.fullscreen_mode ?? 0) > 0,
    modal: false,
    ...(name && { title: name }),
    ...(wmClass && { wmClass }),
    ...(wmInstance && { wmInstance }),
  }
}

function inside(rect: Frame, { x, y, width, height }: Frame): Frame {
  return { x: rect.x + x, y: rect.y + y, width, height }
}

export class SwayManager implements WindowManager {
  readonly #ipc: SwayIpc
  readonly #windows: SwayWindows

  constructor(ipc: SwayIpc, windows: SwayWindows) {
    this.#ipc = ipc
    this.#windows = windows
  }

  async activate(id: number, signal: AbortSignal): Promise<WindowEffect> {
    const window = await this.#windows.find(id, signal)
    if (window.active && !window.minimized) return 'already'
    return await this.#run(id, 'focus', ({ active, minimized }) => active && !minimized, signal)
  }

  async minimize(id: number, signal: AbortSignal): Promise<WindowEffect> {
    await this.#windows.find(id, signal)
    throw unsupported('sway does not minimise windows.', 'Leave it where it is: others come to the front above it.')
  }

  async maximize(id: number, wanted: boolean, signal: AbortSignal): Promise<WindowEffect> {
    const window = await this.#windows.find(id, signal)
    if (window.maximized === wanted) return 'already'
    const command = `fullscreen ${wanted ? 'enable' : 'disable'}`
    return await this.#run(id, command, ({ maximized }) => maximized === wanted, signal)
  }

  async close(id: number, signal: AbortSignal): Promise<void> {
    await this.#windows.find(id, signal)
    await this.#ipc.run(`[con_id=${id}] kill`)
  }

  async move(id: number, x: number, y: number, signal: AbortSignal): Promise<WindowEffect> {
    const { outer } = await this.#windows.find(id, signal)
    const to = { x: Math.round(x), y: Math.round(y) }
    const isThere = (now: DesktopWindow) => now.outer.x === to.x && now.outer.y === to.y
    if (outer.x === to.x && outer.y === to.y) return 'already'
    return await this.#run(id, `move absolute position ${to.x} px ${to.y} px`, isThere, signal)
  }

  async resize(id: number, width: number, height: number, signal: AbortSignal): Promise<WindowEffect> {
    const { frame, outer } = await this.#windows.find(id, signal)
    const wanted = { width: Math.round(width), height: Math.round(height) }
    const isSo = ({ frame: now }: DesktopWindow) => now.width === wanted.width && now.height === wanted.height
    if (frame.width === wanted.width && frame.height === wanted.height) return 'already'
    const [wide, tall] = [wanted.width + outer.width - frame.width, wanted.height + outer.height - frame.height]
    return await this.#run(id, `resize set width ${wide} px height ${tall} px`, isSo, signal)
  }

  async #run(
    id: number,
    command: string,
    holds: (window: DesktopWindow) => boolean,
    signal: AbortSignal,
  ): Promise<WindowEffect> {
    const why = await this.#ipc.run(`[con_id=${id}] ${command}`)
    if (why !== undefined)
      throw unsupported(`sway does not do that: ${why}.`, 'Windows that it tiles keep their places.')
    return await this.#windows.comes(id, holds, signal)
  }
}
