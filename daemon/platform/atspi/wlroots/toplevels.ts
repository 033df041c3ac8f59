/**
 * Windows on compositors without a socket of their own: by the protocol of task bars. It reports titles, application
 * names and states. Whose a window is follows from the accessibility bus; nothing reports where it is, unless it fills
 * a monitor.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { unsupported } from '../../acting/problems.ts'
import { Listeners, together } from '../../basics/listeners.ts'
import type { DesktopWindow, WindowAt, WindowEffect, WindowManager } from '../desktop/windows.ts'
import type { WlConnection, WlObject } from '../wayland/connection.ts'
import { type Output, outputsOf, release } from '../wayland/outputs.ts'
import { isIn, popupsMissing, topmost, WlWindows } from '../wayland/windows.ts'
import type { Shown } from '../wire/access.ts'

export const toplevelManager = 'zwlr_foreign_toplevel_manager_v1'

const states = { maximized: 0, minimized: 1, active: 2, fullscreen: 3 } as const

interface Toplevel {
  readonly id: number
  readonly handle: WlObject
  title: string
  appId: string
  states: ReadonlySet<number>
  parent: number
  /** The monitors it is on, by object. */
  readonly on: Set<number>
  /** Set once it is known. */
  pid?: number
}

const unplaced = {
  why: 'Where this window is, the compositor tells no other program.',
  remedy:
    'Call {interact} with action maximize on the window: what fills the screen has a place. Or use what its elements can do themselves, or keys.',
}
const nowhere: Frame = { x: 0, y: 0, width: 0, height: 0 }

export class Toplevels extends WlWindows {
  readonly popupsMissing = popupsMissing
  readonly #shown: (signal: AbortSignal) => Promise<readonly Shown[]>
  /** By the number of their handles. */
  readonly #all = new Map<number, Toplevel>()
  readonly #changes = new Listeners()
  readonly #begun: Promise<void>
  #reading: Promise<readonly Output[]> | undefined
  #last = 0

  constructor(connection: WlConnection, shown: (signal: AbortSignal) => Promise<readonly Shown[]>) {
    super(connection)
    this.#shown = shown
    connection.bind(toplevelManager, 3).on({ toplevel: (handle: WlObject) => this.#add(handle) })
    this.#begun = connection.sync()
    this.#begun.catch(() => {})
  }

  async list(signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    await this.#begun
    const outputs = await this.#outputs()
    await this.#findOwners(signal)
    signal.throwIfAborted()
    const found = [...this.#all.values()].map((one) => this.#windowOf(one, outputs))
    // Nobody reports the order of the others.
    return found.toSorted((a, b) => Number(a.minimized) - Number(b.minimized) || Number(b.active) - Number(a.active))
  }

  /** Only the window with the keyboard is certainly not covered. */
  async at(x: number, y: number, signal: AbortSignal): Promise<WindowAt> {
    return topmost((await this.list(signal)).find((window) => window.active && isIn(window, x, y)))
  }

  watch(changed: (window?: number) => void, gone: () => void = () => {}): () => void {
    return together(
      this.#changes.add(() => changed()),
      this.connection.onClose(gone),
    )
  }

  handleOf(id: number): WlObject | undefined {
    return [...this.#all.values()].find((one) => one.id === id)?.handle
  }

  #add(handle: WlObject): void {
    const id = ++this.#last
    const made: Toplevel = { id, handle, title: '', appId: '', states: new Set(), parent: 0, on: new Set() }
    this.#all.set(handle.id, made)
    handle.on({
      title: (title: string) => Object.assign(made, { title }),
      app_id: (appId: string) => Object.assign(made, { appId }),
      parent: (parent: number) => Object.assign(made, { parent }),
      output_enter: (output: number) => made.on.add(output),
      output_leave: (output: number) => made.on.delete(output),
      state: (bytes: Buffer) => {
        made.states = new Set(Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4)))
      },
      done: () => this.#changes.emit(),
      closed: () => {
        this.#all.delete(handle.id)
        handle.send('destroy')
        this.#changes.emit()
      },
    })
  }

  /** Each window reports again which monitors it is on, in terms of these objects. */
  async #outputs(): Promise<readonly Output[]> {
    this.#reading ??= this.#readOutputs().finally(() => {
      this.#reading = undefined
    })
    return await this.#reading
  }

  async #readOutputs(): Promise<readonly Output[]> {
    for (const { on } of this.#all.values()) on.clear()
    const outputs = await outputsOf(this.connection)
    release(outputs)
    return outputs
  }

  async #findOwners(signal: AbortSignal): Promise<void> {
    const left = [...this.#all.values()].filter(({ pid }) => pid === undefined)
    if (left.length === 0) return
    const shown = (await this.#shown(signal)).map((one) => this.#unclaimed(one))
    for (const one of left) {
      const pid = ownerOf(one, left.filter(({ title }) => areSame(title, one.title)).length, shown)
      if (pid !== undefined) one.pid = pid
    }
  }

  /** Without the windows that have been matched already. */
  #unclaimed(one: Shown): Shown {
    const titles = [...one.titles]
    for (const { pid, title } of this.#all.values()) {
      const at = pid === one.pid ? titles.findIndex((each) => areSame(each, title)) : -1
      if (at >= 0) titles.splice(at, 1)
    }
    return { ...one, titles }
  }

  #windowOf(one: Toplevel, outputs: readonly Output[]): DesktopWindow {
    const { id, pid, title, appId, states: now } = one
    const maximized = now.has(states.fullscreen)
    const filled = outputs.filter(({ output }) => one.on.has(output.id))
    const frame = maximized && filled.length === 1 ? filled[0]!.frame : undefined
    const owner = this.#all.get(one.parent)?.id
    return {
      ...{ id, owner: pid ?? -id, frame: frame ?? nowhere, outer: frame ?? nowhere, maximized, modal: false },
      active: now.has(states.active),
      minimized: now.has(states.minimized),
      ...(frame === undefined && { unplaced }),
      ...(pid !== undefined && { pid }),
      ...(title !== '' && { title }),
      ...(appId !== '' && { wmClass: appId, wmInstance: appId }),
      ...(owner !== undefined && { transientFor: owner }),
    }
  }
}

