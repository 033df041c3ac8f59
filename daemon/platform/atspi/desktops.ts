/**
 * Which back end serves the session: chosen by what is there, and again once that has gone. Where one reaches only some applications, the others have none.
 */
import { connect } from 'node:net'
import { resolve } from 'node:path'
import type { Desktop } from './desktop/desktop.ts'
import { byOwnActions } from './desktop/missing.ts'
import { NoDesktop, type Nothing } from './desktop/none.ts'
import type { DesktopWindow } from './desktop/windows.ts'
import type { Owner, WindowsOf } from './wire/access.ts'
import { type ShownBy, WlrootsDesktop } from './wlroots/desktop.ts'
import { XDesktop } from './x11/desktop.ts'

/** The variables that describe the desktop. */
export interface Environment {
  readonly DISPLAY?: string | undefined
  readonly WAYLAND_DISPLAY?: string | undefined
  readonly XDG_RUNTIME_DIR?: string | undefined
  readonly SWAYSOCK?: string | undefined
}

/** Whether somebody owns a name on the session bus. */
export type NameOwned = (name: string, signal: AbortSignal) => Promise<boolean>

/** Desktops with ways of their own, by the names they have on the session bus. */
const unbuilt = [
  ['org.kde.KWin', 'KWin'],
  ['org.gnome.Shell', 'GNOME'],
  ['org.gnome.Mutter.RemoteDesktop', 'Mutter'],
  ['org.freedesktop.portal.Desktop', 'The desktop portal'],
] as const

export class Desktops implements WindowsOf {
  readonly #env: Environment
  readonly #isOwned: NameOwned
  readonly #shown: ShownBy
  #chosen: Desktop | undefined
  #choosing: Promise<Desktop> | undefined
  /** For applications that the chosen one does not reach. */
  #without: Desktop | undefined
  #isClosed = false

  constructor(env: Environment, isOwned: NameOwned = async () => false, shown: ShownBy = async () => []) {
    this.#env = env
    this.#shown = shown
    this.#isOwned = isOwned
  }

  /** The last one that was chosen. */
  get known(): Desktop | undefined {
    return this.#chosen
  }

  async session(signal: AbortSignal): Promise<Desktop> {
    signal.throwIfAborted()
    if (this.#chosen !== undefined && this.#chosen.closed === undefined) return this.#chosen
    this.#choosing ??= this.#choose(signal).finally(() => {
      this.#choosing = undefined
    })
    const chosen = await this.#choosing
    this.#chosen = chosen
    if (this.#isClosed) chosen.close()
    return chosen
  }

  /** The one for an application. */
  async of(owner: Owner, signal: AbortSignal): Promise<Desktop> {
    const session = await this.session(signal)
    if (session.partial === undefined) return session
    const own = await session.windows.windowsOf(owner, signal).catch(() => [])
    signal.throwIfAborted()
    return own.length > 0 ? session : this.#without!
  }

  async firstOf(pid: number, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    return (await (await this.session(signal)).windows.firstOf(pid, signal)) as readonly DesktopWindow[]
  }

  close(): void {
    this.#isClosed = true
    this.#chosen?.close()
  }

  async #choose(signal: AbortSignal): Promise<Desktop> {
    const { DISPLAY, WAYLAND_DISPLAY } = this.#env
    const isWayland = Boolean(WAYLAND_DISPLAY) && (!DISPLAY || (await answers(socketOf(this.#env))))
    if (!isWayland) return DISPLAY ? new XDesktop(DISPLAY) : new NoDesktop(noDisplay)
    const wlroots = await WlrootsDesktop.open(socketOf(this.#env), this.#env, this.#shown)
    if (wlroots !== undefined) return wlroots
    const nothing = await this.#unreached(signal)
    this.#without = new NoDesktop(nothing)
    return DISPLAY ? new XDesktop(DISPLAY, nothing) : this.#without
  }

  async #unreached(signal: AbortSignal): Promise<Nothing> {
    const found = await Promise.all(
      unbuilt.map(async ([name, called]) =>
        (await this.#isOwned(name, signal).catch(() => false)) ? called : undefined,
      ),
    )
    const called = found.find((one) => one !== undefined)
    const why =
      called === undefined
        ? 'This Wayland compositor offers no protocol by which a program could press keys, move the pointer, see the screen or control windows of others.'
        : `${called} gives keys, pointer, windows and pictures on Wayland in a way of its own, which is not built yet.`
    const session = 'Wayland: applications are read, and used by what their elements can do themselves'
    return { why, remedy: byOwnActions, session, isShown: true }
  }
}

const noDisplay: Nothing = {
  why: 'Neither WAYLAND_DISPLAY nor DISPLAY is set: there is no display.',
  remedy: 'Start ixd in the desktop session, or set DISPLAY.',
  session: 'no display',
  isShown: false,
}

function socketOf({ XDG_RUNTIME_DIR = '/', WAYLAND_DISPLAY = '' }: Environment): string {
  return resolve(XDG_RUNTIME_DIR, WAYLAND_DISPLAY)
}

function answers(socket: string): Promise<boolean> {
  return new Promise((done) => {
    const connection = connect(socket)
    const end = (isThere: boolean) => {
      connection.destroy()
      done(isThere)
    }
    connection.once('connect', () => end(true)).once('error', () => end(false))
  })
}
