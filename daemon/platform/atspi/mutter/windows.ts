/**
 * Windows on GNOME, which does not show them to other programs: they are known from their applications. Nobody reports
 * where a window is; but the pointer is placed within the one that has the keyboard, whose coordinates count from its
 * own corner.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { until } from '../../acting/polling.ts'
import { unsupported } from '../../acting/problems.ts'
import { parseKeys } from '../../keys/chords.ts'
import type { ShownWindow } from '../apps/shown-window.ts'
import { keysOf } from '../desktop/keysyms.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import type { DesktopWindow, Unplaced, WindowAt, WindowEffect, WindowManager } from '../desktop/windows.ts'
import type { WindowMeasure } from '../toolkits/toolkit.ts'
import type { WlConnection } from '../wayland/connection.ts'
import type { Still } from '../wayland/still.ts'
import { isIn, popupsMissing, topmost, WlWindows } from '../wayland/windows.ts'
import type { Owner } from '../wire/access.ts'
import { type Origin, originIn } from './origin.ts'
import type { MutterSession, WindowPointer } from './session.ts'
import type { MutterStills } from './stills.ts'

/** What applications report of their windows: all of them, or those of one process. */
export type WindowsShown = (signal: AbortSignal, pid?: number) => Promise<readonly ShownWindow[]>

/** Where the application's coordinates begin in its window's stream. */
interface Measured {
  readonly size: string
  readonly origin: Origin
}

const behind: Unplaced = {
  untilFront: true,
  why: 'GNOME tells no program where this window is; the pointer reaches only the one that has the keyboard.',
  remedy: 'Call {interact} with action raise on the window first, or use what its elements can do themselves.',
}
const unmeasured: Missing = {
  why: 'GNOME tells no program how large this window is, and its toolkit counts places in a way of its own.',
  remedy: 'Use what its elements can do themselves, or keys: Tab, arrows, Space, Enter.',
}
const indistinct: Missing = {
  why: 'The picture that GNOME gives of the window does not show where its shadow ends: its edges are black, or it is not as large as its application says.',
  remedy: 'Use what its elements can do themselves, or keys; {screenshot} can show the whole screen.',
}
const nowhere: Frame = { x: 0, y: 0, width: 0, height: 0 }

export interface MutterParts {
  readonly session: MutterSession
  readonly stills: MutterStills
  /** A session of its own with a pointer in the window that has the keyboard. */
  readonly pointer: (signal: AbortSignal) => Promise<WindowPointer | undefined>
}

export class MutterWindows extends WlWindows {
  readonly popupsMissing = popupsMissing
  readonly #session: MutterSession
  readonly #shown: WindowsShown
  /** Our ids, by the applications' long names. */
  readonly #ids = new Map<string, number>()
  readonly #pids = new Map<string, number>()
  readonly #measures = new Map<number, WindowMeasure>()
  readonly #measured = new Map<number, Measured>()
  readonly #pointers = new Map<number, WindowPointer>()
  readonly #stills: MutterStills
  readonly #pointer: MutterParts['pointer']

  constructor({ session, stills, pointer }: MutterParts, connection: WlConnection, shown: WindowsShown) {
    super(connection)
    this.#session = session
    this.#stills = stills
    this.#pointer = pointer
    this.#shown = shown
  }

  /** The one with the keyboard first: nobody reports the order of the others. */
  async list(signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    return await this.#listed(signal)
  }

  override async windowsOf(owner: Owner, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    return await this.#listed(signal, owner)
  }

  /** Nothing is known of them before their application reports it. */
  override async firstOf(pid: number, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    return await this.windowsOf(pid, signal)
  }

