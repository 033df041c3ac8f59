/**
 * The stream that the D-Bus library reads and writes when file descriptors travel along: the library can pass them on,
 * but has no stream that carries them. A message has at most one.
 */
import { Duplex } from 'node:stream'
import type { FdSocket, Handle } from './fd-socket.ts'

/** As the library writes a message. */
interface Written {
  readonly data: Buffer
}

/** Opens a connection and begins to listen to it. */
export type Opens = (heard: (bytes: Buffer) => void, ended: (reason: string) => void) => FdSocket

export class FdStream extends Duplex {
  /** The library checks this. */
  readonly supportsUnixFd = true
  readonly #socket: FdSocket
  /** Messages are read in two parts each, after the lines of the greeting. */
  #reads: 'lines' | 'head' | 'rest' = 'lines'
  #passed: Handle | undefined

  constructor(open: Opens) {
    super({ writableObjectMode: true })
    this.#socket = open(
      (bytes) => this.push(bytes),
      () => this.push(null),
    )
  }

  /** Goes out with the next message. */
  pass(handle: Handle): void {
    this.#passed = handle
  }

  override read(size?: number): unknown {
    const data = super.read(size) as Buffer | null
    if (data === null || this.#reads === 'lines') return data
    const isRest = this.#reads === 'rest'
    this.#reads = isRest ? 'head' : 'rest'
    if (!isRest) return data
    const take = () => this.#socket.take()
    // Only a reader that finds a descriptor in the message takes it.
    return { data, fds: Object.defineProperty([], 0, { get: take }) }
  }

  override _read(): void {}

  override _write(written: string | Buffer | Written, _encoding: string, done: (error?: Error) => void): void {
    const passed = this.#passed
    this.#passed = undefined
    const data = typeof written === 'object' && 'data' in written ? written.data : Buffer.from(written)
    if (data.equals(begin)) this.#reads = 'head'
    try {
      this.#socket.write(data, passed)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.close()
    done(error)
  }
}

const begin = Buffer.from('BEGIN\r\n')
