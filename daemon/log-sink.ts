/**
 * Writes lines to a descriptor that may be full, closed or stuck: lines are lost and counted then, and nothing
 * else happens. (pino's own destination tries for ever at the exit when the disk is full.)
 */
import { write } from 'node:fs'

const heldCharacters = 1024 * 1024
/** There is no event for a full pipe that does not block. */
const againMs = 50

export class LogSink {
  readonly #fd: number
  #held: string[] = []
  #characters = 0
  #writing = false
  #dropped = 0
  #idle: (() => void) | undefined

  constructor(fd: number) {
    this.#fd = fd
  }

  /** Lines lost since the start. */
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

  /** `true` once all is written or lost; `false` when the descriptor takes nothing for so long. */
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
    this.#send(Buffer.from(lines.join('')), lines.length)
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