  override async read(id: number, signal: AbortSignal): Promise<DesktopWindow | undefined> {
    const name = [...this.#ids].find(([, own]) => own === id)?.[0]
    const pid = name === undefined ? undefined : this.#pids.get(name)
    return pid === undefined ? undefined : (await this.windowsOf(pid, signal)).find((window) => window.id === id)
  }

  /** Only the window with the keyboard is certainly not covered. */
  async at(x: number, y: number, signal: AbortSignal): Promise<WindowAt> {
    return topmost((await this.list(signal)).find((window) => window.active && isIn(window, x, y)))
  }

  watch(_changed: (window?: number) => void, gone: () => void = () => {}): () => void {
    return this.#session.onEnd(gone)
  }

  /**
   * The pointer within a window. A stream is made of whichever window has the keyboard, so that is checked before and
   * after. Undefined if it is another window.
   */
  async pointerOf(id: number, signal: AbortSignal): Promise<WindowPointer | undefined> {
    const known = this.#pointers.get(id)
    if (known !== undefined && known.session.ended === undefined) return known
    if (this.#session.stopped !== undefined) throw unsupportedBy(this.#session.stopped)
    if (!(await this.isAlone(id, signal))) return undefined
    // Each has its own session, which ends with the window and takes no other along.
    const made = await this.#pointer(signal)
    if (made !== undefined && (await this.isAlone(id, signal))) {
      this.#pointers.set(id, made)
      return made
    }
    made?.session.close()
    return undefined
  }

  /**
   * A picture of a window, which must have the keyboard. Throws unsupported_here if it does not, or its edge cannot be
   * seen.
   */
  async stillOf(id: number, signal: AbortSignal): Promise<{ readonly still: Still; readonly origin: Origin }> {
    const measure = this.#measures.get(id)
    const require = async () => {
      if (!(await this.isAlone(id, signal))) throw unsupportedBy(behind)
    }
    await require()
    const still = await this.#stills.focusedWindow(signal)
    await require()
    const { outer } = await this.find(id, signal)
    const origin = measure && originIn(still, outer, measure)
    if (origin === undefined) throw unsupportedBy(indistinct)
    return { still, origin }
  }

  /** Where a window's coordinates begin in its stream: found in its picture, and again when its size changes. */
  async originOf(id: number, signal: AbortSignal): Promise<{ readonly x: number; readonly y: number }> {
    if (this.#measures.get(id) === 'surface') return { x: 0, y: 0 }
    const { outer } = await this.find(id, signal)
    const size = `${outer.width}×${outer.height}`
    const known = this.#measured.get(id)
    if (known?.size === size) return known.origin
    const { origin } = await this.stillOf(id, signal)
    this.#measured.set(id, { size, origin })
    return origin
  }

  /** Does it have the keyboard, and no other window claim it? */
  async isAlone(id: number, signal: AbortSignal): Promise<boolean> {
    const active = (await this.list(signal)).filter((window) => window.active)
    return active.length === 1 && active[0]!.id === id
  }

  async #listed(signal: AbortSignal, pid?: number): Promise<readonly DesktopWindow[]> {
    const windows = (await this.#shown(signal, pid)).map((one) => this.#windowOf(one))
    signal.throwIfAborted()
    return windows.toSorted((a, b) => Number(b.active) - Number(a.active))
  }

  /** Without pictures, nobody can tell how wide a shadow is. */
  #unseen(measure: WindowMeasure): Unplaced | undefined {
    return measure === 'frame' ? this.#stills.missing : undefined
  }

  #windowOf({ name, pid, title, active, modal, size, toolkit }: ShownWindow): DesktopWindow {
    const id = this.#ids.get(name) ?? this.#ids.size + 1
    this.#ids.set(name, id)
    this.#pids.set(name, pid)
    const { windowMeasure: measure } = toolkit
    if (measure !== undefined) this.#measures.set(id, measure)
    const unplaced = !active ? behind : measure === undefined || !size ? unmeasured : this.#unseen(measure)
    // The pointer is placed in the application's own units there, whatever the scale.
    const frame = unplaced === undefined ? { x: 0, y: 0, ...size! } : nowhere
    return {
      ...{ id, pid, owner: pid, frame, outer: frame, active, modal, minimized: false, maximized: false },
      ...(title !== '' && { title }),
      ...(unplaced !== undefined && { unplaced }),
    }
  }
}

/** Time for GNOME to give another window the keyboard, and for its application to report that. */
const turnMs = 700
/** How many more windows to pass that no application reports. */
const mostUnknown = 4

/** Uses GNOME's keyboard shortcuts for windows, as a person does. */
export class MutterManager implements WindowManager {
  readonly #session: MutterSession
  readonly #windows: MutterWindows

  constructor(session: MutterSession, windows: MutterWindows) {
    this.#session = session
    this.#windows = windows
  }

  /** Mutter cycles through the windows in the order of their last use: turn n goes n windows back. */
  async activate(id: number, signal: AbortSignal): Promise<WindowEffect> {
    if ((await this.#windows.find(id, signal)).active) return 'already'
    const most = (await this.#windows.list(signal)).length + mostUnknown
    for (let turn = 1; turn <= most; turn++) {
      await this.#press('Alt+Escape', turn)
      if (await this.#becomes(id, true, signal)) return 'done'
    }
    return 'ignored'
  }

  async minimize(id: number, signal: AbortSignal): Promise<WindowEffect> {
    await this.#front(id, signal)
    await this.#press('Meta+h')
    return (await this.#becomes(id, false, signal)) ? 'done' : 'ignored'
  }

  async close(id: number, signal: AbortSignal): Promise<void> {
    await this.#front(id, signal)
    await this.#press('Alt+F4')
  }

  async maximize(id: number, _wanted: boolean, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#refuse(id, 'whether a window is maximised', signal)
  }

  async move(id: number, _x: number, _y: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#refuse(id, 'where a window is, nor moves it for one', signal)
  }

  async resize(id: number, _width: number, _height: number, signal: AbortSignal): Promise<WindowEffect> {
    return await this.#refuse(id, 'how large a window is, nor resizes it for one', signal)
  }

  async #front(id: number, signal: AbortSignal): Promise<void> {
    if ((await this.activate(id, signal)) === 'ignored')
      throw unsupported('GNOME does not bring the window to the front, so its keys would go to another.')
  }

  async #refuse(id: number, what: string, signal: AbortSignal): Promise<never> {
    await this.#windows.find(id, signal)
    throw unsupported(`GNOME tells no program ${what}.`, 'Leave it as it is: its elements can be used without that.')
  }

  async #becomes(id: number, wanted: boolean, signal: AbortSignal): Promise<boolean> {
    const isSo = async () => ((await this.#windows.read(id, signal))?.active ?? false) === wanted
    return (await until(isSo, { ms: turnMs, everyMs: 50, signal })) === true
  }

  /** Presses a chord, with its modifiers held throughout. */
  async #press(chord: string, times = 1): Promise<void> {
    const { held, keysym } = keysOf(parseKeys(chord)[0]!)
    const send = (key: number, isDown: boolean) => this.#session.send('NotifyKeyboardKeysym', 'ub', key, isDown)
    try {
      for (const key of held) await send(key, true)
      for (let time = 0; time < times; time++) for (const isDown of [true, false]) await send(keysym, isDown)
    } finally {
      for (const key of held.toReversed()) await send(key, false)
    }
  }
}
