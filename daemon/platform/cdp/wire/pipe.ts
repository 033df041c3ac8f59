/** NUL-terminated messages over two pipes to the one browser that holds their other ends. */
import type { Readable, Writable } from 'node:stream'
import { corkWrites } from './corked-writes.ts'
import type { Transport } from './transport.ts'

const end = '\0'
/** As for a websocket: anything longer would not fit in a string. */
const longest = 512 * 1024 * 1024

export function overPipes(to: Writable, from: Readable): Transport {
  // The pipes may end before there are listeners.
  for (const stream of [to, from]) stream.on('error', () => {})
  const cork = corkWrites(to)
  const close = () => {
    to.destroy()
    from.destroy()
  }
  return {
    isLocal: true,
    send: (message) => {
      if (!to.writable) return
      cork()
      to.write(message + end)
    },
    listen: ({ received, ended }) => {
      let hasEnded = false
      const end = (reason: string) => {
        if (hasEnded) return
        hasEnded = true
        close()
        ended(reason)
      }
      const messages = new Messages(received)
      from.on('data', (chunk: Buffer) => {
        if (!messages.take(chunk)) end(`the browser sent a message of more than ${longest} bytes`)
      })
      for (const stream of [to, from]) {
        stream.on('close', () => end('the connection to the browser ended'))
        stream.on('error', (error) => end(error.message))
      }
      from.on('end', () => end('the connection to the browser ended'))
      if (to.destroyed || from.destroyed) queueMicrotask(() => end('the connection to the browser ended'))
    },
    close,
  }
}

/** Splits a stream into messages. Each byte is examined once and copied at most once, however long a message is. */
class Messages {
  readonly #received: (message: Buffer) => void
  /** Parts of the unfinished message. */
  #parts: Buffer[] = []
  #length = 0

  constructor(received: (message: Buffer) => void) {
    this.#received = received
  }

  /** False if a message is too long. */
  take(chunk: Buffer): boolean {
    let start = 0
    for (let stop = chunk.indexOf(0); stop !== -1; stop = chunk.indexOf(0, start)) {
      const last = chunk.subarray(start, stop)
      const message = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last])
      this.#parts = []
      this.#length = 0
      start = stop + 1
      this.#received(message)
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start))
    this.#length += chunk.length - start
    return this.#length <= longest
  }
}
