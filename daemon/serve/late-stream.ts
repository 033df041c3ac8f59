/** An answer that turns into a stream of server-sent events when a message precedes it. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

export class LateStream {
  readonly #response: ServerResponse
  readonly #headers: { readonly [name: string]: string }
  readonly #isTaken: boolean
  #isOpen = false

  constructor(headers: IncomingHttpHeaders, response: ServerResponse, own: { readonly [name: string]: string }) {
    this.#response = response
    this.#headers = own
    this.#isTaken = headers.accept?.includes('text/event-stream') ?? false
  }

  /** Undefined if the caller takes no stream. Sends nothing to one that left; its call is aborted separately. */
  get tell(): ((message: string) => void) | undefined {
    return this.#isTaken ? (message) => this.#write(message) : undefined
  }

  /** Ends the stream with the answer; `false` if none was opened, so that the answer must be sent alone. */
  end(body: string): boolean {
    if (!this.#isOpen) return false
    this.#write(body)
    this.#response.end()
    return true
  }

  #write(message: string): void {
    const response = this.#response
    if (!this.#isOpen) response.writeHead(200, { ...this.#headers, 'content-type': 'text/event-stream' })
    this.#isOpen = true
    if (!response.destroyed) response.write(`event: message\ndata: ${message}\n\n`)
  }
}
