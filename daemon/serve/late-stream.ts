/** An answer that turns into a stream of server-sent events when a message precedes it. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

interface Reply {
  readonly raw: ServerResponse
  hijack(): unknown
  code(status: number): Reply
  type(type: string): Reply
  send(body?: string): unknown
}

interface Answered {
  readonly status: number
  /** Empty if there is none. */
  readonly body: string
}

export class LateStream {
  readonly #reply: Reply
  readonly #headers: { readonly [name: string]: string }
  readonly #isTaken: boolean
  #isOpen = false

  constructor(headers: IncomingHttpHeaders, reply: Reply, own: { readonly [name: string]: string }) {
    this.#reply = reply
    this.#headers = own
    this.#isTaken = headers.accept?.includes('text/event-stream') ?? false
  }

  /** Undefined where the caller takes no stream. Sends nothing to one that left; its call is aborted separately. */
  get tell(): ((message: string) => void) | undefined {
    return this.#isTaken ? (message) => this.#write(message) : undefined
  }

  end({ status, body }: Answered, type: string): void {
    const reply = this.#reply
    if (this.#isOpen) {
      this.#write(body)
      reply.raw.end()
    } else if (body === '') reply.code(status).send()
    else reply.code(status).type(type).send(body)
  }

  #write(message: string): void {
    const { raw } = this.#reply
    if (!this.#isOpen) {
      this.#reply.hijack()
      raw.writeHead(200, { ...this.#headers, 'content-type': 'text/event-stream' })
    }
    this.#isOpen = true
    if (!raw.destroyed) raw.write(`event: message\ndata: ${message}\n\n`)
  }
}
