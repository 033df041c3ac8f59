/**
 * A connection to the X server: requests with time limits, events, and handling of its end. The only file that imports
 * `x11`, and only when the server is first used, so that a daemon without a desktop pays nothing.
 */

import type { Client, Display, ProtocolError, XTest } from 'x11'
import { clause, Problem, WireError } from '../../../problem.ts'
import { until } from '../../acting/polling.ts'
import { Ending } from '../../basics/ending.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import { Listeners, together } from '../../basics/listeners.ts'
import { byOwnActions, unsupportedBy } from '../desktop/missing.ts'

/** The events requested, with the fields that are used. */
export interface XEvent {
  readonly name: string
  /** The window that the event is about. */
  readonly wid?: number
  readonly atom?: number
  readonly message_type?: number
  readonly data?: readonly number[]
  readonly owner?: number
  readonly requestor?: number
  readonly selection?: number
  readonly target?: number
  readonly property?: number
  readonly time?: number
  /** PropertyNotify: 0 for a new value, 1 when deleted. */
  readonly state?: number
}

export interface Property {
  readonly type: number
  /** Bits per item: 8, 16 or 32. */
  readonly format: number
  readonly data: Buffer
  readonly bytesAfter: number
}

/** The server refused a request; code 3 is a window that is gone. */
class XError extends WireError {
  readonly code: number
  constructor(request: string, code: number, message: string) {
    super(`${request}: ${message}`)
    this.code = code
  }

  get problem(): Problem {
    return new Problem('unresponsive', {
      message: 'The X server refused: a window or its application changed during the call.',
    })
  }
}

const connectMs = 1000
const requestMs = 700
const inputOnly = 2

export const eventMask = {
  structureNotify: 1 << 17,
  substructureNotify: 1 << 19,
  substructureRedirect: 1 << 20,
  propertyChange: 1 << 22,
} as const

/** Kinds of input that XTEST can fake, by event number. */
export const fake = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const

export class XConnection {
  readonly #client: Client
  readonly #xtest: XTest | undefined
  readonly #atoms = new Map<string, Promise<number>>()
  readonly #pending = new Set<(problem: Problem) => void>()
  readonly #events = new Listeners<XEvent>()
  readonly #ending = new Ending()
  readonly #watched = new Map<number, number>()
  #closed: string | undefined
  readonly display: Display

