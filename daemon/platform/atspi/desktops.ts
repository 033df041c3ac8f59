/**
 * Chooses the back end that serves the session: by what is there, and again when that has gone or the person has given
 * or withdrawn consent. If it reaches only some applications, the others get none.
 */
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { stateDir } from '../../../api-schema/paths.ts'
import { type AskedDesktop, consentTo, onConsentEnd } from '../../run/desktop-consent.ts'
import { untilAborted } from '../../time-limit.ts'
import type { Desktop } from './desktop/desktop.ts'
import { byOwnActions } from './desktop/missing.ts'
import { NoDesktop, type Nothing } from './desktop/none.ts'
import type { DesktopWindow } from './desktop/windows.ts'
import { KwinDesktop } from './kwin/desktop.ts'
import { MutterDesktop } from './mutter/desktop.ts'
import type { WindowsShown } from './mutter/windows.ts'
import type { Owner, WindowsOf } from './wire/access.ts'
import { type Bus, isOwned } from './wire/bus.ts'
import { type ShownBy, WlrootsDesktop } from './wlroots/desktop.ts'
import { XDesktop } from './x11/desktop.ts'

/** The variables that describe the desktop. */
export interface Environment {
  readonly [name: string]: string | undefined
}

/** What is known of the session apart from its display. */
export interface Session {
  readonly bus: (signal: AbortSignal) => Promise<Bus | undefined>
  readonly shown: ShownBy
  readonly windows: WindowsShown
}

const nowhere: Session = { bus: async () => undefined, shown: async () => [], windows: async () => [] }

export type DesktopKind = 'x11' | 'wlroots' | 'none' | AskedDesktop

/**
 * Desktops with interfaces of their own, by their names on the session bus; those with a kind need the person's
 * consent.
 */
const others: readonly { readonly kind?: AskedDesktop; readonly name: string; readonly called: string }[] = [
  { kind: 'kde', name: 'org.kde.KWin', called: 'KWin' },
  { kind: 'gnome', name: 'org.gnome.Mutter.RemoteDesktop', called: 'GNOME' },
  { name: 'org.freedesktop.portal.Desktop', called: 'The desktop portal' },
]

interface Found {
  readonly kind?: AskedDesktop
  readonly called: string
  readonly bus: Bus
}

interface Choice {
  readonly kind: DesktopKind
  readonly desktop: Desktop
  /** For a back end that needs consent: when it was given; undefined if it had not been. */
  readonly asked?: { readonly allowed: number | undefined }
  readonly stop?: () => void
}

export class Desktops implements WindowsOf {
  readonly #env: Environment
  readonly #session: Session
  readonly #stateDir: string
  #chosen: Choice | undefined
  #choosing: Promise<Choice> | undefined
  /** For applications that the chosen back end does not reach. */
  #without: Desktop | undefined
  #isClosed = false

  constructor(env: Environment, session: Session = nowhere) {
    this.#env = env
    this.#session = session
    this.#stateDir = stateDir({ env, platform: process.platform, home: env.HOME ?? homedir(), uid: 0, tmp: '' })
  }

  /** The back end that was chosen last. */
  get known(): Desktop | undefined {
    return this.#chosen?.desktop
  }

  get kind(): DesktopKind | undefined {
    return this.#chosen?.kind
  }

  async session(signal: AbortSignal): Promise<Desktop> {
    signal.throwIfAborted()
    if (this.#chosen !== undefined && this.#isStill(this.#chosen)) return this.#chosen.desktop
    // A caller that gives up does not stop it: choosing may take longer than one caller has.
    this.#choosing ??= this.#chooseAnew(new AbortController().signal).finally(() => {
      this.#choosing = undefined
    })
    this.#choosing.catch(() => {})
    return (await untilAborted(this.#choosing, signal)).desktop
  }

  /** The back end for an application. */
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
    this.#letGo()
  }

  #isStill({ desktop, kind, asked }: Choice): boolean {
    if (desktop.closed !== undefined) return false
    return asked === undefined || asked.allowed === consentTo(kind as AskedDesktop, this.#stateDir)?.given
  }

