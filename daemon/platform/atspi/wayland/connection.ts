/** A connection to a Wayland compositor: its globals, requests, events and end. */
import { closeSync, ftruncateSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { clause, Problem } from '../../../problem.ts'
import { Ending } from '../../basics/ending.ts'
import { FdSocket, type Handle } from '../wire/fd-socket.ts'
import { protocols } from './protocols.ts'

type Argument = number | string | Buffer | Handle | WlObject | undefined
type Handlers = { readonly [event: string]: (...of: never[]) => void }

/** An object of the compositor, as this connection knows it. */
export class WlObject {
  readonly id: number
  readonly of: string
  readonly #connection: WlConnection
  handlers: Handlers = {}

  constructor(connection: WlConnection, id: number, of: string) {
    this.#connection = connection
    this.id = id
    this.of = of
  }

  /** Adds handlers, called with the values of its events. */
  on(handlers: Handlers): this {
    this.handlers = { ...this.handlers, ...handlers }
    return this
  }

  /** Sends a request; returns the object that it makes. Throws Problem `unresponsive` once the connection has ended. */
  send(request: string, ...values: readonly Argument[]): WlObject {
    return this.#connection.request(this, request, values)
  }
}

interface Global {
  readonly name: number
  readonly version: number
}

const answerMs = 2000

export class WlConnection {
  /** For files that are shared with the compositor. */
  readonly #folder: string
  readonly #globals = new Map<string, Global[]>()
  readonly #objects = new Map<number, WlObject>()
  readonly #display: WlObject
  readonly #ending = new Ending()
  #socket: FdSocket | undefined
  #registry: WlObject | undefined
  #lastId = 1
  #rest: Buffer = Buffer.alloc(0)
  #closed: string | undefined

  private constructor(folder: string) {
    this.#folder = folder
    this.#display = this.#add(1, 'wl_display').on({
      error: (_object: number, _code: number, said: string) => this.#end(said),
      delete_id: (id: number) => this.#objects.delete(id),
    })
  }

  /** `folder`: XDG_RUNTIME_DIR. Throws Error if nobody listens, or answers. */
  static async open(path: string, folder: string): Promise<WlConnection> {
    return await WlConnection.over((heard, ended) => FdSocket.connect(path, heard, ended), folder)
  }

  /** The same over a socket that is opened in another way. */
  static async over(
    open: (heard: (bytes: Buffer) => void, ended: (reason: string) => void) => Promise<FdSocket>,
    folder: string,
  ): Promise<WlConnection> {
    const connection = new WlConnection(folder)
    connection.#socket = await open(
      (bytes) => connection.#hear(bytes),
      (reason) => connection.#end(reason),
    )
    connection.#registry = connection.#display.send('get_registry').on({
      global: (name: number, of: string, version: number) =>
        connection.#globals.set(of, [...(connection.#globals.get(of) ?? []), { name, version }]),
      global_remove: (name: number) => {
        for (const [of, all] of connection.#globals)
          connection.#globals.set(
            of,
            all.filter((one) => one.name !== name),
          )
      },
    })
    try {
      await connection.sync()
    } catch (error) {
      connection.close()
      throw error
    }
    return connection
  }

  /** Why it can no longer be used. */
  get closed(): string | undefined {
    return this.#closed
  }

  /** The version of the first global of a kind; 0 if there is none. */
  version(of: string): number {
    return this.#globals.get(of)?.[0]?.version ?? 0
  }

  has(of: string): boolean {
    return (this.#globals.get(of)?.length ?? 0) > 0
  }

  /** Binds all of a kind, such as monitors, at this `version` or lower. */
  bindAll(of: string, version: number): WlObject[] {
    return (this.#globals.get(of) ?? []).map((global) => {
      const made = this.#add(++this.#lastId, of)
      this.request(this.#registry!, 'bind', [global.name, of, Math.min(version, global.version), made])
      return made
    })
  }

  bind(of: string, version: number): WlObject {
    const [first] = this.bindAll(of, version)
    if (first === undefined) throw new Error(`the compositor has no ${of}`)
    return first
  }

  /** Returns when the compositor has carried out all requests so far, and their events have arrived. */
  async sync(): Promise<void> {
    await this.until<void>((resolve) => this.#display.send('sync').on({ done: () => resolve() }))
  }

  /** What events resolve. Throws Problem `unresponsive` if they do not come in time, or the connection ends. */
  async until<T>(work: (resolve: (value: T) => void, reject: (error: Error) => void) => void): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => settle(() => reject(silent())), answerMs)
      const stop = this.#ending.on(() => settle(() => reject(ended(this.#closed ?? ''))))
      const settle = (done: () => void) => {
        clearTimeout(timer)
        stop()
        done()
      }
      try {
        work(
          (value) => settle(() => resolve(value)),
          (error) => settle(() => reject(error)),
        )
      } catch (error) {
        settle(() => reject(error))
      }
    })
  }

  /** A file without a name, of `size` bytes, that `work` shares with the compositor; closed afterwards. */
  async withFile<T>(size: number, work: (fd: number) => Promise<T>): Promise<T> {
    const path = this.path()
    const fd = openSync(path, 'wx+', 0o600)
    try {
      unlinkSync(path)
      ftruncateSync(fd, size)
      return await work(fd)
    } finally {
      closeSync(fd)
    }
  }

  /** A free path, in memory. */
  path(): string {
    return join(this.#folder, `ix-${process.pid}-${Math.random().toString(36).slice(2)}`)
  }

  onClose(listener: () => void): () => void {
    return this.#ending.on(listener)
  }

  close(): void {
    this.#end('it was let go')
  }

  request(object: WlObject, request: string, values: readonly Argument[]): WlObject {
    if (this.#closed !== undefined) throw ended(this.#closed)
    const requests = protocols[object.of]![0]
    const code = requests.findIndex((one) => one.startsWith(`${request}:`))
    const [, letters = '', of = ''] = requests[code]!.split(':')
    const left = [...values]
    const parts: Buffer[] = []
    let made = object
    let passed: number | Handle | undefined
    for (const letter of letters) {
      if (letter === 'n') {
        const given = left[0]
        made = given instanceof WlObject && of === '' ? given : this.#add(++this.#lastId, of)
        parts.push(word(made.id))
      } else if (letter === 'h') passed = left.shift() as number | Handle
      else parts.push(encoded(letter, left.shift()))
    }
    const body = Buffer.concat(parts)
    try {
      this.#socket!.write(Buffer.concat([word(object.id), word(((body.length + 8) << 16) | code), body]), passed)
    } catch (error) {
      this.#end((error as Error).message)
      throw ended(this.#closed ?? '')
    }
    return made
  }

  #add(id: number, of: string): WlObject {
    const object = new WlObject(this, id, of)
    this.#objects.set(id, object)
    return object
  }

  #hear(bytes: Buffer): void {
    let left = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    while (left.length >= 8) {
      const size = left.readUInt32LE(4) >>> 16
      if (left.length < size) break
      this.#event(left.readUInt32LE(0), left.readUInt16LE(4), left.subarray(8, size))
      left = left.subarray(size)
    }
    this.#rest = Buffer.from(left)
  }

  #event(id: number, code: number, body: Buffer): void {
    const object = this.#objects.get(id)
    const event = object && protocols[object.of]?.[1][code]
    if (event === undefined) return
    const [name = '', letters = '', of = ''] = event.split(':')
    const values: Argument[] = []
    let at = 0
    for (const letter of letters) {
      if (letter === 'h') {
        values.push(this.#socket!.take())
        continue
      }
      const number = letter === 'i' ? body.readInt32LE(at) : body.readUInt32LE(at)
      at += 4
      if (letter === 'n') values.push(this.#add(number, of))
      else if (letter === 's' || letter === 'a') {
        const content = body.subarray(at, at + number)
        values.push(letter === 'a' ? Buffer.from(content) : content.toString('utf8', 0, Math.max(0, number - 1)))
        at += (number + 3) & ~3
      } else values.push(letter === 'f' ? (number | 0) / 256 : number)
    }
    try {
      ;(object!.handlers[name] as ((...of: readonly Argument[]) => void) | undefined)?.(...values)
    } catch (error) {
      // A request that can no longer be sent: nobody waits for it.
      if (this.#closed === undefined) throw error
    }
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    this.#socket?.close()
    this.#ending.end()
  }
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value | 0)
  return bytes
}

function encoded(letter: string, value: Argument): Buffer {
  if (letter === 'f') return word(Math.round(Number(value) * 256))
  if (letter === 'o') return word(value instanceof WlObject ? value.id : 0)
  if (letter !== 's') return word(Number(value))
  const text = Buffer.from(`${value}\0`)
  return Buffer.concat([word(text.length), text, Buffer.alloc(-text.length & 3)])
}

function silent(): Problem {
  return new Problem('unresponsive', { message: `The compositor did not answer within ${answerMs} ms.` })
}

function ended(reason: string): Problem {
  return new Problem('unresponsive', { message: `The connection to the compositor ended: ${clause(reason)}.` })
}
