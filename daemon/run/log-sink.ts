/** Writes lines to a descriptor that may be full, closed or stuck: those are dropped and counted. */
import { fstatSync, ftruncateSync, write } from 'node:fs'

const heldCharacters = 1024 * 1024
/** Retry interval: a full non-blocking pipe raises no event. */
const againMs = 50
/** Default size limit of a log file. */
const mostBytes = 5 * 1024 * 1024

export class LogSink {
  readonly #fd: number
  readonly #most: number
  #held: string[] = []
  #characters = 0
  #writing = false
  #dropped = 0
  #idle: (() => void) | undefined

  /** A regular file that would grow beyond `most` bytes is truncated and restarted. */
  constructor(fd: number, most = mostBytes) {
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
    this.#send(bytes, lines.length, this.#room(bytes.length))
  }

  /**
   * Write position: the end of the file, or its beginning if it would grow too large. Null if it is not a regular file.
   * A shell's `2>` does not open for appending, so writing at the descriptor's own position would leave a hole.
   */
  #room(bytes: number): number | null {
    try {
      const stats = fstatSync(this.#fd)
      if (!stats.isFile()) return null
      if (stats.size + bytes <= this.#most) return stats.size
      ftruncateSync(this.#fd)
      return 0
    } catch {
      // Writing will fail as well, and is counted there.
      return null
    }
  }

  #send(bytes: Buffer, lines: number, at: number | null): void {
    write(this.#fd, bytes, 0, bytes.length, at, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#send(bytes, lines, at), againMs)
        return
      }
      if (error !== null) this.#dropped += lines
      else if (written < bytes.length) {
        this.#send(bytes.subarray(written), lines, at === null ? null : at + written)
        return
      }
      this.#next()
    })
  }
}