  async #chooseAnew(signal: AbortSignal): Promise<Choice> {
    this.#letGo()
    const chosen = await this.#choose(signal)
    this.#chosen = chosen
    if (this.#isClosed) this.#letGo()
    return chosen
  }

  #letGo(): void {
    this.#chosen?.stop?.()
    this.#chosen?.desktop.close()
  }

  async #choose(signal: AbortSignal): Promise<Choice> {
    const { DISPLAY, WAYLAND_DISPLAY } = this.#env
    const isWayland = Boolean(WAYLAND_DISPLAY) && (!DISPLAY || (await answers(socketOf(this.#env))))
    if (!isWayland)
      return DISPLAY
        ? { kind: 'x11', desktop: new XDesktop(DISPLAY) }
        : { kind: 'none', desktop: new NoDesktop(noDisplay) }
    const wlroots = await WlrootsDesktop.open(socketOf(this.#env), this.#env, this.#session.shown)
    if (wlroots !== undefined) return { kind: 'wlroots', desktop: wlroots }
    const found = await this.#find(signal)
    const allowed = found && (await this.#allowed(found, signal))
    if (allowed !== undefined) return allowed
    const nothing = nothingOf(found)
    this.#without = new NoDesktop(nothing)
    const desktop = DISPLAY ? new XDesktop(DISPLAY, nothing) : this.#without
    const kind = found?.kind
    return kind === undefined ? { kind: 'none', desktop } : { kind, desktop, asked: { allowed: undefined } }
  }

  /** Undefined without the person's consent. What fails is tried again at the next call. */
  async #allowed({ kind, called, bus }: Found, signal: AbortSignal): Promise<Choice | undefined> {
    const consent = kind && consentTo(kind, this.#stateDir)
    if (kind === undefined || consent === undefined) return undefined
    const asked = { allowed: consent.given }
    try {
      const options = { socket: socketOf(this.#env), env: this.#env, consent, bus, shown: this.#session.windows }
      const desktop = await (kind === 'kde' ? KwinDesktop : MutterDesktop).open(options, signal)
      const stop = onConsentEnd(kind, this.#stateDir, () => desktop.close())
      return { kind, desktop, asked, stop }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const remedy = 'Try again. If it stays so, the person can allow it again: ix desktop allow.'
      const nothing = { why, remedy, session: `Wayland: ${called}, allowed, but not reached`, isShown: true }
      return { kind, desktop: Object.assign(new NoDesktop(nothing), { closed: why }), asked }
    }
  }

  async #find(signal: AbortSignal): Promise<Found | undefined> {
    const bus = await this.#session.bus(signal)
    if (bus === undefined) return undefined
    for (const { name, ...one } of others) {
      const isThere = await isOwned(bus, name, signal).catch(() => false)
      signal.throwIfAborted()
      if (isThere) return { ...one, bus }
    }
    return undefined
  }
}

const noDisplay: Nothing = {
  why: 'Neither WAYLAND_DISPLAY nor DISPLAY is set: there is no display.',
  remedy: 'Start ixd in the desktop session, or set DISPLAY.',
  session: 'no display',
  isShown: false,
}

function nothingOf(found: Found | undefined): Nothing {
  const isShown = true
  if (found === undefined)
    return {
      why: 'This Wayland compositor offers no protocol by which a program could press keys, move the pointer, see the screen or control windows of others.',
      remedy: byOwnActions,
      session: 'Wayland: applications are read, and used by what their elements can do themselves',
      isShown,
    }
  const { called, kind } = found
  if (kind === undefined)
    return {
      why: `${called} gives keys, pointer, windows and pictures on Wayland in a way of its own, which is not built yet.`,
      remedy: byOwnActions,
      session: 'Wayland: applications are read, and used by what their elements can do themselves',
      isShown,
    }
  return {
    why: `${called} gives keys, pointer, windows and pictures on Wayland only to programs that the person has allowed, and this one is not.`,
    remedy: `The person can allow it: ix desktop allow. ${byOwnActions}`,
    session: `Wayland: ${called}, not allowed yet; applications are used by what their elements can do themselves`,
    isShown,
  }
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