/** `count`: of the windows with its title. Undefined if it could belong to several processes. */
function ownerOf({ title, appId }: Toplevel, count: number, shown: readonly Shown[]): number | undefined {
  const isCalled = ({ words }: Shown) => words.some((word) => word.toLowerCase() === appId.toLowerCase())
  const called = ({ titles }: Shown) => titles.filter((one) => areSame(one, title)).length
  const titled = shown.filter((one) => called(one) > 0)
  if (titled.length === 1 && count <= called(titled[0]!)) return titled[0]!.pid
  const fitting = (titled.length > 0 ? titled : shown).filter(isCalled)
  return fitting.length === 1 ? fitting[0]!.pid : undefined
}

function areSame(one: string, other: string): boolean {
  return one.trim() === other.trim()
}

export class ToplevelManager implements WindowManager {
  readonly #connection: WlConnection
  readonly #windows: Toplevels

  constructor(connection: WlConnection, windows: Toplevels) {
    this.#connection = connection
    this.#windows = windows
  }

  async activate(id: number, signal: AbortSignal): Promise<WindowEffect> {
    const { active, minimized } = await this.#windows.find(id, signal)
    if (active && !minimized) return 'already'
    const seat = this.#connection.bind('wl_seat', 5)
    if (minimized) this.#ask(id, 'unset_minimized')
    this.#ask(id, 'activate', seat)
    seat.send('release')
    return await this.#windows.comes(id, (now) => now.active && !now.minimized, signal)
  }

  async minimize(id: number, signal: AbortSignal): Promise<WindowEffect> {
    if ((await this.#windows.find(id, signal)).minimized) return 'already'
    this.#ask(id, 'set_minimized')
    return await this.#windows.comes(id, ({ minimized }) => minimized, signal)
  }

  /** Fills the whole monitor: next to panels its place would be unknown. */
  async maximize(id: number, wanted: boolean, signal: AbortSignal): Promise<WindowEffect> {
    if ((await this.#windows.find(id, signal)).maximized === wanted) return 'already'
    if (wanted) this.#ask(id, 'set_fullscreen', undefined)
    else this.#ask(id, 'unset_fullscreen')
    return await this.#windows.comes(id, ({ maximized }) => maximized === wanted, signal)
  }

  async close(id: number, signal: AbortSignal): Promise<void> {
    await this.#windows.find(id, signal)
    this.#ask(id, 'close')
    await this.#connection.sync()
  }

  async move(id: number, _x: number, _y: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#refuse(id, 'moves', signal)
  }

  async resize(id: number, _width: number, _height: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#refuse(id, 'resizes', signal)
  }

  async #refuse(id: number, what: string, signal: AbortSignal): Promise<never> {
    await this.#windows.find(id, signal)
    throw unsupported(
      `This compositor ${what} no window for another program.`,
      'Use action maximize, or leave it where it is.',
    )
  }

  #ask(id: number, request: string, ...values: readonly (WlObject | undefined)[]): void {
    this.#windows.handleOf(id)?.send(request, ...values)
  }
}
