/**
 * A session on KWin, with the person's consent. KWin grants rights by program: keys, pointer and pictures go over
 * connections that the allowed program has opened, windows through a script inside KWin.
 */

import type { Consent } from '../../../run/desktop-consent.ts'
import { until } from '../../acting/polling.ts'
import type { Finding } from '../../platform.ts'
import { type Desktop, findingUnless, okFinding, screenshotsFinding } from '../desktop/desktop.ts'
import type { Input } from '../desktop/input.ts'
import { byOwnActions, type Missing } from '../desktop/missing.ts'
import { NoDesktop } from '../desktop/none.ts'
import { WlConnection } from '../wayland/connection.ts'
import { WlInput } from '../wayland/input.ts'
import { WlSelection } from '../wayland/selection.ts'
import { sessionAddress } from '../wire/accessibility-bus.ts'
import { Bus, isOwned, pathOf } from '../wire/bus.ts'
import { FdSocket } from '../wire/fd-socket.ts'
import type { Opens } from '../wire/fd-stream.ts'
import { KwinBridge } from './bridge.ts'
import { Doorkeeper } from './doorkeeper.ts'
import { fakeDevices, fakeInput } from './fake-input.ts'
import { KwinPictures } from './pictures.ts'
import { KwinManager, KwinWindows } from './windows.ts'

export interface KwinOptions {
  /** The compositor's. */
  readonly socket: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly consent: Consent
  /** The session's. */
  readonly bus: Bus
}

const notGranted: Missing = {
  why: 'KWin does not know the allowed program (yet): it has no keys and no pointer for it.',
  remedy: `The person can allow it again with ix desktop allow, or log in again. ${byOwnActions}`,
}

/** KWin looks for new files every second and a half. */
const grantedMs = 4000

export class KwinDesktop implements Desktop {
  readonly input: Input
  readonly windows: KwinWindows
  readonly manager: KwinManager
  readonly pictures: KwinPictures
  readonly clipboard: WlSelection
  readonly #connection: WlConnection
  readonly #door: Doorkeeper
  readonly #bridge: KwinBridge

  private constructor(
    parts: { connection: WlConnection; door: Doorkeeper; bridge: KwinBridge; hasPictures: boolean },
    { env }: KwinOptions,
  ) {
    const { connection, door, bridge, hasPictures } = parts
    this.#connection = connection
    this.#door = door
    this.#bridge = bridge
    const windows = new KwinWindows(bridge, connection)
    this.windows = windows
    this.manager = new KwinManager(bridge, windows)
    this.clipboard = new WlSelection(connection)
    const options = { windows, selection: this.clipboard, display: env.DISPLAY }
    this.input = connection.has(fakeInput)
      ? new WlInput('fake_input of KWin', () => fakeDevices(connection, options))
      : new NoDesktop({ ...notGranted, session: 'KWin', isShown: true }).input
    this.pictures = new KwinPictures(
      hasPictures,
      () => busThrough(door, env),
      () => connection.path(),
    )
  }

  /** Throws Problem if the allowed program does not run, or KWin does not answer. */
  static async open(options: KwinOptions, signal: AbortSignal): Promise<KwinDesktop> {
    const { socket, env, consent, bus } = options
    const folder = env.XDG_RUNTIME_DIR ?? '/'
    const door = new Doorkeeper(consent.program ?? process.execPath)
    try {
      const connection = await granted(door, socket, folder, signal)
      try {
        const bridge = await KwinBridge.open(bus, folder, signal)
        const hasPictures = await isOwned(bus, 'org.kde.KWin.ScreenShot2', signal)
        return new KwinDesktop({ connection, door, bridge, hasPictures }, options)
      } catch (error) {
        connection.close()
        throw error
      }
    } catch (error) {
      door.close()
      throw error
    }
  }

  get closed(): string | undefined {
    return this.#connection.closed ?? this.#bridge.closed ?? this.#door.ended
  }

  async open(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
  }

  async findings(signal: AbortSignal): Promise<Finding[]> {
    const screen = await this.windows.screen()
    signal.throwIfAborted()
    return [
      { what: 'session', state: 'note', detail: 'Wayland: KWin, allowed by ix desktop allow' },
      findingUnless(this.input.missing, okFinding('input', 'keys and pointer by fake_input')),
      findingUnless(this.pictures.missing, screenshotsFinding(screen)),
      okFinding('windows', 'managed by KWin'),
      findingUnless(this.clipboard.missing, okFinding('clipboard', 'by data control')),
    ]
  }

  close(): void {
    this.pictures.close()
    this.#bridge.close()
    this.#connection.close()
    this.#door.close()
  }
}

/**
 * A connection with keys and pointer, if KWin grants them in time: for a program that it has just learnt of, it does so
 * a little later.
 */
async function granted(door: Doorkeeper, socket: string, folder: string, signal: AbortSignal): Promise<WlConnection> {
  const connect = async () => {
    const handle = await door.open(socket)
    return await WlConnection.over(async (heard, ended) => FdSocket.adopt(handle, heard, ended), folder)
  }
  let connection = await connect()
  const look = async () => {
    if (connection.has(fakeInput)) return true
    connection.close()
    connection = await connect()
    return connection.has(fakeInput)
  }
  await until(look, { ms: grantedMs, everyMs: 500, signal })
  return connection
}

/** The session bus, over a connection of the allowed program. */
async function busThrough(door: Doorkeeper, env: KwinOptions['env']): Promise<Bus> {
  const address = sessionAddress(env) ?? ''
  const handle = await door.open(pathOf(address))
  const over: Opens = (heard, ended) => FdSocket.adopt(handle, heard, ended)
  return await Bus.open(address, new AbortController().signal, { over })
}
