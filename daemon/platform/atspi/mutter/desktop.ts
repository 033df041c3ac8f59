/**
 * A session on GNOME, with the person's consent: keys and pointer through Mutter's remote desktop, windows as
 * applications report them.
 */
import type { Finding } from '../../platform.ts'
import { type Desktop, findingUnless, okFinding, screenshotsFinding } from '../desktop/desktop.ts'
import { WlConnection } from '../wayland/connection.ts'
import { WlInput } from '../wayland/input.ts'
import { sessionAddress } from '../wire/accessibility-bus.ts'
import { Bus, pathOf } from '../wire/bus.ts'
import { connected, FdSocket } from '../wire/fd-socket.ts'
import { mutterDevices } from './input.ts'
import { MutterPictures } from './pictures.ts'
import { MutterSelection } from './selection.ts'
import { MutterSession } from './session.ts'
import { MutterStills } from './stills.ts'
import { MutterManager, MutterWindows, type WindowsShown } from './windows.ts'

export interface MutterOptions {
  /** The compositor's. */
  readonly socket: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly shown: WindowsShown
}

export class MutterDesktop implements Desktop {
  readonly input: Desktop['input']
  readonly windows: MutterWindows
  readonly manager: MutterManager
  readonly pictures: MutterPictures
  readonly clipboard: MutterSelection
  readonly #connection: WlConnection
  readonly #session: MutterSession
  readonly #bus: Bus

  private constructor(bus: Bus, session: MutterSession, connection: WlConnection, { env, shown }: MutterOptions) {
    this.#bus = bus
    this.#session = session
    this.#connection = connection
    const stills = new MutterStills(bus, env)
    const pointer = (signal: AbortSignal) => MutterSession.inFocusedWindow(bus, signal)
    this.windows = new MutterWindows({ session, stills, pointer }, connection, shown)
    this.manager = new MutterManager(session, this.windows)
    this.pictures = new MutterPictures(session, stills, this.windows)
    this.clipboard = new MutterSelection(session)
    const options = { windows: this.windows, selection: this.clipboard, display: env.DISPLAY }
    this.input = new WlInput('remote desktop of Mutter', () => mutterDevices(session, connection, options))
  }

  /** Throws CallError if Mutter refuses, as while the screen is locked. */
  static async open(options: MutterOptions, signal: AbortSignal): Promise<MutterDesktop> {
    const { socket, env } = options
    const connection = await WlConnection.open(socket, env.XDG_RUNTIME_DIR ?? '/')
    let bus: Bus | undefined
    try {
      // A bus connection of its own: what it holds ends with it.
      const address = sessionAddress(env) ?? ''
      const handle = await connected(pathOf(address), 'IPC')
      bus = await Bus.open(address, signal, { over: (heard, ended) => FdSocket.over(handle, heard, ended) })
      return new MutterDesktop(bus, await MutterSession.open(bus, signal), connection, options)
    } catch (error) {
      bus?.close()
      connection.close()
      throw error
    }
  }

  get closed(): string | undefined {
    // A stopped session stays in place until the person allows it again.
    return this.#connection.closed ?? (this.#session.stopped === undefined ? this.#session.ended : undefined)
  }

  async open(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async findings(signal: AbortSignal): Promise<Finding[]> {
    signal.throwIfAborted()
    return [
      {
        what: 'session',
        state: 'note',
        detail: 'Wayland: GNOME, allowed by ix desktop allow; it shows its sign while it is used',
      },
      findingUnless(this.#session.stopped, okFinding('input', 'keys and pointer by the remote desktop of Mutter')),
      findingUnless(this.pictures.missing, screenshotsFinding(await this.windows.screen())),
      okFinding('windows', 'as applications tell of them; raised, minimised and closed by keys, never moved'),
      findingUnless(this.clipboard.missing, okFinding('clipboard', 'by the remote desktop of Mutter')),
    ]
  }

  close(): void {
    this.#bus.close()
    this.#connection.close()
  }
}
