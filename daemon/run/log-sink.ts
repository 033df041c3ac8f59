/**
 * Writes lines to a descriptor that may be full, closed or stuck: lines are then dropped and counted, and nothing else
 * happens. (On a full disk, pino's own destination retries forever at exit.)
 */
import { fstatSync, ftruncateSync, write } from 'node:fs'

const heldCharacters = 1024 * 1024
/** A full non-blocking pipe raises no event. */
const againMs = 50

export class LogSink {
  readonly #fd: number
  readonly #most: number
  #held: string[] = []
  #characters = 0
  #writing = false
  #dropped = 0
  #idle: (() => void) | undefined

  /** A file that would grow beyond `most` bytes begins anew. It has to be open for appending. */
  constructor(fd: number, most = Number.POSITIVE_INFINITY) {
    this.#fd = fd
    this.#most = most
  }

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.#dropped
  }

  write(line: string): void {
    if (this.#characters > heldCharacters) {
      this.#dropped += 1
      return
    }
    this.#held.push(line)
    this.#characters += line.length
    if (!this.#writing) this.#next()
  }

  /** `true` once everything is written or dropped; `false` if the descriptor accepts nothing for this long. */
  drained(ms: number): Promise<boolean> {
    if (!this.#writing) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, false)
      this.#idle = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  #next(): void {
    this.#writing = this.#held.length > 0
    if (!this.#writing) {
      this.#idle?.()
      return
    }
    const lines = this.#held
    this.#held = []
    this.#characters = 0
    const bytes = Buffer.from(lines.join(''))
    this.#makeRoom(bytes.length)
    this.#send(bytes, lines.length)
  }

  #makeRoom(bytes: number): void {
    if (!Number.isFinite(this.#most)) return
    try {
      const stats = fstatSync(this.#fd)
      if (stats.isFile() && stats.size + bytes > this.#most) ftruncateSync(this.#fd)
    } catch {
      // Writing will fail too, and is counted there.
    }
  }

  #send(bytes: Buffer, lines: number): void {
    write(this.#fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#send(bytes, lines), againMs)
        return
      }
      if (error !== null) this.#dropped += lines
      else if (written < bytes.length) {
        this.#send(bytes.subarray(written), lines)
        return
      }
      this.#next()
    })
  }
}
