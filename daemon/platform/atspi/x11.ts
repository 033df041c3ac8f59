/**
 * A connection to the X server: requests with time limits, events, and what happens when it ends. The only file that
 * imports `x11`, and only when somebody asks for the server, so that a daemon without a desktop pays nothing.
 */
import type { Client, Display, ProtocolError, XTest } from 'x11'
import { Problem } from '../../problem.ts'

/** Every event that is asked for, with the fields that are read somewhere. */
export interface XEvent {
  readonly name: string
  /** The window it is about. */
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
  /** PropertyNotify: 0 when it has a new value, 1 when it was deleted. */
  readonly state?: number
}

export interface Property {
  readonly type: number
  /** Bits an item: 8, 16 or 32. */
  readonly format: number
  readonly data: Buffer
  readonly bytesAfter: number
}

/** The server's own no to a request: 3 is a window that is gone. */
export class XError extends Error {
  readonly code: number
  constructor(request: string, code: number, message: string) {
    super(`${request}: ${message}`)
    this.code = code
  }
}

const connectMs = 1000
const requestMs = 700

export const eventMask = {
  structureNotify: 1 << 17,
  substructureNotify: 1 << 19,
  substructureRedirect: 1 << 20,
  propertyChange: 1 << 22,
} as const

/** Kinds of input that XTEST can fake, by the number of their event. */
export const fake = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const

export class XConnection {
  readonly #client: Client
  readonly #xtest: XTest | undefined
  readonly #atoms = new Map<string, Promise<number>>()
  readonly #pending = new Set<(problem: Problem) => void>()
  readonly #listeners = new Set<(event: XEvent) => void>()
  readonly #closers = new Set<() => void>()
  readonly #watched = new Map<number, number>()
  #closed: string | undefined
  readonly display: Display

  constructor(display: Display, xtest: XTest | undefined) {
    this.#client = display.client
    this.#xtest = xtest
    this.display = display
    this.#client.on('event', (event: XEvent) => {
      for (const listener of [...this.#listeners]) listener(event)
    })
    // Errors of requests that nobody waits for come here: a window that went in the meantime. The socket's are its end.
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

  get size(): { readonly width: number; readonly height: number } {
    const { pixel_width: width, pixel_height: height } = this.display.screen[0]!
    return { width, height }
  }

  /** Whether keys and pointer can be faked. */
  get canFake(): boolean {
    return this.#xtest !== undefined
  }

  newId(): number {
    return this.#client.AllocID()
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
      const timer = setTimeout(() => fail(slow(name, limitMs)), limitMs)
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

  /** A request without a reply; what the server has against it is not told. */
  send(name: string, ...args: readonly unknown[]): void {
    this.#send(name, args)
  }

  /** Returns when the server has carried out all requests so far. */
  async sync(): Promise<void> {
    await this.request('GetInputFocus', [])
  }

  atom(name: string): Promise<number> {
    let atom = this.#atoms.get(name)
    if (atom === undefined) {
      atom = this.request<number>('InternAtom', [false, name])
      this.#atoms.set(name, atom)
      atom.catch(() => this.#atoms.delete(name))
    }
    return atom
  }

  /** Undefined when the window has none, or is gone. `words` bounds what is read, in units of 4 bytes. */
  async property(window: number, name: string, words = 1024): Promise<Property | undefined> {
    const args = [0, window, await this.atom(name), 0, 0, words]
    const property = await this.request<Property>('GetProperty', args).catch(ifGone)
    return property === undefined || property.type === 0 ? undefined : property
  }

  /** Tells the window manager, or an application, about a window. All EWMH requests go to the root window. */
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

  /** Input as from a device; the server waits `delayMs` before, and carries out nothing else of ours meanwhile. */
  fake(type: number, detail: number, x = 0, y = 0, delayMs = 0): void {
    if (this.#closed !== undefined) throw ended(this.#closed)
    this.#xtest!.FakeInput(type, detail, delayMs, this.root, x, y)
  }

  /** Asks for a window's events, added to those that are asked for already; until it is gone. */
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

  /**
   * Whether something comes to hold: asked now, and again after each event of the windows that are watched, until the
   * time is up.
   */
  async until(holds: () => Promise<boolean>, limitMs: number, signal: AbortSignal): Promise<boolean> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    let wake: (() => void) | undefined
    let stale = false
    const tell = () => {
      stale = true
      wake?.()
    }
    const stop = this.listen(tell)
    const unclose = this.onClose(tell)
    end.addEventListener('abort', tell, { once: true })
    try {
      for (;;) {
        stale = false
        if (await holds()) return true
        if (end.aborted) break
        if (!stale) await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      stop()
      unclose()
      end.removeEventListener('abort', tell)
    }
    signal.throwIfAborted()
    return false
  }

  /** Gives back what stops it. */
  listen(listener: (event: XEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onClose(listener: () => void): () => void {
    this.#closers.add(listener)
    return () => this.#closers.delete(listener)
  }

  close(): void {
    if (this.#closed !== undefined) return
    const { stream } = this.#client
    // What was sent last still goes out.
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
    for (const close of [...this.#closers]) close()
    this.#listeners.clear()
    this.#closers.clear()
  }
}

/** Of a property of numbers: atoms, windows, sizes; empty where there is none. */
export function numbersOf(property: Property | undefined): number[] {
  if (property === undefined || property.format !== 32) return []
  return Array.from({ length: property.data.length >> 2 }, (_, at) => property.data.readUInt32LE(at * 4))
}

/** Throws unsupported_here when there is no server of that name, or it does not let us in. */
export async function connect(name: string): Promise<XConnection> {
  const { createClient } = (await import('x11')).default
  const display = await new Promise<Display>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer)
      client?.stream?.destroy()
      reject(without(`The X server ${name} cannot be reached: ${reason}.`))
    }
    const timer = setTimeout(() => fail(`it did not answer within ${connectMs} ms`), connectMs)
    let client: Client | undefined
    try {
      client = createClient({ display: name, shm: 'off' }, (error, display) => {
        if (display === undefined) return fail(error?.message ?? 'it closed the connection')
        clearTimeout(timer)
        // The package keeps one table of atoms for all servers: those of one before would be taken for this one's.
        display.client.atoms = { ...display.client.atoms }
        resolve(display)
      })
    } catch {
      return fail('DISPLAY is not the name of one')
    }
    // A refusal after the greeting comes here, and not to the callback.
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

function ifGone(error: unknown): undefined {
  if (error instanceof XError) return undefined
  throw error
}

export function without(message: string): Problem {
  return new Problem('unsupported_here', {
    message,
    hint: 'Elements can be read and their own actions used; keys, pointer, pictures and windows need X11. Call status.',
  })
}

function slow(name: string, limitMs: number): Problem {
  return new Problem('unresponsive', { message: `The X server did not answer ${name} within ${limitMs} ms.` })
}

function ended(reason: string): Problem {
  return new Problem('unresponsive', { message: `The connection to the X server ended: ${reason}.` })
}
