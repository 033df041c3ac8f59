/** One session's kept connection: prepared bytes out, the answer's text in. */
import { connect, type Socket } from 'node:net'

export class Caller {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #answered: ((text: string) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (part: Buffer) => this.#take(part))
    socket.on('close', () => this.#answered?.('closed'))
    socket.on('error', () => {})
  }

  static open(path: string): Promise<Caller> {
    return new Promise((resolve, reject) => {
      const socket = connect(path)
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Caller(socket)))
    })
  }

  /** Fails for an answer without a result. */
  async ask(request: Buffer): Promise<string> {
    const text = await new Promise<string>((resolve) => {
      this.#answered = resolve
      this.#socket.write(request)
    })
    if (!text.includes('"result":')) throw new Error(text.slice(0, 500))
    return text
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(part: Buffer): void {
    this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part])
    const end = this.#received.indexOf('\r\n\r\n')
    const head = end < 0 ? '' : this.#received.toString('latin1', 0, end)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined || this.#received.length < end + 4 + Number(length)) return
    const text = this.#received.toString('utf8', end + 4)
    this.#received = Buffer.alloc(0)
    this.#answered?.(text)
  }
}