  constructor(display: Display, xtest: XTest | undefined) {
    this.#client = display.client
    this.#xtest = xtest
    this.display = display
    this.#client.on('event', (event: XEvent) => this.#events.emit(event))
    // This is where errors of requests without a reply arrive, such as for a window that has gone, and socket errors,
    // which end the connection.
    this.#client.on('error', (error: ProtocolError) => {
      if (error.error === undefined) this.#lost(error.message)
    })
    for (const name of ['end', 'close']) this.#client.stream.on(name, () => this.#lost('it closed the connection'))
  }

  /** Why it can no longer be used. */
  get closed(): string | undefined {
    return this.#closed
  }

  get root(): number {
    return this.display.screen[0]!.root
  }

  /** The client that created the window: one connection of a program, whatever its windows report. */
  clientOf(id: number): number {
    return (id & ~this.display.resource_mask) >>> 0
  }

  get size(): { readonly width: number; readonly height: number } {
    const { pixel_width: width, pixel_height: height } = this.display.screen[0]!
    return { width, height }
  }

  /** Can keys and pointer be faked? */
  get canFake(): boolean {
    return this.#xtest !== undefined
  }

  /** A window that is never shown, for talking to other clients; its property changes are watched. */
  hiddenWindow(): number {
    const id = this.#client.AllocID()
    this.send('CreateWindow', id, this.root, -10, -10, 1, 1, 0, 0, inputOnly, 0, {})
    this.watch(id, eventMask.propertyChange)
    return id
  }

  /** A request with a reply. Throws XError, or Problem `unresponsive`. */
  request<T>(name: string, args: readonly unknown[], limitMs = requestMs): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer)
        this.#pending.delete(fail)
        done()
      }
      const fail = (problem: Problem) => settle(() => reject(problem))
      const timer = setTimeout(() => fail(noReply(name, limitMs)), limitMs)
      this.#pending.add(fail)
      this.#send(name, [
        ...args,
        (error: ProtocolError | null | undefined, reply: T): boolean => {
          if (error) settle(() => reject(new XError(name, error.error ?? 0, error.message)))
          else settle(() => resolve(reply))
          return true
        },
      ])
    })
  }

  /** A request without a reply; its errors are ignored. */
  send(name: string, ...args: readonly unknown[]): void {
    this.#send(name, args)
  }

  /** Returns when the server has carried out all requests so far. */
  async sync(): Promise<void> {
    await this.request('GetInputFocus', [])
  }

  atom(name: string): Promise<number> {
    return getOrCreate(this.#atoms, name, () => {
      const atom = this.request<number>('InternAtom', [false, name])
      atom.catch(() => this.#atoms.delete(name))
      return atom
    })
  }

  /** Undefined when the window lacks it or is gone. `words` limits what is read, in units of 4 bytes. */
  async property(window: number, name: string, words = 1024): Promise<Property | undefined> {
    const args = [0, window, await this.atom(name), 0, 0, words]
    const property = await this.request<Property>('GetProperty', args).catch(ifGone)
    return property === undefined || property.type === 0 ? undefined : property
  }

  /** Sends the window manager, or an application, a message about a window. All EWMH requests go to the root window. */
  async message(
    destination: number,
    window: number,
    type: string,
    data: readonly number[],
    mask: number = eventMask.substructureRedirect | eventMask.substructureNotify,
  ): Promise<void> {
    const event = { name: 'ClientMessage', format: 32, wid: window, message_type: await this.atom(type), data }
    this.#send('SendEvent', [destination, 0, mask, event])
  }

  /** Fakes device input. The server lets `afterMs` pass first, which also delays everything sent later. */
  fake(type: number, detail: number, x = 0, y = 0, afterMs = 0): void {
    if (this.#closed !== undefined) throw ended(this.#closed)
    this.#xtest!.FakeInput(type, detail, afterMs, this.root, x, y)
  }

  /**
   * Runs `work` while the server serves no other client: what `work` reads still holds for what it sends next, until it
   * awaits something else. For few requests only: the whole screen stands still meanwhile.
   */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.send('GrabServer')
    try {
      return await work()
    } finally {
      if (this.#closed === undefined) this.send('UngrabServer')
    }
  }

  /** Requests more of a window's events, until it is gone. */
  watch(window: number, mask: number): void {
    const before = this.#watched.get(window) ?? 0
    if ((before | mask) === before) return
    this.#watched.set(window, before | mask)
    this.#send('ChangeWindowAttributes', [window, { eventMask: before | mask }])
  }

  unwatch(window: number): void {
    if (!this.#watched.delete(window) || this.#closed !== undefined) return
    this.#send('ChangeWindowAttributes', [window, { eventMask: 0 }])
  }

  /** Does a condition come to hold? Checked now and after each event of the watched windows, until time is up. */
  async until(holds: () => Promise<boolean>, limitMs: number, signal: AbortSignal): Promise<boolean> {
    const subscribe = (listener: () => void) => together(this.listen(listener), this.onClose(listener))
    return (await until(holds, { ms: limitMs, everyMs: limitMs, signal, subscribe })) === true
  }

  /** Returns a function that removes the listener. */
  listen(listener: (event: XEvent) => void): () => void {
    return this.#events.add(listener)
  }

  onClose(listener: () => void): () => void {
    return this.#ending.on(listener)
  }

  close(): void {
    if (this.#closed !== undefined) return
    const { stream } = this.#client
    // So that what was sent last still goes out.
    stream.end(() => stream.destroy())
    this.#end('it was let go')
  }

  #send(name: string, args: readonly unknown[]): void {
    if (this.#closed !== undefined) throw ended(this.#closed)
    ;(this.#client[name] as (...args: readonly unknown[]) => void)(...args)
  }

  #lost(reason: string): void {
    this.#client.stream.destroy()
    this.#end(reason)
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    for (const fail of [...this.#pending]) fail(ended(reason))
    this.#ending.end()
    this.#events.clear()
  }
}

/** The values of a numeric property: atoms, windows, sizes; empty if there is none. */
export function numbersOf(property: Property | undefined): number[] {
  if (property === undefined || property.format !== 32) return []
  return Array.from({ length: property.data.length >> 2 }, (_, at) => property.data.readUInt32LE(at * 4))
}

/** Throws unsupported_here if there is no such server, or it refuses the connection. */
export async function connect(name: string): Promise<XConnection> {
  const { createClient } = (await import('x11')).default
  const display = await new Promise<Display>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer)
      client?.stream?.destroy()
      reject(noX11(`The X server ${name} cannot be reached: ${clause(reason)}.`))
    }
    const timer = setTimeout(() => fail(`it did not answer within ${connectMs} ms`), connectMs)
    let client: Client | undefined
    try {
      client = createClient({ display: name, shm: 'off' }, (error, display) => {
        if (display === undefined) return fail(error?.message ?? 'it closed the connection')
        clearTimeout(timer)
        // The package shares one table of atoms between servers; another server's atoms would be mistaken for this
        // one's.
        display.client.atoms = { ...display.client.atoms }
        resolve(display)
      })
    } catch {
      return fail('DISPLAY is not the name of one')
    }
    // A refusal after the greeting arrives here, not in the callback.
    client.on('error', (error: Error) => fail(error.message))
  })
  const xtest = await new Promise<XTest | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), requestMs)
    display.client.require('xtest', (_, extension) => {
      clearTimeout(timer)
      resolve(extension)
      return true
    })
  })
  return new XConnection(display, xtest)
}

/** For the errors of a request about a window that may be gone. */
export function ifGone(error: unknown): undefined {
  if (error instanceof XError) return undefined
  throw error
}

/** What to do if the X server is missing. */
export const useX = `${byOwnActions} The rest needs the X server.`

export function noX11(message: string): Problem {
  return unsupportedBy({ why: message, remedy: useX })
}

function noReply(name: string, limitMs: number): Problem {
  return new Problem('unresponsive', { message: `The X server did not answer ${name} within ${limitMs} ms.` })
}

function ended(reason: string): Problem {
  return new Problem('unresponsive', { message: `The connection to the X server ended: ${clause(reason)}.` })
}
