/**
 * Sessions of Mutter's own remote desktop: keys and pointer of the person's seat. While one lives, GNOME shows a sign
 * by which the person can stop it. They end with their connection.
 */
import { clause, Problem } from '../../../problem.ts'
import { Ending } from '../../basics/ending.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import { type Bus, Typed } from '../wire/bus.ts'

const remoteDesktop = 'org.gnome.Mutter.RemoteDesktop'
export const screenCast = 'org.gnome.Mutter.ScreenCast'
const properties = 'org.freedesktop.DBus.Properties'

/** Long enough for a machine that is busy drawing without a graphics card. */
const answerMs = 5000

interface Target {
  readonly destination: string
  readonly path: string
  readonly interface: string
}

/** The pointer, placed within a window. */
export interface WindowPointer {
  readonly session: MutterSession
  readonly stream: string
}

/** Only the person can allow it to begin again. */
const stopped: Missing = {
  why: 'GNOME has ended the session: the person stopped it by the sign in the bar, or the screen was locked.',
  remedy: 'Ask the person to allow it again: ix desktop allow.',
}

export class MutterSession {
  readonly #bus: Bus
  readonly #input: Target
  readonly #ending = new Ending()
  readonly #stop: () => void
  #ended: string | undefined
  #isStopped = false

  private constructor(bus: Bus, input: Target) {
    this.#bus = bus
    this.#input = input
    const stops = [
      bus.onSignal(({ path, member }) => {
        if (path === input.path && member === 'Closed') this.#end(stopped.why, true)
      }),
      bus.onClose(() => this.#end('the session bus is gone')),
    ]
    this.#stop = () => {
      for (const stop of stops) stop()
    }
  }

  /** Throws CallError if Mutter refuses, as while the screen is locked. */
  static async open(bus: Bus, signal: AbortSignal): Promise<MutterSession> {
    const session = await MutterSession.#create(bus, signal)
    await session.send('Start')
    return session
  }

  /**
   * The same with a stream of the window that has the keyboard, in which the pointer is placed: the stream stays with
   * that window, and ends the session when the window goes. Undefined if no window has the keyboard. Newer versions
   * accept no streams after the start.
   */
  static async inFocusedWindow(bus: Bus, signal: AbortSignal): Promise<WindowPointer | undefined> {
    const session = await MutterSession.#create(bus, signal)
    const id = new Typed('s', await session.id(signal))
    const cast = await created(bus, screenCast, [{ 'remote-desktop-session-id': id }], signal)
    const record = { ...cast, member: 'RecordWindow', signature: 'a{sv}', body: [{}] }
    const stream = await bus.call(record, signal).then(
      ([path]) => String(path),
      () => undefined,
    )
    await session.send('Start')
    if (stream !== undefined) return { session, stream }
    session.close()
    return undefined
  }

  static async #create(bus: Bus, signal: AbortSignal): Promise<MutterSession> {
    await bus.match(`type='signal',sender='${remoteDesktop}'`, signal)
    return new MutterSession(bus, await created(bus, remoteDesktop, [], signal))
  }

  /** Set if GNOME has ended it. */
  get stopped(): Missing | undefined {
    return this.#isStopped ? stopped : undefined
  }

  /** Why it can no longer be used. */
  get ended(): string | undefined {
    return this.#ended
  }

  /** Signals of its input. */
  onSignal(listener: (member: string, body: readonly unknown[]) => void): () => void {
    return this.#bus.onSignal(({ path, member, body }) => {
      if (path === this.#input.path) listener(member, body)
    })
  }

  onEnd(listener: () => void): () => void {
    return this.#ending.on(listener)
  }

  /** Calls a method of its input and returns the reply's values. Throws Problem. */
  async send(member: string, signature = '', ...body: readonly unknown[]): Promise<readonly unknown[]> {
    if (this.#isStopped) throw unsupportedBy(stopped)
    if (this.#ended !== undefined) throw silent(this.#ended)
    const call = { ...this.#input, member, signature, body }
    return await this.#bus.call(call, new AbortController().signal, answerMs).catch((error: Error) => {
      throw silent(this.#ended ?? error.message)
    })
  }

  /** When it has arrived, so have all earlier signals. */
  async id(signal: AbortSignal): Promise<string> {
    const get = { ...this.#input, interface: properties, member: 'Get', signature: 'ss' }
    const [id] = await this.#bus.call({ ...get, body: [this.#input.interface, 'SessionId'] }, signal, answerMs)
    return String((id as { readonly value: unknown }).value)
  }

  close(): void {
    if (this.#ended === undefined && this.#bus.closed === undefined) this.send('Stop').catch(() => {})
    this.#end('it was let go')
  }

  #end(reason: string, isStopped = false): void {
    if (this.#ended !== undefined) return
    this.#ended = reason
    this.#isStopped = isStopped
    this.#stop()
    this.#ending.end()
  }
}

/** Creates a session and nothing more. Throws CallError. */
export async function created(bus: Bus, name: string, body: readonly unknown[], signal: AbortSignal): Promise<Target> {
  const at = { destination: name, path: `/${name.replaceAll('.', '/')}`, interface: name, member: 'CreateSession' }
  const [path] = await bus.call({ ...at, ...(body.length > 0 && { signature: 'a{sv}', body }) }, signal)
  return { destination: name, path: String(path), interface: `${name}.Session` }
}

function silent(reason: string): Problem {
  return new Problem('unresponsive', { message: `Mutter cannot be asked: ${clause(reason)}.` })
}
